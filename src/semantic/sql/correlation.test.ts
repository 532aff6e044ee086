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

/** Semantic SQL in which outer rows share what the subquery reads of them, and the same on the tables. */
const shared: readonly (readonly [string, string])[] = [
  [
    'SELECT i.id, (SELECT count(*) FROM orders o WHERE o.id = i.order_id) FROM (SELECT id, quantity + 100 AS order_id FROM order_items) i ORDER BY 1',
    'SELECT id, (SELECT count(*) FROM orders o WHERE o.id = quantity + 100) FROM order_items i ORDER BY 1',
  ],
  [
    'SELECT o.id, (SELECT sum(c.id) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
    'SELECT o.id, (SELECT sum(c.id) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
  ],
  [
    'SELECT o.id, (SELECT max(n) FROM (SELECT count(*) AS n FROM customers c WHERE c.region = o.region) x) FROM orders o ORDER BY 1',
    'SELECT o.id, (SELECT count(*) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
  ],
  [
    'SELECT o.id FROM orders o WHERE EXISTS (SELECT c.region FROM customers c WHERE c.region = o.region GROUP BY 1 HAVING count(*) > 1) ORDER BY 1',
    "SELECT id FROM orders WHERE region = 'EU' ORDER BY 1",
  ],
];

const apart: readonly (readonly [string, string])[] = [
  [
    'SELECT c.id, (SELECT count(*) FROM orders o WHERE o.region = c.region AND o.id > c.id) FROM customers c ORDER BY 1',
    'SELECT c.id, (SELECT count(*) FROM orders o WHERE o.region = c.region) FROM customers c ORDER BY 1',
  ],
  [
    'SELECT o.id, (SELECT max(c.id) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
    'SELECT o.id, (SELECT max(c.id) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
  ],
  [
    'SELECT o.id, (SELECT count(DISTINCT c.id) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
    'SELECT o.id, (SELECT count(*) FROM customers c WHERE c.region = o.region) FROM orders o ORDER BY 1',
  ],
];

describe.each(engines.filter(([, isAvailable]) => isAvailable))('subqueries on %s', (engine, _, open) => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  const agree = async (sql: string, plain: string): Promise<void> => {
    const result = await fixture.ask(sql);
    expect(comparable(result)).toEqual(comparable(await fixture.oracle(plain)));
  };

  it.each(shared)(
    'outer rows that share a value count nothing twice, or that is refused: %s',
    async (sql, plain) => {
      if (engine !== 'ClickHouse') await agree(sql, plain);
      else
        await expect(agree(sql, plain)).rejects.toThrow(
          /is not available on this data source\. Join a subquery/,
        );
    },
  );

  it.each(apart)('aggregates that cannot count twice are computed: %s', agree);
});
