import type { ChatLine } from '../../../contract/stream-lines.ts';
import type { NumberedEvent, RunBatch, RunReader } from '../../../runs/run-log.ts';
import { CredentialWatch } from '../../access/credential-watch.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { isEnd } from '../chat-line.ts';
import { isEndOfLog } from './reach-run-log.ts';

/** Consecutive lines of a stream, also encoded as newline-delimited JSON in UTF-8. */
interface ChatBatch {
  readonly events: readonly ChatLine[];
  readonly lines: Uint8Array;
}

/**
 * Waits for the end of a turn and returns the lines after number `seen` (0: no live line was seen); none if `signal`
 * aborts.
 */
export type SettledLines = (signal: AbortSignal, seen: number) => Promise<readonly ChatLine[]>;

/**
 * Reads a thread: first its own lines (`__cutoff__`, stored messages), then those of a live run from the run log.
 * GraphQL pulls line by line, REST batch by batch, already encoded.
 */
export class ChatReader implements AsyncIterableIterator<ChatLine, undefined, undefined> {
  #own: readonly ChatLine[];
  readonly #live: RunReader<ChatLine> | null;
  readonly #after: SettledLines | null;
  /** The turn that is read, for the log; undefined if that is none in particular. */
  readonly turn: string | undefined;
  readonly #left = new AbortController();
  #pending: ChatLine[] = [];
  #last: NumberedEvent<ChatLine> | undefined;
  #state: 'own' | 'live' | 'after' | 'ended' = 'own';
  #credentials: CredentialWatch | undefined;

  /**
   * @param own the lines that are already known
   * @param live a reader of the live run, positioned after those lines; disposed of by this reader
   * @param after returns the remaining lines if there is no live reader, or if the log ends before the turn
   */
  constructor(
    own: readonly ChatLine[],
    live: RunReader<ChatLine> | null,
    after: SettledLines | null = null,
    turn?: string,
  ) {
    this.turn = turn;
    this.#own = own;
    this.#live = live;
    this.#after = after;
  }

  /** Lets the reading end with the credentials of its caller. */
  under(context: Pick<ServiceContext, 'prisma' | 'now' | 'threadNotices'>, caller: Caller): this {
    const waits = this.#live !== null || this.#after !== null;
    if (!waits) return this;
    this.#credentials = new CredentialWatch(context, caller);
    this.#credentials.signal.addEventListener('abort', () => void this.return(), { once: true });
    return this;
  }

  /**
   * All available lines; waits if there are none. Null at the end. Do not mix calls with `next`.
   * @throws AppError `UNAUTHENTICATED` when the credentials of the reader have ended
   */
  nextBatch(): Promise<ChatBatch | null> {
    const read = () => this.#nextBatch();
    return this.#credentials === undefined ? read() : this.#credentials.during(read);
  }

  async #nextBatch(): Promise<ChatBatch | null> {
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

  /** Ends the reading at once, even while a call is waiting. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#state = 'ended';
    this.#pending = [];
    this.#left.abort();
    this.#credentials?.[Symbol.dispose]();
    await this.#live?.return();
    return { done: true, value: undefined };
  }

  /** The next live lines. Null at their end, where it sets the state to what follows. */
  async #nextLive(): Promise<RunBatch<ChatLine> | null> {
    try {
      const batch = (await this.#live?.nextBatch()) ?? null;
      if (batch !== null) this.#last = batch.entries.at(-1);
      else if (this.#state === 'live') this.#state = this.#isTold() ? 'ended' : 'after';
      return batch;
    } catch (error) {
      if (this.#after === null || !isEndOfLog(error)) throw error;
      if (this.#state === 'live') this.#state = 'after';
      return null;
    }
  }

  /** Whether the log ended with the end of the turn. It does not if its process lost the turn. */
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

/** Parses events from other processes only when they are needed, which they never are for REST. */
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
