import type { ServerResponse } from 'node:http';
import type { PulledStream } from './streamed-response.ts';

/**
 * Writes a stream to a response whose head is written, at the speed of the client, and ends it; lets go of the stream
 * when the client goes. A failure of the stream breaks the connection.
 */
export function pipeStream(stream: PulledStream, response: ServerResponse): void {
  response.once('close', stream.release);
  if (stream.signOfLife !== undefined) keepAlive(response, stream.signOfLife);
  pump(stream, response).catch(() => response.destroy());
}

async function pump(stream: PulledStream, response: ServerResponse): Promise<void> {
  for (let chunk = await stream.next(); chunk !== null; chunk = await stream.next()) {
    if (!response.write(chunk)) await drained(response);
  }
  if (!response.destroyed) response.end();
}

/** Resolves once the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  if (response.closed || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    function done(): void {
      response.off('drain', done).off('close', done);
      resolve();
    }
    response.on('drain', done).on('close', done);
  });
}

const signOfLifeMs = 12_000;
const keptAlive = new Map<ServerResponse, Uint8Array>();
let timer: NodeJS.Timeout | undefined;

/** One timer for all streams. */
function keepAlive(response: ServerResponse, signOfLife: Uint8Array): void {
  keptAlive.set(response, signOfLife);
  response.once('close', () => {
    keptAlive.delete(response);
    if (keptAlive.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
  timer ??= setInterval(() => {
    for (const [open, bytes] of keptAlive) {
      // A client that does not read needs none, and none may pile up.
      if (!open.writableEnded && open.writableLength === 0) open.write(bytes);
    }
  }, signOfLifeMs).unref();
}
