import { describe, expect, it } from 'vitest';
import { createCompiler, loadFixtureModel } from '../../test/fixtures/semantic/compiler.ts';
import { duckDbDialect } from '../engines/duckdb/dialect.ts';
import { postgresDialect } from '../engines/postgres/dialect.ts';
import { sqlCard } from './working-rules.ts';

const model = await loadFixtureModel();
const viewer = { userAttributes: {}, groups: ['staff'], securityContext: {} };

/** What the dialect card says, with a statement that does it. */
const claims = [
  ['WITH', 'WITH a AS (SELECT status FROM orders) SELECT * FROM a'],
  ['UNION', 'SELECT status FROM orders UNION SELECT region FROM orders'],
  ['FILTER', "SELECT COUNT(*) FILTER (WHERE status = 'paid') FROM orders"],
  ['GROUPING SETS', 'SELECT status, region, MEASURE(count) FROM orders GROUP BY GROUPING SETS (1, 2)'],
  ['MEASURE(name)', 'SELECT status FROM orders GROUP BY 1 HAVING MEASURE(count) > 1 ORDER BY MEASURE(count)'],
  ['WHERE segment_name', 'SELECT MEASURE(count) FROM orders WHERE web_orders'],
  [
    'join these by their dimensions',
    `WITH s AS (SELECT status, MEASURE(count) AS n FROM sales GROUP BY 1), c AS (SELECT orders_status AS status, MEASURE(revenue) AS r FROM clients GROUP BY 1)
     SELECT status, n, r FROM s LEFT JOIN c USING (status)`,
  ],
  [
    'customers.country or MEASURE(customers.count)',
    'SELECT customers.country, MEASURE(customers.count) FROM orders GROUP BY 1',
  ],
  ["date_trunc('month', t)", "SELECT date_trunc('month', ordered_at), MEASURE(count) FROM orders GROUP BY 1"],
  [
    'Group by date_trunc of one time dimension',
    "SELECT date_trunc('month', ordered_at), MEASURE(shipping_quarter) FROM orders WHERE ordered_at >= DATE '2024-06-01' GROUP BY 1",
  ],
  [
    "date_trunc takes the dimension's own granularities",
    "SELECT date_trunc('fiscal_year', ordered_at), MEASURE(count) FROM orders GROUP BY 1",
  ],
  ['extract(year FROM t)', 'SELECT extract(year FROM ordered_at), MEASURE(count) FROM orders GROUP BY 1'],
  [
    "INTERVAL '1 month'",
    "SELECT id FROM orders WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2025-01-01' + INTERVAL '1 month'",
  ],
  ["to_char(t, 'YYYY-MM')", "SELECT to_char(ordered_at, 'YYYY-MM') FROM orders"],
  ['DESC NULLS LAST', 'SELECT id FROM orders ORDER BY weight DESC NULLS LAST'],
  ['NULLIF(x, 0)', 'SELECT MEASURE(count) / NULLIF(MEASURE(buyers), 0) FROM orders'],
  ['ILIKE', "SELECT id FROM orders WHERE status ILIKE '%a%'"],
  ['median', 'SELECT median(weight) FROM orders'],
  ['row_number', 'SELECT id, row_number() OVER (PARTITION BY status ORDER BY weight) FROM orders'],
] as const;

describe('what models are told of SQL', () => {
  it.each(claims)('what models are told of SQL holds on both engines: %s', async (claim, sql) => {
    expect(sqlCard).toContain(claim);
    for (const dialect of [duckDbDialect, postgresDialect]) {
      const compile = await createCompiler(model, dialect, viewer);
      expect(compile(sql).sql).toMatch(/SELECT/);
    }
  });

  it('what models are told of SQL leaves out functions that are refused', async () => {
    const compile = await createCompiler(model, duckDbDialect, viewer);
    expect(sqlCard).not.toContain('dateadd');
    expect(() => compile("SELECT dateadd('month', 1, ordered_at) FROM orders")).toThrow('dateadd');
  });
});
