import { expect, test } from 'vitest';
import { createFormats } from '../shared/format.ts';
import { columnsOf, formatCell, grainsOf, type TileColumn } from './rows.ts';

const formats = createFormats({ locale: 'en-GB', timeZone: 'UTC' });

function column(changes: Partial<TileColumn> = {}): TileColumn {
  return {
    __typename: 'DashboardColumn',
    name: 'c',
    title: 'C',
    format: null,
    currency: null,
    granularity: null,
    filter: null,
    ...changes,
  };
}

test.each([
  [null, 'Decimal', column(), '–'],
  ['1234.567', 'Decimal', column(), '1,234.57'],
  ['1234.5', 'Decimal', column({ format: 'CURRENCY', currency: 'GBP' }), '£1,234.50'],
  [0.0987, 'Double', column({ format: 'PERCENT' }), '9.9%'],
  ['9007199254740993', 'Int64', column(), '9,007,199,254,740,993'],
  [true, 'Boolean', column(), 'Yes'],
  ['2025-01-31T23:30:00.000', 'Timestamp', column(), '31 Jan 2025, 23:30'],
  [{ a: 1 }, 'Json', column(), '{"a":1}'],
  ['<b>', 'String', undefined, '<b>'],
] as const)('writes %o of type %s for people', (value, type, described, text) => {
  expect(formatCell(value, type, described, formats)).toBe(text);
});

test('writes all times of a column as coarsely as they are meant', () => {
  const written = (
    granularity: TileColumn['granularity'],
    type: 'Date' | 'Timestamp',
    ...values: (string | null)[]
  ) => {
    const described = column({ granularity });
    const columns = [
      {
        __typename: 'SqlColumn' as const,
        name: 'c',
        columnType: type === 'Date' ? ('DATE' as const) : ('TIMESTAMP' as const),
      },
    ];
    const result = { columns, rows: values.map((value) => [value]) };
    const [grain] = grainsOf(columnsOf({ columns: [described] }, result), result.rows);
    return values.map((value) => formatCell(value, type, described, formats, grain));
  };
  expect(written('MONTH', 'Timestamp', '2025-01-01T00:00:00.000')).toEqual(['Jan 2025']);
  expect(written(null, 'Date', '2025-01-01', null)).toEqual(['1 Jan 2025', '–']);
  expect(written(null, 'Timestamp', '2025-01-01T00:00:00.000')).toEqual(['1 Jan 2025']);
  expect(written(null, 'Timestamp', '2025-01-01T00:00:00.000', '2025-01-31T23:30:00.000')).toEqual([
    '1 Jan 2025, 00:00',
    '31 Jan 2025, 23:30',
  ]);
});
