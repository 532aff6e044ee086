import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase, recordStatements } from '../../test/support/database.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/client.ts';
import { sql } from './sql.ts';

describeDatabases('sql', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const at = new Date('2024-02-29T23:59:59.999Z');
  const statement = Prisma.sql`
    SELECT ${'text'} || '' AS text, ${7}::int AS int, ${true}::boolean AS yes, ${null}::text AS nothing,
           ${[1, 2]}::int[] AS ints, ${['a', 'b"']}::text[] AS texts, ${at}::timestamptz AS at,
           ${JSON.stringify({ a: [1, null] })}::jsonb AS json, ARRAY[${3}::int] AS list`;

  it('sql gives the rows that $queryRaw gives', async () => {
    const rows = await sql(database.prisma)`${statement}`;
    expect(rows).toEqual(await database.prisma.$queryRaw(statement));
    expect(rows).toEqual([
      {
        text: 'text',
        int: 7,
        yes: true,
        nothing: null,
        ints: [1, 2],
        texts: ['a', 'b"'],
        at,
        json: { a: [1, null] },
        list: [3],
      },
    ]);
  });

  it('sees, inside an interactive transaction, what that has written', async () => {
    const names = Prisma.sql`SELECT name FROM "Account"`;
    const account = { name: 'inside', plan: 'premium', cloudRegion: 'local' };
    await database.prisma.$transaction(async (transaction) => {
      await transaction.account.create({ data: account });
      expect(await sql(transaction)`${names}`).toEqual([{ name: 'inside' }]);
      await transaction.account.delete({ where: { name: 'inside' } });
    });
    expect(await sql(database.prisma)`${names}`).toEqual([]);
  });

  it('throws the error of the database, and its statements are recorded', async () => {
    using recording = recordStatements(database);
    await expect(sql(database.prisma)`SELECT 1 / ${0}::int`).rejects.toMatchObject({
      code: '22012',
    });
    expect(recording.statements).toEqual(['SELECT 1 / $1::int']);
  });
});
