import { expect, test } from 'vitest';
import { rowChoice } from './cross-filter.ts';
import type { Tile } from './rows.ts';

const column = { __typename: 'DashboardColumn', title: '', format: null, currency: null } as const;
const columns: Tile['columns'] = [
  { ...column, name: 'month', granularity: 'MONTH', filter: 'period' },
  { ...column, name: 'channel', granularity: null, filter: 'channel' },
  { ...column, name: 'revenue', granularity: null, filter: null },
];
const row = { month: Date.UTC(2024, 1, 1), channel: 'store', revenue: 7 };

test('a row is chosen with its values, and let go of when it is chosen already', () => {
  const others = new Map([['country', { values: ['Germany'] }]]);
  const before = rowChoice(others, { columns }, row);
  expect(before).toMatchObject({ text: 'Feb 2024, store', isChosen: false });
  const chosen = before?.next ?? others;
  expect(chosen).toEqual(
    new Map<string, object>([
      ['country', { values: ['Germany'] }],
      ['period', { from: '2024-02-01', to: '2024-02-29' }],
      ['channel', { values: ['store'] }],
    ]),
  );
  const asText = { ...row, month: '2024-02-01T00:00:00.000' };
  expect(rowChoice(chosen, { columns }, asText)).toMatchObject({ isChosen: true, next: others });
});

test.each([
  ['YEAR', '2024-01-01', '2024-12-31'],
  ['QUARTER', '2024-01-01', '2024-03-31'],
  ['WEEK', '2024-01-01', '2024-01-07'],
  ['DAY', '2024-01-01', '2024-01-01'],
] as const)('a %s is its days', (granularity, from, to) => {
  const at = { ...column, name: 'at', granularity, filter: 'period' };
  const choice = rowChoice(new Map(), { columns: [at] }, { at: Date.UTC(2024, 0, 1) });
  expect(choice?.next.get('period')).toEqual({ from, to });
});

test('what has no value, or no days, chooses nothing', () => {
  const hour = { ...column, name: 'hour', granularity: 'HOUR', filter: 'period' } as const;
  expect(rowChoice(new Map(), { columns: [hour] }, { hour: 0 })).toBeUndefined();
  expect(rowChoice(new Map(), { columns }, { month: null, channel: null })).toBeUndefined();
});
