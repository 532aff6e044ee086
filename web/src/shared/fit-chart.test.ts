import { expect, test } from 'vitest';
import { columnsOf, fitChart, fitOf } from './fit-chart.ts';

test('a single view takes the width of its place and the height that it gets', () => {
  expect(fitChart({ mark: 'bar', encoding: {} }, 200, fitOf(800))).toMatchObject({
    mark: 'bar',
    width: 'container',
    height: 200,
  });
});

test.each([
  [280, 1],
  [640, 2],
  [1_000, 3],
])('in %i px, %i of several charts stand side by side', (width, columns) => {
  const views = [{ mark: 'bar' }, { mark: 'bar' }, { mark: 'bar' }];
  const fitted = fitChart({ hconcat: views }, 200, fitOf(width));
  expect(fitted).toMatchObject({ concat: views, columns });
  expect(fitted).not.toHaveProperty('hconcat');
  expect(fitted).not.toHaveProperty('width');
  expect(columnsOf({ hconcat: views }, fitOf(width))).toBe(columns);
  expect(columnsOf({ vconcat: views }, fitOf(width))).toBe(1);
  expect(columnsOf({ mark: 'bar' }, fitOf(width))).toBeUndefined();
});

test('a legend goes below a narrow chart, in as many columns as there is room for', () => {
  const spec = { mark: 'bar', config: { bar: { color: 'red' }, legend: { title: null } } };
  expect(fitChart(spec, 200, fitOf(250))).toMatchObject({
    config: { bar: { color: 'red' }, legend: { title: null, orient: 'bottom', columns: 2 } },
  });
  expect(fitChart(spec, 200, fitOf(600))).toMatchObject({ config: spec.config });
});
