import { describe, expect, it } from 'vitest';
import { createCompiler, loadFixtureModel } from '../../../test/fixtures/semantic/compiler.ts';
import { staff } from '../../../test/fixtures/semantic/fixture.ts';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';

const compile = await createCompiler(await loadFixtureModel(), duckDbDialect, staff);
const rolling = 'MEASURE(shipping_quarter)';

describe('a query of a rolling measure that has no right answer says what to write', () => {
  it.each([
    [
      `SELECT ${rolling} FROM orders`,
      "Group by one DATE_TRUNC of a time dimension, such as DATE_TRUNC('month', ordered_at).",
    ],
    [`SELECT status, ${rolling} FROM orders GROUP BY 1`, 'needs one period to roll over'],
    [`SELECT extract(year FROM ordered_at), ${rolling} FROM orders GROUP BY 1`, 'needs one period'],
    [`SELECT ordered_at, ${rolling} FROM orders GROUP BY 1`, 'needs one period'],
    [
      `SELECT date_trunc('month', ordered_at), date_trunc('year', ordered_at), ${rolling} FROM orders GROUP BY 1, 2`,
      'needs one period',
    ],
    [
      `SELECT date_trunc('month', ordered_at), extract(dow FROM ordered_at), ${rolling} FROM orders GROUP BY 1, 2`,
      '"ordered_at" can be grouped by in one way only (line 1, column 28)',
    ],
    [`SELECT date_trunc('month', ordered_at), ${rolling} FROM orders GROUP BY ROLLUP (1)`, 'ROLLUP'],
    [
      `SELECT date_trunc('month', o.ordered_at), MEASURE(o.shipping_quarter) FROM orders o JOIN customers c ON c.id = o.id GROUP BY 1`,
      'is read from its relation alone',
    ],
    [
      `SELECT date_trunc('month', shipped_on), MEASURE(count_of_fiscal_year) FROM orders GROUP BY 1`,
      'from the start of its fiscal_year, which this time dimension does not have',
    ],
    [`SELECT date_trunc('microsecond', ordered_at), ${rolling} FROM orders GROUP BY 1`, 'needs one period'],
    [`SELECT id FROM orders WHERE ${rolling} > 1`, 'cannot be used in WHERE'],
  ])('%s', (sql, message) => {
    expect(() => compile(sql)).toThrow(message);
  });

  it("date_trunc names a dimension's granularities when it has none of that name", () => {
    expect(() => compile("SELECT date_trunc('fiscal_yaer', ordered_at) FROM orders")).toThrow(
      '"fiscal_yaer" is no granularity of "ordered_at" (line 1, column 8). Did you mean "fiscal_year"?',
    );
    expect(() => compile("SELECT date_trunc('fiscal_year', shipped_on) FROM orders")).toThrow(
      '"fiscal_year" is not a unit of date_trunc.',
    );
  });
});
