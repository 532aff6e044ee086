import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { AppError } from '../../errors.ts';
import type { ObservableQueryEngine } from '../query-engine.ts';
import { createSqlEngine } from '../sql-engine.ts';
import { clickHouseDialect } from './dialect.ts';
import { createClickHouseDriver } from './statement.ts';

export interface ClickHouseEngineOptions {
  /** `https://host:8443`. Never shown in an error. */
  readonly url: string;
  /** @default `default` */
  readonly database?: string | undefined;
  /** @default `default` */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Maximum number of concurrent statements. @default 5 */
  readonly maxConcurrentQueries?: number | undefined;
  /** Maximum number of waiting statements. @default 100 */
  readonly maxWaitingQueries?: number | undefined;
  /** Maximum time a result may stay open, however slowly it is read. @default 15 minutes */
  readonly maxLifetimeMs?: number | undefined;
  /** Memory of one statement in the server. @default 4 GiB */
  readonly memoryLimitBytes?: number | undefined;
}

/**
 * ClickHouse over HTTP. Connects on first use: an engine whose source is down opens nevertheless, and its queries and `ping`
 * fail with `DATA_SOURCE_UNAVAILABLE`.
 * @throws AppError `VALIDATION_FAILED` if `url` is invalid
 */
export async function createClickHouseEngine(
  options: ClickHouseEngineOptions,
): Promise<ObservableQueryEngine> {
  if (!/^https?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw new AppError('VALIDATION_FAILED', 'The url of the data source is not an http:// or https:// URL.', {
      issues: [{ path: 'url', message: 'Expected https://host:8443.' }],
    });
  }
  const { maxConcurrentQueries = 5, maxLifetimeMs = 15 * 60_000 } = options;
  const { database = 'default', username = 'default', password = '' } = options;
  const connect = (connections: number) =>
    createClient({
      url: options.url,
      database,
      username,
      password,
      application: 'inlay',
      max_open_connections: connections,
      request_timeout: maxLifetimeMs,
      log: { level: ClickHouseLogLevel.OFF },
    });
  const client = connect(maxConcurrentQueries);
  const control = connect(2);
  const bounds = {
    seconds: Math.ceil(maxLifetimeMs / 1000),
    memoryBytes: options.memoryLimitBytes ?? 4 * 1024 ** 3,
  };

  return createSqlEngine({
    kind: 'clickhouse',
    dialect: clickHouseDialect,
    maxConcurrentQueries,
    maxWaitingQueries: options.maxWaitingQueries,
    maxLifetimeMs,
    drive: (query, _timezone, isOwn) =>
      createClickHouseDriver(query, { client: isOwn ? control : client, control, ...bounds }),
    tables: {
      sql: "SELECT database, name FROM system.tables WHERE lower(database) NOT IN ('system', 'information_schema') ORDER BY 1, 2 LIMIT 5000",
      params: [],
    },
    findTable: ({ schema, table }) => ({
      sql: `SELECT database, name FROM system.tables WHERE database = ${schema === undefined ? 'currentDatabase()' : '{p1:String}'} AND name = ${schema === undefined ? '{p1:String}' : '{p2:String}'}`,
      params: schema === undefined ? [table] : [schema, table],
    }),
    async close() {
      await Promise.all([client.close(), control.close()]);
    },
  });
}
