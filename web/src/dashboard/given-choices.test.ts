import { expect, test } from 'vitest';
import { choicesOf } from './given-choices.ts';

const filters = [
  { name: 'channel', title: 'Channel', kind: 'LIST' },
  { name: 'period', title: 'Period', kind: 'DATE_RANGE' },
  { name: 'price', title: 'Price', kind: 'NUMBER' },
] as const;

test('a host chooses by name; what is empty or absent is no choice', () => {
  const given = {
    channel: ['store', 'online'],
    period: { from: '2024-01-01', to: undefined },
    price: { max: 9 },
  };
  expect(choicesOf(given, filters)).toEqual({
    choices: new Map<string, object>([
      ['channel', { values: ['store', 'online'] }],
      ['period', { from: '2024-01-01' }],
      ['price', { max: 9 }],
    ]),
  });
  expect(choicesOf({ channel: [], period: {}, price: undefined }, filters)).toEqual({ choices: new Map() });
});

test.each([
  ['nothing', ['x'], '"nothing" is not a filter of this dashboard.'],
  ['channel', 'store', 'The filter "channel" takes a list of texts'],
  ['channel', [1], 'The filter "channel" takes a list of texts'],
  ['channel', { min: 1 }, 'The filter "channel" takes a list of texts'],
  ['period', ['x'], 'The filter "period" takes days'],
  ['period', null, 'The filter "period" takes days'],
  ['period', { from: '2024-02-30' }, 'The filter "period" takes days'],
  ['period', { from: '2024-02-02', to: '2024-02-01' }, 'The filter "period" takes days'],
  ['period', { form: '2024-02-02' }, 'The filter "period" takes days'],
  ['price', { max: '9' }, 'The filter "price" takes numbers'],
])('the choice of a host in %s is refused as a whole: %j', (name, value, problem) => {
  expect(choicesOf({ channel: ['store'], [name]: value }, filters)).toEqual({
    problem: expect.stringContaining(problem),
  });
});
