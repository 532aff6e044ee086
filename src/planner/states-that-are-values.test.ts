import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

/** Loans of a library: a status has the words that dates would tell, too, and does not say the same. */
const world = openWorlds({
  library: {
    name: 'a library',
    now: '2026-06-15T10:00:00Z',
    model: {
      'loans.yml': `
cubes:
  - name: loans
    title: Loans
    sql_table: loans
    dimensions:
      - { name: loan_id, title: Loan number, sql: loan_id, type: number, primary_key: true, public: true }
      - { name: branch, title: Branch, sql: branch, type: string }
      - { name: status, title: Loan status, sql: status, type: string }
      - { name: lent_on, title: Lent on, sql: "CAST({CUBE}.lent_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: returned_on, title: Returned on, sql: "CAST({CUBE}.returned_on AS TIMESTAMP)", type: time }
    measures:
      - { name: loan_count, title: Loans, type: count }
`,
    },
    tables: {
      loans: [
        ['loan_id', 'branch', 'status', 'lent_on', 'due_on', 'returned_on'],
        ...Array.from({ length: 60 }, (_, id) => [
          id + 1,
          id % 4 === 0 ? 'Harbour' : 'Centre',
          ['open', 'overdue', 'closed', 'cancelled', 'lost'][id % 5] ?? '',
          `2026-0${1 + (id % 5)}-03`,
          `2026-0${2 + (id % 5)}-24`,
          id % 3 === 0 ? `2026-0${2 + (id % 5)}-11` : null,
        ]),
      ],
    },
  },
});

const count = (where: string): string => `SELECT COUNT(*) FROM loans WHERE ${where}`;

describe('a word for a state that is a value', () => {
  it.each([
    ['how many loans are still open?', [], "status = 'open'"],
    ['number of open loans at Harbour', [], "status = 'open' AND branch = 'Harbour'"],
    ['how many loans are overdue?', [], "status = 'overdue'"],
    ['and cancelled ones?', ['how many loans are open?'], "status = 'cancelled'"],
  ] as const)('is that value, whatever dates tell: %s', async (question, thread, where) => {
    expectRows(await world('library').ask(question, thread), await world('library').truth(count(where)));
  });

  it('is told by the dates where no value is called so', async () => {
    expectRows(
      await world('library').ask('how many loans are not returned?'),
      await world('library').truth(count("returned_on IS NULL AND status NOT IN ('cancelled', 'lost')")),
    );
  });
});
