import { expect, test } from 'vitest';
import { drillPoint } from './drill.ts';

const columns = [
  { name: 'month', type: 'Timestamp', granularity: 'month' },
  { name: 'country', type: 'String' },
] as const;
const month = {
  column: 'month',
  member: 'ordered_at',
  title: 'Order date',
  granularity: 'month',
  isRequired: false,
};
const country = {
  column: 'country',
  member: 'country',
  title: 'Country',
  granularity: null,
  isRequired: false,
};
const finer = [{ member: 'ordered_at', title: 'Order date', granularity: 'week' }];
const breakdowns = [
  { ...month, finer },
  { ...country, finer: [] },
];
const period = (from: string | null, to: string | null) => ({
  sql: '',
  member: 'ordered_at',
  title: 'Order date',
  type: 'TIME' as const,
  values: [],
  isExcluded: false,
  isPresent: null,
  from,
  to,
});

test('a point selects the values and days of its row, and leads to the levels below', () => {
  const point = drillPoint({ breakdowns, filters: [] }, columns, {
    month: Date.UTC(2025, 1),
    country: 'Italy',
  });
  expect(point).toEqual({
    text: expect.stringMatching(/2025, Italy$/),
    changes: [
      { filter: { member: 'ordered_at', from: '2025-02-01', to: '2025-02-28' } },
      { filter: { member: 'country', values: ['Italy'] } },
    ],
    levels: [
      {
        title: 'Week',
        change: { breakdown: { column: 'month', member: 'ordered_at', granularity: 'week' } },
      },
    ],
  });
});

test('a point keeps to the period of its query, and selects what has no value', () => {
  const filters = [period('2025-02-10', '2025-02-20')];
  const point = drillPoint({ breakdowns, filters }, columns, {
    month: '2025-02-01T00:00:00.000',
    country: null,
  });
  expect(point?.changes).toEqual([
    { filter: { member: 'ordered_at', from: '2025-02-10', to: '2025-02-20' } },
    { filter: { member: 'country', isMissing: true } },
  ]);
});

test.each([
  ['a total', { breakdowns: [], filters: [] }],
  ['an hour', { breakdowns: [{ ...month, granularity: 'hour', finer: [] }], filters: [] }],
  ['what is computed', { breakdowns: [{ ...country, member: null, finer: [] }], filters: [] }],
])('%s is no point to drill into', (_, query) => {
  expect(drillPoint(query, columns, { month: Date.UTC(2025, 1), country: 'Italy' })).toBeUndefined();
});
