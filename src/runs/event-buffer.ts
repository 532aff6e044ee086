import type { NumberedEvent, RunBatch } from './run-log.ts';

const firstSlabBytes = 1024;
const fullSlabBytes = 64 * 1024;
const newline = 0x0a;

/** Bytes of consecutive lines. Growing replaces `bytes`; earlier views keep the old, equal bytes. */
interface Slab {
  bytes: Buffer;
  used: number;
  /** Index of the entry after the slab's last. */
  endIndex: number;
}

/**
 * The entries of one run and their encoded lines, append-only. Lines lie side by side in slabs of at most
 * 64 KiB (a larger line has its own), so that a batch is a view and no reader costs a copy.
 *
 * Events are encoded when appended: the byte count is exact, and an event that cannot be encoded fails its
 * writer rather than its readers.
 */
export class EventBuffer<T> {
  readonly #entries: Entry<T>[] = [];
  readonly #parked = new Set<() => void>();
  #slab: Slab = { bytes: Buffer.alloc(0), used: 0, endIndex: 0 };
  #byteLength = 0;
  #ended = false;
  #failure: Error | undefined;
  #wakeScheduled = false;

  /** Bytes of all lines. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Number of entries. */
  get length(): number {
    return this.#entries.length;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Why readers at the end have not received everything; undefined if they have. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  get lastSort(): number {
    return this.#entries.at(-1)?.floor ?? 0;
  }

  /**
   * Adds all events or none.
   * @returns false when they would take the buffer over `maxBytes`
   * @throws RangeError for a `sort` out of order, TypeError for an event that JSON cannot encode
   */
  append(events: readonly NumberedEvent<T>[], maxBytes: number): boolean {
    let floor = this.lastSort;
    let added = 0;
    const encoded = events.map(({ sort, event }) => {
      if (sort !== null) {
        if (!Number.isSafeInteger(sort) || sort <= floor) {
          throw new RangeError(`sort ${sort} does not follow ${floor}`);
        }
        floor = sort;
      }
      const json = JSON.stringify(event);
      if (json === undefined) throw new TypeError('An event must be JSON');
      const text = `${json}\n`;
      const bytes = Buffer.byteLength(text);
      added += bytes;
      return { sort, event, floor, text, bytes };
    });
    if (this.#byteLength + added > maxBytes) return false;
    for (const { sort, event, floor, text, bytes } of encoded) {
      const slab = this.#slabFor(bytes);
      slab.bytes.write(text, slab.used, 'utf8');
      this.#push(slab, bytes, sort, floor, event);
    }
    this.#byteLength += added;
    this.#scheduleWake();
    return true;
  }

  /**
   * Adds lines that were encoded by another buffer, in its order. Their events are parsed on demand.
   * @param sorts one for each line
   */
  appendLines(sorts: readonly (number | null)[], lines: Uint8Array): void {
    let start = 0;
    let floor = this.lastSort;
    for (const sort of sorts) {
      const end = lines.indexOf(newline, start) + 1;
      if (end === 0) throw new RangeError(`${sorts.length} lines were announced`);
      if (sort !== null) floor = sort;
      const slab = this.#slabFor(end - start);
      slab.bytes.set(lines.subarray(start, end), slab.used);
      this.#push(slab, end - start, sort, floor, undefined);
      start = end;
    }
    this.#byteLength += start;
    this.#scheduleWake();
  }

  /** Nothing is appended after this; readers end when they get here, with `failure` if there is one. */
  end(failure?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#scheduleWake();
  }

  /** Index of the first entry past number `after`, present or not: an entry without a number is past its floor. */
  indexAfter(after: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = this.#entries[middle];
      if (entry && (entry.floor > after || (entry.floor === after && entry.sort === null))) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The entries from `index` to the end of their slab; null when there are none. */
  batchAt(index: number): { readonly batch: RunBatch<T>; readonly endIndex: number } | null {
    const first = this.#entries[index];
    if (first === undefined) return null;
    const { slab, start } = first;
    const { endIndex } = slab;
    return {
      batch: new Batch(this.#entries, index, endIndex, slab.bytes.subarray(start, slab.used)),
      endIndex,
    };
  }

  /** Calls `wake` once, after the next append or end, when the current turn of the event loop is over. */
  park(wake: () => void): void {
    this.#parked.add(wake);
  }

  unpark(wake: () => void): void {
    this.#parked.delete(wake);
  }

  #scheduleWake(): void {
    if (this.#wakeScheduled || this.#parked.size === 0) return;
    this.#wakeScheduled = true;
    // Not a microtask: the events of one network read arrive over many microtasks of one turn of the event loop.
    setImmediate(() => {
      this.#wakeScheduled = false;
      const parked = [...this.#parked];
      this.#parked.clear();
      for (const wake of parked) wake();
    });
  }

  #push(slab: Slab, bytes: number, sort: number | null, floor: number, event: T | undefined): void {
    this.#entries.push(new Entry(sort, event, floor, slab, slab.used, slab.used + bytes));
    slab.used += bytes;
    slab.endIndex = this.#entries.length;
  }

  #slabFor(bytes: number): Slab {
    const slab = this.#slab;
    const needed = slab.used + bytes;
    if (needed <= slab.bytes.length) return slab;
    if (needed <= fullSlabBytes) {
      const size = Math.min(fullSlabBytes, Math.max(firstSlabBytes, 2 ** Math.ceil(Math.log2(needed))));
      const grown = Buffer.allocUnsafeSlow(size);
      slab.bytes.copy(grown, 0, 0, slab.used);
      slab.bytes = grown;
      return slab;
    }
    const size = Math.max(bytes, fullSlabBytes);
    this.#slab = { bytes: Buffer.allocUnsafeSlow(size), used: 0, endIndex: this.#entries.length };
    return this.#slab;
  }
}

class Entry<T> implements NumberedEvent<T> {
  readonly sort: number | null;
  #event: T | undefined;
  /** The last number assigned up to here; 0 before the first. */
  readonly floor: number;
  readonly slab: Slab;
  readonly start: number;
  readonly end: number;

  /** @param event undefined when only its line is known */
  constructor(
    sort: number | null,
    event: T | undefined,
    floor: number,
    slab: Slab,
    start: number,
    end: number,
  ) {
    this.sort = sort;
    this.#event = event;
    this.floor = floor;
    this.slab = slab;
    this.start = start;
    this.end = end;
  }

  get event(): T {
    this.#event ??= JSON.parse(this.slab.bytes.toString('utf8', this.start, this.end)) as T;
    return this.#event;
  }
}

class Batch<T> implements RunBatch<T> {
  readonly lines: Uint8Array;
  readonly #source: readonly Entry<T>[];
  readonly #start: number;
  readonly #end: number;

  constructor(source: readonly Entry<T>[], start: number, end: number, lines: Uint8Array) {
    this.#source = source;
    this.#start = start;
    this.#end = end;
    this.lines = lines;
  }

  /** Sliced on demand: readers that only write lines never need it. */
  get entries(): readonly NumberedEvent<T>[] {
    return this.#source.slice(this.#start, this.#end);
  }
}
