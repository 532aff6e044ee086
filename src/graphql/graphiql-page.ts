import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import type { StoredFile } from '../http/answer-file.ts';

/** Runs as a worker: renders GraphiQL with the options in `workerData`, posts the page, and ends. */
const identity = new Uint8Array(Buffer.from(renderGraphiQL(workerData)));
const gzip = new Uint8Array(gzipSync(identity));
const page: StoredFile = {
  contentType: 'text/html; charset=utf-8',
  hash: createHash('sha256').update(identity).digest('base64url'),
  identity,
  gzip,
};
parentPort?.postMessage(page, [identity.buffer, gzip.buffer]);
