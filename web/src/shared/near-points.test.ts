import { expect, test } from 'vitest';
import { withNearPoints } from './near-points.ts';

const x = { field: 'month', type: 'temporal' };
const y = { field: 'revenue', type: 'quantitative' };

function namesIn(node: unknown): unknown[] {
  if (Array.isArray(node)) return node.flatMap(namesIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'params' ? value.map(({ name }: { name: string }) => name) : namesIn(value),
  );
}

test('points of stacked areas are stacked like them', () => {
  const color = { field: 'channel', type: 'nominal' };
  const encoding = { x, y, color };
  expect(withNearPoints({ mark: 'area', encoding })).toMatchObject({
    encoding,
    layer: [{ mark: 'area' }, { encoding: { y: { ...y, stack: 'zero' } } }],
  });
});

test('each of several charts finds points of its own', () => {
  const line = { mark: { type: 'line', point: true }, encoding: { x, y }, height: 150 };
  const spec = withNearPoints({ vconcat: [line, line] });
  expect(namesIn(spec)).toEqual(['near_point_1', 'near_point_2']);
  expect(spec).toMatchObject({ vconcat: [{ height: 150 }, { height: 150 }] });
});

test.each([
  ['bars', { mark: 'bar', encoding: { x, y } }],
  ['layers', { layer: [{ mark: 'line', encoding: { x, y } }] }],
  ['small multiples', { mark: 'line', encoding: { x, y, row: { field: 'channel' } } }],
  ['a chart with parameters', { mark: 'line', params: [], encoding: { x, y } }],
])('%s stay as they are', (_name, spec) => {
  expect(withNearPoints(spec)).toEqual(spec);
});
