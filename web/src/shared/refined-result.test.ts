import { expect, test } from 'vitest';
import { refinedResult } from './refined-result.ts';

const refinement = {
  sql: 'SELECT 1',
  relation: 'Sales',
  isGrouped: true,
  figures: [{ column: 'revenue', title: 'Revenue' }],
  breakdowns: [
    {
      column: 'country',
      member: 'country',
      title: 'Country',
      granularity: null,
      isRequired: false,
      finer: [],
    },
  ],
  limit: null,
  dimensions: [],
};
const rows = { columns: [], rows: [], totalRows: 0, vegaSpec: null };

test('the title of a changed answer says how many of its groups are left', () => {
  expect(refinedResult(refinement, rows).title).toBe('Revenue by Country');
  expect(refinedResult({ ...refinement, limit: '5' }, rows).title).toBe('Revenue by Country (first 5)');
});

test('the rows behind an answer are named by their relation, however many are shown', () => {
  const records = { ...refinement, isGrouped: false, figures: [], breakdowns: [], limit: '1000' };
  expect(refinedResult(records, rows).title).toBe('Sales: rows');
});
