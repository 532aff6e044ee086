import { AppError } from '../errors.ts';
import { observedResult } from './observed-result.ts';
import type { EngineQuery, ObservableQueryEngine, ResultStream, SourceTable } from './query-engine.ts';
import { createStatementRunner, firstRow, type StatementDriver } from './statement-runner.ts';
import { parseTableName } from './table-name.ts';
import { parseTimeZone } from './time-zone.ts';

/** What one kind of engine does in its own way. */
interface SqlSource {
  /** As traces and metrics name it. */
  readonly kind: 'clickhouse' | 'duckdb' | 'postgresql';
  readonly dialect: ObservableQueryEngine['dialect'];
  /** Maximum number of concurrent statements. */
  readonly maxConcurrentQueries: number;
  /** Maximum number of waiting statements. @default 100 */
  readonly maxWaitingQueries: number | undefined;
  /** Maximum time a result may stay open, however slowly it is read. */
  readonly maxLifetimeMs: number;
  /** The driver of one statement. @param isOwn whether it asks for the engine itself, about the catalogue or health */
  drive(query: EngineQuery, timezone: string, isOwn: boolean): StatementDriver;
  /** Returns schema and name of each table, of 5,000 at most. */
  readonly tables: EngineQuery;
  /** The statement that returns the parts of the qualified name of a table, or no row if it does not exist. */
  findTable(name: NonNullable<ReturnType<typeof parseTableName>>, text: string): EngineQuery;
  /** Closes the connection, once no statement is left. */
  close(): Promise<void>;
}

const ownTimeoutMs = 10_000;

/** A query engine over a source of SQL statements. */
export function createSqlEngine(source: SqlSource): ObservableQueryEngine {
  const { dialect, maxConcurrentQueries, maxWaitingQueries = 100, maxLifetimeMs } = source;
  const runner = createStatementRunner({ maxConcurrentQueries, maxWaitingQueries, maxLifetimeMs });
  let disposed: Promise<void> | undefined;

  async function dispose(): Promise<void> {
    await runner.close();
    await source.close();
  }

  function own(query: EngineQuery, signal?: AbortSignal): Promise<ResultStream> {
    const limits = { signal, timeoutMs: ownTimeoutMs, takesSlot: false };
    return runner.run(() => source.drive(query, 'UTC', true), limits);
  }

  return {
    dialect,
    async query(query, limits) {
      const timezone = parseTimeZone(limits.timezone ?? 'UTC');
      return await observedResult(source.kind, () =>
        runner.run(() => source.drive(query, timezone, false), limits),
      );
    },
    async describeTable(table) {
      const name = parseTableName(table);
      if (name === undefined) return null;
      const found = await firstRow(await own(source.findTable(name, table)));
      if (found === undefined) return null;
      const identifier = found.map((part) => dialect.quoteName(String(part))).join('.');
      await using columns = await own({ sql: `SELECT * FROM ${identifier} LIMIT 0`, params: [] });
      return columns.columns;
    },
    async listTables(signal) {
      await using result = await own(source.tables, signal);
      const tables: SourceTable[] = [];
      for await (const rows of result.chunks) {
        for (const [schema, name] of rows) tables.push({ schema: String(schema), name: String(name) });
      }
      return tables;
    },
    async ping(signal) {
      try {
        await using _result = await own({ sql: 'SELECT 1', params: [] }, signal);
      } catch (error) {
        signal?.throwIfAborted();
        throw new AppError('DATA_SOURCE_UNAVAILABLE', 'The data source does not respond.', { cause: error });
      }
    },
    activity: () => runner.activity(),
    async [Symbol.asyncDispose]() {
      disposed ??= dispose();
      await disposed;
    },
  };
}
