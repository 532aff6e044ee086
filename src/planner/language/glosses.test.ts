import { describe, expect, it } from 'vitest';
import { explained } from './glosses.ts';

describe('what a question explains', () => {
  it.each([
    ['trips by guests in arrears, i.e. with an unpaid bill', 'trips by guests with an unpaid bill'],
    ['calls in May to people in the red, i.e. with debts', 'calls in May to people with debts'],
    ['guests who owe us something, in other words who have debts', 'guests who have debts'],
  ])('is what it says: %s', (question, plain) => {
    expect(explained(question)).toBe(plain);
  });

  it.each([
    'guests who live in a flat that is without heating',
    'trips in May, that is the number of them',
    'guests who paid, that is most of them',
    'revenue in May, without returns',
  ])('is nothing where other words follow: %s', (question) => {
    expect(explained(question)).toBe(question);
  });
});
