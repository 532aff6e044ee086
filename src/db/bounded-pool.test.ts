import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, describePostgres, openTestDatabase } from '../../test/support/database.ts';
import { openTcpProxy } from '../../test/support/tcp-proxy.ts';
import { knownFailure } from '../errors.ts';
import { BoundedPool } from './bounded-pool.ts';
import { type Database, openDatabase } from './database.ts';
import { sql } from './sql.ts';

/** What a door makes of it. */
const refusal = async (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => knownFailure(error)?.code ?? error,
  );

/** Takes the one connection of a database, until it is told to let go; disposes of both. */
async function hold(database: Database) {
  const [holding, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1`;
    holding.resolve();
    await gate.promise;
  });
  await holding.promise;
  return {
    prisma: database.prisma,
    letGo: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve();
      await held;
      await database[Symbol.asyncDispose]();
    },
  };
}

describePostgres('a pool of PostgreSQL whose connections are busy', () => {
  it('a pool of PostgreSQL whose connections are busy refuses what waited too long, however it is asked, and works again afterwards', async () => {
    await using server = await createPostgresDatabase();
    const options = { databaseUrl: server.url, poolSize: 1, poolTimeoutMs: 200 };
    await using opened = await hold(await openDatabase(options));
    const { prisma, letGo } = opened;
    const waiting = [
      prisma.account.findMany(),
      prisma.$queryRaw`SELECT 1`,
      sql(prisma)`SELECT 1`,
      prisma.$transaction(async (transaction) => transaction.$queryRaw`SELECT 1`),
      prisma.$transaction([prisma.account.count()]),
    ];
    expect(await Promise.all(waiting.map(refusal))).toEqual(waiting.map(() => 'OVERLOADED'));
    letGo();
    await expect.poll(() => prisma.account.count().catch(() => 'busy')).toBe(0);
  });
});

describePostgres('a pool of PostgreSQL that loses connections', () => {
  it('a pool repeats what the server rolled back and reads that were cut off, but neither writes that were cut off nor transactions', async () => {
    await using server = await createPostgresDatabase();
    await using proxy = await openTcpProxy(server.url);
    const proxied = new URL(server.url);
    proxied.host = new URL(proxy.url).host;
    const pool = new BoundedPool({ connectionString: proxied.href, max: 4, application_name: 'lost' });
    const admin = new pg.Client(server.url);
    await admin.connect();
    await using stack = new AsyncDisposableStack();
    stack.defer(() => admin.end());
    stack.defer(() => pool.end());
    pool.on('error', () => {});
    await admin.query('CREATE TABLE written (n int)');
    await pool.query('SELECT 1');
    const write = `INSERT INTO written SELECT 1 FROM pg_sleep(0.3) RETURNING n`;
    const read = 'SELECT 1 AS n FROM pg_sleep(0.3)';
    const running = `FROM pg_stat_activity WHERE application_name = 'lost' AND wait_event = 'PgSleep'`;
    const end = () => admin.query(`SELECT pg_terminate_backend(pid, 5000) ${running}`);
    /** What came of statements that ran when their connections were lost. */
    async function losing(lose: () => unknown, ...asked: Promise<unknown>[]): Promise<unknown[]> {
      const outcomes = Promise.all(asked.map(refusal));
      const count = async () => (await admin.query(`SELECT ${running}`)).rowCount;
      await expect.poll(count, { interval: 5 }).toBe(asked.length);
      await lose();
      return outcomes;
    }
    expect(await losing(end, pool.query(write), pool.query(read))).toEqual(['answered', 'answered']);
    expect(await losing(() => proxy.cut(), pool.query(write), pool.query(read))).toEqual([
      'UNAVAILABLE',
      'answered',
    ]);
    const client = await pool.connect();
    await client.query('BEGIN');
    expect(await losing(end, client.query(write))).toEqual(['UNAVAILABLE']);
    client.release(true);
    const rows = async () => (await admin.query('SELECT n FROM written')).rowCount;
    // The one that was repeated, and the one that was cut off, which the server finished.
    await expect.poll(rows).toBe(2);
  });

  it('a pool waits for slow statements, and refuses those whose connection is cut in silence, which the system would wait for', async () => {
    await using server = await createPostgresDatabase();
    await using proxy = await openTcpProxy(server.url);
    const proxied = new URL(server.url);
    proxied.host = new URL(proxy.url).host;
    const connectionTimeoutMillis = 3_500;
    const pool = new BoundedPool({ connectionString: proxied.href, connectionTimeoutMillis });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => pool.end());
    pool.on('error', () => {});
    const slow = 'SELECT 1 FROM pg_sleep(4)';
    const client = await pool.connect();
    await client.query('BEGIN');
    expect(await Promise.all([slow, slow].map((each) => refusal(pool.query(each))))).toEqual([
      'answered',
      'answered',
    ]);
    proxy.freeze();
    const cut = [pool.query('SELECT 1'), pool.query('CREATE TABLE cut ()'), client.query('SELECT 1')];
    expect(await Promise.all(cut.map(refusal))).toEqual(cut.map(() => 'UNAVAILABLE'));
    client.release(true);
  });

  it('a pool whose server ends a connection between two statements of a transaction fails the next one, and not the process', async () => {
    await using server = await createPostgresDatabase();
    const pool = new BoundedPool({ connectionString: server.url });
    // An idle connection may be ended by the server that is about to drop the database.
    pool.on('error', () => {});
    await using stack = new AsyncDisposableStack();
    stack.defer(() => pool.end());
    const [client, admin] = [await pool.connect(), await pool.connect()];
    stack.defer(() => admin.release());
    stack.defer(() => client.release(true));
    await client.query('BEGIN');
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    const ended = new Promise<void>((resolve) => client.once('end', resolve));
    await admin.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    expect(await refusal(client.query('SELECT 1'))).toBe('UNAVAILABLE');
  });
});

describe('a pool that has more waiting than it can take', () => {
  it('a pool that has more waiting than it can take refuses the next at once, and answers those that wait', async () => {
    await using opened = await hold(await openTestDatabase('pglite'));
    const { prisma, letGo } = opened;
    const waiting = Array.from({ length: 1_000 }, () => sql(prisma)`SELECT 1`);
    expect(await refusal(sql(prisma)`SELECT 1`)).toBe('OVERLOADED');
    expect(await refusal(prisma.account.count())).toBe('OVERLOADED');
    letGo();
    expect(await Promise.all(waiting)).toHaveLength(1_000);
  });
});
