import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

/** Makes the page of GraphiQL in a thread of its own, hands it to the one that began it, and ends. */
const identity = new Uint8Array(Buffer.from(renderGraphiQL(workerData)));
const gzip = new Uint8Array(gzipSync(identity));
const etag = `"${createHash('sha256').update(identity).digest('base64url')}"`;
parentPort?.postMessage({ identity, gzip, etag }, [identity.buffer, gzip.buffer]);
