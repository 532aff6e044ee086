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
  club: {
    name: 'a club with sponsors',
    now: '2026-11-30T10:00:00Z',
    model: {
      'club.yml': `
cubes:
  - name: sponsors
    title: Sponsors
    sql_table: sponsors
    dimensions:
      - { name: sponsor_id, sql: sponsor_id, type: number, primary_key: true, public: false }
      - { name: name, title: Sponsor, sql: "{CUBE}.name", type: string }
    measures:
      - { name: sponsor_count, title: Sponsors, type: count }
  - name: members
    title: Members
    sql_table: members
    joins:
      - { name: sponsors, relationship: many_to_one, sql: "{CUBE}.sponsor_id = {sponsors}.sponsor_id" }
    dimensions:
      - { name: member_id, title: Member number, sql: member_id, type: number, primary_key: true }
      - { name: name, title: Member, sql: "{CUBE}.name", type: string }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: lessons
    title: Lessons
    sql_table: lessons
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
      - { name: sponsors, relationship: many_to_one, sql: "{CUBE}.sponsor_id = {sponsors}.sponsor_id" }
    dimensions:
      - { name: lesson_id, title: Lesson number, sql: lesson_id, type: number, primary_key: true }
      - { name: given_on, title: Given on, sql: "CAST(given_on AS TIMESTAMP)", type: time }
    measures:
      - { name: lesson_count, title: Lessons, type: count }
      - { name: fees, title: Lesson fees, sql: fee, type: sum, format: currency, currency: EUR }
      - { name: refunds, title: Damages paid, sql: damages, type: sum, format: currency, currency: EUR }
  - name: payments
    title: Payments
    sql_table: payments
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
      - { name: sponsors, relationship: many_to_one, sql: "{CUBE}.sponsor_id = {sponsors}.sponsor_id" }
    dimensions:
      - { name: payment_id, title: Payment number, sql: payment_id, type: number, primary_key: true }
      - { name: paid_on, title: Payment date, sql: "CAST(paid_on AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, format: currency, currency: EUR }
    measures:
      - { name: payment_count, title: Payments, type: count }
      - { name: received, title: Payments received, sql: "{CUBE}.amount", type: sum, format: currency, currency: EUR }
`,
    },
    tables: {
      sponsors: [['sponsor_id', 'name'], ...['Alder Bank', 'Birch Foods'].map((name, id) => [id, name])],
      members: [
        ['member_id', 'name', 'sponsor_id'],
        ...Array.from({ length: 9 }, (_, id) => [id, `Member ${id}`, id % 2]),
      ],
      lessons: [
        ['lesson_id', 'member_id', 'sponsor_id', 'given_on', 'fee', 'damages'],
        ...Array.from({ length: 30 }, (_, id) => [
          ...[id, id % 9, id % 2, `2026-0${1 + (id % 9)}-11`, 50 + id, id % 6 === 0 ? 5 : null],
        ]),
      ],
      payments: [
        ['payment_id', 'member_id', 'sponsor_id', 'paid_on', 'amount'],
        ...Array.from({ length: 30 }, (_, id) => [
          ...[id, id % 9, id % 3 === 0 ? null : id % 2, `2026-0${1 + (id % 9)}-21`, 20 + ((id * 7) % 31)],
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

describe('what somebody pays', () => {
  it.each([
    [
      'how much did Alder Bank pay us this year?',
      "SELECT SUM(amount) FROM payments JOIN sponsors USING (sponsor_id) WHERE name = 'Alder Bank'",
    ],
    [
      'which member paid the most this year?',
      'SELECT name, SUM(amount) FROM payments p JOIN members USING (member_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
    ],
    [
      'how much did sponsors pay us in May?',
      'SELECT name, SUM(amount) FROM payments JOIN sponsors USING (sponsor_id) WHERE MONTH(CAST(paid_on AS DATE)) = 5 GROUP BY 1',
    ],
  ])('is what payments come to, where there are some, and no other money: %s', async (question, sql) => {
    expectRows(await world('club').ask(question), await world('club').truth(sql));
  });
});
