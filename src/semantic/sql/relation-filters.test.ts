import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  collect,
  duckDbFixture,
  type Fixture,
  postgresFixture,
  regional,
  staff,
} from '../../../test/fixtures/semantic/fixture.ts';
import type { RelationFilter } from '../relation-filter.ts';
import { describeStatement } from './describe-statement.ts';

const { TEST_DATABASE_URL: url } = process.env;
const engines: readonly (readonly [string, boolean, () => Promise<Fixture>])[] = [
  ['DuckDB', true, duckDbFixture],
  ['PostgreSQL', url !== undefined, () => postgresFixture(url ?? '')],
];

const byChannel = `SELECT channel, MEASURE(count) AS n FROM orders GROUP BY 1 ORDER BY 1`;

function filter(
  member: string,
  operator: RelationFilter['operator'],
  ...values: RelationFilter['values']
): RelationFilter {
  return { relation: 'orders', member, operator, values };
}

describe.each(engines)('filters of a query on %s', (_name, isAvailable, open) => {
  if (!isAvailable) {
    it.skip('needs TEST_DATABASE_URL', () => undefined);
    return;
  }
  let fixture: Fixture;
  beforeAll(async () => {
    fixture = await open();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  async function ask(sql: string, filters: readonly RelationFilter[], viewer = staff, timezone = 'UTC') {
    return (await collect(await fixture.layer.query(sql, viewer, { filters, timezone }))).rows;
  }
  const rows = async (sql: string, viewer = staff, timezone = 'UTC') =>
    (await fixture.ask(sql, viewer, timezone)).rows;

  it('narrow as a condition in WHERE does, beside what the statement says itself', async () => {
    const where = (condition: string) => byChannel.replace('GROUP BY', `WHERE ${condition} GROUP BY`);
    const expected = await rows(where(`status IN ('open', 'paid') AND weight >= 1`));
    expect(expected).not.toEqual(await rows(byChannel));
    expect(
      await ask(byChannel, [filter('status', 'equals', 'open', 'paid'), filter('weight', 'gte', 1)]),
    ).toEqual(expected);
    expect(await ask(where('weight >= 1'), [filter('status', 'equals', 'open', 'paid')])).toEqual(expected);
  });

  it('hold wherever the relation is read, and nowhere else', async () => {
    const sql = `WITH open AS (SELECT count(*) AS n FROM orders)
      SELECT open.n, (SELECT count(*) FROM orders WHERE channel = 'web') AS web,
             (SELECT MEASURE(count) FROM order_items) AS lines FROM open`;
    const only = (condition: string) =>
      sql
        .replace('FROM orders)', `FROM orders WHERE ${condition})`)
        .replace('WHERE channel', `WHERE ${condition} AND channel`);
    expect(await ask(sql, [filter('status', 'equals', 'paid')])).toEqual(await rows(only(`status = 'paid'`)));
  });

  it('choose the periods of a rolling measure, whose windows reach behind them', async () => {
    const sql = `SELECT date_trunc('month', ordered_at), MEASURE(shipping_so_far), MEASURE(count)
      FROM orders WHERE status <> 'open' GROUP BY 1 ORDER BY 1`;
    const june = [filter('ordered_at', 'afterDate', '2024-06-15'), filter('channel', 'equals', 'web')];
    const expected = await rows(
      sql.replace('WHERE', "WHERE ordered_at > '2024-06-15T23:59:59' AND channel = 'web' AND"),
    );
    expect(expected[0]).toEqual(['2024-06-01T00:00:00.000', '30.99', 1]);
    expect(await ask(sql, june)).toEqual(expected);
  });

  it('are data: text that looks like SQL or a pattern means itself', async () => {
    expect(await ask(byChannel, [filter('status', 'equals', "x') OR ('' = '")])).toEqual([]);
    expect(await ask(byChannel, [filter('status', 'contains', '%')])).toEqual([]);
  });

  it("compare a time as the query's time zone shows it", async () => {
    const list = 'SELECT id, ordered_at FROM orders ORDER BY id';
    for (const timezone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      const shown = await rows(list, staff, timezone);
      const days = shown.map((row) => String(row[1]).slice(0, 10)).filter((day) => day !== 'null');
      const [day = ''] = days;
      expect(
        await ask(list, [filter('ordered_at', 'inDateRange', day, day)], staff, timezone),
        timezone,
      ).toEqual(shown.filter((row) => String(row[1]).startsWith(day)));
    }
  });

  it('add to the row filters of the viewer and open nothing', async () => {
    const sql = 'SELECT DISTINCT region FROM orders ORDER BY 1';
    const mine = await rows(sql, regional('EU'));
    const all = await rows(sql);
    expect(all.length).toBeGreaterThan(mine.length);
    const regions = all.flatMap(([region]) => (region == null ? [] : [String(region)]));
    expect(await ask(sql, [filter('region', 'equals', ...regions)], regional('EU'))).toEqual(mine);
  });

  it('refuse a member that the viewer may not use', async () => {
    await expect(ask(byChannel, [filter('secret_note', 'set')])).rejects.toMatchObject({
      code: 'SQL_INVALID',
      message: 'Unknown dimension "secret_note" of orders in a filter.',
    });
    await expect(ask(byChannel, [filter('stauts', 'set')])).rejects.toThrow('Did you mean "status"?');
    await expect(ask(byChannel, [filter('count', 'gte', 1)])).rejects.toThrow('Unknown dimension "count"');
  });

  it('describe a statement without an engine as the engine answers it', async () => {
    const sql = `WITH a AS (SELECT channel, MEASURE(count) FROM orders GROUP BY 1)
      SELECT a.*, 1 + 1, upper(c.name) FROM a CROSS JOIN customers AS c JOIN orders o ON true LIMIT 0`;
    const { columns } = await fixture.ask(sql);
    expect(await describeStatement(sql, fixture.layer.model, fixture.engine.dialect)).toEqual({
      columns: columns.map(({ name }) => name),
      relations: ['orders', 'customers'],
    });
  });
});
