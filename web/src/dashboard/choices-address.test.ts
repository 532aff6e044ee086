import { expect, test } from 'vitest';
import { readChoices, writeChoices } from './choices-address.ts';

const filters = [
  { name: 'channel', title: 'Channel', kind: 'LIST' },
  { name: 'period', title: 'Period', kind: 'DATE_RANGE' },
  { name: 'price', title: 'Price', kind: 'NUMBER' },
] as const;

test('what is written into an address is read from it', () => {
  const choices = new Map([
    ['channel', { values: ['store', 'a & b', ''] }],
    ['period', { from: '2024-02-29', to: null }],
    ['price', { min: 0, max: 0.5 }],
  ]);
  const address = new URLSearchParams('account=acme&view=1-2&filter.channel.values=before');
  writeChoices(address, choices);
  expect(address.get('account')).toBe('acme');
  expect(address.get('view')).toBe('1-2');
  expect(readChoices(new URLSearchParams(address.toString()), filters)).toEqual(
    new Map([
      ['channel', { values: ['store', 'a & b', ''] }],
      ['period', { from: '2024-02-29' }],
      ['price', { min: 0, max: 0.5 }],
    ]),
  );
  writeChoices(address, new Map([['channel', { values: [] }]]));
  expect(address.toString()).toBe('account=acme&view=1-2');
});

test.each([
  'account=acme&channel=store',
  'filter.nothing.values=store',
  'filter.channel.from=2024-01-01',
  'filter.period.from=soon&filter.period.to=2024-02-30',
  'filter.price.min=&filter.price.max=much',
])('what is no choice in a filter is ignored: %s', (address) => {
  expect(readChoices(new URLSearchParams(address), filters)).toEqual(new Map());
});
