import { describe, expect, it } from 'vitest';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';
import { saidFigures, unfoundedFigures } from './check-answer.ts';

const result: Pick<SvcSqlApiResult, 'sqlQuery' | 'schema' | 'data' | 'totalRows'> = {
  sqlQuery:
    "SELECT ward, MEASURE(cost) AS cost, MEASURE(rate) AS rate FROM stays WHERE started >= DATE '2024-01-01' LIMIT 5",
  schema: [
    { name: 'ward', column_type: 'String' },
    { name: 'cost', column_type: 'Decimal' },
    { name: 'rate', column_type: 'Decimal' },
  ],
  data: [
    ['North', '12345.678', 0.1234],
    ['Ward 7', '2000', 0.5],
  ],
  totalRows: 12,
};

/** Another query of the same turn. */
const earlier = { ...result, data: [[9000]], schema: [], totalRows: 1 };

const unfounded = (answer: string, results = [result]) =>
  unfoundedFigures(answer, { results, text: 'top 5 wards by cost' });

describe('unfoundedFigures', () => {
  it.each([
    'North: 12,345.68, the highest in 2024.',
    'North is 12,345.68 m long, has 2,000 m² and moves at 0.5 m/s.',
    'North €12,346 and Ward 7 €2,000; and 10 more.',
    'About 12.3k from 1 March 2024 to Q3 2025, at 14:00.',
    'The rates are 12.34% and 50%.',
    'Together 14,345.68 over 12 wards.',
    'Down 83.8% from the first to the last.',
    'The top 5 are North and Ward 7.',
    'North cost 12,345.68, which is 10,345.68 more than Ward 7 with 2,000.',
    'North cost 6.17x as much as Ward 7, or 86% of the total.',
    'That is 6 times the cost, and a mean of 7,172.84.',
    'North cost 0.9x the total.',
    'The rates differ by 37.7 percentage points: 50 percent against 12 percent.',
    '1. North: 12,346\n2. Ward 7: 2,000\n3. More over the last 12 months',
  ])('finds nothing in "%s"', (answer) => {
    expect(unfounded(answer)).toEqual([]);
  });

  it.each([
    ['North cost 12,346.78.', ['12,346.78']],
    ['North cost 12,345 k.', ['12,345 k']],
    ['North cost 12,345m.', ['12,345m']],
    ['The rate is 12.4%.', ['12.4%']],
    ['There are 13 wards.', ['13']],
    ['Ward 8 cost 2,000.', ['8']],
    ['The cost is 1,999.5.', ['1,999.5']],
    ['North cost 10,345.69 more than Ward 7.', ['10,345.69']],
    ['North has 87% of the total.', ['87%']],
    ['North cost 8 times as much.', ['8 times']],
  ])('finds what "%s" makes up', (answer, figures) => {
    expect(unfounded(answer)).toEqual(figures);
  });

  it('takes the initial of a name after a comma for no unit', () => {
    expect(unfounded('Cost: 12,346, M. Meyer: 2,000, B/2: 9000', [result, earlier])).toEqual([]);
  });

  it('takes a figure that is the place of a column of the query, too, for one of its result', () => {
    const ordered = {
      ...result,
      sqlQuery: 'SELECT ward FROM stays GROUP BY 1, 4 ORDER BY 4 DESC NULLS LAST, 1',
    };
    const four = { ...ordered, data: [['North', 4.0003]], totalRows: 1 };
    expect(saidFigures('North (4)', { results: [four], text: 'which ward' })).toMatchObject([
      { from: 'result' },
    ]);
  });

  it('takes figures from all results, and works them out of two of them', () => {
    const answer = 'North cost 12,345.68, which is 3,345.68 more than the 9,000 of before, or 37.2%.';
    expect(unfounded(answer, [earlier, result])).toEqual([]);
    expect(unfounded(answer)).toEqual(['3,345.68', '9,000', '37.2%']);
  });

  it('finds every figure that no query is behind', () => {
    expect(unfounded('North cost 12,345.68.', [])).toEqual(['12,345.68']);
  });
});
