/**
 * What semantic SQL adds to a query: parsing, checking, binding and writing it; the whole query against the same SQL
 * straight on DuckDB and against SQL by hand, over the shop. Medians in milliseconds.
 */
import path from 'node:path';
import { createDuckDbEngine } from '../src/engines/duckdb/engine.ts';
import type { EngineQuery, QueryEngine } from '../src/engines/query-engine.ts';
import { createSemanticLayer } from '../src/semantic/create-semantic-layer.ts';
import { loadDataModel } from '../src/semantic/model/load-model.ts';
import type { SemanticLayer } from '../src/semantic/semantic-layer.ts';
import type { Viewer } from '../src/semantic/viewer.ts';
import { type Row, report } from './report.ts';

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

/** Medians of several ways to do something, taken in turns so that all share what else the machine does. */
async function timed(ways: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let run = -20; run < runs; run++) {
    for (const [index, way] of ways.entries()) {
      const start = performance.now();
      await way();
      if (run >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

async function semantic(layer: SemanticLayer, sql: string): Promise<void> {
  await using result = await layer.query(sql, viewer);
  for await (const chunk of result.chunks) void chunk;
}

async function direct(engine: QueryEngine, query: EngineQuery): Promise<void> {
  await using result = await engine.query(query, { timeoutMs: 60_000 });
  for await (const chunk of result.chunks) void chunk;
}

const tables = ['customers', 'orders', 'order_lines', 'products', 'stores', 'returns'];
await using engine = await createDuckDbEngine({
  folder: shop,
  tables: Object.fromEntries(tables.map((table) => [table, `data/${table}.parquet`])),
});
const { model } = await loadDataModel(path.join(shop, 'model'));
await using layer = await createSemanticLayer({ model, engine });

const rows: Row[] = [];
for (const { name, semantic: sql, byHand } of queries) {
  const compiled = await layer.compile(sql, viewer);
  const [compile = 0, rewritten = 0, straight = 0, plain = 0] = await timed([
    () => layer.compile(sql, viewer),
    () => semantic(layer, sql),
    () => direct(engine, compiled),
    () => direct(engine, { sql: byHand, params: [] }),
  ]);
  const common = { unit: 'ms', atMost: true } as const;
  rows.push(
    {
      ...common,
      what: `${name}: parse, check, rewrite`,
      ours: compile,
      against: 'budget',
      theirs: 3,
      bound: 1,
    },
    {
      ...common,
      what: `${name}: whole query`,
      ours: rewritten,
      against: 'the SQL it becomes',
      theirs: straight,
      bound: null,
    },
    {
      ...common,
      what: `${name}: whole query`,
      ours: rewritten,
      against: 'SQL by hand',
      theirs: plain,
      bound: null,
    },
  );
}
await report('sql', rows);
