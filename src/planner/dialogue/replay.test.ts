import { describe, expect, it } from 'vitest';
import { speechOf } from '../speech/speeches.ts';
import { offersIn, pickedFrom } from './replay.ts';

const offered = ['Orders by month', 'Revenue by month'];

describe('pickedFrom', () => {
  it.each([
    ['1', offered, 'Orders by month'],
    ['2.', offered, 'Revenue by month'],
    ['The second one', offered, 'Revenue by month'],
    ['I mean the first', offered, 'Orders by month'],
    ['the latter', offered, 'Revenue by month'],
    ['3', [...offered, 'Units'], 'Units'],
    ['yes, please', offered.slice(1), 'Revenue by month'],
    ['yes', offered, 'yes'],
    ['1', [], '1'],
    ['2', offered.slice(1), '2'],
    ['only 2025', offered, 'only 2025'],
  ])('pickedFrom reads "%s" after %j as "%s"', (message, titles, expected) => {
    expect(pickedFrom(message, titles)).toBe(expected);
  });
});

describe('offersIn', () => {
  it.each(['en', 'de'] as const)('offersIn finds what an answer in %s asks between', (language) => {
    expect(offersIn(speechOf(language).decline.doYouMean(offered))).toEqual(offered);
  });

  it('offersIn finds none in an answer that offers nothing', () => {
    expect(offersIn('Revenue in 2025 is 1. It was 2. before.')).toEqual([]);
  });
});
