import { expect, test } from 'vitest';
import { withClicked } from './cross-filter.ts';
import type { Tile } from './rows.ts';

const column = { __typename: 'DashboardColumn', title: '', format: null, currency: null } as const;
const columns: Tile['columns'] = [
  { ...column, name: 'month', granularity: 'MONTH', filter: 'period' },
  { ...column, name: 'channel', granularity: null, filter: 'channel' },
  { ...column, name: 'revenue', granularity: null, filter: null },
];
const row = { month: Date.UTC(2024, 1, 1), channel: 'store', revenue: 7 };

test('a click chooses the values of its row, and another one lets go of them', () => {
  const others = new Map([['country', { values: ['Germany'] }]]);
  const chosen = withClicked(others, { columns }, row);
  expect(chosen).toEqual(
    new Map<string, object>([
      ['country', { values: ['Germany'] }],
      ['period', { from: '2024-02-01', to: '2024-02-29' }],
      ['channel', { values: ['store'] }],
    ]),
  );
  expect(withClicked(chosen, { columns }, row)).toEqual(others);
});

test.each([
  ['YEAR', '2024-01-01', '2024-12-31'],
  ['QUARTER', '2024-01-01', '2024-03-31'],
  ['WEEK', '2024-01-01', '2024-01-07'],
  ['DAY', '2024-01-01', '2024-01-01'],
] as const)('a %s is its days', (granularity, from, to) => {
  const at = { ...column, name: 'at', granularity, filter: 'period' };
  const chosen = withClicked(new Map(), { columns: [at] }, { at: Date.UTC(2024, 0, 1) });
  expect(chosen.get('period')).toEqual({ from, to });
});

test('what has no value, or no days, chooses nothing', () => {
  const hour = { ...column, name: 'hour', granularity: 'HOUR', filter: 'period' } as const;
  expect(withClicked(new Map(), { columns: [hour] }, { hour: 0 })).toEqual(new Map());
  expect(withClicked(new Map(), { columns }, { month: null, channel: null })).toEqual(new Map());
});
