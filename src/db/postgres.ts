import pg from 'pg';
import { AppError } from '../errors.ts';
import { BoundedPool } from './bounded-pool.ts';
import type { Connections, OpenDatabaseOptions } from './connections.ts';
import { StateError } from './state-error.ts';

/** The first version with `NULLS NOT DISTINCT`, which makes tenant-wide names unique. */
const minimumVersion = 15;

/**
 * Connects to the PostgreSQL server of `databaseUrl`. Messages name the server, never the password.
 *
 * @throws StateError `unreachable` or `unsupported`.
 */
export async function openPostgres(
  databaseUrl: string,
  {
    poolSize = 10,
    poolTimeoutMs = 5_000,
    logger,
  }: Pick<OpenDatabaseOptions, 'poolSize' | 'poolTimeoutMs' | 'logger'> = {},
): Promise<Connections> {
  const server = describeServer(databaseUrl);
  const pool = new BoundedPool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: poolTimeoutMs,
    keepAlive: true,
    application_name: 'inlay',
    // Prisma's adapter reads and writes timestamps without their offset, as if they were UTC, and only in ISO's order, which
    // a role or a database may have changed. Set by a statement, not a start-up option, because connection poolers refuse the
    // latter and keep track of the former.
    verify: (client, done) => {
      client.query("SET TIME ZONE 'UTC'; SET datestyle = 'ISO'").then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  // When a server stops, all connections are lost at once.
  let isLost = false;
  pool.on('connect', () => {
    isLost = false;
  });
  pool.on('error', (error) => {
    if (!isLost) logger?.warn({ err: error }, 'database connections lost');
    isLost = true;
  });
  try {
    await check(pool, server);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { pool, [Symbol.asyncDispose]: () => pool.end() };
}

async function check(pool: pg.Pool, server: string): Promise<void> {
  const { rows } = await pool
    .query<{ version: number; encoding: string }>(
      "SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding",
    )
    .catch((error: unknown) => {
      throw new StateError('unreachable', `Cannot open ${server}: ${reasonOf(error)}. Check DATABASE_URL.`, {
        cause: error,
      });
    });
  const [row] = rows;
  if (!row || row.version < minimumVersion * 10_000) {
    const version = row ? Math.trunc(row.version / 10_000) : 'unknown';
    throw new StateError(
      'unsupported',
      `${server} is PostgreSQL ${version}; ${minimumVersion} or later is required.`,
    );
  }
  if (row.encoding !== 'UTF8') {
    throw new StateError(
      'unsupported',
      `The database of ${server} uses the encoding ${row.encoding}; UTF8 is required.`,
    );
  }
}

/** `PostgreSQL at user@host:port/database`. */
function describeServer(databaseUrl: string): string {
  try {
    if (!/^postgres(ql)?:\/\//.test(databaseUrl)) throw new TypeError('another scheme');
    const { user, host, port, database } = new pg.Client({ connectionString: databaseUrl });
    return `PostgreSQL at ${user ?? ''}@${host}:${port}/${database ?? ''}`;
  } catch {
    // Neither the error nor the text is shown: both may hold the password.
    throw new StateError(
      'unreachable',
      'DATABASE_URL is not a URL such as postgres://user:password@host:5432/database. ' +
        'Characters like @ / # in the password must be percent-encoded.',
    );
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError && error.cause !== undefined) return reasonOf(error.cause);
  // Several addresses of one host failed, and the collective error has no message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) {
    return error.errors.map((each) => reasonOf(each)).join(', ');
  }
  return error instanceof Error ? error.message : String(error);
}
