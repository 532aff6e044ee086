import type { IncomingMessage } from 'node:http';
// Its parts are made when somebody looks at them.
import { Request as LazyRequest } from '@whatwg-node/fetch';

/** A request of node:http. Nothing of its body is taken from the connection until somebody reads it. */
export class NodeRequest extends LazyRequest {
  readonly #incoming: IncomingMessage;

  /** @param signal aborts when the client goes */
  constructor(url: string, incoming: IncomingMessage, signal: AbortSignal) {
    const { method = 'GET', headers } = incoming;
    const init = { method, headers: headers as Record<string, string>, signal };
    super(url, hasBody(incoming) ? { ...init, body: incoming as unknown as ReadableStream } : init);
    this.#incoming = incoming;
  }

  /**
   * The whole body; once it is longer than `maxBytes`, what was read by then, which is at least a byte more.
   * @throws DOMException `AbortError` when the client went before the body was whole
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
        reject(new DOMException('The client went before its request was whole.', 'AbortError'));
      }
      function take(chunk: Buffer): void {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= maxBytes) return;
        // What follows is not kept.
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
