import { describe, expect, it } from 'vitest';
import { antonyms, isKindOf, partsOfSpeech, relatives } from './lexical.ts';

describe('relatives', () => {
  const pairs = (text: string) =>
    text
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('/') as [string, string]);

  it.each(
    pairs(`
      client/customer kid/child physician/doctor shop/store heavy/weight old/age buy/purchase illness/disease
      bike/bicycle film/movie expensive/price wage/salary province/state tall/height spend/expenditure long/length
      fast/speed solar/sun french/france car/vehicle vehicle/car country/state disease/illness pricey/cost
    `),
  )('relatives finds for "%s" that "%s" may say the same', (word, other) => {
    expect(relatives(word).get(other)).toBeGreaterThan(0.2);
  });

  it.each(
    pairs(`
      weight/height doctor/patient price/quantity month/year customer/product buyer/seller teacher/student
      length/width order/customer profit/cost name/age
    `),
  )('relatives keeps "%s" and "%s" apart', (word, other) => {
    expect(relatives(word).has(other)).toBe(false);
    expect(relatives(other).has(word)).toBe(false);
  });

  it('puts what is said by usual senses before what is said by rare ones', () => {
    const found = relatives('client');
    expect(found.get('customer')).toBeGreaterThan(found.get('computer') ?? 0);
    expect(relatives('film').get('movie')).toBe(1);
  });

  it.each(['person', 'change', 'car', 'set', 'phone number'])(
    'relatives lists at most 60 for "%s"',
    (word) => {
      const found = relatives(word);
      const strengths = [...found.values()];
      expect(found.size).toBeGreaterThan(0);
      expect(found.size).toBeLessThanOrEqual(60);
      expect(found.has(word)).toBe(false);
      expect(strengths).toEqual(strengths.toSorted((a, b) => b - a));
      expect(strengths.every((strength) => strength > 0 && strength <= 1)).toBe(true);
    },
  );

  it('relatives knows words of two words', () => {
    expect(relatives('phone number').get('telephone number')).toBe(1);
  });

  it.each(['', 'glorpf', 'Client', 'Žluť', 'client%', 'a b c d', '__proto__', '42'])(
    'relatives has none for "%s"',
    (word) => {
      expect(relatives(word)).toEqual(new Map());
      expect(antonyms(word)).toEqual([]);
      expect(partsOfSpeech(word)).toEqual({ noun: 0, verb: 0, adjective: 0, adverb: 0 });
    },
  );
});

describe('partsOfSpeech', () => {
  it.each([
    ['customer', 'noun'],
    ['purchase', 'verb'],
    ['earn', 'verb'],
    ['spend', 'verb'],
    ['heavy', 'adjective'],
    ['pricey', 'adjective'],
    ['quickly', 'adverb'],
  ] as const)('takes "%s" for a %s before anything else', (word, part) => {
    const shares = partsOfSpeech(word);
    const values = Object.values(shares);
    expect(shares[part]).toBe(Math.max(...values));
    expect(values.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  it('shares words of several parts out', () => {
    const { noun, verb } = partsOfSpeech('order');
    expect(noun).toBeGreaterThan(0.2);
    expect(verb).toBeGreaterThan(0.2);
  });
});

describe('antonyms', () => {
  it.each([
    ['heavy', 'light'],
    ['expensive', 'cheap'],
    ['pricey', 'cheap'],
    ['buy', 'sell'],
    ['old', 'young'],
    ['increase', 'decrease'],
  ])('antonyms has for "%s" the opposite "%s"', (word, opposite) => {
    expect(antonyms(word)).toContain(opposite);
  });

  it('puts the opposite of the usual sense first', () => {
    expect(antonyms('heavy')[0]).toBe('light');
  });

  it('antonyms has none for a word without an opposite', () => {
    expect(antonyms('customer')).toEqual([]);
  });
});

describe('kinds', () => {
  it.each(['person', 'customer', 'employee', 'woman', 'guest', 'author', 'buyer'])(
    'a %s is a person',
    (word) => {
      expect(isKindOf(word, 'person')).toBe(true);
    },
  );

  it.each(['product', 'order', 'company', 'dog', 'qwx'])('a %s is no person', (word) => {
    expect(isKindOf(word, 'person')).toBe(false);
  });
});
