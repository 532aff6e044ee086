import { describe, expect, it } from 'vitest';
import type { SvcSqlApiResult } from '../src/contract/tools.ts';
import { unfoundedFigures } from './check-answer.ts';

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

const unfounded = (answer: string, question = 'top 5 wards by cost') =>
  unfoundedFigures(answer, question, result);

describe('unfoundedFigures', () => {
  it.each([
    'North: 12,345.68, the highest in 2024.',
    'North €12,346 and Ward 7 €2,000; and 10 more.',
    'About 12.3k from 1 March 2024 to Q3 2025, at 14:00.',
    'The rates are 12.34% and 50%.',
    'Together 14,345.68 over 12 wards.',
    'Down 83.8% from the first to the last.',
    'The top 5 are North and Ward 7.',
  ])('finds nothing in "%s"', (answer) => {
    expect(unfounded(answer)).toEqual([]);
  });

  it.each([
    ['North cost 12,346.78.', ['12,346.78']],
    ['North cost 12,345 k.', ['12,345 k']],
    ['The rate is 12.4%.', ['12.4%']],
    ['There are 13 wards.', ['13']],
    ['Ward 8 cost 2,000.', ['8']],
    ['The cost is 1,999.5.', ['1,999.5']],
  ])('finds what "%s" makes up', (answer, figures) => {
    expect(unfounded(answer)).toEqual(figures);
  });
});
