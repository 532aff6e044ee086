import { describe, expect, it } from 'vitest';
import { answerWords } from './answer-words.ts';
import { unitName, untitledUnitOf } from './units.ts';

const member = { name: 'meters.used', title: 'Consumption', type: 'sum' } as const;

describe('the unit behind the figures of a member', () => {
  it.each([
    ['as the model writes it', { unit: 'kWh' }, { sign: 'kWh' }],
    ['one of time by its kind', { unit: 'h' }, 'hour'],
    ['one of time that the name says', { name: 'outages.lasted_hours' }, 'hour'],
    ['one that is part of a word of the title', { title: 'Moment', unit: 'm' }, { sign: 'm' }],
    ['one that the title says of something else', { title: 'Yield kWh/m²', unit: 'm²' }, { sign: 'm²' }],
  ])('is %s', (_, said, unit) => {
    expect(untitledUnitOf({ ...member, ...said })).toEqual(unit);
  });

  it.each([
    ['in parentheses', { title: 'Consumption (kWh)', unit: 'kWh' }],
    ['in other capitals', { title: 'KWH consumed', unit: 'kWh' }],
    ['with signs', { title: 'Wind speed in m/s', unit: 'm/s' }],
    ['in full', { title: 'Outage hours', unit: 'h' }],
    ['in short', { title: 'Response (min)', unit: 'min' }],
  ])('is not repeated where the title says it %s', (_, said) => {
    expect(untitledUnitOf({ ...member, ...said })).toBeUndefined();
  });

  it.each([
    ['a count', { type: 'count' as const }],
    ['a percentage', { format: 'percent' as const }],
    ['an amount of money', { format: 'currency' as const }],
  ])('is none of %s', (_, said) => {
    expect(untitledUnitOf({ ...member, unit: 'kWh', ...said })).toBeUndefined();
  });

  it('is called as the model writes it, one of time as the language says it', () => {
    expect(unitName({ sign: 'kWh' }, answerWords.de)).toBe('kWh');
    expect(unitName('hour', answerWords.de)).toBe('Stunden');
    expect(unitName('hour', answerWords.en, true)).toBe('hour');
  });
});
