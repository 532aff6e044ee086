import { expect, it } from 'vitest';
import type { SvcSqlApiResult } from '../../src/contract/tools.ts';
import { queryShop } from '../shop/figures.ts';
import { checkFigures, namesFigure } from './check-figures.ts';

const sql = `SELECT date_trunc('month', ordered_at) AS month, SUM(order_value) AS value
  FROM orders WHERE year(ordered_at) = 2025 GROUP BY 1`;

async function resultOf(
  change: (value: number, index: number) => number,
): Promise<Pick<SvcSqlApiResult, 'data'>> {
  const rows = await queryShop(`${sql} ORDER BY 1`);
  const data = rows.map(({ month, value }, index) => [
    String(month).replace(' 00:00:00', 'T00:00:00.000'),
    change(Number(value), index).toFixed(2),
  ]);
  return { data };
}

it('accepts the figures that SQL by hand gives, and refuses a cent more or a row less', async () => {
  const right = await resultOf((value) => value);
  expect((await checkFigures(right, sql)).differences).toEqual([]);
  const wrong = await resultOf((value, index) => (index === 2 ? value + 0.01 : value));
  expect((await checkFigures(wrong, sql)).differences).toEqual([expect.stringMatching(/^2025-03-01: \d+/)]);
  const short = { ...right, data: right.data.slice(1) };
  expect((await checkFigures(short, sql)).differences).toEqual([
    expect.stringContaining('2025-01-01: missing'),
  ]);
  expect((await checkFigures(undefined, sql)).differences).toHaveLength(12);
});

it.each([
  ['Revenue was €1,234,567.89 in 2025', true],
  ['Revenue was 1,234,568 EUR', true],
  ['Revenue was €1.23M', true],
  ['In all 1,234,667.89', true],
  ['Revenue was €1,234,567.80', false],
  ['Revenue was €1.24M in 2025', false],
  ['Nothing was found for 2025', false],
])('reads figures out of an answer: %s', (answer, named) => {
  expect(
    namesFigure(
      answer,
      new Map([
        ['Shoes', 1_234_567.89],
        ['Toys', 100],
      ]),
    ),
  ).toBe(named);
});
