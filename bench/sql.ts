/**
 * What semantic SQL adds to a query: parsing, checking, binding and writing it, and the whole query against the same SQL
 * by hand straight on DuckDB, over the shop. Prints medians in milliseconds.
 */
import path from 'node:path';
import { createDuckDbEngine } from '../src/engines/duckdb.ts';
import type { QueryEngine } from '../src/engines/query-engine.ts';
import { createSemanticLayer } from '../src/semantic/create-semantic-layer.ts';
import { loadDataModel } from '../src/semantic/model/load-model.ts';
import type { SemanticLayer } from '../src/semantic/semantic-layer.ts';
import type { Viewer } from '../src/semantic/viewer.ts';

const shop = path.join(import.meta.dirname, '../examples/shop');
const runs = Number(process.argv[2] ?? 200);
const viewer: Viewer = { userAttributes: { region: ['EU'] }, groups: [], securityContext: {} };

const queries: readonly { readonly name: string; readonly semantic: string; readonly byHand: string }[] = [
  {
    name: 'one cube, one group',
    semantic: 'SELECT status, MEASURE(order_count) FROM orders_overview GROUP BY 1 ORDER BY 2 DESC',
    byHand: "SELECT status, count(*) FROM orders WHERE region = 'EU' GROUP BY 1 ORDER BY 2 DESC",
  },
  {
    name: 'month by month over a join',
    semantic:
      "SELECT date_trunc('month', ordered_at) AS month, customer_type, MEASURE(order_count) AS orders FROM orders_overview WHERE ordered_at >= '2025-01-01' GROUP BY 1, 2 ORDER BY 1, 2",
    byHand:
      "SELECT date_trunc('month', o.ordered_at), c.customer_type, count(*) FROM orders o LEFT JOIN (SELECT * FROM customers WHERE region = 'EU') c ON o.customer_id = c.customer_id WHERE o.region = 'EU' AND o.ordered_at >= '2025-01-01' GROUP BY 1, 2 ORDER BY 1, 2",
  },
  {
    name: 'one-to-many, both sides',
    semantic:
      'SELECT channel, MEASURE(order_count), MEASURE(revenue), MEASURE(avg_order_value) FROM orders_overview GROUP BY 1 ORDER BY 3 DESC',
    byHand:
      "SELECT o.channel, count(*), sum(l.revenue), sum(l.revenue) / sum(l.sold) FROM orders o LEFT JOIN (SELECT order_id, sum(CASE WHEN NOT cancelled THEN quantity * unit_price - coalesce(discount, 0) END) AS revenue, max(CASE WHEN NOT cancelled THEN 1 ELSE 0 END) AS sold FROM order_lines GROUP BY 1) l USING (order_id) WHERE o.region = 'EU' GROUP BY 1 ORDER BY 3 DESC",
  },
];

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(run: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < 20; index++) await run();
  const times: number[] = [];
  for (let index = 0; index < runs; index++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}

async function semantic(layer: SemanticLayer, sql: string): Promise<void> {
  await using result = await layer.query(sql, viewer);
  for await (const chunk of result.chunks) void chunk;
}

async function direct(engine: QueryEngine, sql: string): Promise<void> {
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: 60_000 });
  for await (const chunk of result.chunks) void chunk;
}

const tables = ['customers', 'orders', 'order_lines', 'products', 'stores', 'returns'];
await using engine = await createDuckDbEngine({
  folder: shop,
  tables: Object.fromEntries(tables.map((table) => [table, `data/${table}.parquet`])),
});
const { model } = await loadDataModel(path.join(shop, 'model'));
await using layer = await createSemanticLayer({ model, engine });

const overheads: number[] = [];
for (const { name, semantic: sql, byHand } of queries) {
  const compile = await timed(() => layer.compile(sql, viewer));
  const compiled = await layer.compile(sql, viewer);
  const rewritten = await timed(() => semantic(layer, sql));
  const plain = await timed(() => direct(engine, byHand));
  overheads.push(compile);
  console.log(
    `${name}: compile ${compile.toFixed(2)} ms (${compiled.sql.length} characters), semantic ${rewritten.toFixed(2)} ms, by hand ${plain.toFixed(2)} ms`,
  );
}
console.log(`parse, check and rewrite, median of queries: ${median(overheads).toFixed(2)} ms (budget 3 ms)`);
