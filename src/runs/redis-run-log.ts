import { randomUUID } from 'node:crypto';
import { BufferReaders } from './buffer-reader.ts';
import { RedisCalls } from './redis-connection.ts';
import { nodeStreamLifeMs, RedisFollower, type RunCopy, writerLostError } from './redis-follower.ts';
import { abortScript, findScript, openScript, trimScript } from './redis-scripts.ts';
import { RedisWriter } from './redis-writer.ts';
import { type RunLog, RunLogError, type RunReader, type RunWriter } from './run-log.ts';

export interface RedisRunLogOptions {
  /** `redis://` or `rediss://`; a single server, or a proxy that acts as one. */
  readonly url: string;
  /** Prefix of all keys; nodes that share runs share it. @default 'inlay' */
  readonly prefix?: string;
  /** How long a finished log can still be read. @default 60_000 */
  readonly graceMs?: number;
  /** How long a run belongs to its writer without a heartbeat; half of it must suffice to reconnect. @default 12_000 */
  readonly leaseMs?: number;
  /** Encoded bytes one run may append; `close` may exceed it. @default 32 MiB */
  readonly maxRunBytes?: number;
  /** How long Redis may be down before readers of other nodes' runs fail. @default 5_000 */
  readonly patienceMs?: number;
}

export interface RedisRunLog<T> extends RunLog<T> {
  /** Resolves when Redis replies. @throws RunLogError `unavailable` */
  ping(): Promise<void>;
}

/**
 * The run log of many processes on one Redis: a stream per run, in the layout of redis-scripts.ts.
 *
 * Readers in the writer's process see its events at once, others when Redis has them. While Redis is down, writers
 * continue and catch up later; `open`, and anything that concerns runs of other nodes, fails within seconds with
 * `unavailable`. Connecting never fails: it is retried until it succeeds.
 */
export function createRedisRunLog<T>(options: RedisRunLogOptions): RedisRunLog<T> {
  return new StreamRunLog<T>(options);
}

/** Checks without a live writer after which a run counts as lost: a live one may be reconnecting to Redis. */
const maxMisses = 2;

interface FoundRun {
  readonly fence: string;
  readonly last: number;
  readonly isLive: boolean;
}

class StreamRunLog<T> implements RedisRunLog<T> {
  readonly #options: Required<RedisRunLogOptions>;
  readonly #node = randomUUID();
  readonly #calls: RedisCalls;
  readonly #follower: RedisFollower<T>;
  /** Runs written here, including finished ones whose end has not reached Redis. */
  readonly #writers = new Map<string, RedisWriter<T>>();
  readonly #readers = new BufferReaders<T>();
  readonly #heartbeat: NodeJS.Timeout;
  #isChecking = false;
  #disposed = false;

  constructor(options: RedisRunLogOptions) {
    this.#options = {
      prefix: 'inlay',
      graceMs: 60_000,
      leaseMs: 12_000,
      maxRunBytes: 32 * 2 ** 20,
      patienceMs: 5_000,
      ...options,
    };
    const { url, prefix, patienceMs, leaseMs } = this.#options;
    this.#calls = new RedisCalls(url, prefix);
    this.#calls.client.on('ready', () => this.#syncAll());
    this.#follower = new RedisFollower<T>({
      url,
      name: `${prefix}-reader`,
      calls: this.#calls,
      nodeStream: `${prefix}:node:${this.#node}`,
      patienceMs,
      onAbort: (runId, fence) => this.#onAbort(runId, fence),
    });
    this.#heartbeat = setInterval(() => {
      this.#syncAll();
      void this.#checkCopies();
    }, leaseMs / 4);
    this.#heartbeat.unref();
  }

  async open(runId: string): Promise<RunWriter<T>> {
    this.#requireOpen();
    const earlier = this.#writers.get(runId);
    if (earlier?.buffer.ended === false) throw liveError(runId);
    await earlier?.sync();
    const { leaseMs, graceMs, maxRunBytes } = this.#options;
    const lifeMs = leaseMs + graceMs;
    const [run, lease] = this.#keys(runId);
    const fence = randomUUID();
    const args = [fence, this.#node, leaseMs, lifeMs, graceMs, this.#stream(runId, '')];
    const opened = await this.#calls.run(openScript, [run, lease], args);
    if (opened !== 1) throw liveError(runId);
    // The lease expires by itself.
    this.#requireOpen();
    const writer = new RedisWriter<T>({
      runId,
      fence,
      node: this.#node,
      calls: this.#calls,
      keys: [run, lease, this.#stream(runId, fence)],
      leaseMs,
      lifeMs,
      graceMs,
      maxRunBytes,
      onSettled: () => {
        if (this.#writers.get(runId) === writer) this.#writers.delete(runId);
      },
    });
    this.#writers.set(runId, writer);
    return writer;
  }

  async read(runId: string, after: number): Promise<RunReader<T> | null> {
    if (this.#disposed) return null;
    const writer = this.#writers.get(runId);
    if (writer !== undefined) return this.#readers.open(runId, writer.buffer, after);
    const found = await this.#find(runId);
    if (found === null || this.#disposed) return null;
    const copy = this.#follower.hold(runId, found.fence, this.#stream(runId, found.fence));
    return this.#readers.open(runId, copy.buffer, after, () => this.#follower.release(copy));
  }

  async lastSort(runId: string): Promise<number | null> {
    const writer = this.#writers.get(runId);
    if (writer !== undefined) return writer.buffer.lastSort;
    return (await this.#find(runId))?.last ?? null;
  }

  async isLive(runId: string): Promise<boolean> {
    const writer = this.#writers.get(runId);
    if (writer !== undefined) return !writer.buffer.ended;
    return (await this.#find(runId))?.isLive ?? false;
  }

  async abort(runId: string): Promise<boolean> {
    const writer = this.#writers.get(runId);
    if (writer !== undefined) {
      if (!writer.buffer.ended) writer.controller.abort();
      return !writer.buffer.ended;
    }
    const args = [`${this.#options.prefix}:node:`, runId, nodeStreamLifeMs];
    return (await this.#calls.run(abortScript, this.#keys(runId), args)) === 1;
  }

  async trim(runId: string): Promise<void> {
    const writer = this.#writers.get(runId);
    if (writer?.buffer.ended === false) return;
    await writer?.sync();
    await this.#calls.run(trimScript, this.#keys(runId), [this.#stream(runId, '')]).catch(() => {
      // The log expires anyway.
    });
  }

  readerCount(runId?: string): number {
    return this.#readers.count(runId);
  }

  ping(): Promise<void> {
    return this.#calls.ping();
  }

  /** Aborts the runs that are live here, ends every reader on this node, and tells Redis if possible. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    clearInterval(this.#heartbeat);
    const closing = [...this.#writers.values()].map((writer) => {
      if (writer.buffer.ended) return writer.sync();
      writer.controller.abort();
      return writer.close();
    });
    await Promise.allSettled([...closing, this.#readers.releaseAll()]);
    this.#follower.stop();
    this.#calls.client.disconnect();
  }

  async #find(runId: string): Promise<FoundRun | null> {
    const found = await this.#calls.run(findScript, this.#keys(runId), []);
    if (!Array.isArray(found) || found.length === 0) return null;
    const [fence, last, live] = found as readonly unknown[];
    return { fence: String(fence), last: Number(last), isLive: live === 1 };
  }

  #onAbort(runId: string, fence: string): void {
    const writer = this.#writers.get(runId);
    if (writer?.fence === fence && !writer.buffer.ended) writer.controller.abort();
  }

  #syncAll(): void {
    for (const writer of this.#writers.values()) void writer.sync();
  }

  /** Ends the copies of runs whose writer was lost without closing its log. */
  async #checkCopies(): Promise<void> {
    // Checks that pile up while Redis is down would all count once it is back.
    if (this.#isChecking) return;
    this.#isChecking = true;
    const open = [...this.#follower.copies].filter((copy) => !copy.buffer.ended);
    // A failed check means that Redis is down, and says nothing about a writer.
    await Promise.allSettled(open.map((copy) => this.#check(copy)));
    this.#isChecking = false;
  }

  async #check(copy: RunCopy<T>): Promise<void> {
    const found = await this.#find(copy.runId);
    const isLive = found !== null && found.fence === copy.fence && found.isLive;
    // A finished log has no writer either, but may take long to read.
    copy.misses = isLive || copy.buffer.length > copy.checkedLength ? 0 : copy.misses + 1;
    copy.checkedLength = copy.buffer.length;
    if (copy.misses >= maxMisses) this.#follower.end(copy, writerLostError());
  }

  #requireOpen(): void {
    if (this.#disposed) throw new RunLogError('unavailable', 'The run log is shut down');
  }

  #keys(runId: string): readonly [run: string, lease: string] {
    const { prefix } = this.#options;
    return [`${prefix}:run:${runId}`, `${prefix}:lease:${runId}`];
  }

  #stream(runId: string, fence: string): string {
    return `${this.#options.prefix}:log:${runId}:${fence}`;
  }
}

function liveError(runId: string): RunLogError {
  return new RunLogError('live', `Run ${runId} already has a writer`);
}
