import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  ferry: {
    name: 'a ferry line',
    model: {
      'ferry.yml': `
cubes:
  - name: payments
    title: Payments
    sql_table: payments
    dimensions:
      - { name: payment_id, title: Payment number, sql: payment_id, type: number, primary_key: true }
      - { name: route, title: Route, sql: route, type: string }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
    measures:
      - { name: payment_count, title: Payments, type: count }
      - { name: amount, title: Amount received, type: sum, sql: amount, format: currency, meta: { currency: EUR } }
`,
    },
    tables: {
      payments: [
        ['payment_id', 'route', 'paid_on', 'amount'],
        ...Array.from({ length: 30 }, (_, id) => [
          id + 1,
          id % 3 === 0 ? 'Harwich' : 'Esbjerg',
          `2026-0${1 + (id % 9)}-11`,
          40 + id * 3,
        ]),
      ],
    },
  },
});

describe('what we spend', () => {
  it.each(['what did we spend on Harwich in 2026', 'how much did we pay for Harwich?'])(
    'is nothing that was received: %s',
    async (question) => {
      const { result, answer } = await world('ferry').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );
});

describe('what is narrower than the rows', () => {
  it('is not all of them: refunds are no payments', async () => {
    const { result, answer } = await world('ferry').ask('refunds in 2026');
    expect(result, answer).toBeUndefined();
  });
});

describe('the sum of rows', () => {
  it('is what they come to, and not how many there are', async () => {
    const asked = await world('ferry').ask('sum of payments for Harwich');
    expectRows(asked, await world('ferry').truth("SELECT SUM(amount) FROM payments WHERE route = 'Harwich'"));
  });
});
