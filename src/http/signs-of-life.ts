import type { ServerResponse } from 'node:http';

/** How often a silent connection is written to, unless somebody says otherwise: proxies close them after 15 seconds or more. */
export const defaultSignOfLifeMs = 12_000;

/** Keeps streams open through proxies that close silent connections. One timer for all of them. */
export class SignsOfLife {
  readonly #intervalMs: number;
  readonly #open = new Map<ServerResponse, Uint8Array>();
  #timer: NodeJS.Timeout | undefined;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  /** Writes these bytes from time to time, for as long as the response is open. */
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
      // A client that does not read needs none, and none may pile up.
      if (!response.writableEnded && response.writableLength === 0) response.write(bytes);
    }
  }
}
