import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase, recordStatements } from '../../test/support/database.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';
import { violatedUniqueIndex } from './unique-violation.ts';

const account = (name: string) => ({ name, plan: 'premium', cloudRegion: 'local' });

describeDatabases('database', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('the database answers a ping', async () => {
    expect(database.kind).toBe(kind);
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('names the violated unique index, of models and of raw SQL', async () => {
    await database.prisma.account.create({ data: account('twice') });
    const again: unknown = await database.prisma.account
      .create({ data: account('twice') })
      .catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'P2002' });
    expect(violatedUniqueIndex(again)).toBe('Account_name_key');
    const raw: unknown = await database.prisma.$executeRaw`
      INSERT INTO "Account" (name, plan, "cloudRegion") VALUES ('twice', 'premium', 'local')`.catch(
      (error: unknown) => error,
    );
    expect(violatedUniqueIndex(raw)).toBe('Account_name_key');
    const foreign: unknown = await database.prisma.group
      .create({ data: { accountId: -1, name: 'analysts' } })
      .catch((error: unknown) => error);
    expect(foreign).toMatchObject({ code: 'P2003' });
    expect(violatedUniqueIndex(foreign)).toBeUndefined();
  });

  it('the database keeps a time to the millisecond, in UTC', async () => {
    const createdAt = new Date('2024-07-01T12:34:56.789Z');
    const { id } = await database.prisma.account.create({ data: { ...account('time'), createdAt } });
    const { createdAt: read } = await database.prisma.account.findUniqueOrThrow({ where: { id } });
    expect(read).toEqual(createdAt);
    const [row] = await database.prisma.$queryRaw<{ epoch: number; zone: string }[]>`
      SELECT extract(epoch FROM "createdAt")::float8 AS epoch, current_setting('TimeZone') AS zone
        FROM "Account" WHERE id = ${id}`;
    expect(row).toEqual({ epoch: createdAt.getTime() / 1000, zone: 'UTC' });
  });

  it('the database takes arrays, JSON, times and big integers as parameters and gives them back', async () => {
    const at = new Date('2024-02-29T23:59:59.999Z');
    const json = { a: [1, null, 'x'], b: { 'c"': '\u2028' } };
    const [row] = await database.prisma.$queryRaw<Record<string, unknown>[]>`
      SELECT ${['a', 'b"}', '']}::text[] AS texts, ${[1, 2]}::int[] AS ints, ${json}::jsonb AS json,
             ${9_007_199_254_740_993n}::int8 AS big, ${at}::timestamptz AS at, ${null}::text AS nothing`;
    expect(row).toEqual({
      texts: ['a', 'b"}', ''],
      ints: [1, 2],
      json,
      big: 9_007_199_254_740_993n,
      at,
      nothing: null,
    });
  });

  it('rolls back a transaction that throws, and goes on', async () => {
    const failing = database.prisma.$transaction(async (tx) => {
      await tx.account.create({ data: account('rolled back') });
      throw new Error('stop');
    });
    await expect(failing).rejects.toThrow('stop');
    expect(await database.prisma.account.count({ where: { name: 'rolled back' } })).toBe(0);
  });

  it('the database reports a commit that fails', async () => {
    await database.prisma.$executeRaw`CREATE TABLE deferred (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)`;
    const commit = database.prisma.$transaction(async (tx) => {
      await tx.$executeRaw`INSERT INTO deferred VALUES (1), (1)`;
    });
    await expect(commit).rejects.toThrow();
    const rows = await database.prisma.$queryRaw`SELECT * FROM deferred`;
    expect(rows).toEqual([]);
  });

  it('never lets a plain query see or join an open transaction', async () => {
    const started = Promise.withResolvers<void>();
    const transaction = database.prisma.$transaction(async (tx) => {
      await tx.account.create({ data: account('not yet') });
      started.resolve();
      // Gives the count below every chance to get in between.
      for (let turn = 0; turn < 20; turn++) await tx.account.findFirst({ where: { name: 'not yet' } });
      await tx.account.delete({ where: { name: 'not yet' } });
    });
    await started.promise;
    const [seen] = await Promise.all([
      database.prisma.account.count({ where: { name: 'not yet' } }),
      transaction,
    ]);
    expect(seen).toBe(0);
  });

  it('the database runs 50 operations at once, transactions, failures and batches among them, each as if alone', async () => {
    const { prisma } = database;
    const { id } = await prisma.account.create({ data: account('counter') });
    const increment = { where: { id }, data: { externalUserCount: { increment: 1 } } };
    const operations = Array.from({ length: 50 }, async (_, index) => {
      switch (index % 5) {
        case 0:
          return await prisma.$transaction(async (tx) => {
            const { externalUserCount: before } = await tx.account.update(increment);
            const { externalUserCount: after } = await tx.account.findUniqueOrThrow({ where: { id } });
            expect(after).toBe(before);
          });
        case 1:
          return await prisma.account.update(increment);
        case 2:
          return await prisma.$transaction([prisma.account.update(increment), prisma.account.count()]);
        case 3:
          await expect(
            prisma.$transaction(async (tx) => {
              await tx.account.update(increment);
              await tx.$executeRaw`SELECT 1 / 0`;
            }),
          ).rejects.toThrow('division by zero');
          return undefined;
        default:
          return await prisma.account.create({ data: account(`parallel ${index}`) });
      }
    });
    await Promise.all(operations);
    const { externalUserCount } = await prisma.account.findUniqueOrThrow({ where: { id } });
    expect(externalUserCount).toBe(30);
    expect(await prisma.account.count({ where: { name: { startsWith: 'parallel ' } } })).toBe(10);
  });

  it('the database holds what the schema language cannot say', async () => {
    const { id: accountId } = await database.prisma.account.create({ data: account('constraints') });
    const group = { data: { accountId, name: 'analysts' } };
    await database.prisma.group.create(group);
    const again: unknown = await database.prisma.group.create(group).catch((error: unknown) => error);
    expect(violatedUniqueIndex(again)).toBe('Group_accountId_embedTenantId_name_key');
    const indexes = await database.prisma.$queryRaw`
      SELECT indexname FROM pg_indexes WHERE indexname IN ('ChatRun_one_running', 'ChatRun_start_messageId')
       ORDER BY indexname`;
    expect(indexes).toEqual([{ indexname: 'ChatRun_one_running' }, { indexname: 'ChatRun_start_messageId' }]);
  });

  it('the database counts statements', async () => {
    using recorder = recordStatements(database);
    await database.prisma.$transaction(async (tx) => {
      await tx.account.findMany({ include: { agents: true }, where: { name: { in: ['twice', 'time'] } } });
    });
    expect(recorder.statements).toEqual([
      expect.stringContaining('FROM "public"."Account"'),
      expect.stringContaining('FROM "public"."Agent"'),
    ]);
  });

  it('the database is apart from every other test database', async () => {
    await using other = await openTestDatabase(kind);
    await database.prisma.account.create({ data: account('mine') });
    expect(await other.prisma.account.count()).toBe(0);
    expect(await database.prisma.account.count({ where: { name: 'mine' } })).toBe(1);
  });

  it('tells a failed statement as Prisma does', async () => {
    await expect(database.prisma.$queryRaw`SELECT nope`).rejects.toBeInstanceOf(
      Prisma.PrismaClientKnownRequestError,
    );
  });
});
