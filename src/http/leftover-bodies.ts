import type { IncomingMessage } from 'node:http';

/** Between two readings of up to so many bytes, and one piece more: about 30 MB a second over all connections. */
const pauseMs = 2;
const bytesAtOnce = 64 * 1024;

/**
 * Reads what nobody read of the bodies of requests that were answered already, so that their connections can be used
 * again. Slowly, and one connection after the other: what is sent in vain must not take the time of other requests.
 */
export class LeftoverBodies {
  readonly #waiting = new Set<IncomingMessage>();
  #timer: NodeJS.Timeout | undefined;

  read(incoming: IncomingMessage): void {
    if (incoming.readableEnded || incoming.destroyed) return;
    // Most requests have no body, or one that is there already.
    if (incoming.complete) return void incoming.resume();
    incoming.on('readable', () => this.#enqueue(incoming));
    // Of a request that was never read from, node:http itself reads the rest, as fast as it comes.
    incoming.read();
  }

  #enqueue(incoming: IncomingMessage): void {
    this.#waiting.add(incoming);
    this.#timer ??= setTimeout(() => this.#readSome(), pauseMs);
  }

  #readSome(): void {
    let bytes = 0;
    for (const incoming of this.#waiting) {
      if (bytes >= bytesAtOnce) break;
      this.#waiting.delete(incoming);
      // The rest of it, and its end, become readable later.
      const piece: Buffer | null = incoming.read();
      bytes += piece?.length ?? 0;
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#readSome(), pauseMs) : undefined;
  }
}
