import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  composedCases,
  expressionCases,
  granularityCases,
  idiomCases,
  joinedMemberCases,
  measureCases,
  plainCases,
  repeatedRowCases,
  rollingCases,
  timeCases,
} from '../../../test/fixtures/semantic/cases.ts';
import {
  clickHouseFixture,
  collect,
  comparable,
  duckDbFixture,
  type Fixture,
  postgresFixture,
  regional,
  staff,
} from '../../../test/fixtures/semantic/fixture.ts';
import { createSemanticLayer } from '../create-semantic-layer.ts';
import type { AccessPolicy, DataModel } from '../data-model.ts';
import type { SemanticLayer } from '../semantic-layer.ts';

const { TEST_DATABASE_URL: url, TEST_CLICKHOUSE_URL: clickHouseUrl } = process.env;
/** The last is of how many cases one is run. */
const engines: readonly (readonly [string, boolean, () => Promise<Fixture>, number])[] = [
  ['DuckDB', true, duckDbFixture, 1],
  ['PostgreSQL', url !== undefined, () => postgresFixture(url ?? ''), 1],
  ['ClickHouse', clickHouseUrl !== undefined, () => clickHouseFixture(clickHouseUrl ?? ''), 5],
];

const cases = [
  ...plainCases,
  ...expressionCases,
  ...timeCases,
  ...measureCases,
  ...repeatedRowCases,
  ...composedCases,
  ...idiomCases,
  ...joinedMemberCases,
  ...granularityCases,
  ...rollingCases.filter(({ viewer }) => viewer === undefined),
];

/** The same model with a policy on every cube, or on every view, that leaves all rows. */
function restricted(model: DataModel, of: 'cubes' | 'views'): DataModel {
  const policy = (member: string, location: AccessPolicy['location']): AccessPolicy => ({
    groups: '*',
    conditions: [],
    memberLevel: undefined,
    rowLevel: [
      {
        kind: 'or',
        filters: [
          { kind: 'condition', member, operator: 'set', values: [] },
          { kind: 'condition', member, operator: 'notSet', values: [] },
        ],
      },
    ],
    location,
  });
  const cubes = [...model.cubes].map(
    ([name, cube]) =>
      [name, { ...cube, accessPolicy: of === 'cubes' ? [policy('id', cube.location)] : [] }] as const,
  );
  const views = [...model.views].map(
    ([name, view]) =>
      [name, { ...view, accessPolicy: of === 'views' ? [policy('id', view.location)] : [] }] as const,
  );
  return { cubes: new Map(cubes), views: new Map(views) };
}

describe.each(engines)('fences of %s', (_name, isAvailable, open, every) => {
  if (!isAvailable) {
    it.skip('needs a server for tests', () => undefined);
    return;
  }
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  it.each(['cubes', 'views'] as const)(
    'change no answer where a policy of all %s hides nothing',
    async (of) => {
      await using layer = await createSemanticLayer({
        model: restricted(fixture.layer.model, of),
        engine: fixture.engine,
      });
      for (const { sql, timezone = 'UTC' } of cases.filter((_, index) => index % every === 0)) {
        const answer = async (of: SemanticLayer): Promise<unknown> =>
          of.query(sql, staff, { timezone }).then(collect).then(comparable, String);
        expect(await answer(layer), sql).toEqual(await answer(fixture.layer));
      }
    },
  );
});

describe('a statement over rows that a policy restricts', () => {
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await duckDbFixture();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  const isFenced = async (sql: string, timezone = 'UTC'): Promise<boolean> =>
    (await fixture.layer.compile(sql, regional('EU', 'UK'), { timezone })).sql.includes('OFFSET 0');
  const joined = (count: number): string =>
    Array.from({ length: count }, (_, index) => `id <> ${index}`).join(' AND ');

  it.each([
    'SELECT id, status, channel, weight, ordered_at, shipped_on FROM orders',
    'SELECT id, status FROM orders WHERE id = 101',
    'SELECT id, upper(status) FROM orders ORDER BY shipping_fee DESC LIMIT 10',
    'SELECT status, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 2 DESC',
    'SELECT status, MEASURE(shipping) FROM orders GROUP BY 1 HAVING MEASURE(shipping) > 5',
    "SELECT date_trunc('month', ordered_at), MEASURE(paid_share) FROM orders WHERE ordered_at >= '2024-02-01' AND status IN ('paid', 'open') GROUP BY 1",
    "SELECT count(*) FROM orders WHERE ordered_at >= CURRENT_DATE - INTERVAL '30 days' AND weight BETWEEN 1 AND 2.5",
    "SELECT MEASURE(count) FILTER (WHERE status = 'open'), 1.0 * MEASURE(paid_count) / nullif(MEASURE(count), 0) FROM orders",
    "SELECT size, count(*) FROM orders WHERE size = 'heavy' AND is_open GROUP BY 1",
    'SELECT avg(n) FROM (SELECT status, MEASURE(count) AS n FROM orders GROUP BY 1) AS grouped WHERE n > 1',
    'SELECT status, MEASURE(lines) FROM sales GROUP BY 1',
    `SELECT count(*) FROM orders WHERE ${joined(16)}`,
  ])(
    'a statement over rows that a policy restricts has no fence on DuckDB where nothing in it could tell of others: %s',
    async (sql) => {
      expect(await isFenced(sql)).toBe(false);
    },
  );

  it.each([
    "SELECT id FROM orders WHERE status LIKE '%a%'",
    'SELECT id FROM orders WHERE cast(status AS int) = 1',
    'SELECT id FROM orders WHERE weight + 1 > 2',
    'SELECT id FROM orders WHERE shipped_on > ordered_at',
    'SELECT id FROM orders WHERE order_hour = 1',
    "SELECT upper(status) FROM orders GROUP BY 1 HAVING upper(status) = 'PAID'",
    'SELECT s FROM (SELECT upper(status) AS s FROM orders) AS q WHERE s IS NOT NULL',
    'SELECT o.id FROM orders AS o JOIN products AS p ON o.id = p.id',
    'SELECT id FROM orders WHERE id IN (SELECT id FROM products)',
    'SELECT id FROM orders UNION SELECT id FROM orders',
    'WITH o AS (SELECT id FROM orders) SELECT id FROM o',
    'SELECT id FROM customers',
    `SELECT count(*) FROM orders WHERE ${joined(17)}`,
  ])('a statement over rows that a policy restricts is fenced on DuckDB: %s', async (sql) => {
    expect(await isFenced(sql)).toBe(true);
  });

  it('a statement over rows that a policy restricts is fenced on DuckDB where times are compared in a time zone, which converts them', async () => {
    expect(await isFenced("SELECT id FROM orders WHERE ordered_at > '2024-01-01'", 'Europe/Berlin')).toBe(
      true,
    );
    expect(await isFenced("SELECT ordered_at FROM orders WHERE status = 'paid'", 'Europe/Berlin')).toBe(
      false,
    );
  });

  it('a statement over rows that a policy restricts has no fence where nothing is restricted', async () => {
    for (const sql of [
      'SELECT id FROM products WHERE cast(name AS int) = 1',
      'SELECT count(*) FROM products',
    ])
      expect(await isFenced(sql)).toBe(false);
  });
});
