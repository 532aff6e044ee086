import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance, fold, singular } from './english.ts';

test.each([
  ['Orders', 'Order'],
  ['categories', 'category'],
  ['order lines', 'order line'],
  ['classes', 'class'],
  ['boxes', 'box'],
  ['houses', 'house'],
  ['ties', 'tie'],
  ['status', 'status'],
  ['analysis', 'analysis'],
  ['gas', 'gas'],
])('the singular of "%s" is "%s"', (noun, expected) => {
  expect(singular(noun)).toBe(expected);
});

test('accents, ligatures and case make no difference', () => {
  expect(fold('Größe')).toBe('grosse');
  expect(fold('CAFÉ Ærø')).toBe('cafe aero');
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
