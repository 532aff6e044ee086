import type { ServerResponse } from 'node:http';

/** Proxies close silent connections after 15 seconds or more. */
export const defaultKeepAliveMs = 12_000;

/** Keeps streams open through proxies that close silent connections. One timer for all of them. */
export class KeepAlive {
  readonly #intervalMs: number;
  readonly #open = new Map<ServerResponse, Uint8Array>();
  #timer: NodeJS.Timeout | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Writes these bytes at each interval until the response closes. */
  keepOpen(response: ServerResponse, bytes: Uint8Array): void {
    this.#open.set(response, bytes);
    response.once('close', () => {
      this.#open.delete(response);
      if (this.#open.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#timer ??= setInterval(() => this.#write(), this.#intervalMs).unref();
  }

  #write(): void {
    for (const [response, bytes] of this.#open) {
      // Bytes would pile up for a client that does not read.
      if (!response.writableEnded && response.writableLength === 0) response.write(bytes);
    }
  }
}
