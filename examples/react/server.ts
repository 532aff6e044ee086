/** The backend: it serves the built page, and creates sessions for the user who is signed in. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { createInlay } from '@inlay/client';

const { INLAY_URL = 'http://127.0.0.1:4000', INLAY_API_KEY = '', PORT = '3000' } = process.env;
const inlay = createInlay({ url: INLAY_URL, apiKey: INLAY_API_KEY });
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };

async function answer(path: string): Promise<{ type: string; body: string | Buffer }> {
  if (path === '/session') {
    const { sessionId } = await inlay.sessions.generate({
      deploymentId: 1,
      externalId: 'emma',
      userAttributes: [{ name: 'region', value: ['EU'] }],
    });
    return { type: 'text/plain', body: sessionId };
  }
  if (path === '/config') return { type: 'application/json', body: JSON.stringify({ url: INLAY_URL }) };
  const file = path === '/' ? '/index.html' : path;
  const body = await readFile(join(import.meta.dirname, 'dist', file));
  return { type: types[extname(file)] ?? 'application/octet-stream', body };
}

const server = createServer((request, response) => {
  answer(new URL(request.url ?? '/', 'http://host').pathname).then(
    ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'));
