import { expect, test } from 'vitest';
import { questionAbout, type TileParts } from './question-about.ts';

const parts: TileParts = {
  __typename: 'Refinement',
  figures: [{ __typename: 'QueryFigure', title: 'Revenue' }],
  breakdowns: [
    {
      __typename: 'QueryBreakdown',
      column: 'category',
      member: 'category',
      title: 'Category',
      granularity: null,
      isRequired: false,
      finer: [],
    },
  ],
  filters: [
    {
      __typename: 'QueryFilter',
      member: 'ordered_at',
      type: 'TIME',
      values: [],
      isExcluded: false,
      from: '2025-01-01',
      to: '2025-12-31',
    },
  ],
};
const tile = { title: 'Mine' };
const shoes = { text: 'Shoes', changes: [{ filter: { member: 'category', values: ['Shoes'] } }], levels: [] };
const stores = { name: 'channel', kind: 'LIST', values: ['store', 'online'] } as const;
const fromMay = { name: 'period', kind: 'DATE_RANGE', from: '2025-05-01' } as const;

test.each([
  [
    'a tile of a user by what it computes',
    parts,
    undefined,
    [],
    false,
    'Revenue by Category from 2025-01-01 to 2025-12-31',
  ],
  ['a point', parts, shoes, [], false, 'Revenue for Shoes from 2025-01-01 to 2025-12-31'],
  [
    'a tile of the workspace by its title',
    parts,
    undefined,
    [stores],
    true,
    'Mine for store and online from 2025-01-01 to 2025-12-31',
  ],
  [
    'the days that all leave',
    parts,
    shoes,
    [stores, fromMay],
    true,
    'Revenue for store and online and Shoes from 2025-05-01 to 2025-12-31',
  ],
  ['a tile of another form by its title', undefined, undefined, [fromMay], false, 'Mine since 2025-05-01'],
])('asks about %s', (_, of, point, chosen, isTitled, question) => {
  expect(questionAbout(tile, of, point, chosen, isTitled)).toBe(question);
});
