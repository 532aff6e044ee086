import { describe, expect, test } from 'vitest';
import { parseChartSpec, vegaLiteSchema } from '../../src/charts/spec/chart-spec.ts';
import { chartTypes, possibleTypes, specOfType } from '../../web/src/chat/chart-types.ts';

const month = { name: 'month', type: 'Timestamp' } as const;
const channel = { name: 'channel', type: 'String' } as const;
const revenue = { name: 'revenue', type: 'Decimal', format: 'currency', currency: 'EUR' } as const;
const orders = { name: 'orders', type: 'Int64' } as const;
const rate = { name: 'rate', type: 'Double', format: 'percent' } as const;

const two = (...values: unknown[]) => [values, values];

test.each([
  ['numbers by month', [month, revenue], two('2025-01-01', 1), ['bar', 'line', 'area']],
  ['numbers by channel', [channel, revenue], two('store', 1), ['bar', 'pie']],
  [
    'numbers by month and channel',
    [month, channel, revenue],
    two('2025-01-01', 'store', 1),
    ['bar', 'line', 'area', 'stacked'],
  ],
  ['several numbers', [channel, revenue, orders], two('store', 1, 2), ['bar']],
  ['rates, which do not add up', [channel, rate], two('store', 0.1), ['bar']],
  ['something below zero, which is no part', [channel, revenue], two('store', -1), ['bar']],
  ['too many slices', [channel, revenue], Array(13).fill(['store', 1]), ['bar']],
  ['a single row', [channel, revenue], [['store', 1]], []],
  ['no numbers', [month, channel], two('2025-01-01', 'store'), []],
  [
    'three categories',
    [channel, { ...channel, name: 'b' }, { ...channel, name: 'c' }, revenue],
    two('a', 'b', 'c', 1),
    [],
  ],
])('%s can be drawn in these ways', (_name, columns, rows, types) => {
  expect(possibleTypes({ columns, rows })).toEqual(types);
});

describe('every way to draw a result', () => {
  const results = [
    { columns: [month, channel, revenue], rows: two('2025-01-01', 'store', 1) },
    { columns: [channel, revenue], rows: two('store', 1) },
    { columns: [channel, revenue], rows: Array(40).fill(['store', 1]) },
    { columns: [month, revenue, orders], rows: two('2025-01-01', 1, 2) },
  ];
  test.each(chartTypes)('as %s it is a chart that is safe to draw', (type) => {
    const specs = results.flatMap(
      (result) => specOfType(type, result, new Map([['revenue', 'Revenue']])) ?? [],
    );
    expect(specs.length).toBeGreaterThan(0);
    for (const spec of specs) {
      const parsed = parseChartSpec(JSON.stringify(Object.assign({ $schema: vegaLiteSchema }, spec)));
      expect('problems' in parsed ? parsed.problems : []).toEqual([]);
    }
  });
});
