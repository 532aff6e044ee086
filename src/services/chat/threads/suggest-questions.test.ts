import { expect, test } from 'vitest';
import type { CubeMetadata, DimensionMetadata } from '../../../contract/tools.ts';
import { suggestQuestions } from './suggest-questions.ts';

function cube(measure: string, dimensions: readonly DimensionMetadata[]): CubeMetadata {
  const name = measure.toLowerCase();
  const measures = [{ name: `${name}.${name}`, title: measure, type: 'count' as const }];
  return { name, type: 'cube', title: measure, measures, dimensions, segments: [] };
}

function dimension(title: string, more: Partial<DimensionMetadata> = {}): DimensionMetadata {
  return { name: title, title, type: 'string', ...more };
}

const values = ['a', 'b', 'c', 'd', 'e', 'f'];
const day = dimension('Order date', { type: 'time', range: ['2024-01-01', '2025-01-01'] });

test('each cube is asked about before a second question of any', () => {
  const cubes = [cube('Orders', [dimension('Channel', { values }), day]), cube('Returns', [day])];
  expect(suggestQuestions(cubes)).toEqual([
    'Orders by channel',
    'Returns by month',
    'Orders by month',
    'Top 5 channels by orders',
  ]);
});

test('what was asked, and what the last question named, is not suggested again', () => {
  const cubes = [
    cube('Orders', [dimension('Channel', { values }), dimension('VAT rate', { values: ['7', '19'] }), day]),
  ];
  expect(suggestQuestions(cubes, ['orders by month', 'Orders by channel'])).toEqual(['Orders by VAT rate']);
});

test('questions are in the language of the thread, and in that of the model to start with', () => {
  const cubes = [cube('Orders', [dimension('Channel', { values }), day])];
  const inGerman = ['Orders nach Channel', 'Orders nach Monat', 'Top 5 Channel nach Orders'];
  expect(suggestQuestions(cubes, ['Wie viele Orders gab es?', 'Top 5'])).toEqual(inGerman);
  expect(suggestQuestions(cubes, ['Wie viele Orders?', 'how many orders'])).toContain('Orders by channel');
  expect(suggestQuestions(cubes, ['Orders nach Monat'])).toEqual([inGerman[0], inGerman[2]]);
  const loans = cube('Anzahl Ausleihen', [dimension('Zweigstelle', { values }), day]);
  expect(suggestQuestions([loans])).toContain('Anzahl Ausleihen nach Zweigstelle');
});

test.each([
  ['values that nobody can see', dimension('Channel', { values: [] })],
  ['a single value', dimension('Channel', { values: ['web'] })],
  ['too many values', dimension('Channel', { values: Array.from({ length: 31 }, String) })],
  ['names of rows', dimension('Number', { values, primaryKey: true })],
  ['less than two months', dimension('Day', { type: 'time', range: ['2024-01-01', '2024-02-01'] })],
])('%s are nothing to group by', (_, only) => {
  expect(suggestQuestions([cube('Orders', [only])])).toEqual([]);
});

test('no data, no questions', () => {
  expect(suggestQuestions([])).toEqual([]);
});
