import { describe, expect, it } from 'vitest';
import { speechOf } from '../speech/speeches.ts';
import { offersIn } from './replay.ts';

const offered = ['Orders by month', 'Revenue by month'];

describe('offersIn', () => {
  it.each(['en', 'de'] as const)('offersIn finds what an answer in %s asks between', (language) => {
    expect(offersIn(speechOf(language).decline.doYouMean(offered))).toEqual(offered);
  });

  it('offersIn finds none in an answer that offers nothing', () => {
    expect(offersIn('Revenue in 2025 is 1. It was 2. before.')).toEqual([]);
  });
});
