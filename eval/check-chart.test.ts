import { describe, expect, it } from 'vitest';
import { chartProblem } from './check-chart.ts';

const result = {
  sqlQuery: 'SELECT 1',
  schema: [
    { name: 'region', column_type: 'String' },
    { name: 'revenue', column_type: 'Decimal' },
  ],
  data: [
    ['EU', '12.5'],
    ['UK', '7'],
  ],
  totalRows: 2,
};

const spec = {
  $schema: 'https://vega.github.io/schema/vega-lite/v5.json',
  transform: [{ calculate: 'toNumber(datum.revenue)', as: 'amount' }],
  mark: 'bar',
  encoding: { x: { field: 'amount', type: 'quantitative' }, y: { field: 'region', type: 'nominal' } },
};

const problemOf = (changed: object) =>
  chartProblem({ ...result, vegaSpec: JSON.stringify({ ...spec, ...changed }) });

describe('chartProblem', () => {
  it('finds none in a chart of the columns and of what its transforms make of them', async () => {
    expect(await problemOf({})).toBeNull();
  });

  it.each([
    ['a column that is not there', { encoding: { x: { field: 'profit', type: 'quantitative' } } }, /profit/],
    ['data of its own', { data: { values: [{ region: 'EU' }] } }, /holds data/],
    ['a mark that does not exist', { mark: 'spiral' }, /cannot be drawn/],
  ])('finds %s', async (_, changed, problem) => {
    expect(await problemOf(changed)).toMatch(problem);
  });

  it('finds text that is not JSON', async () => {
    expect(await chartProblem({ ...result, vegaSpec: '{' })).toMatch(/JSON/);
  });
});
