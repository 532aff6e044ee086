import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDuckDbEngine } from '../../src/engines/duckdb/engine.ts';
import type { QueryEngine, Row } from '../../src/engines/query-engine.ts';
import { createSemanticLayer } from '../../src/semantic/create-semantic-layer.ts';
import { loadDataModel } from '../../src/semantic/model/load-model.ts';
import type { SemanticLayer } from '../../src/semantic/semantic-layer.ts';
import type { Viewer } from '../../src/semantic/viewer.ts';
import { queryShop, readFigures } from './figures.ts';

const views = ['customer_insights', 'orders_overview', 'returns_analysis', 'sales', 'store_performance'];
const shop = import.meta.dirname;
const tables = ['customers', 'orders', 'order_lines', 'products', 'stores', 'returns'];
const manager: Viewer = { userAttributes: {}, groups: ['managers'], securityContext: {} };
const analyst: Viewer = { ...manager, groups: ['analysts'] };
const british: Viewer = { ...manager, groups: [], userAttributes: { region: ['UK'] } };
const nobody: Viewer = { ...manager, groups: [] };

let engine: QueryEngine;
let layer: SemanticLayer;
let branch: SemanticLayer;

beforeAll(async () => {
  engine = await createDuckDbEngine({
    folder: shop,
    tables: Object.fromEntries(tables.map((table) => [table, `data/${table}.parquet`])),
  });
  const open = async (folder: string) =>
    createSemanticLayer({ model: (await loadDataModel(join(shop, folder))).model, engine });
  layer = await open('model');
  branch = await open('branches/new-pricing');
});

afterAll(async () => {
  await branch[Symbol.asyncDispose]();
  await layer[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

async function ask(sql: string, viewer: Viewer, of = layer): Promise<readonly Row[]> {
  await using stream = await of.query(sql, viewer);
  return (await Array.fromAsync(stream.chunks)).flat();
}

/** Numbers to six places, moments to the day: what two engines' notations have in common. */
function comparable(rows: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return rows.map((row) =>
    row.map((value) => {
      if (value === null) return null;
      const number = Number(value);
      return Number.isFinite(number) ? number.toFixed(6) : String(value).slice(0, 19).replace('T', ' ');
    }),
  );
}

describe('the figures through the data model', () => {
  it.each([
    ['total_revenue', 'SELECT MEASURE(revenue) FROM sales'],
    ['revenue_by_region', 'SELECT region, MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 2 DESC'],
    ['revenue_by_category', 'SELECT category, MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 2 DESC'],
    [
      'revenue_by_category_2025',
      `SELECT category, MEASURE(revenue) FROM sales
       WHERE ordered_at >= '2025-01-01' AND ordered_at < '2026-01-01' GROUP BY 1 ORDER BY 2 DESC`,
    ],
    [
      'revenue_by_month_2025',
      `SELECT date_trunc('month', ordered_at), MEASURE(revenue) FROM sales
       WHERE EXTRACT(YEAR FROM ordered_at) = 2025 GROUP BY 1 ORDER BY 1`,
    ],
    [
      'orders_by_year',
      `SELECT date_trunc('year', ordered_at), MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 1`,
    ],
    [
      'orders_by_channel',
      'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['average_order_value', 'SELECT MEASURE(avg_order_value) FROM orders_overview'],
    ['cancellation_rate', 'SELECT MEASURE(cancellation_rate) FROM orders_overview'],
    [
      'return_rate_by_category',
      'SELECT category, MEASURE(return_rate) FROM sales GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['top_products', 'SELECT product_name, MEASURE(revenue) FROM sales GROUP BY 1 ORDER BY 2 DESC LIMIT 5'],
    [
      'returns_by_reason',
      'SELECT reason, MEASURE(return_count) FROM returns_analysis GROUP BY 1 ORDER BY 2 DESC',
    ],
    ['refunds', 'SELECT MEASURE(refund_amount) FROM returns_analysis'],
    [
      'customers_by_country',
      'SELECT country, MEASURE(customer_count) FROM customer_insights GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      'shipping_revenue_by_category',
      'SELECT category, MEASURE(shipping_revenue) FROM orders_overview GROUP BY 1 ORDER BY 1',
    ],
    [
      'stores_by_country',
      `SELECT country, MEASURE(floor_area), MEASURE(store_revenue) FROM store_performance GROUP BY 1 ORDER BY 1`,
    ],
  ])('%s equals the SQL typed by hand', async (name, sql) => {
    const byHand = await queryShop((await readFigures()).get(name)?.sql ?? '');
    expect(comparable(await ask(sql, manager))).toEqual(comparable(byHand.map((row) => Object.values(row))));
  });

  it('holds a case for every figure', async () => {
    expect((await readFigures()).size).toBe(16);
  });

  it('ignores discounts on the new-pricing branch, and nothing else', async () => {
    const sql = 'SELECT MEASURE(revenue), MEASURE(units) FROM sales';
    const [byHand] = await queryShop(
      'SELECT SUM(quantity * unit_price) AS revenue, SUM(quantity) AS units FROM order_lines WHERE NOT cancelled',
    );
    expect(comparable(await ask(sql, manager, branch))).toEqual(comparable([Object.values(byHand ?? {})]));
  });
});

describe('who sees what', () => {
  const counts = [
    [
      'sales',
      'units',
      'order_lines l JOIN orders o USING (order_id) WHERE NOT l.cancelled',
      'SUM(quantity)',
      'o',
    ],
    ['orders_overview', 'order_count', 'orders o WHERE TRUE', 'COUNT(*)', 'o'],
    [
      'returns_analysis',
      'return_count',
      'returns r JOIN order_lines l USING (order_line_id) JOIN orders o USING (order_id) WHERE TRUE',
      'COUNT(*)',
      'o',
    ],
    ['customer_insights', 'customer_count', 'customers c WHERE TRUE', 'COUNT(*)', 'c'],
    ['store_performance', 'store_count', 'stores s WHERE TRUE', 'COUNT(*)', 's'],
  ] as const;

  it.each(counts)(
    '%s: analysts every region, others their own, nobody nothing',
    async (view, measure, from, sum, alias) => {
      const sql = `SELECT MEASURE(${measure}) FROM ${view}`;
      const byHand = async (condition: string) =>
        Object.values((await queryShop(`SELECT ${sum} FROM ${from} AND ${condition}`))[0] ?? {}).map(Number);
      expect(await ask(sql, analyst)).toEqual([await byHand('TRUE')]);
      expect(await ask(sql, british)).toEqual([await byHand(`${alias}.region = 'UK'`)]);
      expect((await ask(sql, nobody)).flat().map(Number)).toEqual([0]);
      expect(await ask(`SELECT region FROM ${view} LIMIT 1`, nobody)).toEqual([]);
    },
  );

  it('covers every public view', () => {
    expect(counts.map(([view]) => view).sort()).toEqual(views);
  });

  it.each([
    ['margins', 'SELECT MEASURE(gross_margin) FROM sales', british, 'managers'],
    ['margins', 'SELECT MEASURE(margin_rate) FROM sales', analyst, 'managers'],
    ['addresses', 'SELECT email FROM customer_insights LIMIT 1', british, 'managers'],
    ['names', 'SELECT customer_name FROM customer_insights LIMIT 1', analyst, 'managers'],
  ])('shows %s to managers only: %s', async (_, sql, viewer) => {
    await expect(ask(sql, viewer)).rejects.toMatchObject({ code: 'SQL_INVALID' });
    expect(await ask(sql, manager)).toHaveLength(1);
  });
});
