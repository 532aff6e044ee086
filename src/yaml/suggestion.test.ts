import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, nearestName, suggest } from './suggestion.ts';

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

test('edit distance is symmetric, zero for equals only, and infinite beyond its limit', () => {
  const word = fc.stringMatching(/^[abc]{0,6}$/);
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b, 10);
      expect(distance).toBe(editDistance(b, a, 10));
      expect(distance === 0).toBe(a === b);
      expect(editDistance(a, b, distance)).toBe(distance);
      expect(editDistance(a, b, distance - 1)).toBe(Number.POSITIVE_INFINITY);
    }),
  );
});

test('the edit distance within a limit is the one without', () => {
  const word = fc.stringMatching(/^[abc]{0,9}$/);
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 9 }), (a, b, limit) => {
      const distance = editDistance(a, b, 100);
      expect(editDistance(a, b, limit)).toBe(distance <= limit ? distance : Number.POSITIVE_INFINITY);
    }),
    { numRuns: 2_000 },
  );
});

test('a hundred thousand long names that are nearly alike are searched at once', () => {
  const alike = (index: number): string => `${String(index).padStart(8, '0')}${'x'.repeat(55)}`;
  const names = Array.from({ length: 100_000 }, (_, index) => alike(index));
  const before = process.threadCpuUsage();
  expect(nearestName(`a${alike(7).slice(1)}`, names)).toBe(alike(7));
  expect(nearestName('y'.repeat(63), names)).toBeUndefined();
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
});
