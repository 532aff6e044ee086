import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  StatementType,
} from '@duckdb/node-api';
import { AppError, midStreamMessage } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import type { Column, EngineQuery, Parameter, Row } from '../query-engine.ts';
import { assertSelect } from '../select-statement.ts';
import type { StatementDriver } from '../statement-runner.ts';
import { utcOffset } from '../time-zone.ts';
import { assertReadable } from './chunk-size.ts';
import { duckDbError, engineError, isOutOfMemory } from './errors.ts';
import type { AttachedDatabase, DatabaseConnection } from './instance.ts';
import { refused } from './isolation.ts';
import { createRowReader, duckDbColumnType } from './values.ts';

const interruptIntervalMs = 20;

/** Pauses before further attempts of a statement that ran out of memory beside others. */
const waitsMs = [50, 150, 400, 1_000];

type FirstRows = Awaited<ReturnType<StatementDriver['start']>>;

/**
 * One SELECT on its own connection, in a time zone that `parseTimeZone` accepted.
 * @param isOwn whether the engine itself asks, also for what is not in the database
 */
export function createDuckDbDriver(
  database: AttachedDatabase,
  query: EngineQuery,
  timezone: string,
  isOwn: boolean,
): StatementDriver {
  const { memory } = database;
  let opened: DatabaseConnection | undefined;
  let result: DuckDBResult;
  let readRows: (chunk: DuckDBDataChunk) => Row[];
  let leave: (() => void) | undefined;
  let isLetGo = false;

  async function begin(): Promise<FirstRows> {
    opened = await database.connect();
    const isIsolated = isOwn || (await opened.isIsolated(query.sql));
    result = await startStatement(opened.connection, query, timezone);
    if (!isIsolated) throw refused();
    readRows = createRowReader(result.columnTypes(), utcOffset(timezone));
    return { columns: columnsOf(result), rows: await next() };
  }

  /** Retries a statement that ran out of memory beside others: only the one that needs too much should fail. */
  async function beginWithin([waitMs, ...waitsLeft]: readonly number[]): Promise<FirstRows> {
    const wasShared = memory.watch();
    try {
      return await begin();
    } catch (error) {
      if (waitMs === undefined || !isOutOfMemory(error) || !wasShared()) throw error;
      await disconnect();
      await sleep(waitMs);
      if (isLetGo) throw error;
    }
    return beginWithin(waitsLeft);
  }

  async function next(): Promise<readonly Row[]> {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) {
      await assertComplete(opened?.connection);
      return [];
    }
    assertReadable(chunk);
    return readRows(chunk);
  }

  /** A result that was not read to its end keeps its memory until it is garbage collected or another statement ends it. */
  async function disconnect(): Promise<void> {
    await opened?.connection.run('ROLLBACK').catch(() => undefined);
    opened?.[Symbol.dispose]();
    opened = undefined;
  }

  return {
    async start() {
      assertSelect(query.sql);
      assertStateless(query.sql);
      leave = memory.enter();
      return beginWithin(waitsMs);
    },
    next,
    async letGo(inFlight) {
      isLetGo = true;
      // DuckDB loses an interrupt between two of its steps, so it is repeated until the step has ended.
      opened?.connection.interrupt();
      const repeat = setInterval(() => opened?.connection.interrupt(), interruptIntervalMs);
      await inFlight;
      clearInterval(repeat);
      await disconnect();
      leave?.();
    },
    toAppError: duckDbError,
  };
}

/**
 * Functions that change or show state shared by all sessions, even with a locked configuration: with `enable_logging()` a
 * viewer could read others' statements. The caller has an allow-list of functions; this is a second line of defence.
 */
const sharedState =
  /\bduckdb_log\w*|\b(?:(?:en|dis)able_(?:logging|profiling|peg_parser)|truncate_duckdb_logs|write_log|force_checkpoint|arrow_scan\w*|json_execute_serialized_sql)"?\s*\(/i;

function assertStateless(sql: string): void {
  if (sharedState.test(sql)) {
    throw new AppError('SQL_NOT_ALLOWED', 'The query calls a function that changes engine settings.');
  }
}

async function startStatement(
  connection: DuckDBConnection,
  query: EngineQuery,
  timezone: string,
): Promise<DuckDBResult> {
  // Operators that collect small chunks copy their texts, which the memory limit does not count.
  const settings = ['SET enable_caching_operators = false'];
  if (timezone !== 'UTC') settings.push(`SET TimeZone = ${quoteLiteral(timezone)}`);
  await connection.run([...settings, 'BEGIN TRANSACTION READ ONLY'].join('; '));
  const prepared = await connection.prepare(query.sql);
  // Other statements with rows (EXPLAIN, CALL, INSERT … RETURNING) are refused before they run.
  if (prepared.statementType !== StatementType.SELECT) {
    throw new AppError('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
  }
  for (const [index, value] of query.params.entries()) {
    bindParameter(prepared, index + 1, value);
  }
  return prepared.stream();
}

/**
 * The binding reports a failure in mid-stream as if it were the end. Such a failure aborts the transaction, so a further
 * statement in it tells the two apart, but not what failed: the binding has no access to the error.
 */
async function assertComplete(connection: DuckDBConnection | undefined): Promise<void> {
  try {
    await connection?.run('SELECT 1');
  } catch (error) {
    // It ran but found no memory, so the transaction was not aborted.
    if (isOutOfMemory(error)) return;
    throw new AppError('SQL_FAILED', midStreamMessage, { cause: engineError(error, '') });
  }
}

/** Numbers get the type of the same literal, so that overloads resolve in the same way. */
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
