import type { Pool, PoolClient } from 'pg';
import { AppError } from '../../errors.ts';
import { quoteIdentifier, quoteLiteral } from '../../quoting.ts';
import type { EngineQuery, Row, Value } from '../query-engine.ts';
import { assertSelect } from '../select-statement.ts';
import { settledWithin } from '../settled-within.ts';
import type { StatementDriver } from '../statement-runner.ts';
import { engineError, postgresError } from './errors.ts';
import { PostgresRows, type TextRow } from './rows.ts';
import { postgresType } from './values.ts';

export interface PostgresDriverOptions {
  readonly pool: Pool;
  /** Cancels the statement that a backend is running. */
  readonly cancel: (backendPid: number) => Promise<void>;
  /** A name that `parseTimeZone` accepted. */
  readonly timezone: string;
  readonly schema: string | undefined;
  /** PostgreSQL's own `statement_timeout`. It counts while the reader pauses, so it is only the last resort. */
  readonly statementTimeoutMs: number;
}

const patienceMs = 5_000;
const cancelIntervalMs = 250;

/**
 * One SELECT in its own read-only transaction, which is always rolled back. Such a transaction would allow COPY TO PROGRAM,
 * SET and DO; they are refused by their first word.
 */
export function createPostgresDriver(query: EngineQuery, options: PostgresDriverOptions): StatementDriver {
  const rows = new PostgresRows(query);
  let client: PoolClient | undefined;
  let backendPid: number | undefined;
  let submitted = false;
  let letGo = false;
  let parse: readonly ((text: string) => Value)[] = [];

  async function next(): Promise<readonly Row[]> {
    const texts = await rows.pull();
    parse = parse.length > 0 ? parse : rows.fields.map((field) => postgresType(field.dataTypeID).parse);
    return texts.map((row) => convertRow(row, parse));
  }

  return {
    async start() {
      assertSelect(query.sql);
      client = await options.pool.connect();
      backendPid = await begin(client, options);
      if (letGo) {
        throw new AppError('UNAVAILABLE', 'The query was cancelled before it started.');
      }
      submitted = true;
      client.query(rows);
      const first = await next();
      return {
        columns: rows.fields.map((field) => ({
          name: field.name,
          columnType: postgresType(field.dataTypeID).columnType,
        })),
        rows: first,
      };
    },
    next,
    async letGo(inFlight) {
      letGo = true;
      if (submitted && !rows.ended && backendPid !== undefined) {
        const drained = rows.drain();
        const until = performance.now() + patienceMs;
        // PostgreSQL loses a cancellation that arrives before it has started the statement, so it is repeated.
        while (!rows.ended && performance.now() < until) {
          await options.cancel(backendPid);
          await settledWithin(cancelIntervalMs, drained);
        }
        // The cancellation may still be on its way and could hit another statement on this connection.
        client?.release(true);
        return;
      }
      await settledWithin(patienceMs, inFlight);
      await client?.query('ROLLBACK').then(
        () => client?.release(),
        () => client?.release(true),
      );
    },
    toAppError: postgresError,
  };
}

/** Reading the backend's id takes the transaction's snapshot, after which it can no longer be made writable. */
async function begin(client: PoolClient, options: PostgresDriverOptions): Promise<number> {
  const settings = [
    'BEGIN TRANSACTION READ ONLY',
    `SET LOCAL statement_timeout = ${Math.ceil(options.statementTimeoutMs)}`,
    `SET LOCAL TIME ZONE ${quoteLiteral(options.timezone)}`,
    "SET LOCAL datestyle = 'ISO'",
    "SET LOCAL intervalstyle = 'iso_8601'",
    "SET LOCAL bytea_output = 'hex'",
    // Settings of the role, the database or the url must not change the meaning of plain strings.
    'SET LOCAL standard_conforming_strings = on',
    ...(options.schema === undefined ? [] : [`SET LOCAL search_path = ${quoteIdentifier(options.schema)}`]),
    'SELECT pg_backend_pid()',
  ];
  const results: unknown = await client
    .query({ text: settings.join('; '), rowMode: 'array' })
    .catch((error: unknown) => {
      throw isInvalidParameter(error)
        ? new AppError('BAD_REQUEST', `Unknown time zone ${JSON.stringify(options.timezone)}.`, {
            cause: engineError(error),
          })
        : error;
    });
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  const pid = isResult(last) ? last.rows[0]?.[0] : undefined;
  if (typeof pid !== 'number') {
    throw new AppError('DATA_SOURCE_UNAVAILABLE', 'The data source does not behave like PostgreSQL.');
  }
  return pid;
}

function isInvalidParameter(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '22023';
}

function isResult(value: unknown): value is { readonly rows: readonly (readonly unknown[])[] } {
  return typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows);
}

function convertRow(row: TextRow, parse: readonly ((text: string) => Value)[]): Row {
  return row.map((text, column) => (text === null ? null : (parse[column]?.(text) ?? null)));
}
