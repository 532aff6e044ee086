import { expect, it } from 'vitest';
import { breakingStatements } from '../../scripts/breaking-statements.ts';
import { readMigrations } from '../../src/db/migrations.ts';

/** Before the first release there was no version to live with. */
const firstRelease = '20261124';

it('migrations since the first release only add, unless they are named contract_…', async () => {
  const migrations = await readMigrations();
  const since = migrations.filter(({ name }) => name >= firstRelease);
  expect(since.flatMap(breakingStatements)).toEqual([]);
});

it.each([
  'DROP TABLE "ChatRun"',
  'ALTER TABLE "User" DROP COLUMN "email"',
  'ALTER TABLE "User" RENAME COLUMN "email" TO "mail"',
  'ALTER TABLE "User" ALTER COLUMN "email" SET NOT NULL',
  'ALTER TABLE "User" ALTER COLUMN "id" SET DATA TYPE BIGINT',
  'ALTER TABLE "User" ADD COLUMN "age" INTEGER NOT NULL',
  'ALTER TABLE "User" ALTER COLUMN "age" DROP DEFAULT',
  'DELETE FROM "Session"',
])('%s is refused, but in a contraction', (statement) => {
  const sql = `CREATE TABLE "New" (id INTEGER NOT NULL);\n${statement};`;
  expect(breakingStatements({ name: '20270101000000_any', sql })).toHaveLength(1);
  expect(breakingStatements({ name: '20270101000000_contract_any', sql })).toEqual([]);
});

it.each([
  'ALTER TABLE "User" ADD COLUMN "age" INTEGER',
  'ALTER TABLE "User" ADD COLUMN "age" INTEGER NOT NULL DEFAULT 0',
  'CREATE UNIQUE INDEX "User_x" ON "User" (id) WHERE "email" IS NOT NULL',
  'DROP INDEX "User_x"',
  'ALTER TABLE "User" ALTER COLUMN "age" DROP NOT NULL',
  '-- DROP TABLE "User"',
])('%s is accepted', (sql) => {
  expect(breakingStatements({ name: '20270101000000_any', sql })).toEqual([]);
});
