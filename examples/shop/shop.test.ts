import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadDataModel } from '../../src/semantic/model/load-model.ts';
import { queryShop, readFigures } from './figures.ts';
import { createCompany, shopSeed } from './generator/company.ts';
import { writeParquet } from './generator/parquet.ts';

const shop = import.meta.dirname;

describe('the shop', () => {
  it('comes out of its generator byte for byte as it is committed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-shop-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeParquet(folder, createCompany(shopSeed));
    const committed = (await readdir(join(shop, 'data'))).sort();
    expect((await readdir(folder)).sort()).toEqual(committed);
    for (const file of committed) {
      const [again, once] = await Promise.all([
        readFile(join(folder, file)),
        readFile(join(shop, 'data', file)),
      ]);
      expect(again.equals(once), file).toBe(true);
    }
  });

  it.each([
    ['an order without lines', 'FROM orders ANTI JOIN order_lines USING (order_id)'],
    ['a line without its order', 'FROM order_lines ANTI JOIN orders USING (order_id)'],
    ['a line without its product', 'FROM order_lines ANTI JOIN products USING (product_id)'],
    ['a return without its line', 'FROM returns ANTI JOIN order_lines USING (order_line_id)'],
    ['a line with two returns', 'FROM returns GROUP BY order_line_id HAVING COUNT(*) > 1'],
    [
      'an order of another region than its customer or store',
      `FROM orders o LEFT JOIN customers c USING (customer_id) LEFT JOIN stores s ON s.store_id = o.store_id
       WHERE o.region <> c.region OR o.region <> s.region`,
    ],
    [
      'an order from before its customer signed up',
      'FROM orders o JOIN customers c USING (customer_id) WHERE o.ordered_at < c.signed_up_at',
    ],
    [
      'a store order outside its opening years',
      `FROM orders o JOIN stores s USING (store_id)
       WHERE o.ordered_at::DATE < s.opened_on OR o.ordered_at::DATE > s.closed_on`,
    ],
    [
      'an order value that is not the sum of its lines',
      `FROM (
         SELECT order_id, SUM(quantity * unit_price - COALESCE(discount, 0)) AS value FROM order_lines GROUP BY order_id
       ) l JOIN orders o USING (order_id) WHERE l.value <> o.order_value`,
    ],
    [
      'returned units that differ from the returns',
      `FROM order_lines l LEFT JOIN returns r USING (order_line_id)
       WHERE l.returned_quantity <> COALESCE(r.quantity, 0)`,
    ],
    [
      'a line that disagrees with its order about the cancellation',
      "FROM order_lines l JOIN orders o USING (order_id) WHERE l.cancelled <> (o.status = 'cancelled')",
    ],
    [
      'a time outside the three years',
      `FROM orders WHERE ordered_at < '2023-01-01' OR delivered_at >= '2026-01-01'`,
    ],
  ])('the shop holds no row that is %s', async (_, from) => {
    expect(await queryShop(`SELECT 1 AS row ${from} LIMIT 1`)).toEqual([]);
  });

  it('the shop has the nulls, the peaks and the differences that make questions worth asking', async () => {
    const [facts] = await queryShop(`
      SELECT
        (SELECT COUNT(*) FROM order_lines)::INTEGER AS lines,
        (SELECT COUNT(*) FILTER (WHERE birth_year IS NULL) FROM customers) > 0
          AND (SELECT COUNT(*) FILTER (WHERE store_id IS NULL) FROM orders) > 0
          AND (SELECT COUNT(*) FILTER (WHERE delivered_at IS NULL) FROM orders) > 0
          AND (SELECT COUNT(*) FILTER (WHERE customer_id IS NULL) FROM orders) > 0
          AND (SELECT COUNT(*) FILTER (WHERE reason IS NULL) FROM returns) > 0 AS nulls,
        (SELECT COUNT(*) FROM orders WHERE month(ordered_at) = 12)
          > 1.5 * (SELECT COUNT(*) FROM orders WHERE month(ordered_at) = 2) AS christmas,
        (SELECT COUNT(*) FROM orders WHERE year(ordered_at) = 2025)
          > 1.2 * (SELECT COUNT(*) FROM orders WHERE year(ordered_at) = 2023) AS growth`);
    expect(facts).toEqual({ lines: expect.closeTo(200_000, -4), nulls: true, christmas: true, growth: true });
  });

  it('the shop answers every question of figures.sql', async () => {
    const figures = await readFigures();
    expect(figures.size).toBeGreaterThanOrEqual(15);
    for (const [name, { sql }] of figures) {
      const rows = await queryShop(sql);
      expect(rows.length, name).toBeGreaterThan(0);
    }
  });

  it.each(['model', 'branches/new-pricing'])(
    'the shop has a data model without a warning in %s',
    async (folder) => {
      const { model, warnings } = await loadDataModel(join(shop, folder));
      expect(warnings).toEqual([]);
      const open = [...model.cubes.values(), ...model.views.values()].filter((relation) => relation.public);
      expect(open.map(({ name }) => name).sort()).toEqual([
        'customer_insights',
        'orders_overview',
        'returns_analysis',
        'sales',
        'store_performance',
      ]);
      for (const { name, accessPolicy } of open) expect(accessPolicy.length, name).toBeGreaterThan(0);
    },
  );

  it('the shop has a branch that differs from the main model in one measure only', async () => {
    const files = async (folder: string) =>
      (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.yml')).sort();
    const [main, branch] = [join(shop, 'model'), join(shop, 'branches/new-pricing')];
    expect(await files(branch)).toEqual(await files(main));
    for (const file of await files(main)) {
      const [ours, theirs] = await Promise.all([
        readFile(join(main, file), 'utf8'),
        readFile(join(branch, file), 'utf8'),
      ]);
      const theirLines = theirs.split('\n');
      const differing = ours.split('\n').filter((line, index) => line !== theirLines[index]);
      expect(differing.length, file).toBe(file === join('cubes', 'order_lines.yml') ? 2 : 0);
    }
  });
});
