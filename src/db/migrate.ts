import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Migration, matchesChecksum, migrationChecksum } from './migrations.ts';
import { StateError } from './state-error.ts';

/** One connection to the database: `pg`'s client or an equivalent. */
export interface SqlSession {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The key that Prisma's own `migrate` locks, so that both exclude each other. */
const lockKey = 72707369;

/** Exactly Prisma's table: its own tools read and write it too. */
const createTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                      VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum                VARCHAR(64) NOT NULL,
    finished_at             TIMESTAMPTZ,
    migration_name          VARCHAR(255) NOT NULL,
    logs                    TEXT,
    rolled_back_at          TIMESTAMPTZ,
    started_at              TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count     INTEGER NOT NULL DEFAULT 0
)`;

const appliedMigrations = z.array(
  z.object({ name: z.string(), checksum: z.string(), finished: z.boolean() }),
);

/**
 * Applies missing `migrations` and returns their names, in order.
 *
 * Each migration and its row in `_prisma_migrations` are one transaction: a failed migration leaves nothing behind and is
 * tried again next time. Only one session migrates a database at a time; another waits up to `lockTimeoutMs` and then
 * finds the work done. The table is compatible with `prisma migrate deploy`.
 *
 * @param session One connection, not a pool: the lock belongs to it.
 * @throws StateError `migrations` if a migration fails, was edited after it was applied, is in the database but not among
 * `migrations`, was left half-applied by another tool, or precedes one that is already applied; also if the lock cannot be
 * taken in time. A later migration that is not known is accepted unless it is a contraction.
 */
export async function migrate(
  session: SqlSession,
  migrations: readonly Migration[],
  { lockTimeoutMs = 120_000 }: { lockTimeoutMs?: number } = {},
): Promise<string[]> {
  await lock(session, lockTimeoutMs);
  try {
    await session.query(createTable);
    const pending = findPending(migrations, await readApplied(session));
    for (const migration of pending) await apply(session, migration);
    return pending.map(({ name }) => name);
  } finally {
    // A broken session has lost its lock already, and its own error says more.
    await session.query('SELECT pg_advisory_unlock($1)', [lockKey]).catch(() => {});
  }
}

async function lock(session: SqlSession, timeoutMs: number): Promise<void> {
  await session.query(`SET lock_timeout = ${Math.max(1, Math.trunc(timeoutMs))}`);
  try {
    await session.query('SELECT pg_advisory_lock($1)', [lockKey]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error;
    throw new StateError(
      'migrations',
      `Another process has been migrating the database for more than ${timeoutMs / 1000} s. ` +
        'Wait for it to end, or end its database session, and start again.',
      { cause: error },
    );
  } finally {
    await session.query('RESET lock_timeout');
  }
}

async function readApplied(session: SqlSession): Promise<z.infer<typeof appliedMigrations>> {
  const { rows } = await session.query(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
       FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at, migration_name`,
  );
  return appliedMigrations.parse(rows);
}

/** Compares applied migrations with the known ones, before anything is changed. */
function findPending(
  migrations: readonly Migration[],
  applied: z.infer<typeof appliedMigrations>,
): Migration[] {
  const newest = migrations.map(({ name }) => name).reduce((a, b) => (a > b ? a : b), '');
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum, finished } of applied) {
    if (!finished) {
      throw new StateError(
        'migrations',
        `Migration ${name} failed halfway when another tool applied it. Repair the database, then run ` +
          `"prisma migrate resolve --rolled-back ${name}" (or --applied, if all of it is there).`,
      );
    }
    const migration = byName.get(name);
    if (!migration) {
      if (name > newest && !isContraction(name)) continue;
      throw new StateError(
        'migrations',
        `The database has migration ${name}, which this version does not know. ` +
          'It was migrated by a newer version: run that one, or restore a backup from before.',
      );
    }
    if (!matchesChecksum(migration.sql, checksum)) {
      throw new StateError(
        'migrations',
        `Migration ${name} was edited after it was applied to this database. Restore its migration.sql as it was ` +
          'and write the change as a new migration (npm run db:migration NAME).',
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  const last = [...done].sort().at(-1) ?? '';
  const pending = migrations.filter(({ name }) => !done.has(name));
  const late = pending.find(({ name }) => name < last);
  if (late) {
    throw new StateError(
      'migrations',
      `Migration ${late.name} is not applied, but ${last}, which comes after it, is. ` +
        `Give it a later timestamp than ${last}, so that every database applies the same order.`,
    );
  }
  return pending;
}

/**
 * Whether a migration takes away what an earlier version uses. Any other only adds to the schema, so that the version before
 * runs on it too, as it does while processes are replaced one after the other.
 */
export function isContraction(name: string): boolean {
  return /^\d+_contract_/.test(name);
}

/**
 * Looks whether any of the `migrations` is missing, and changes nothing.
 * @throws StateError `migrations` that names what is missing; otherwise as {@link migrate}
 */
export async function requireMigrated(session: SqlSession, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await session.query("SELECT to_regclass('_prisma_migrations') IS NOT NULL AS found");
  const [row] = rows as { found: boolean }[];
  const pending = findPending(migrations, row?.found === true ? await readApplied(session) : []);
  if (pending.length === 0) return;
  throw new StateError(
    'migrations',
    `The database lacks ${pending.map(({ name }) => name).join(', ')}, and AUTO_MIGRATE is off. ` +
      'Run "inlay migrate", or "npm run db:migrate" in a checkout.',
  );
}

async function apply(session: SqlSession, { name, sql }: Migration): Promise<void> {
  await session.query('BEGIN');
  try {
    await session.query(sql);
    await session.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migrationChecksum(sql), name],
    );
    await session.query('COMMIT');
  } catch (error) {
    await session.query('ROLLBACK');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StateError(
      'migrations',
      `Migration ${name} failed and was rolled back, the database is as it was before it: ${reason}`,
      { cause: error },
    );
  }
}
