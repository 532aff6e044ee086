import { describe, expect, it, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { changeQuery, type Refinable } from './change-query.ts';
import { filtersOf } from './query-filters.ts';
import { splitQuery } from './split-query.ts';
import { writeQuery } from './write-query.ts';

const dimensions = (
  [
    ['country', 'string'],
    ['channel', 'string'],
    ['product_name', 'string'],
    ['age', 'number'],
    ['returned', 'boolean'],
    ['ordered_at', 'time'],
    ['shipped_at', 'time'],
    ['select', 'string'],
  ] as const
).map(([name, type]) => [name, { name, type }] as const);
const around: Refinable = {
  dimensions: new Map(dimensions),
  ownerOf: (member) => (member.startsWith('product') ? 'products' : 'orders'),
};

async function changed(
  sql: string,
  ...changes: Parameters<typeof changeQuery>[1]
): Promise<string | undefined> {
  const parts = await splitQuery(sql);
  return parts && writeQuery(changeQuery(parts, changes, around));
}

const byMonth =
  "SELECT DATE_TRUNC('month', ordered_at) AS ordered_at_month, country, MEASURE(revenue) AS revenue FROM sales" +
  " WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01' GROUP BY 1, 2 ORDER BY 1, 3 DESC NULLS LAST, 2";
const top =
  'SELECT product_name, MEASURE(revenue) AS revenue FROM sales WHERE product_name IS NOT NULL GROUP BY 1, product_id ORDER BY 2 DESC NULLS LAST, 1 LIMIT 10';

describe('a statement that is taken apart and put together again', () => {
  it.each([
    [byMonth],
    [top],
    ['SELECT MEASURE(count) AS count FROM orders'],
    [
      'SELECT s.country, COUNT(DISTINCT s.id) AS n FROM sales AS s WHERE (a = 1 OR b = 2) AND CASE WHEN x AND y THEN 1 END = 1 GROUP BY 1 HAVING MEASURE(revenue) > 5 AND COUNT(*) < 3',
    ],
    [
      "SELECT country, MEASURE(a) * 1.0 / NULLIF(MEASURE(b), 0) AS ratio FROM sales WHERE age BETWEEN 1 AND 5 AND note = 'ü, AND (from' GROUP BY 1 LIMIT 5 OFFSET 2",
    ],
    [
      'SELECT EXTRACT(HOUR FROM ordered_at) AS hour, MEASURE(count) AS count FROM orders WHERE a IS DISTINCT FROM b GROUP BY 1',
    ],
  ])('says the same: %s', async (sql) => {
    expect(await changed(sql)).toBe(sql);
  });

  it.each([
    ['SELECT a FROM b JOIN c ON b.x = c.x'],
    ['WITH x AS (SELECT 1 AS a) SELECT a FROM x'],
    ['SELECT a FROM (SELECT a FROM b) AS c'],
    ['SELECT a FROM b UNION SELECT a FROM c'],
    ['SELECT DISTINCT a FROM b'],
    ['SELECT * FROM b'],
    ['SELECT a, MEASURE(n) FROM b GROUP BY ROLLUP (a)'],
    ['SELECT a -- the first\nFROM b'],
  ])('is left alone where it has another form: %s', async (sql) => {
    expect(await splitQuery(sql)).toBeUndefined();
  });
});

describe('filters of a statement', () => {
  it.each([
    ["country = 'Germany'", { member: 'country', values: ['Germany'] }],
    ["sales.country NOT IN ('a', 'b')", { member: 'country', values: ['a', 'b'], isExcluded: true }],
    [
      "(ordered_at >= DATE '2025-01-01' AND ordered_at < '2026-01-01 00:00')",
      { member: 'ordered_at', from: '2025-01-01', to: '2025-12-31' },
    ],
    ["ordered_at BETWEEN '2025-01-01' AND '2025-06-30'", { from: '2025-01-01', to: '2025-06-30' }],
    ['age >= 18', { member: 'age', from: '18', to: undefined }],
    ['returned', { member: 'returned', values: ['true'] }],
    ['email IS NULL', { member: 'email', isPresent: false }],
    ['COALESCE(age, 0) = 0', { member: undefined, sql: 'COALESCE(age, 0) = 0' }],
    ["country = 'a' OR channel = 'b'", { member: undefined }],
  ])('understands %s', async (condition, filter) => {
    const parts = await splitQuery(`SELECT MEASURE(n) AS n FROM sales WHERE ${condition}`);
    expect(parts && filtersOf(parts)).toMatchObject([filter]);
  });

  test('are looked for in brackets of one level, however deep they are', async () => {
    const nested = `${'('.repeat(1_400)}a${' AND b = 2)'.repeat(1_400)}`;
    const parts = await splitQuery(`SELECT MEASURE(n) AS n FROM sales WHERE ${nested}`);
    expect(parts?.conditions).toMatchObject([{ kind: 'other' }, { member: 'b', values: ['2'] }]);
  });

  test('do not include what keeps rows without a name out of a ranking', async () => {
    const parts = await splitQuery(top);
    expect(parts && filtersOf(parts)).toEqual([]);
  });
});

describe('a change of a statement', () => {
  it.each([
    [
      'another breakdown takes the place of one',
      byMonth,
      { breakdown: { column: 'country', member: 'channel' } },
      byMonth.replace('country', 'channel'),
    ],
    [
      'a coarser unit of time',
      byMonth,
      { breakdown: { column: 'ordered_at_month', member: 'ordered_at', granularity: 'quarter' } },
      byMonth.replace("'month'", "'quarter'").replace('ordered_at_month', 'ordered_at_quarter'),
    ],
    [
      'a breakdown less',
      byMonth,
      { breakdown: { column: 'ordered_at_month' } },
      "SELECT country, MEASURE(revenue) AS revenue FROM sales WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01' GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1",
    ],
    [
      'a breakdown more',
      'SELECT MEASURE(n) AS n FROM sales',
      { breakdown: { member: 'select' } },
      'SELECT "select", MEASURE(n) AS n FROM sales GROUP BY 1 ORDER BY 2 DESC NULLS LAST, 1',
    ],
    [
      'a ranking of something else, without the key of what it ranked',
      top.replace('DESC', 'ASC'),
      { breakdown: { column: 'product_name', member: 'country' } },
      'SELECT country, MEASURE(revenue) AS revenue FROM sales WHERE country IS NOT NULL GROUP BY 1 ORDER BY 2 ASC NULLS LAST, 1 LIMIT 10',
    ],
    [
      'another period',
      byMonth,
      { filter: { member: 'ordered_at', from: '2024-01-01', to: '2024-12-31' } },
      byMonth.replace('2025-', '2024-').replace('2026-', '2025-'),
    ],
    [
      'an open end, as systems write it: no day comes after it',
      byMonth,
      { filter: { member: 'ordered_at', from: '2025-01-01', to: '9999-12-31' } },
      byMonth.replace(" AND ordered_at < DATE '2026-01-01'", ''),
    ],
    ['any time', byMonth, { filter: { member: 'ordered_at' } }, byMonth.replace(/ WHERE .* GROUP/, ' GROUP')],
    [
      'chosen values, whatever is in them',
      'SELECT MEASURE(n) AS n FROM sales',
      { filter: { member: 'country', values: ["O'Neill", '\\'] } },
      `SELECT MEASURE(n) AS n FROM sales WHERE country IN ('O''Neill', E'\\\\')`,
    ],
    [
      'rows without a value, too',
      'SELECT MEASURE(n) AS n FROM sales',
      { filter: { member: 'country', values: ['a'], isMissing: true } },
      "SELECT MEASURE(n) AS n FROM sales WHERE (country = 'a' OR country IS NULL)",
    ],
    [
      'chosen values beside conditions of which one suffices',
      "SELECT MEASURE(n) AS n FROM sales WHERE channel = 'a' OR age > 5 AND returned",
      { filter: { member: 'country', values: ['b'] } },
      "SELECT MEASURE(n) AS n FROM sales WHERE (channel = 'a' OR age > 5 AND returned) AND country = 'b'",
    ],
    [
      'a filter less, whatever it says',
      "SELECT MEASURE(n) AS n FROM sales WHERE country = 'a' AND LENGTH(country) > 3",
      { without: 'LENGTH(country) > 3' },
      "SELECT MEASURE(n) AS n FROM sales WHERE country = 'a'",
    ],
    [
      'the rows behind it',
      byMonth,
      { records: true },
      "SELECT country, channel, product_name, age, returned, ordered_at, shipped_at, \"select\" FROM sales WHERE ordered_at >= DATE '2025-01-01' AND ordered_at < DATE '2026-01-01' ORDER BY 6 DESC NULLS LAST LIMIT 1000",
    ],
  ])('%s', async (_, sql, change, expected) => {
    expect(await changed(sql, change)).toBe(expected);
  });

  it.each([
    [{ breakdown: { column: 'none', member: 'country' } }],
    [{ breakdown: { member: 'secret' } }],
    [{ breakdown: { member: 'ordered_at' } }],
    [{ breakdown: { member: 'country' } }],
    [{ filter: { member: 'secret', values: ['a'] } }],
    [{ filter: { member: 'age', values: ['1; DROP'] } }],
    [{ filter: { member: 'country', min: 1 } }],
    [{ without: '1 = 1' }],
  ])('is refused where the statement or the relation has no such part: %j', async (change) => {
    await expect(changed(byMonth, change)).rejects.toThrow(AppError);
  });
});
