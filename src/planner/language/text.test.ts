import { describe, expect, it } from 'vitest';
import { forms, isTypoOf, nameWords, tokenize } from './text.ts';

describe('tokenize', () => {
  it('tokenize writes contractions out and drops possessives', () => {
    const words = tokenize("What's Berlin's total? They didn't pay").map((token) => token.word);
    expect(words).toEqual(['what', 'is', 'berlin', 'total', 'they', 'did', 'not', 'pay']);
  });
  it('tokenize keeps numbers whole, marks quotes and breaks, and knows where words stand', () => {
    const text = 'over 1,000.50 for "Blue Sky", please';
    const tokens = tokenize(text);
    expect(tokens.map((token) => token.word)).toContain('1,000.50');
    expect(tokens.filter((token) => token.quoted).map((token) => token.raw)).toEqual(['Blue', 'Sky']);
    expect(tokens.at(-1)?.afterBreak).toBe(true);
    for (const token of tokens) expect(text.slice(token.start, token.end)).toBe(token.raw);
  });
  it('folds accents', () => {
    expect(tokenize('Größe café')[1]?.word).toBe('cafe');
  });
});

describe('forms', () => {
  it.each([
    ['cities', 'city'],
    ['boxes', 'box'],
    ['orders', 'order'],
    ['status', 'status'],
    ['analyses', 'analysis'],
    ['sold', 'sell'],
    ['people', 'person'],
    ['avg', 'average'],
    ['class', 'class'],
  ])('forms of %s have the lemma %s', (word, lemma) => {
    expect(forms(word).lemma).toBe(lemma);
  });
  it.each([
    ['cancelled', 'cancellation'],
    ['delivered', 'delivery'],
    ['shipped', 'shipment'],
    ['readmitted', 'readmitted'],
  ])('forms of %s and %s share a root', (a, b) => {
    expect(forms(a).root).toBe(forms(b).root);
  });
});

describe('nameWords', () => {
  it.each([
    ['total_revenue', ['total', 'revenue']],
    ['avgOrderValue', ['avg', 'Order', 'Value']],
    ['Weight (kg)', ['Weight']],
    ['E-mail', ['E', 'mail']],
  ])('nameWords of %s', (name, words) => {
    expect(nameWords(name)).toEqual(words);
  });
});

describe('isTypoOf', () => {
  it.each([
    ['revnue', 'revenue'],
    ['regoin', 'region'],
    ['custmer', 'customer'],
    ['oders', 'orders'],
    ['shimpents', 'shipments'],
    ['readmisions', 'readmissions'],
  ])('isTypoOf takes %s for %s', (typed, known) => {
    expect(isTypoOf(typed, known)).toBe(true);
  });
  it.each([
    ['score', 'store'],
    ['cost', 'cast'],
    ['tax', 'max'],
    ['profit', 'product'],
    ['2023', '2024'],
    ['nation', 'ration'],
    ['order', 'order'],
  ])('isTypoOf does not take %s for %s', (typed, known) => {
    expect(isTypoOf(typed, known)).toBe(false);
  });
});

describe('words that every object has', () => {
  it.each(['constructor', 'toString', '__proto__', 'valueOf', 'hasOwnProperty'])(
    '%s is a word like any other',
    (word) => {
      expect(tokenize(`by ${word}`).map((token) => token.word)).toContain(
        word.toLowerCase().replace(/^_+|_+$/g, ''),
      );
    },
  );
});
