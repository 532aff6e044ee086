import { expect, test } from 'vitest';
import { valuesOfMark, withRows } from './chart-rows.ts';
import type { Column } from './column-text.ts';

const columns: readonly Column[] = [
  { name: 'month', type: 'Timestamp' },
  { name: 'channel', type: 'String' },
  { name: 'revenue', type: 'Decimal' },
];
const rows = [
  ['2023-01-01T00:00:00.000', 'store', '11605.90'],
  ['2023-01-01T00:00:00.000', 'marketplace', '11605.94'],
  ['2023-02-01T00:00:00.000', null, null],
];
const marks = (withRows({}, columns, rows)['data'] as { values: Record<string, unknown>[] }).values;

test.each(rows.map((row, index) => [index, row] as const))(
  'a mark has the values of its row as that has them: row %i',
  (index, row) => {
    const [month, channel, revenue] = row;
    const mark = { ...marks[index], revenue_start: 0 };
    expect(valuesOfMark(mark, columns, rows)).toEqual({ month, channel, revenue });
  },
);

test('a mark of several rows has from them what they share, and its sum', () => {
  const mark = { month: Date.UTC(2023, 0), revenue: 23211.84 };
  expect(valuesOfMark(mark, columns, rows)).toEqual({ month: '2023-01-01T00:00:00.000', revenue: 23211.84 });
});
