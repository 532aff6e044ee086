import { LRUCache } from 'lru-cache';
import { metrics } from '../../telemetry/metrics.ts';
import type { Column, RowBatch } from '../query-engine.ts';

/** A whole result, with its rows as JSON. */
export interface KeptResult {
  readonly columns: readonly Column[];
  readonly batches: readonly RowBatch[];
  /** When the source was asked. */
  readonly asOf: Date;
  /** Size of the rows as JSON. */
  readonly bytes: number;
}

/** Results that several processes share. Neither call rejects: what cannot be reached has nothing, and keeps nothing. */
export interface SharedResults {
  get(key: string): Promise<KeptResult | undefined>;
  set(key: string, result: KeptResult, lifeMs: number): Promise<void>;
}

/** Results for reuse, by key. */
export interface ResultStore extends Disposable {
  /** Larger results are not kept. */
  readonly maxResultBytes: number;
  /** A result of this process. */
  get(key: string): KeptResult | undefined;
  /** A result of another process. */
  find(key: string): Promise<KeptResult | undefined>;
  set(key: string, result: KeptResult, lifeMs: number): void;
}

/** What an entry takes beside its rows. */
const overheadBytes = 1_024;

/** One result may take this part of the store, so that a large one does not displace all others. */
const shareOfResult = 1 / 16;

/**
 * Keeps the results that were used last, up to this size in this process.
 * @param shared asked for what this process does not have, and told of what it has @default none
 */
export function createResultStore(maxBytes: number, shared?: SharedResults): ResultStore {
  const kept = new LRUCache<string, KeptResult>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + overheadBytes,
  });
  const observed = [
    metrics.cacheBytes.observe(() => [[kept.calculatedSize, {}]]),
    metrics.cacheEntries.observe(() => [[kept.size, {}]]),
  ];
  return {
    maxResultBytes: Math.floor(maxBytes * shareOfResult) - overheadBytes,
    get: (key) => kept.get(key),
    async find(key) {
      const found = await shared?.get(key);
      if (found !== undefined) kept.set(key, found);
      return found;
    },
    set(key, result, lifeMs) {
      kept.set(key, result);
      void shared?.set(key, result, lifeMs);
    },
    [Symbol.dispose]() {
      for (const each of observed) each[Symbol.dispose]();
    },
  };
}
