import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, describePostgres } from '../../test/support/database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { sql } from './sql.ts';
import type { StateError } from './state-error.ts';

const secret = 'hunter2';

async function refusal(databaseUrl: string): Promise<StateError> {
  const error: unknown = await openDatabase({ databaseUrl }).then(
    (database) => database[Symbol.asyncDispose](),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'StateError', reason: 'unreachable' });
  return error as StateError;
}

describe('a PostgreSQL that cannot be opened', () => {
  it('a PostgreSQL that cannot be opened is named without its password', async () => {
    const { message } = await refusal(`postgres://ada:${secret}@127.0.0.1:1/inlay`);
    expect(message).toMatch(/^Cannot open PostgreSQL at ada@127\.0\.0\.1:1\/inlay: .*ECONNREFUSED/);
    expect(message).not.toContain(secret);
  });

  it.each([
    `mysql://ada:${secret}@127.0.0.1/inlay`,
    `ada:${secret}@127.0.0.1`,
    `postgres://ada:${secret}/x@127.0.0.1:99999/inlay`,
    'inlay',
  ])('a PostgreSQL that cannot be opened is told what its URL should look like', async (url) => {
    const { message, cause } = await refusal(url);
    expect(message).toContain('postgres://user:password@host:5432/database');
    expect(`${message} ${String(cause)}`).not.toContain(secret);
  });
});

describePostgres('openDatabase on postgres', () => {
  it('openDatabase on postgres says that a database does not exist', async () => {
    await using database = await createPostgresDatabase({ empty: true });
    const url = new URL(database.url);
    url.pathname = '/inlay_no_such_database';
    expect((await refusal(url.href)).message).toContain('database "inlay_no_such_database" does not exist');
  });

  it('migrates once when several processes start at the same time', async () => {
    await using database = await createPostgresDatabase({ empty: true });
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl: database.url })));
    for (const each of opened) await each[Symbol.asyncDispose]();
    const rows = await onDatabase(database.url, 'SELECT migration_name FROM _prisma_migrations ORDER BY 1');
    expect(rows).toEqual((await readMigrations()).map(({ name }) => ({ migration_name: name })));
  });

  it('writes nothing to an empty database before it may, nor when it may not', async () => {
    await using database = await createPostgresDatabase({ empty: true });
    const tables = () => onDatabase(database.url, "SELECT FROM pg_tables WHERE schemaname = 'public'");
    const permission = Promise.withResolvers<void>();
    const opening = openDatabase({ databaseUrl: database.url, mayWrite: permission.promise });
    const connections = () =>
      onDatabase(
        database.url,
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'inlay'",
      );
    await expect.poll(async () => (await connections()).length).toBeGreaterThan(0);
    permission.reject(new Error('The data has mistakes.'));
    await expect(opening).rejects.toThrow('The data has mistakes.');
    expect(await tables()).toEqual([]);
    await expect.poll(async () => (await connections()).length).toBe(0);
  });

  it('waits for another session that migrates, but not for ever', async () => {
    await using database = await createPostgresDatabase({ empty: true });
    const [holder, waiting] = [1, 2].map(() => new pg.Client({ connectionString: database.url }));
    if (!holder || !waiting) throw new Error('unreachable');
    await Promise.all([holder.connect(), waiting.connect()]);
    try {
      // The key of Prisma's own command.
      await holder.query('SELECT pg_advisory_lock(72707369)');
      await expect(migrate(waiting, [], { lockTimeoutMs: 20 })).rejects.toThrow(
        'Another process has been migrating the database for more than 0.02 s',
      );
      const patient = migrate(waiting, await readMigrations());
      await holder.query('SELECT pg_advisory_unlock(72707369)');
      expect(await patient).not.toEqual([]);
    } finally {
      await Promise.all([holder.end(), waiting.end()]);
    }
  });

  it('openDatabase on postgres runs its sessions in UTC on a server in another time zone', async () => {
    await using database = await createPostgresDatabase();
    const { pathname } = new URL(database.url);
    await onDatabase(database.url, `ALTER DATABASE ${pathname.slice(1)} SET timezone = 'Asia/Tokyo'`);
    await using state = await openDatabase({ databaseUrl: database.url });
    const createdAt = new Date('2024-07-01T12:34:56.789Z');
    await state.prisma.account.create({
      data: { name: 'acme', plan: 'premium', cloudRegion: 'local', createdAt },
    });
    expect((await state.prisma.account.findFirstOrThrow()).createdAt).toEqual(createdAt);
    const rows = await onDatabase(
      database.url,
      `SELECT ("createdAt" AT TIME ZONE 'UTC')::text AS utc FROM "Account"`,
    );
    expect(rows).toEqual([{ utc: '2024-07-01 12:34:56.789' }]);
  });

  it.each(['SQL, DMY', 'German, DMY', 'Postgres, MDY'])(
    'openDatabase on postgres reads times of a database that writes them as %s',
    async (dateStyle) => {
      await using database = await createPostgresDatabase();
      const { pathname } = new URL(database.url);
      await onDatabase(database.url, `ALTER DATABASE ${pathname.slice(1)} SET datestyle = '${dateStyle}'`);
      await using state = await openDatabase({ databaseUrl: database.url });
      // A day that is a month too, so that one taken for the other would not fail but be another time.
      const createdAt = new Date('2024-07-01T12:34:56.789Z');
      await state.prisma.account.create({
        data: { name: 'acme', plan: 'premium', cloudRegion: 'local', createdAt },
      });
      expect((await state.prisma.account.findFirstOrThrow()).createdAt).toEqual(createdAt);
      const rows = sql<{ createdAt: Date }>(state.prisma)`
        SELECT "createdAt" FROM "Account" WHERE "createdAt" = ${createdAt}::timestamptz`;
      expect(await rows).toEqual([{ createdAt }]);
    },
  );

  it('outlives the loss of its connections', async () => {
    await using database = await createPostgresDatabase();
    await using state = await openDatabase({ databaseUrl: database.url });
    await state.ping();
    await onDatabase(
      database.url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await expect
      .poll(() =>
        state.ping().then(
          () => 'answers',
          () => 'does not',
        ),
      )
      .toBe('answers');
    expect(await state.prisma.account.count()).toBe(0);
  });
});

async function onDatabase(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
