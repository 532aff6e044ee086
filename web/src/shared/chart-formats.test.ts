import { expect, test } from 'vitest';
import { textOf, withColumnFormats } from './chart-formats.ts';
import type { Column } from './column-text.ts';

const columns: readonly Column[] = [
  { name: 'year', type: 'Timestamp', granularity: 'year' },
  { name: 'revenue', type: 'Decimal', format: 'currency', currency: 'EUR' },
  { name: 'rate', type: 'Double', format: 'percent' },
  { name: 'channel', type: 'String' },
];
const rows = [
  ['2023-01-01T00:00:00.000', '554639.7', 0.1234, 'online'],
  ['2025-01-01T00:00:00.000', '1', 0.2, 'store'],
];
const year = { field: 'year', type: 'temporal' };
const revenue = { field: 'revenue', type: 'quantitative' };

type Definition = Readonly<Record<string, unknown>>;
interface Encoding {
  readonly x: Definition & { readonly axis: Definition };
  readonly y: Definition & { readonly axis: Definition };
  readonly tooltip: readonly Definition[];
}

function encodingOf(encoding: object, mark: unknown = 'bar'): Encoding {
  const { vconcat } = withColumnFormats({ vconcat: [{ mark, encoding }] }, columns, rows);
  return (vconcat as readonly { encoding: Encoding }[])[0]?.encoding as Encoding;
}

const written = ({ format }: Definition, value: unknown) => textOf(value, format, 'en-GB');

test('axes have the unit, tooltips all of the value', () => {
  const { x, y, tooltip } = encodingOf({
    x: year,
    y: revenue,
    tooltip: [year, { ...revenue, format: ',.2~f' }],
  });
  expect(x.axis['tickCount']).toBe(2);
  expect(written(x.axis, Date.UTC(2025, 0, 1))).toBe('2025');
  expect(written(y.axis, 200_000)).toMatch(/^€200k$/i);
  expect(tooltip.map((each, index) => written(each, [Date.UTC(2025, 0, 1), 554639.7][index]))).toEqual([
    '2025',
    '€554,639.70',
  ]);
  expect(written(tooltip[1] ?? {}, null)).toBe('–');
});

test('a format that says its unit stays, and so do decimals that are asked for', () => {
  const { x, y, tooltip } = encodingOf({
    x: { ...year, axis: { format: '%b %Y', tickCount: 6 } },
    y: { ...revenue, axis: { format: '$,.0f' } },
    tooltip: [
      { ...revenue, format: ',.0f' },
      { field: 'rate', type: 'quantitative', format: '.3%' },
      { field: 'rate', type: 'quantitative' },
      { field: 'revenue', type: 'quantitative', aggregate: 'count' },
    ],
  });
  expect(x.axis).toEqual({ format: '%b %Y', tickCount: 2 });
  expect(y.axis).toEqual({ format: '$,.0f' });
  expect(written(tooltip[0] ?? {}, 554639.7)).toBe('€554,640');
  expect(tooltip[1]).toMatchObject({ format: '.3%' });
  expect(written(tooltip[2] ?? {}, 0.1234)).toBe('12.3%');
  expect(tooltip[3]).toEqual({ field: 'revenue', type: 'quantitative', aggregate: 'count' });
});

test('a mark without a tooltip gets one of what it encodes', () => {
  const { tooltip } = encodingOf({
    x: { ...year, title: 'Year' },
    y: { ...revenue, axis: { title: 'Revenue' } },
    color: { field: 'channel', type: 'nominal' },
    opacity: { value: 0.5 },
  });
  expect(tooltip).toMatchObject([
    { field: 'year', title: 'Year' },
    { field: 'revenue', title: 'Revenue' },
    { field: 'channel', type: 'nominal' },
  ]);
});

test('few days or weeks are what an axis says, many are left to the chart', () => {
  const axisOf = (count: number) => {
    const week = { name: 'week', type: 'Timestamp', granularity: 'week' } as const;
    const weeks = Array.from({ length: count }, (_, index) => [
      new Date(Date.UTC(2024, 3, 29 + 7 * index)).toISOString().slice(0, -1),
    ]);
    const x = { field: 'week', type: 'temporal' };
    const { encoding } = withColumnFormats({ mark: 'line', encoding: { x } }, [week], weeks);
    return (encoding as Encoding).x.axis;
  };
  expect(axisOf(3)).toMatchObject({ values: [29, 36, 43].map((day) => Date.UTC(2024, 3, day)) });
  expect(written(axisOf(3), Date.UTC(2024, 3, 29))).toBe('29 Apr 2024');
  expect(axisOf(9)).toBeUndefined();
});
