import { AppError } from '../errors.ts';
import { createFairSlots } from '../limits/fair-slots.ts';
import { metrics } from '../telemetry/metrics.ts';
import { openSpan } from '../telemetry/span.ts';
import { createQueryClock } from './query-clock.ts';
import type { Column, QueryActivity, ResultStream, Row } from './query-engine.ts';

/** One statement as an engine runs it. Its steps run one after the other, and none after `letGo`. */
export interface StatementDriver {
  /** Starts the statement and resolves with its first rows; no rows means the end. */
  start(): Promise<{ readonly columns: readonly Column[]; readonly rows: readonly Row[] }>;
  /** The next rows; none at the end. */
  next(): Promise<readonly Row[]>;
  /**
   * Cancels the current step, waits for it, and returns the connection.
   * @param inFlight resolves when the last step has ended, in any way
   */
  letGo(inFlight: Promise<void>): Promise<void>;
  /** Maps the engine's error to an `AppError`. */
  toAppError(error: unknown): AppError;
}

export interface StatementRunnerLimits {
  readonly maxConcurrentQueries: number;
  readonly maxWaitingQueries: number;
  readonly maxLifetimeMs: number;
}

interface StatementLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Owners share the slots. @default the service itself */
  readonly owner?: string | undefined;
  /** False for an engine's own short statements, which do not wait. @default true */
  readonly takesSlot?: boolean;
}

/** Runs the statements of one engine: limited in number and time, with fairly shared slots, and cancelled in the engine. */
export interface StatementRunner {
  /**
   * Resolves with the statement's first rows, so that most failures show here and not in mid-stream. The slot is held until
   * the engine has released the statement, not only until its reader has left.
   * @throws as `QueryEngine.query`
   */
  run(createDriver: () => StatementDriver, limits: StatementLimits): Promise<ResultStream>;
  activity(): QueryActivity;
  /** Stops all statements with `UNAVAILABLE`; resolves when the engine has released them. */
  close(): Promise<void>;
}

/** Maximum time that a statement waits for a slot. */
const maxSlotWaitMs = 10_000;

interface RunningStatement {
  readonly result: Promise<ResultStream>;
  stop(reason: unknown): Promise<void>;
}

export function createStatementRunner(limits: StatementRunnerLimits): StatementRunner {
  const slots = createFairSlots({
    maxActive: limits.maxConcurrentQueries,
    maxWaiting: limits.maxWaitingQueries,
    overloaded: 'Too many queries are running on this data source. Try again in a moment.',
    closed: closedError().message,
  });
  const running = new Set<RunningStatement>();
  const observed = metrics.engineQueries.observe(() => [
    [running.size, { state: 'running' }],
    [slots.waiting, { state: 'waiting' }],
  ]);
  let closed: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    observed[Symbol.dispose]();
    slots.close();
    await Promise.all(Array.from(running, (statement) => statement.stop(closedError())));
  }

  return {
    async run(createDriver, { signal, timeoutMs, owner = '', takesSlot = true }) {
      const slot = { owner, signal, timeoutMs: Math.min(timeoutMs, maxSlotWaitMs) };
      const release = takesSlot ? await slots.acquire(slot) : () => undefined;
      if (closed !== undefined) {
        release();
        throw closedError();
      }
      const span = openSpan('statement', { kind: 'client', isPart: true });
      const statement = runStatement(createDriver(), {
        signal,
        timeoutMs,
        maxLifetimeMs: limits.maxLifetimeMs,
        onFailure: span.end,
        onLetGo: () => {
          span.end();
          running.delete(statement);
          release();
        },
      });
      running.add(statement);
      return await statement.result;
    },
    activity: () => ({ running: running.size, waiting: slots.waiting }),
    async close() {
      closed ??= stopAll();
      await closed;
    },
  };
}

function closedError(): AppError {
  return new AppError('UNAVAILABLE', 'The data source is shutting down.');
}

interface RunOptions {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxLifetimeMs: number;
  readonly onFailure: (failure: unknown) => void;
  readonly onLetGo: () => void;
}

function runStatement(driver: StatementDriver, options: RunOptions): RunningStatement {
  let inFlight: Promise<void> = Promise.resolve();
  let letGo: Promise<void> | undefined;

  function close(): Promise<void> {
    clock.end();
    letGo ??= driver.letGo(inFlight).finally(options.onLetGo);
    return letGo;
  }

  const clock = createQueryClock({
    ...options,
    onStop: () => {
      close().catch(ignore);
    },
  });

  async function step<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await clock.work(() => {
        const started = run();
        inFlight = started.then(ignore, ignore);
        return started;
      });
    } catch (error) {
      close().catch(ignore);
      const failure = clock.stopped ? error : driver.toAppError(error);
      options.onFailure(failure);
      throw failure;
    }
  }

  async function* rest(first: readonly Row[]): AsyncGenerator<readonly Row[]> {
    try {
      for (let rows = first; rows.length > 0; rows = await step(() => driver.next())) {
        yield rows;
      }
    } finally {
      await close();
    }
  }

  async function stop(reason: unknown): Promise<void> {
    clock.stop(reason);
    await close();
  }

  async function start(): Promise<ResultStream> {
    const { columns, rows } = await step(() => driver.start());
    return {
      columns,
      chunks: rest(rows),
      [Symbol.asyncDispose]: () => stop(new DOMException('The result was closed.', 'AbortError')),
    };
  }

  return { result: start(), stop };
}

/** The first row of a result; closes the result. */
export async function firstRow(result: ResultStream): Promise<Row | undefined> {
  await using open = result;
  for await (const [row] of open.chunks) {
    return row;
  }
  return undefined;
}

function ignore(): void {}
