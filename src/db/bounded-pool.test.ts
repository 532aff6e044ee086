import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, describePostgres, openTestDatabase } from '../../test/support/database.ts';
import { knownFailure } from '../errors.ts';
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
