import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Case,
  composedCases,
  expressionCases,
  granularityCases,
  idiomCases,
  joinedMemberCases,
  measureCases,
  plainCases,
  policyCases,
  repeatedRowCases,
  rollingCases,
  timeCases,
} from '../../../test/fixtures/semantic/cases.ts';
import {
  clickHouseFixture,
  comparable,
  duckDbFixture,
  type Fixture,
  postgresFixture,
  type Result,
} from '../../../test/fixtures/semantic/fixture.ts';

const groups: readonly (readonly [string, readonly Case[]])[] = [
  ['rows', plainCases],
  ['expressions', expressionCases],
  ['time', timeCases],
  ['measures', measureCases],
  ['granularities', granularityCases],
  ['rolling measures', rollingCases],
  ['one-to-many joins', repeatedRowCases],
  ['CTEs, subqueries, windows and set operations', composedCases],
  ['habits', idiomCases],
  ['members of joined cubes', joinedMemberCases],
  ['access policies', policyCases],
];

const { TEST_DATABASE_URL: url, TEST_CLICKHOUSE_URL: clickHouseUrl } = process.env;
const results = new Map<string, Result>();

describe('semantic SQL on DuckDB', () => {
  suite(duckDbFixture, (name, result) => results.set(name, result));
});

describe.skipIf(url === undefined)('semantic SQL on PostgreSQL', () => {
  suite(() => postgresFixture(url ?? ''), asOnDuckDb);
});

describe.skipIf(clickHouseUrl === undefined)('semantic SQL on ClickHouse', () => {
  suite(() => clickHouseFixture(clickHouseUrl ?? ''), asOnDuckDb);
});

function asOnDuckDb(name: string, result: Result): void {
  const other = results.get(name);
  expect(other, 'runs after DuckDB').toBeDefined();
  expect(comparable(result)).toEqual(other && comparable(other));
  expect(result.columns).toEqual(other?.columns);
}

function suite(open: () => Promise<Fixture>, check: (name: string, result: Result) => void): void {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });
  for (const [group, cases] of groups) {
    describe(group, () => {
      it.each(
        cases.map(
          (one) => [`${one.sql}${one.timezone === undefined ? '' : ` in ${one.timezone}`}`, one] as const,
        ),
      )('semantic SQL: %s', async (_name, one) => {
        const result = await fixture.ask(one.sql, one.viewer, one.timezone);
        const expected = await fixture.oracle(one.oracle);
        expect(comparable(result)).toEqual(comparable(expected));
        check(JSON.stringify(one), result);
      });
    });
  }

  it.each<readonly [string, string, RegExp]>([
    [
      'a statement that joins another relation to rows which are repeated already is refused',
      'SELECT sum(s.weight), MEASURE(s.units) FROM sales s JOIN customers c ON c.id = s.customers_id',
      /one-to-many join/,
    ],
    [
      'an aggregate of values that stand side by side is refused',
      'SELECT sum(quantity * length(method)) FROM sales',
      /different row counts/,
    ],
    [
      'a pattern of the SQL standard is refused by its name, with others to use',
      "SELECT count(*) FROM sales WHERE status SIMILAR TO '(a|b)%'",
      /SIMILAR TO is not supported \(line 1, column \d+\)\. Use LIKE/,
    ],
    [
      'an array is refused by its name, with its place',
      'SELECT ARRAY[1, 2] FROM sales',
      /An array is not supported \(line 1, column 8\)/,
    ],
    [
      'a pattern that ends with its escape is refused, and how to write that is said',
      "SELECT count(*) FROM sales WHERE status LIKE '%\\'",
      /LIKE.* backslash.* twice/,
    ],
    [
      'a pattern that ends with the escape of its own is refused, and how to write that is said',
      "SELECT count(*) FROM sales WHERE status NOT ILIKE '%!' ESCAPE '!'",
      /LIKE.* backslash.* twice/,
    ],
    [
      'an escape of two characters is refused, and how to write that is said',
      "SELECT count(*) FROM sales WHERE status LIKE '%' ESCAPE '!!'",
      /LIKE.* single character/,
    ],
    ...['99999999999999999999', '9223372036854775808', '-1'].map(
      (count) =>
        [
          `a LIMIT of ${count} is refused, with its place and its bounds`,
          `SELECT id FROM sales LIMIT ${count}`,
          /from 0 to 9223372036854775807 \(line 1, column 28\)\. Leave LIMIT out/,
        ] as const,
    ),
    [
      'an OFFSET that is too large is refused, with its place and its bounds',
      'SELECT id FROM sales OFFSET 99999999999999999999',
      /from 0 to 9223372036854775807 \(line 1, column 29\)/,
    ],
  ])('%s', async (_, sql, message) => {
    await expect(fixture.ask(sql)).rejects.toThrow(message);
  });

  it('the largest LIMIT and OFFSET are taken', async () => {
    const all = await fixture.ask('SELECT count(*) FROM sales');
    const { rows } = await fixture.ask('SELECT id FROM sales LIMIT 9223372036854775807');
    expect(comparable({ ...all, rows: [[rows.length]] })).toEqual(comparable(all));
    const past = await fixture.ask('SELECT id FROM sales LIMIT 1 OFFSET 9223372036854775807');
    expect(past.rows).toEqual([]);
  });
}
