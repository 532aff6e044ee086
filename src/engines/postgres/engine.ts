import { type Connection, Pool } from 'pg';
import { AppError } from '../../errors.ts';
import type { ObservableQueryEngine } from '../query-engine.ts';
import { createSqlEngine } from '../sql-engine.ts';
import { postgresDialect } from './dialect.ts';
import { limitMessages } from './messages.ts';
import { createPostgresDriver } from './statement.ts';

export interface PostgresEngineOptions {
  /** `postgres://user:password@host:port/database`, with `?sslmode=` and the like. Never shown in an error. */
  readonly url: string;
  /** Schema in which unqualified tables are found. @default the role's search path */
  readonly schema?: string | undefined;
  /** Maximum number of concurrent statements, each on its own connection. @default 5 */
  readonly maxConnections?: number | undefined;
  /** Maximum number of waiting statements. @default 100 */
  readonly maxWaitingQueries?: number | undefined;
  /** Maximum time a result may stay open, however slowly it is read. @default 15 minutes */
  readonly maxLifetimeMs?: number | undefined;
  /** @default 5,000 */
  readonly connectionTimeoutMs?: number | undefined;
}

const idleTimeoutMs = 30_000;

/**
 * PostgreSQL, or anything that speaks its wire protocol. Connects on first use: an engine whose source is down opens
 * nevertheless, and its queries and `ping` fail with `DATA_SOURCE_UNAVAILABLE`.
 * @throws AppError `VALIDATION_FAILED` if `url` is invalid
 */
export async function createPostgresEngine(options: PostgresEngineOptions): Promise<ObservableQueryEngine> {
  if (!/^postgres(?:ql)?:\/\//.test(options.url) || !URL.canParse(options.url)) {
    throw new AppError('VALIDATION_FAILED', 'The url of the data source is not a postgres:// URL.', {
      issues: [{ path: 'url', message: 'Expected postgres://user:password@host:port/database.' }],
    });
  }
  const maxConnections = options.maxConnections ?? 5;
  const maxLifetimeMs = options.maxLifetimeMs ?? 15 * 60_000;
  const pool = createPool(options, maxConnections);
  // Cancellations and catalogue queries must not wait for the statements that fill the other pool.
  const control = createPool(options, 2);

  async function cancel(backendPid: number): Promise<void> {
    // If this fails, the connection is lost, and the statement with it.
    await control.query('SELECT pg_cancel_backend($1)', [backendPid]).catch(() => undefined);
  }

  return createSqlEngine({
    kind: 'postgresql',
    dialect: postgresDialect,
    maxConcurrentQueries: maxConnections,
    maxWaitingQueries: options.maxWaitingQueries,
    maxLifetimeMs,
    drive: (query, timezone, isOwn) =>
      createPostgresDriver(query, {
        pool: isOwn ? control : pool,
        cancel,
        timezone,
        schema: options.schema,
        statementTimeoutMs: maxLifetimeMs,
      }),
    tables: { sql: tablesSql, params: [] },
    findTable: (_name, text) => ({ sql: findTableSql, params: [text] }),
    async close() {
      await Promise.all([pool.end(), control.end()]);
    },
  });
}

/** Those that the role may read. Partitions are read through the table that they are of. */
const tablesSql = `
  SELECT CAST(n.nspname AS text), CAST(c.relname AS text) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
  ORDER BY 1, 2 LIMIT 5000`;

const findTableSql = `
  SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.oid = to_regclass($1) AND c.relkind IN ('r', 'v', 'm', 'f', 'p')`;

function createPool(options: PostgresEngineOptions, max: number): Pool {
  const pool = new Pool({
    connectionString: options.url,
    max,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: idleTimeoutMs,
    application_name: 'inlay',
    keepAlive: true,
  });
  // An idle connection that breaks is replaced; one in use fails its statement.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    limitMessages((client as unknown as { readonly connection: Connection }).connection.stream);
  });
  return pool;
}
