import type { ServerResponse } from 'node:http';
import type { SignsOfLife } from './signs-of-life.ts';
import type { PulledStream } from './streamed-response.ts';

/**
 * Writes a stream to a response whose head is written, at the speed of the client, and ends it; lets go of the stream
 * when the client goes. A failure of the stream breaks the connection.
 */
export function pipeStream(stream: PulledStream, response: ServerResponse, signs: SignsOfLife): void {
  response.once('close', stream.release);
  if (stream.signOfLife !== undefined) signs.keepOpen(response, stream.signOfLife);
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
