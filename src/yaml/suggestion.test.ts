import { expect, test } from 'vitest';
import { nearestName, suggest } from './suggestion.ts';

test.each([
  ['revenu', ['cost', 'revenue', 'count'], 'revenue'],
  ['Staus', ['status', 'state'], 'status'],
  ['ordesr', ['orders', 'order_lines'], 'orders'],
  ['xyz', ['orders', 'customers'], undefined],
  ['', ['orders'], undefined],
])('the name nearest to "%s"', (wrong, names, expected) => {
  expect(nearestName(wrong, names)).toBe(expected);
});

test('a suggestion ends a sentence, or is empty', () => {
  expect(suggest('revenu', ['revenue'])).toBe(' Did you mean "revenue"?');
  expect(suggest('xyz', ['revenue'])).toBe('');
});

test('a hundred thousand long names that are nearly alike are searched at once', () => {
  const alike = (index: number): string => `${String(index).padStart(8, '0')}${'x'.repeat(55)}`;
  const names = Array.from({ length: 100_000 }, (_, index) => alike(index));
  const before = process.threadCpuUsage();
  expect(nearestName(`a${alike(7).slice(1)}`, names)).toBe(alike(7));
  expect(nearestName('y'.repeat(63), names)).toBeUndefined();
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
});
