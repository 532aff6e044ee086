import { expect, test } from 'vitest';
import { createFormats } from '../shared/format.ts';
import { chartValues, formatCell, type Result, type TileColumn } from './rows.ts';

const formats = createFormats({ locale: 'en-GB', timeZone: 'UTC' });

function column(changes: Partial<TileColumn> = {}): TileColumn {
  return { name: 'c', title: 'C', format: null, currency: null, ...changes };
}

test.each([
  [null, 'Decimal', column(), '–'],
  ['1234.567', 'Decimal', column(), '1,234.57'],
  ['1234.5', 'Decimal', column({ format: 'currency', currency: 'GBP' }), '£1,234.50'],
  [0.0987, 'Double', column({ format: 'percent' }), '9.9%'],
  ['9007199254740993', 'Int64', column(), '9,007,199,254,740,993'],
  [true, 'Boolean', column(), 'Yes'],
  ['2025-01-31', 'Date', column(), '31 Jan 2025'],
  ['2025-01-31T00:00:00.000', 'Timestamp', column(), '31 Jan 2025'],
  ['2025-01-31T23:30:00.000', 'Timestamp', column(), '31 Jan 2025, 23:30'],
  [{ a: 1 }, 'Json', column(), '{"a":1}'],
  ['<b>', 'String', undefined, '<b>'],
] as const)('writes %o of type %s for people', (value, type, described, text) => {
  expect(formatCell(value, type, described, formats)).toBe(text);
});

test('gives a chart numbers for exact decimals, and days without a time zone', () => {
  const result: Result = {
    columns: [
      { name: 'day', columnType: 'Date' },
      { name: 'revenue', columnType: 'Decimal' },
      { name: 'region', columnType: 'String' },
    ],
    rows: [
      ['2025-01-31', '10.50', 'EU'],
      [null, null, null],
    ],
    hasMore: false,
    totalRows: 2,
  };
  expect(chartValues(result)).toEqual([
    { day: '2025-01-31T00:00:00', revenue: 10.5, region: 'EU' },
    { day: null, revenue: null, region: null },
  ]);
});
