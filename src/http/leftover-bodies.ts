import type { IncomingMessage } from 'node:http';

/** One piece, of up to 64 KiB, is read per pause: about 30 MB a second over all connections. */
const pauseMs = 2;

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
    this.#timer ??= setTimeout(() => this.#readOne(), pauseMs);
  }

  #readOne(): void {
    this.#timer = undefined;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    // The rest of it, and its end, become readable later.
    next.read();
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#readOne(), pauseMs);
  }
}
