import type { Message } from '@inlay/client';
import { describe, expect, it, test } from 'vitest';
import type { ColumnType } from '../../../src/contract/columns.ts';
import { columnFormats } from '../shared/column-format.ts';
import { type QueryResult, queryResultOf } from '../shared/query-result.ts';
import { chartOf } from '../shared/result-chart.ts';

const described = {
  granularity: null,
  format: null,
  currency: null,
} as const;

const spec = {
  title: { text: 'Revenue', subtitle: 'The 10 largest' },
  mark: 'line',
  encoding: {
    x: { field: 'month', type: 'temporal', timeUnit: 'yearmonth' },
    y: { field: 'revenue', type: 'quantitative', title: 'Revenue (EUR)', axis: { format: ',.2~f' } },
    tooltip: [{ field: 'rate', type: 'quantitative', title: 'Return rate', format: '.1~%' }],
  },
};

const message: Message = {
  id: 'call',
  kind: 'TOOL_CALL',
  content: '',
  thinking: '',
  rating: 'NONE',
  toolCall: {
    name: 'svcSqlApi',
    inputJson: '{}',
    tool: 'SVC_SQL_API',
    searchQuery: null,
    title: 'Revenue by month',
    sqlQuery: 'SELECT 1',
    result: {
      __typename: 'SqlToolResult',
      resultId: 'result',
      cached: false,
      asOf: null,
      title: 'Revenue by month',
      description: 'All of it',
      sqlQuery: 'SELECT 1',
      columns: [
        { ...described, name: 'month', columnType: 'TIMESTAMP' },
        { ...described, name: 'revenue', columnType: 'DECIMAL' },
        { ...described, name: 'rate', columnType: 'DOUBLE' },
      ],
      rows: [
        ['2025-01-01T00:00:00.000', '12345.67', 0.0371],
        ['2025-02-01T00:00:00.000', null, null],
      ],
      totalRows: 2,
      certifiedQuestion: null,
      vegaSpec: spec,
    },
  },
};

function queryResult(): QueryResult {
  const result = queryResultOf(message);
  if (result === undefined) throw new TypeError('no query');
  return result;
}

it('only a query has rows', () => {
  expect(queryResult()).toMatchObject({ totalRows: 2, columns: [{ type: 'Timestamp' }, {}, {}] });
  expect(queryResultOf({ ...message, toolCall: null })).toBeUndefined();
  const failed = { __typename: 'ToolError', message: 'No.' } as const;
  const toolCall = message.toolCall && { ...message.toolCall, result: failed };
  expect(queryResultOf({ ...message, toolCall })).toBeUndefined();
});

test('a chart has its rows, as numbers and as times that no browser moves', () => {
  expect(chartOf(queryResult())).toMatchObject({
    title: { text: 'The 10 largest' },
    data: {
      values: [
        { month: Date.UTC(2025, 0, 1), revenue: 12345.67, rate: 0.0371 },
        { month: Date.UTC(2025, 1, 1), revenue: null, rate: null },
      ],
    },
    encoding: { x: { timeUnit: 'utcyearmonth', scale: { type: 'utc' } }, y: { type: 'quantitative' } },
  });
  expect(chartOf({ ...queryResult(), vegaSpec: null })).toBeUndefined();
});

test('a chart of more rows than came with the answer has the ticks of all of them', () => {
  const x = { field: 'month', type: 'temporal', axis: { tickCount: 1 } };
  const result = { ...queryResult(), vegaSpec: { mark: 'line', encoding: { x } } };
  const year = Array.from({ length: 12 }, (_, index) => {
    const month = String(index + 1).padStart(2, '0');
    return [`2025-${month}-01T00:00:00.000`, '1', 0];
  });
  const ticks = (count: number) => ({ encoding: { x: { axis: { tickCount: count } } } });
  expect(chartOf(result)).toMatchObject(ticks(1));
  expect(chartOf(result, year)).toMatchObject(ticks(11));
});

describe('columns', () => {
  const format = (name: string, type: ColumnType, values: readonly unknown[], locale = 'en-GB') => {
    const rows = values.map((value) => [value]);
    const [column] = columnFormats({ columns: [{ name, type }], rows, vegaSpec: null }, locale);
    return values.map((value) => column?.text(value));
  };

  it('columns are called what the chart calls them', () => {
    const columns = columnFormats(queryResult(), 'en-GB');
    expect(columns.map(({ title }) => title)).toEqual(['Month', 'Revenue (EUR)', 'Return rate']);
    expect(columns.map(({ text }, index) => text(queryResult().rows[0]?.[index]))).toEqual([
      'Jan 2025',
      '12,345.67',
      '3.7%',
    ]);
  });

  it('columns write times as coarsely as the query made them, however few are shown', () => {
    const row = ['2025-01-01T00:00:00.000'];
    const text = (column: object) => {
      const columns = [{ name: 'period', type: 'Timestamp' as const, ...column }];
      return columnFormats({ columns, rows: [row], vegaSpec: null }, 'en-GB')[0]?.text(row[0]);
    };
    expect(text({ granularity: 'month' })).toBe('Jan 2025');
    expect(text({ granularity: 'quarter' })).toBe('Q1 2025');
    expect(text({ name: 'ordered_at_year' })).toBe('2025');
    expect(text({})).toBe('1 Jan 2025');
  });

  it('columns name days of the week in the language of the page', () => {
    expect(format('ordered_at_weekday', 'Int64', [1, 7, null])).toEqual(['Monday', 'Sunday', '–']);
    expect(format('ordered_at_weekday', 'Int64', ['4'], 'de')).toEqual(['Donnerstag']);
    expect(format('ordered_at_weekday', 'Int64', [0, 6])).toEqual(['0', '6']);
  });

  it('columns are money, or a share, where the data model says so', () => {
    const text = (column: object, ...values: unknown[]) => {
      const columns = [{ name: 'value', type: 'Decimal' as const, ...column }];
      const rows = values.map((value) => [value]);
      const [format] = columnFormats({ columns, rows, vegaSpec: null }, 'en-GB');
      return values.map((value) => format?.text(value));
    };
    expect(text({ format: 'currency', currency: 'EUR' }, '554639.7', '1')).toEqual(['€554,639.70', '€1.00']);
    expect(text({ format: 'percent' }, 0.123, null)).toEqual(['12.3%', '–']);
    expect(text({ format: 'percent' }, 12.34)).toEqual(['12.34']);
    expect(text({ format: 'id' }, 1234)).toEqual(['1234']);
  });

  it.each<[ColumnType, string, unknown[], string[]]>([
    ['Int64', 'orders', [1234, null], ['1,234', '–']],
    ['Decimal', 'price', ['7', '73106.20', '1.5'], ['7.00', '73,106.20', '1.50']],
    ['Int64', 'order_id', [1234, '9007199254740993'], ['1234', '9007199254740993']],
    ['Decimal', 'revenue', ['1234567890123456789.55'], ['1,234,567,890,123,456,789.55']],
    ['Boolean', 'open', [true, false], ['Yes', 'No']],
    ['Json', 'tags', [['a']], ['["a"]']],
    ['Date', 'day', ['2025-03-30', '2025-04-02'], ['30 Mar 2025', '2 Apr 2025']],
    ['Date', 'year', ['2024-01-01', '2025-01-01'], ['2024', '2025']],
    ['Timestamp', 'at', ['2025-03-30T02:30:00.000'], ['30 Mar 2025, 02:30']],
    ['String', 'name', ['<b>x</b>'], ['<b>x</b>']],
  ])('columns of type %s (%s) are written for people', (type, name, values, expected) => {
    expect(format(name, type, values)).toEqual(expected);
  });

  it('columns follow the locale', () => {
    expect(format('revenue', 'Double', [1234.5], 'de-DE')).toEqual(['1.234,5']);
  });
});
