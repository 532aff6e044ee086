import type { ServerResponse } from 'node:http';
import type { KeepAlive } from './keep-alive.ts';
import type { PulledStream } from './streamed-response.ts';

/**
 * Writes a stream to a response whose head has been written, at the speed of the client, and ends it. If the client
 * disconnects, the stream is released. A failure of the stream breaks the connection.
 */
export function pipeStream(stream: PulledStream, response: ServerResponse, keepAlive: KeepAlive): void {
  response.once('close', stream.release);
  if (stream.keepAliveBytes !== undefined) keepAlive.keepOpen(response, stream.keepAliveBytes);
  pump(stream, response).catch(() => response.destroy());
}

async function pump(stream: PulledStream, response: ServerResponse): Promise<void> {
  for (let chunk = await stream.next(); chunk !== null; chunk = await stream.next()) {
    if (!response.write(chunk)) await drained(response);
  }
  if (!response.destroyed) response.end();
}

/** Resolves once the client has received what was written, or has disconnected. */
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
