import type { RunBatch, RunEntry, RunReader } from '../../../runs/run-log.ts';
import { type ChatLine, isEnd } from '../chat-line.ts';
import { breaksOff } from './reach-run-log.ts';

/** Consecutive lines of a stream, and the same lines encoded: newline-delimited JSON in UTF-8. */
export interface ChatBatch {
  readonly events: readonly ChatLine[];
  readonly lines: Uint8Array;
}

/** What follows number `seen`, 0 when no live line was seen, once the turn is over; nothing once `signal` aborts. */
export type SettledLines = (signal: AbortSignal, seen: number) => Promise<readonly ChatLine[]>;

/**
 * One reading of a thread: lines of its own first (`__cutoff__`, replayed messages), then those of a live run, from
 * the run's log. Both doors pull from it: GraphQL one line at a time, REST batch by batch, already encoded.
 */
export class ChatReader implements AsyncIterableIterator<ChatLine, undefined, undefined> {
  #own: readonly ChatLine[];
  readonly #live: RunReader<ChatLine> | null;
  readonly #after: SettledLines | null;
  readonly #left = new AbortController();
  #pending: ChatLine[] = [];
  #last: RunEntry<ChatLine> | undefined;
  #state: 'own' | 'live' | 'after' | 'ended' = 'own';

  /**
   * @param own lines that are known now
   * @param live the reader of a live run, placed behind those lines; it is this reader's from here on
   * @param after lines that are waited for when there are no live ones, or when their log ends before the turn does
   */
  constructor(own: readonly ChatLine[], live: RunReader<ChatLine> | null, after: SettledLines | null = null) {
    this.#own = own;
    this.#live = live;
    this.#after = after;
  }

  /** All lines there are; waits when there are none. Null at the end. Not to be mixed with `next`. */
  async nextBatch(): Promise<ChatBatch | null> {
    if (this.#state === 'own') {
      this.#state = 'live';
      const own = this.#own;
      this.#own = [];
      if (own.length > 0) return encode(own);
    }
    if (this.#state === 'live') {
      const batch = await this.#nextLive();
      if (batch !== null) return new LiveBatch(batch);
    }
    if (this.#state === 'after') {
      this.#state = 'ended';
      const lines = (await this.#after?.(this.#left.signal, this.#last?.sort ?? 0)) ?? [];
      if (lines.length > 0) return encode(lines);
    }
    return null;
  }

  async next(): Promise<IteratorResult<ChatLine, undefined>> {
    if (this.#pending.length === 0) {
      const batch = await this.nextBatch();
      if (batch === null) return { done: true, value: undefined };
      this.#pending = [...batch.events].reverse();
    }
    const value = this.#pending.pop();
    return value === undefined ? { done: true, value: undefined } : { done: false, value };
  }

  /** Leaves at once, also while a call is waiting. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#state = 'ended';
    this.#pending = [];
    this.#left.abort();
    await this.#live?.return();
    return { done: true, value: undefined };
  }

  /** Null when there is nothing live any more: the state says what is to follow. */
  async #nextLive(): Promise<RunBatch<ChatLine> | null> {
    try {
      const batch = (await this.#live?.nextBatch()) ?? null;
      if (batch !== null) this.#last = batch.entries.at(-1);
      else if (this.#state === 'live') this.#state = this.#isTold() ? 'ended' : 'after';
      return batch;
    } catch (error) {
      if (this.#after === null || !breaksOff(error)) throw error;
      if (this.#state === 'live') this.#state = 'after';
      return null;
    }
  }

  /** Whether the log came to the turn's own end. One whose process lost the turn ends without. */
  #isTold(): boolean {
    return this.#last !== undefined && isEnd(this.#last.event);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** Events of another node are parsed when they are asked for: REST never does. */
class LiveBatch implements ChatBatch {
  readonly #batch: RunBatch<ChatLine>;

  constructor(batch: RunBatch<ChatLine>) {
    this.#batch = batch;
  }

  get lines(): Uint8Array {
    return this.#batch.lines;
  }

  get events(): readonly ChatLine[] {
    return this.#batch.entries.map((entry) => entry.event);
  }
}

function encode(events: readonly ChatLine[]): ChatBatch {
  const text = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  return { events, lines: Buffer.from(text) };
}
