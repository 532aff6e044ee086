import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clickHouseFixture,
  comparable,
  duckDbFixture,
  type Fixture,
  postgresFixture,
} from '../../../test/fixtures/semantic/fixture.ts';

const { TEST_DATABASE_URL: url, TEST_CLICKHOUSE_URL: clickHouseUrl } = process.env;
const engines: readonly (readonly [string, boolean, () => Promise<Fixture>])[] = [
  ['DuckDB', true, duckDbFixture],
  ['PostgreSQL', url !== undefined, () => postgresFixture(url ?? '')],
  ['ClickHouse', clickHouseUrl !== undefined, () => clickHouseFixture(clickHouseUrl ?? '')],
];

/** Conditions on orders, and the same without rows. */
const conditions: readonly (readonly [string, string])[] = [
  ["(region, weight) = ('EU', NULL)", 'false'],
  ["(region, weight) <> ('EU', 1)", "region <> 'EU' OR weight <> 1"],
  ["NOT ((region, weight) = ('US', 2.0))", "region <> 'US' OR weight <> 2"],
  ["(region, weight) IN (('EU', NULL), ('US', 10))", "region = 'US' AND weight = 10"],
  ["(region, weight) NOT IN (('EU', 1))", "region <> 'EU' OR weight <> 1"],
  ["(region, weight) = ANY (ARRAY[('EU', NULL), ('US', 10)])", "region = 'US' AND weight = 10"],
  ["(ordered_at, id) < ('2024-03-31', 104)", "ordered_at < TIMESTAMP '2024-03-31'"],
  ["(shipped_on, id) > (date '2024-07-01', 1)", "shipped_on >= DATE '2024-07-01'"],
  ['(weight, id) >= (4, 108)', 'weight > 4 OR (weight = 4 AND id >= 108)'],
  [
    "(region, id) BETWEEN ('EU', 104) AND ('UK', 108)",
    "(region = 'EU' AND id >= 104) OR (region = 'UK' AND id <= 108)",
  ],
  ['(region, weight) IS NULL', 'region IS NULL AND weight IS NULL'],
  ['(region, weight) IS NOT NULL', 'region IS NOT NULL AND weight IS NOT NULL'],
  [
    "(region, weight) IS DISTINCT FROM ('EU', NULL)",
    "region IS NULL OR region <> 'EU' OR weight IS NOT NULL",
  ],
  ["CASE (region, weight) WHEN ('EU', NULL) THEN false ELSE region IS NULL END", 'region IS NULL'],
];

/** The same with a subquery. */
const subqueries: readonly (readonly [string, string])[] = [
  ['(region, weight) IN (SELECT region, weight FROM orders)', 'region IS NOT NULL AND weight IS NOT NULL'],
  ["(region, weight) NOT IN (SELECT region, weight FROM orders WHERE region = 'EU')", "region <> 'EU'"],
  [
    '(region, weight) <> ALL (SELECT region, weight FROM orders WHERE id = 101)',
    "region <> 'EU' OR weight <> 1.5",
  ],
  ['(region, weight) NOT IN (SELECT region, weight FROM orders WHERE id = 0)', 'true'],
  [
    "((region, weight) IN (SELECT region, weight FROM orders WHERE region = 'EU')) IS NULL",
    "region IS NULL OR (region = 'EU' AND weight IS NULL)",
  ],
];

describe.each(engines.filter(([, isAvailable]) => isAvailable))('rows on %s', (engine, _, open) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  const agree = async (condition: string, plain: string): Promise<void> => {
    const result = await fixture.ask(`SELECT id FROM orders WHERE ${condition} ORDER BY id`);
    const expected = await fixture.oracle(`SELECT id FROM orders WHERE ${plain} ORDER BY id`);
    expect(comparable(result)).toEqual(comparable(expected));
  };

  it.each(conditions)('a comparison of rows is that of their values: %s', agree);

  it.each(subqueries.map(([condition, plain]) => [condition, plain] as const))(
    'a row is compared with those of a subquery, or that is refused: %s',
    async (condition, plain) => {
      if (engine !== 'ClickHouse') await agree(condition, plain);
      else await expect(agree(condition, plain)).rejects.toThrow(/A row beside a subquery is not available/);
    },
  );

  it('rows join as their values do', async () => {
    const result = await fixture.ask(
      'SELECT count(*) FROM orders a JOIN orders b ON (a.region, a.channel) = (b.region, b.channel)',
    );
    const expected = await fixture.oracle(
      'SELECT count(*) FROM orders a JOIN orders b ON a.region = b.region AND a.channel = b.channel',
    );
    expect(comparable(result)).toEqual(comparable(expected));
  });

  it.each([
    ["(region, weight) = ('EU', 1, 2)", /Rows are compared with rows of as many values/],
    ['(region, weight) = region', /only be compared with a row that is written out/],
    ['(region, weight) IN (SELECT region FROM orders)', /as many columns/],
    ['(region, weight) > ALL (SELECT region, weight FROM orders)', /A row cannot be compared by > ALL/],
  ])('a comparison that has no meaning is refused: %s', async (condition, message) => {
    await expect(fixture.ask(`SELECT id FROM orders WHERE ${condition}`)).rejects.toThrow(message);
  });
});
