import {
  type DuckDBConnection,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api';
import { AppError } from '../errors.ts';
import { duckDbError } from './duckdb-errors.ts';
import { quoteLiteral } from './duckdb-source.ts';
import { createRowReader, duckDbColumnType } from './duckdb-values.ts';
import { createQueryClock } from './query-clock.ts';
import type { Column, EngineQuery, Parameter, ResultStream, Row } from './query-engine.ts';
import { utcOffset } from './time-zone.ts';

export interface DuckDbStatementOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly maxLifetimeMs: number;
  /** A name that `parseTimeZone` accepted. */
  readonly timezone: string;
  /** The statement is in here from the call until the engine works on nothing of it any more. */
  readonly running: Set<RunningStatement>;
  /** Called when the engine has let go of the statement. */
  readonly onClosed: () => void;
}

export interface RunningStatement {
  /** Cancels the statement; whoever reads it is told the reason. Resolves when the engine has let go of it. */
  stop(reason: unknown): Promise<void>;
}

const interruptIntervalMs = 20;

/**
 * Runs one SELECT on a connection of its own and resolves when its first rows are there, so that most failures
 * show here and not in the middle of a stream.
 * @throws as `QueryEngine.query`
 */
export async function startDuckDbStatement(
  instance: DuckDBInstance,
  query: EngineQuery,
  options: DuckDbStatementOptions,
): Promise<ResultStream> {
  let connection: DuckDBConnection | undefined;
  let inFlight: Promise<unknown> = Promise.resolve();
  let closed: Promise<void> | undefined;

  function close(): Promise<void> {
    clock.end();
    closed ??= letGo(() => connection, inFlight).finally(() => {
      options.running.delete(handle);
      options.onClosed();
    });
    return closed;
  }
  const clock = createQueryClock({ ...options, onStop: () => void close() });
  const handle: RunningStatement = {
    async stop(reason) {
      clock.stop(reason);
      await close();
    },
  };
  options.running.add(handle);

  async function work<T>(start: () => Promise<T>): Promise<T> {
    try {
      return await clock.work(() => {
        const started = start();
        inFlight = started.catch(() => undefined);
        return started;
      });
    } catch (error) {
      void close();
      throw clock.stopped ? error : duckDbError(error);
    }
  }

  const first = await work(async () => {
    connection = await instance.connect();
    return firstChunk(connection, query, options.timezone);
  });
  async function* chunks(): AsyncGenerator<readonly Row[]> {
    try {
      let chunk = first.chunk;
      while (chunk !== null && chunk.rowCount > 0) {
        yield first.readRows(chunk);
        chunk = await work(() => first.result.fetchChunk());
      }
    } finally {
      await close();
    }
  }

  return {
    columns: first.columns,
    chunks: chunks(),
    [Symbol.asyncDispose]: () => handle.stop(new DOMException('The result was closed.', 'AbortError')),
  };
}

async function firstChunk(connection: DuckDBConnection, query: EngineQuery, timezone: string) {
  if (timezone !== 'UTC') {
    await connection.run(`SET TimeZone = ${quoteLiteral(timezone)}`);
  }
  const prepared = await connection.prepare(query.sql);
  // What has rows and is no SELECT (EXPLAIN, CALL, INSERT … RETURNING) is refused before it runs.
  if (prepared.statementType !== StatementType.SELECT) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
  }
  for (const [index, value] of query.params.entries()) {
    bindParameter(prepared, index + 1, value);
  }
  const result = await prepared.stream();
  return {
    result,
    columns: columnsOf(result),
    readRows: createRowReader(result.columnTypes(), utcOffset(timezone)),
    chunk: await result.fetchChunk(),
  };
}

/** Numbers take the type that the same literal would have, so that overloads resolve as they do for literals. */
function bindParameter(prepared: DuckDBPreparedStatement, index: number, value: Parameter): void {
  if (value === null) {
    prepared.bindNull(index);
  } else if (typeof value === 'string') {
    prepared.bindVarchar(index, value);
  } else if (typeof value === 'boolean') {
    prepared.bindBoolean(index, value);
  } else if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) {
    prepared.bindInteger(index, value);
  } else if (Number.isSafeInteger(value)) {
    prepared.bindBigInt(index, BigInt(value));
  } else {
    prepared.bindDouble(index, value);
  }
}

function columnsOf(result: DuckDBResult): readonly Column[] {
  return result.columnTypes().map((type, index) => ({
    name: result.columnName(index),
    columnType: duckDbColumnType(type),
  }));
}

/** DuckDB forgets an interrupt that comes between two of its steps, so it is repeated until the step has ended. */
async function letGo(
  connection: () => DuckDBConnection | undefined,
  inFlight: Promise<unknown>,
): Promise<void> {
  connection()?.interrupt();
  const repeat = setInterval(() => connection()?.interrupt(), interruptIntervalMs);
  try {
    await inFlight;
  } finally {
    clearInterval(repeat);
    connection()?.disconnectSync();
  }
}
