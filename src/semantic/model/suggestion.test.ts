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
