import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from '../../english.ts';
import { closenessTo, isOneEditAway, valueWords } from './value-words.ts';

describe('one edit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 });

  test('one edit is what the edit distance calls one', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(isOneEditAway(a, b)).toBe(editDistance(a, b, 1) === 1);
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(['hamburgh', 'hamburg', 'hmaburg', 'hambug', 'hanburg'])('finds Hamburg as %s', (typed) => {
    const closeness = closenessTo(typed, true)(valueWords(['New Hamburg', 'Berlin']));
    expect(closeness).toBe(typed === 'hamburg' ? 1 : 0.5);
    expect(closenessTo(typed, false)(valueWords(['Berlin']))).toBe(0);
  });
});
