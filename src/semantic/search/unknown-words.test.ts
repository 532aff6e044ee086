import { expect, test } from 'vitest';
import { namedValues } from './named-values.ts';
import { unknownWords } from './unknown-words.ts';
import { askedWords } from './words.ts';

const known = new Set(['revenue', 'apple', 'brand']);

test.each([
  ['revenue of little fox', ['little', 'fox']],
  ['Revenue by brand in March 2024', []],
  // A brand may be called as a member is.
  ['revenue of Apple', ['apple']],
  ['Apple revenue. Brand?', []],
  ['revenue for SKU-1234', ['sku', '1234']],
  ['wie war der gesamte revenue von Fox', ['fox', 'wie', 'war', 'der', 'gesamte', 'von']],
  ['Top 10 stores of Fox by revenue, compared with 25', ['fox', 'stores']],
  ['revenue of store 12', ['12', 'store']],
  ['', []],
])('words of a question that may come from the data: %s', (text, words) => {
  expect(unknownWords(text, (word) => known.has(word))).toEqual(words);
});

test('words of a long question that may come from the data are those written like names first', () => {
  const text = `${Array.from({ length: 20 }, (_, at) => `noise${String.fromCharCode(97 + at)}`).join(' ')} Fox`;
  const words = unknownWords(text, () => false);
  expect(words).toHaveLength(8);
  expect(words[0]).toBe('fox');
});

test.each([
  ['little fox', ['Little Fox', 'Fox Hill', 'Little Bear & Friends']],
  ['Norrvik', ['Norrvik']],
  ['norvik', ['Norrvik']],
  ['zurich', ['Zürich']],
  ['house of fox', ['Fox Hill', 'Little Fox']],
  ['hill street', ['Fox Hill']],
  ['something else', []],
])('values that a question names, surest first: %s', (question, expected) => {
  const values = ['Fox Hill', 'Norrvik', 'Little Bear & Friends', 'Zürich', 'Little Fox'];
  expect(namedValues(askedWords(question), values)).toEqual(expected);
});
