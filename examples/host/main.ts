import { createServer } from 'node:http';
import { createHost } from './host.ts';

const { INLAY_URL = 'http://127.0.0.1:4000', INLAY_API_KEY = '', PORT = '3000' } = process.env;
if (INLAY_API_KEY === '') throw new Error('Set INLAY_API_KEY to an admin key of the service.');

createServer(createHost({ inlayUrl: INLAY_URL, apiKey: INLAY_API_KEY })).listen(
  Number(PORT),
  '127.0.0.1',
  () => console.log(`host page on http://127.0.0.1:${PORT}`),
);
