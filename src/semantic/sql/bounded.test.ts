import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Compile, createCompiler, loadFixtureModel } from '../../../test/fixtures/semantic/compiler.ts';
import { regional } from '../../../test/fixtures/semantic/fixture.ts';
import { generatedStatement } from '../../../test/fixtures/semantic/generated-statements.ts';
import { hostileStatements } from '../../../test/fixtures/semantic/hostile-statements.ts';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';
import { postgresDialect } from '../../engines/postgres/dialect.ts';
import { AppError } from '../../errors.ts';
import { maxPrintedCharacters } from './compile-limits.ts';
import { maxStatementCharacters } from './parse.ts';

/** Ten times the goal, in time of the processor, so that a busy machine does not matter. */
const maxCpuMs = 500;

let compilers: readonly Compile[];
beforeAll(async () => {
  const model = await loadFixtureModel();
  compilers = await Promise.all(
    [duckDbDialect, postgresDialect].map((dialect) => createCompiler(model, dialect, regional('EU'))),
  );
});

const accepted = 'accepted';

/** Compiles within the bounds. Gives the error's code and message where the statement is refused. */
function outcome(compile: Compile, sql: string): string {
  const before = process.threadCpuUsage();
  let result = accepted;
  try {
    expect(compile(sql).sql.length).toBeLessThanOrEqual(maxPrintedCharacters);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toMatch(/^SQL_(INVALID|NOT_ALLOWED)$/);
    result = `${error.code}: ${error.message}`;
  }
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1_000, sql.slice(0, 200)).toBeLessThan(maxCpuMs);
  return result;
}

describe('a statement within the size limit is accepted or refused in time and space', () => {
  it.each(hostileStatements)(
    'a statement within the size limit is accepted or refused in time and space: %s',
    (_name, sql) => {
      expect(sql.length).toBeLessThanOrEqual(maxStatementCharacters);
      for (const compile of compilers) outcome(compile, sql);
    },
  );

  it('whatever it repeats and nests', () => {
    let count = 0;
    fc.assert(
      fc.property(generatedStatement, (sql) => {
        for (const compile of compilers) if (outcome(compile, sql) === accepted) count++;
      }),
      { numRuns: 300 },
    );
    expect(count).toBeGreaterThan(200);
  });
});

const list = (count: number, item: (index: number) => string = String): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(', ');
const id = (): string => 'id';
const term = (index: number): string => `id + ${index}`;

describe('limits', () => {
  /** A kind of statement by a size, the greatest size that is accepted, and what is said of a greater one. */
  const limits: readonly (readonly [string, (size: number) => string, number, string])[] = [
    [
      'columns of SELECT',
      (n) => `SELECT ${list(n, id)} FROM orders`,
      1_664,
      'A query cannot have more than 1664 columns',
    ],
    [
      'columns of stars',
      (n) => `SELECT ${list(n, () => '*')} FROM payments`,
      554,
      'A query cannot have more than 1664 columns',
    ],
    [
      'columns of stars in a derived table',
      (n) => `SELECT count(*) FROM (SELECT ${list(n, () => '*')} FROM payments) x`,
      554,
      'A query cannot have more than 1664 columns',
    ],
    [
      'columns of stars in WITH',
      (n) => `WITH w AS (SELECT ${list(n, () => '*')} FROM payments) SELECT 1 FROM w`,
      554,
      'A query cannot have more than 1664 columns',
    ],
    [
      'columns of a star over several sources',
      (n) => `WITH w AS (SELECT ${list(80, id)} FROM orders) SELECT * FROM ${list(n, (i) => `w w${i}`)}`,
      20,
      'A query cannot have more than 1664 columns',
    ],
    [
      'columns of a part of a set operation',
      (n) => `SELECT ${list(n, id)} FROM orders UNION SELECT ${list(n, id)} FROM orders`,
      1_664,
      'A query cannot have more than 1664 columns',
    ],
    ['columns of VALUES', (n) => `VALUES (${list(n)})`, 1_664, 'A query cannot have more than 1664 columns'],
    [
      'items of ORDER BY',
      (n) => `SELECT id FROM orders ORDER BY ${list(n, term)}`,
      100,
      'ORDER BY cannot have more than 100 items',
    ],
    [
      'items of ORDER BY of a set operation',
      (n) => `SELECT id FROM orders UNION SELECT 1 ORDER BY ${list(n, () => '1')}`,
      100,
      'ORDER BY cannot have more than 100 items',
    ],
    [
      'items of GROUP BY',
      (n) => `SELECT count(*) FROM orders GROUP BY ${list(n, term)}`,
      100,
      'GROUP BY cannot have more than 100 items',
    ],
    [
      'items of DISTINCT ON',
      (n) => `SELECT DISTINCT ON (${list(n, term)}) id FROM orders`,
      100,
      'DISTINCT ON cannot have more than 100 items',
    ],
    [
      'grouping sets of CUBE',
      (n) => `SELECT count(*) FROM orders GROUP BY CUBE (${list(n, term)})`,
      8,
      'GROUP BY cannot make more than 256 grouping sets',
    ],
    [
      'grouping sets of several ROLLUP',
      (n) => `SELECT count(*) FROM orders GROUP BY ROLLUP (${list(15, term)}), ROLLUP (${list(n, term)})`,
      15,
      'GROUP BY cannot make more than 256 grouping sets',
    ],
    [
      'grouping sets within GROUPING SETS',
      (n) => `SELECT 1 FROM orders GROUP BY GROUPING SETS (CUBE (${list(7, term)}), CUBE (${list(n, term)}))`,
      7,
      'GROUP BY cannot make more than 256 grouping sets',
    ],
    [
      'tokens',
      (n) => `SELECT id FROM orders WHERE id IN (${list(n, () => '1')})`,
      4_996,
      'The query has more than 10000 tokens',
    ],
    [
      'operator characters in a row',
      (n) => `SELECT 1 /*${'*'.repeat(n)}/`,
      125,
      'The query has more than 128 operator characters in a row',
    ],
    ['levels of operators', (n) => `SELECT 1${' + 1'.repeat(n)}`, 118, 'The query is too deeply nested'],
    [
      'relations',
      (n) => `SELECT 1 FROM ${list(n, (i) => `orders o${i}`)}`,
      60,
      'The query reads from too many relations',
    ],
  ];

  it.each(limits)('limits of %s', (_what, statement, most, message) => {
    for (const compile of compilers) {
      expect(outcome(compile, statement(most))).toBe(accepted);
      expect(outcome(compile, statement(most + 1))).toMatch(`SQL_NOT_ALLOWED: ${message}`);
    }
  });

  it('limits the length of the statement for the engine', () => {
    const format = 'Q'.repeat(100);
    const formatted = (levels: number): string =>
      levels === 0 ? 'moment' : `to_char(cast(${formatted(levels - 1)} AS timestamp), '${format}')`;
    const [duckdb] = compilers;
    expect(duckdb && outcome(duckdb, `SELECT ${formatted(1)} FROM readings`)).toBe(accepted);
    expect(duckdb && outcome(duckdb, `SELECT ${formatted(3)} FROM readings`)).toMatch(
      'SQL_NOT_ALLOWED: The query is too long for the data source',
    );
  });

  it('limits the total work when no other limit is exceeded', () => {
    const wide = `SELECT ${list(100, () => '*')} FROM orders`;
    const union = (parts: number): string =>
      `WITH w AS (${wide}) ${Array.from({ length: parts }, () => 'SELECT * FROM w').join(' UNION ALL ')}`;
    for (const compile of compilers) {
      expect(outcome(compile, union(3))).toBe(accepted);
      expect(outcome(compile, union(50))).toMatch('SQL_NOT_ALLOWED: The query is too large');
    }
  });
});
