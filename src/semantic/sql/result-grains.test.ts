import { expect, test } from 'vitest';
import { resultGrains } from './result-grains.ts';

test.each([
  ["SELECT date_trunc('month', ordered_at) AS m, count(*) FROM sales GROUP BY 1", { m: 'month' }],
  ["SELECT DATE_TRUNC('YEAR', ordered_at), channel FROM sales", { date_trunc: 'year' }],
  ["SELECT date_trunc('week', at)::date AS week FROM sales", { week: 'week' }],
  [
    "WITH x AS (SELECT date_trunc('quarter', at) AS q FROM s) SELECT q, 1 FROM x ORDER BY q",
    { q: 'quarter' },
  ],
  ["SELECT m FROM (SELECT date_trunc('day', at) AS m FROM s) AS g", { m: 'day' }],
  ["SELECT date_trunc('day', at) AS m FROM s UNION ALL SELECT date_trunc('month', at) AS m FROM s", {}],
  ["SELECT at AS m FROM s WHERE date_trunc('day', at) = at", {}],
  ["SELECT date_trunc('century', at) AS c FROM s", {}],
])('%s', async (sql, grains) => {
  expect(Object.fromEntries(await resultGrains(sql))).toEqual(grains);
});
