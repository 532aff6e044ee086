import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Loans of a library with several branches: some readers borrow more often than others. */
const library: World = {
  name: 'library',
  model: {
    'loans.yml': `
cubes:
  - name: loans
    sql_table: loans
    title: Loans
    dimensions:
      - { name: loan_id, title: Loan number, sql: loan_id, type: number, primary_key: true }
      - { name: reader_name, title: Reader, sql: reader_name, type: string }
      - { name: branch, title: Branch, sql: branch, type: string }
      - { name: medium, title: Medium, sql: medium, type: string }
    measures:
      - { name: loan_count, title: Loans, type: count }
      - { name: reader_count, title: Readers, type: count_distinct, sql: reader_name }
`,
  },
  tables: {
    loans: [
      'loan_id reader_name branch medium'.split(' '),
      ...Array.from({ length: 90 }, (_, id) => [
        id + 1,
        `Reader ${Math.floor(Math.sqrt(id * 6))}`,
        ['North', 'South', 'Harbour'][Math.floor(Math.sqrt(id * 6)) % 3] ?? '',
        ['book', 'film', 'book', 'game'][id % 4] ?? '',
      ]),
    ],
  },
};

const world = openWorlds({ library });
const bounded = (by: string): string =>
  `SELECT ${by}COUNT(*) FROM (SELECT reader_name, branch FROM loans GROUP BY 1, 2 HAVING COUNT(*) >= 5) GROUP BY ALL`;

describe('a bound of what is counted', () => {
  it.each([
    'how many readers with at least five loans are there per branch?',
    'how many readers per branch have at least five loans?',
    'number of readers who have at least 5 loans by branch',
  ])('is one of each of them, whatever they are split by: %s', async (question) => {
    expectRows(await world('library').ask(question), await world('library').truth(bounded('branch, ')));
  });

  it('is one of each of them where they are split by nothing', async () => {
    expectRows(
      await world('library').ask('how many readers have at least five loans?'),
      await world('library').truth(bounded('')),
    );
  });

  it.each([
    'which readers have more than 5 loans and how many?',
    'readers with more than 5 loans, and how many',
  ])('is one of those that are asked for where it bounds how many are counted: %s', async (question) => {
    const truth = 'SELECT reader_name, COUNT(*) FROM loans GROUP BY 1 HAVING COUNT(*) > 5';
    expectRows(await world('library').ask(question), await world('library').truth(truth));
  });

  it('is one of the groups behind which it stands', async () => {
    expectRows(
      await world('library').ask('number of readers per branch with at least 31 loans'),
      await world('library').truth(
        'SELECT branch, COUNT(DISTINCT reader_name) FROM loans GROUP BY 1 HAVING COUNT(*) >= 31',
      ),
    );
  });

  it('is none of each side that is held against another', async () => {
    const { result, answer } = await world('library').ask(
      'which branches with at least 20 loans have more books than films?',
    );
    expect(result?.data, answer).toBeUndefined();
  });
});
