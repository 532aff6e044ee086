import { describe, expect, it } from 'vitest';
import { parseQuestion } from './question.ts';

function hearsRest(text: string): boolean {
  return parseQuestion(text).tokens.some(({ word }) => word === 'remaining');
}

describe('"left"', () => {
  it.each([
    'how many hours are left on Union Street',
    'how many seats are left',
    'is there any budget left for 2026',
    'how many days does Daisy have left',
    'how many days holiday has Daisy left this year',
    'do we have any stock left',
    'budget left on the project',
    'hours left this week',
  ])('says what there still is: %s', (text) => {
    expect(hearsRest(text)).toBe(true);
  });

  it.each([
    'how many people left in 2026',
    'who left us this year',
    'employees who have left',
    'how many people have already left',
    'how many of them left',
    'trains that left the station late',
    'customers left last year',
    'projects left in 2025',
    'who has recently left',
  ])('says who went: %s', (text) => {
    expect(hearsRest(text)).toBe(false);
  });
});
