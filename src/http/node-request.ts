import type { IncomingMessage } from 'node:http';
// This implementation creates headers, URL and body on demand.
import { Request as LazyRequest } from '@whatwg-node/fetch';

/** A request of node:http. Its body stays in the connection until it is read. */
export class NodeRequest extends LazyRequest {
  readonly #incoming: IncomingMessage;

  /** @param signal aborts when the client disconnects */
  constructor(url: string, incoming: IncomingMessage, signal: AbortSignal) {
    const { method = 'GET', headers } = incoming;
    const init = { method, headers: headers as Record<string, string>, signal };
    super(url, hasBody(incoming) ? { ...init, body: incoming as unknown as ReadableStream } : init);
    this.#incoming = incoming;
  }

  /**
   * The whole body. If it is longer than `maxBytes`, only its beginning, which is at least one byte longer than that.
   * @throws DOMException `AbortError` if the client disconnects before the body is complete
   */
  readBytes(maxBytes: number): Promise<Buffer> {
    const incoming = this.#incoming;
    if (!hasBody(incoming)) return Promise.resolve(Buffer.alloc(0));
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      let length = 0;
      function leave(): void {
        incoming.off('data', take).off('end', end).off('close', cut).off('error', cut);
      }
      function end(): void {
        leave();
        const [only] = chunks;
        resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
      }
      function cut(): void {
        leave();
        reject(
          new DOMException('The client disconnected before it had sent the whole request.', 'AbortError'),
        );
      }
      function take(chunk: Buffer): void {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= maxBytes) return;
        // The rest is not kept.
        incoming.pause();
        end();
      }
      if (incoming.destroyed) cut();
      else incoming.on('data', take).on('end', end).on('close', cut).on('error', cut);
    });
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}
