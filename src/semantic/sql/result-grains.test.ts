import { expect, test } from 'vitest';
import { resultGrains, resultMembers } from './result-grains.ts';

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

test.each([
  [
    "SELECT date_trunc('month', ordered_at) AS month, s.channel, MEASURE(revenue) AS revenue FROM sales AS s GROUP BY 1, 2",
    { month: 'ordered_at', channel: 'channel' },
  ],
  ["SELECT date_trunc('week', at)::date, upper(city) AS city FROM sales", { date_trunc: 'at' }],
  ["SELECT coalesce(city, '-') AS city, country AS land FROM sales", { land: 'country' }],
  ['WITH sales AS (SELECT city AS channel FROM stores) SELECT channel FROM sales', {}],
  ['SELECT channel FROM (SELECT city AS channel FROM stores) AS s', {}],
  ['SELECT channel FROM sales, stores', {}],
  ['SELECT channel FROM sales UNION ALL SELECT city FROM stores', {}],
])('%s shows these members', async (sql, members) => {
  expect(Object.fromEntries(await resultMembers(sql))).toEqual(members);
});
