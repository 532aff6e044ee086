import { expect, test } from 'vitest';
import { choiceFilter, dayFilter, flagFilter, numberFilter } from './filter-field.ts';

test('what stands in an address and is no value filters nothing', () => {
  const state = choiceFilter('State', { active: 'Active' });
  expect(state.read('active')).toBe('active');
  expect(state.read('constructor')).toBeUndefined();
  const flag = flagFilter('Life', { true: 'Removed', false: 'Kept' });
  expect([flag.read('true'), flag.read('false'), flag.read('toString')]).toEqual([true, false, undefined]);
  const number = numberFilter('Agent');
  expect([number.read('12'), number.read('1e9'), number.read('-1')]).toEqual([12, undefined, undefined]);
  expect(dayFilter('From').read('2026-11-31x')).toBeUndefined();
});

test('a day begins at midnight of the reader, and the end of a range includes its day', () => {
  const from = dayFilter('From').read('2026-03-29');
  const to = dayFilter('To', 1).read('2026-03-29');
  expect(new Date(from ?? '')).toEqual(new Date(2026, 2, 29));
  expect(new Date(to ?? '')).toEqual(new Date(2026, 2, 30));
});
