import { createHash } from 'node:crypto';
import { createSharedWork, orAborted } from '../../limits/shared-work.ts';
import { metrics } from '../../telemetry/metrics.ts';
import type { EngineQuery, QueryEngine, QueryOptions, ResultStream, Row, RowBatch } from '../query-engine.ts';
import { freshRows, keptRows } from '../row-batch.ts';
import { createRefreshKey, type RefreshRule } from './refresh-key.ts';
import type { KeptResult, ResultStore } from './result-store.ts';

interface CachedQueriesOptions {
  readonly engine: QueryEngine;
  readonly store: ResultStore;
  /** Identifies the data source among all that share the store. Called for each query. */
  readonly source: () => string;
  readonly refresh: RefreshRule;
  /** @default Date.now */
  readonly now?: () => number;
}

/** The whole result; or one that is too large to be kept, for the first to take it. */
type Outcome = { readonly result: KeptResult; readonly hit: boolean } | Overflow;

interface Overflow {
  /** Undefined for all but the first. */
  take(): ResultStream | undefined;
}

/** Numbers of queries since the process began. */
export interface ReuseCount {
  /** Answered from kept results, or from the run of an equal query. */
  readonly reused: number;
  /** Answered by the data source. */
  readonly fresh: number;
}

export interface CachedQueries extends Pick<QueryEngine, 'query'> {
  counted(): ReuseCount;
}

/** Longest time that a statement which reads the clock is taken to mean the same. */
const clockMs = 60_000;
/** In what the dialects print, and in what authors of data models write. Too much of it only keeps a result for less long. */
const readsClock =
  /\b(?:now\w*\(|today\b|yesterday\b|(?:(?:get_)?current|local|clock|statement|transaction)_?(?:date|time))/i;

/**
 * Queries whose results are reused until the refresh key of the source changes. What a user may see is in the statement
 * and its parameters, so equal ones may share a result. Equal queries at one moment run once: one that leaves does not
 * stop it for the others, the last one does. Only whole results are kept. A larger one than may be kept goes to the first,
 * as a stream; the others run the query themselves.
 */
export function createCachedQueries(options: CachedQueriesOptions): CachedQueries {
  const { engine, store, source, now = Date.now } = options;
  const refresh = createRefreshKey(options.refresh, engine, now);
  const flights = createSharedWork<Outcome>();
  /** Keys of results that were too large, so that equal queries need not wait for each other. */
  const tooLarge = new Set<string>();
  let [reused, fresh] = [0, 0];

  async function keyOf({ sql, params }: EngineQuery, { timezone = 'UTC' }: QueryOptions) {
    const current = await refresh.current();
    if (current === undefined) return undefined;
    const minute = readsClock.test(sql) ? Math.floor(now() / clockMs) : null;
    const parts = JSON.stringify([source(), current, minute, timezone, sql, params]);
    return createHash('sha256').update(parts).digest('base64url');
  }

  /** Runs the query for all who wait for its result. */
  async function fly(key: string, query: EngineQuery, queryOptions: QueryOptions): Promise<Outcome> {
    const found = await store.find(key);
    if (found !== undefined) return { result: found, hit: true };
    const asOf = new Date(now());
    const stream = await engine.query(query, queryOptions);
    const batches: RowBatch[] = [];
    let bytes = 0;
    const chunks = stream.chunks[Symbol.asyncIterator]();
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      const json = freshRows(next.value).json();
      bytes += json.byteLength;
      batches.push(keptRows(next.value.length, json));
      if (bytes <= store.maxResultBytes) continue;
      remember(tooLarge, key);
      return overflow({ stream, batches, chunks, asOf });
    }
    const result = { columns: stream.columns, batches, asOf, bytes };
    store.set(key, result, refresh.lifeMs());
    return { result, hit: false };
  }

  async function board(key: string, query: EngineQuery, queryOptions: QueryOptions): Promise<ResultStream> {
    const { signal, timeoutMs } = queryOptions;
    // A shorter time limit must not end the query of those who have more time.
    using flight = flights.join(`${key} ${timeoutMs}`, (cancel) =>
      fly(key, query, { ...queryOptions, signal: cancel }),
    );
    const outcome = await orAborted(flight.result, signal);
    if ('result' in outcome) {
      if (outcome.hit) countHit(outcome.result);
      else count(flight.isJoined ? 'joined' : 'miss');
      return streamOf(outcome.result, outcome.hit || flight.isJoined);
    }
    count('miss');
    const stream = outcome.take();
    if (stream === undefined) return await askSource(query, queryOptions);
    flight.hold(signal);
    return stream;
  }

  function count(result: 'hit' | 'joined' | 'miss'): void {
    metrics.cacheRequest.record(1, { result });
    if (result === 'miss') fresh += 1;
    else reused += 1;
  }

  function countHit({ asOf }: KeptResult): void {
    count('hit');
    metrics.cacheAge.record(Math.max(0, now() - asOf.getTime()) / 1_000, {});
  }

  async function askSource(query: EngineQuery, queryOptions: QueryOptions): Promise<ResultStream> {
    const asOf = new Date(now());
    return { ...(await engine.query(query, queryOptions)), reuse: { hit: false, asOf } };
  }

  return {
    counted: () => ({ reused, fresh }),
    async query(query, queryOptions) {
      queryOptions.signal?.throwIfAborted();
      const key = await orAborted(keyOf(query, queryOptions), queryOptions.signal);
      if (key === undefined || tooLarge.has(key)) {
        count('miss');
        return await askSource(query, queryOptions);
      }
      const kept = store.get(key);
      if (kept === undefined) return await board(key, query, queryOptions);
      countHit(kept);
      return streamOf(kept, true);
    },
  };
}

const maxRemembered = 10_000;

function remember(keys: Set<string>, key: string): void {
  if (keys.size >= maxRemembered) keys.clear();
  keys.add(key);
}

function streamOf({ columns, batches, asOf }: KeptResult, hit: boolean): ResultStream {
  async function* chunks(): AsyncGenerator<readonly Row[]> {
    for (const batch of batches) yield batch.rows();
  }
  return { columns, chunks: chunks(), reuse: { hit, asOf, batches }, [Symbol.asyncDispose]: async () => {} };
}

interface OpenResult {
  readonly stream: ResultStream;
  readonly batches: readonly RowBatch[];
  readonly chunks: AsyncIterator<readonly Row[]>;
  readonly asOf: Date;
}

function overflow({ stream, batches, chunks, asOf }: OpenResult): Overflow {
  async function* all(): AsyncGenerator<readonly Row[]> {
    for (const batch of batches) yield batch.rows();
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  let result: ResultStream | undefined = { ...stream, chunks: all(), reuse: { hit: false, asOf } };
  return {
    take() {
      const taken = result;
      result = undefined;
      return taken;
    },
  };
}
