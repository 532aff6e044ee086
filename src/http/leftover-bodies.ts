import type { IncomingMessage } from 'node:http';

/** Reads at most these bytes and one more chunk, then pauses: about 30 MB a second over all connections. */
const pauseMs = 2;
const bytesAtOnce = 64 * 1024;

/**
 * Drains the unread bodies of requests that have been answered, so that their connections can be reused. It does so slowly, one
 * connection after the other, so that useless data does not take time from other requests.
 */
export class LeftoverBodies {
  readonly #waiting = new Set<IncomingMessage>();
  #timer: NodeJS.Timeout | undefined;

  read(incoming: IncomingMessage): void {
    if (incoming.readableEnded || incoming.destroyed) return;
    // Most requests have no body, or one that has arrived.
    if (incoming.complete) return void incoming.resume();
    incoming.on('readable', () => this.#enqueue(incoming));
    // If nothing was ever read, node:http would drain the body itself, at full speed.
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
      // The rest and the end emit `readable` again.
      const piece: Buffer | null = incoming.read();
      bytes += piece?.length ?? 0;
    }
    this.#timer = this.#waiting.size > 0 ? setTimeout(() => this.#readSome(), pauseMs) : undefined;
  }
}
