import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const sectors = ['Retail', 'Health', 'Energy'] as const;
const people = ['Ada Finch', 'Noel Grant', 'Mona Reyes', 'Igor Sand'] as const;

/** Twelve clients of a workshop, whose invoices differ from month to month. */
const workshop: World = {
  name: 'workshop',
  model: {
    'workshop.yml': `
cubes:
  - name: clients
    title: Clients
    sql_table: clients
    dimensions:
      - { name: client_id, title: Client id, sql: client_id, type: number, primary_key: true, public: false }
      - { name: client_name, title: Client, sql: client_name, type: string }
      - { name: sector, title: Sector, sql: sector, type: string }
    measures:
      - { name: client_count, title: Clients, type: count }
  - name: employees
    title: Employees
    sql_table: employees
    dimensions:
      - { name: employee_id, title: Employee id, sql: employee_id, type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: full_name, type: string }
      - { name: hired_on, title: Hired on, sql: "CAST({CUBE}.hired_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: employee_count, title: Employees, type: count }
      - name: leaver_count
        title: Leavers
        type: count
        filters: [{ sql: "{CUBE}.left_on IS NOT NULL" }]
        meta: { time: left_on }
  - name: invoices
    title: Invoices
    sql_table: invoices
    joins:
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
      - { name: employees, relationship: many_to_one, sql: "{CUBE}.employee_id = {employees}.employee_id" }
    dimensions:
      - { name: invoice_id, title: Invoice id, sql: invoice_id, type: number, primary_key: true, public: false }
      - { name: status, title: Status, sql: status, type: string }
      - { name: material, title: Material, sql: material, type: string }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: amount, type: number, format: currency, currency: EUR }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: total_amount, title: Invoiced amount, type: sum, sql: amount, format: currency }
      - { name: total_hours, title: Hours, type: sum, sql: hours }
      - name: disputed_invoices
        title: Disputed invoices
        type: count
        filters: [{ sql: "{CUBE}.disputed" }]
`,
  },
  tables: {
    clients: [
      ['client_id', 'client_name', 'sector'],
      ...Array.from({ length: 12 }, (_, at) => [at, `Client ${at + 1}`, sectors[at % 3] ?? 'Retail']),
    ],
    employees: [
      ['employee_id', 'full_name', 'hired_on', 'left_on'],
      ...people.map((name, at) => [
        at,
        name,
        `202${at}-03-01`,
        at % 2 === 0 ? null : `202${3 + (at > 2 ? 1 : 0)}-05-01`,
      ]),
    ],
    invoices: [
      [
        'invoice_id',
        'client_id',
        'employee_id',
        'status',
        'material',
        'issued_on',
        'amount',
        'hours',
        'disputed',
      ],
      ...Array.from({ length: 240 }, (_, at) => [
        at,
        (at * 5 + Math.floor(at / 9)) % 12,
        (at * at + Math.floor(at / 7)) % 4,
        at % 5 === 0 ? 'unpaid' : 'paid',
        ['wood', 'steel', 'glass'][at % 3] ?? 'wood',
        `202${3 + (at % 2)}-${String((at % 12) + 1).padStart(2, '0')}-${String((at % 27) + 1).padStart(2, '0')}`,
        ((at * 37) % 101) * 10 + 50,
        ((at * 53) % 47) + 1,
        at % 3 === 0 && at % 4 === 1,
      ]),
    ],
  },
};

const world = openWorlds<'workshop'>({ workshop });
const joined = 'invoices JOIN clients USING (client_id) JOIN employees USING (employee_id)';

describe('a ranking that goes on', () => {
  it.each(['hours it is - but only for Retail', 'Hours, but only for Retail'])(
    'keeps how many it shows, and when, with another figure and a condition: %s',
    async (message) => {
      const asked = await world('workshop').ask(message, [
        '3 clients with the highest invoiced amount in 2024',
      ]);
      expectRows(
        asked,
        await world('workshop').truth(
          `SELECT client_name, SUM(hours) FROM ${joined} WHERE sector = 'Retail' AND year(issued_on) = 2024 GROUP BY 1 ORDER BY 2 DESC LIMIT 3`,
        ),
      );
    },
  );

  it('leaves out those of the first few that are said to be left out', async () => {
    const thread = ['3 clients with the highest invoiced amount in 2024', 'add the hours'];
    const asked = await world('workshop').ask('drop the ones above 250 hours', thread);
    const first = `SELECT client_name AS n, SUM(amount) AS a, SUM(hours) AS h FROM ${joined} WHERE year(issued_on) = 2024 GROUP BY 1 ORDER BY 2 DESC LIMIT 3`;
    expectRows(asked, await world('workshop').truth(`SELECT n, a, h FROM (${first}) WHERE h <= 250`));
  });
});

describe('"how much is that?"', () => {
  it.each([
    'how much is that in total',
    'how much are they worth?',
    'what do those come to?',
    'wie viel ist das insgesamt?',
  ])('is the amount of what was counted: %s', async (message) => {
    const asked = await world('workshop').ask(message, ['how many invoices are unpaid?']);
    expectRows(
      asked,
      await world('workshop').truth("SELECT SUM(amount) FROM invoices WHERE status = 'unpaid'"),
    );
    expect(asked.result?.totalRows).toBe(1);
  });

  it('is the sum of what was split', async () => {
    const asked = await world('workshop').ask('how much is that altogether?', ['hours by sector in 2024']);
    expectRows(
      asked,
      await world('workshop').truth('SELECT SUM(hours) FROM invoices WHERE year(issued_on) = 2024'),
    );
    expect(asked.result?.totalRows).toBe(1);
  });

  it('is no sum of means, nor of people', async () => {
    const { outcome } = await world('workshop').ask('how much is that in total?', [
      'how many leavers in 2024',
    ]);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});

it('who was counted by a date of their own is who is listed', async () => {
  const asked = await world('workshop').ask('who were they?', ['leavers in 2024']);
  expectRows(
    asked,
    await world('workshop').truth('SELECT full_name FROM employees WHERE year(left_on) = 2024'),
  );
});

it('a part of what was split, by something else, is not asked back for a split by what is one', async () => {
  const asked = await world('workshop').ask('split Retail up by material please', [
    'invoiced amount by sector in 2024',
  ]);
  const rows = await world('workshop').truth(
    `SELECT material, SUM(amount) FROM ${joined} WHERE sector = 'Retail' AND year(issued_on) = 2024 GROUP BY 1`,
  );
  expect(asked.result?.data.map((row) => row.slice(-2)).sort(), asked.answer).toEqual(
    rows.map((it) => [...it]).sort(),
  );
});

describe('a correction', () => {
  it.each(['no, only Noel Grant', 'nein, nur Noel Grant'])(
    'leaves the rest as it was asked: %s',
    async (message) => {
      const thread = ['hours of Noel Grant by sector in 2024', 'vs Ada Finch'];
      const asked = await world('workshop').ask(message, thread);
      expectRows(
        asked,
        await world('workshop').truth(
          `SELECT sector, SUM(hours) FROM ${joined} WHERE full_name = 'Noel Grant' AND year(issued_on) = 2024 GROUP BY 1`,
        ),
      );
    },
  );

  it('may be of the figure', async () => {
    const asked = await world('workshop').ask('no, i mean the hours, not the number', [
      'how many unpaid invoices in 2024',
    ]);
    expectRows(
      asked,
      await world('workshop').truth(
        "SELECT SUM(hours) FROM invoices WHERE status = 'unpaid' AND year(issued_on) = 2024",
      ),
    );
  });
});

it('"which of those has none?" is of the figure that was shown', async () => {
  const asked = await world('workshop').ask('which of those has none at all', [
    'disputed invoices by material in 2024',
  ]);
  expectRows(
    asked,
    await world('workshop').truth(
      `SELECT material FROM invoices WHERE year(issued_on) = 2024 GROUP BY 1 HAVING COUNT(*) FILTER (disputed) = 0`,
    ),
  );
});

describe('"that month"', () => {
  const thread = ['hours by month in 2024', 'which month had the fewest?'];

  it('is the one that was shown', async () => {
    const asked = await world('workshop').ask('who had the most that month?', thread);
    const worst = `(SELECT month(issued_on) FROM invoices WHERE year(issued_on) = 2024 GROUP BY 1 ORDER BY SUM(hours) LIMIT 1)`;
    expectRows(
      asked,
      await world('workshop').truth(
        `SELECT full_name, SUM(hours) FROM ${joined} WHERE year(issued_on) = 2024 AND month(issued_on) = ${worst} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
      ),
    );
    expect(asked.answer).toContain('in that month');
  });

  it('is none where a year was spoken of', async () => {
    const { outcome } = await world('workshop').ask('who had the most that month?', [
      'hours by sector in 2024',
    ]);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});

it('a total after a list is of what was listed, and not of each', async () => {
  const asked = await world('workshop').ask('total hours?', [
    'which clients have unpaid invoices?',
    'only Retail',
  ]);
  expectRows(
    asked,
    await world('workshop').truth(
      `SELECT SUM(hours) FROM ${joined} WHERE sector = 'Retail' AND status = 'unpaid'`,
    ),
  );
  expect(asked.result?.totalRows).toBe(1);
});

it('"these three" are those that were shown', async () => {
  const asked = await world('workshop').ask('how many hours did these three have?', [
    '3 clients with the highest invoiced amount in 2024',
  ]);
  const first = `SELECT client_name FROM ${joined} WHERE year(issued_on) = 2024 GROUP BY 1 ORDER BY SUM(amount) DESC LIMIT 3`;
  const rows = await world('workshop').truth(
    `SELECT client_name, SUM(hours) FROM ${joined} WHERE year(issued_on) = 2024 AND client_name IN (${first}) GROUP BY 1`,
  );
  const at = asked.result?.schema.findIndex(({ name }) => name === 'total_hours') ?? -1;
  expect(new Map(asked.result?.data.map((row) => [row[0], Number(row[at])])), asked.answer).toEqual(
    new Map(rows.map(([client, hours]) => [client, Number(hours)])),
  );
});

it('what is left out of the first few lets no others in', async () => {
  const asked = await world('workshop').ask('drop the ones above 12000', [
    '5 clients with the highest invoiced amount',
  ]);
  const first = `SELECT client_name AS n, SUM(amount) AS a FROM ${joined} GROUP BY 1 ORDER BY 2 DESC LIMIT 5`;
  const truth = await world('workshop').truth(`SELECT n, a FROM (${first}) WHERE a <= 12000`);
  expectRows(asked, truth);
});

describe('a percentage after some of those were counted', () => {
  const part =
    "SELECT material, 100 * AVG(CASE WHEN status = 'unpaid' THEN 1.0 ELSE 0 END) FROM invoices WHERE year(issued_on) =";

  it.each(['as a percentage please', 'in percent'])('is their part of each group: %s', async (message) => {
    const thread = ['how many invoices does each material have in 2024?', 'how many of those are unpaid?'];
    expectRows(
      await world('workshop').ask(message, thread),
      await world('workshop').truth(`${part} 2024 GROUP BY 1`),
    );
  });

  it('stays that part in another year', async () => {
    const thread = [
      'how many invoices does each material have in 2024?',
      'how many of those are unpaid?',
      'as a percentage please',
    ];
    expectRows(
      await world('workshop').ask('same for 2023', thread),
      await world('workshop').truth(`${part} 2023 GROUP BY 1`),
    );
  });
});

it('"when did they leave?" asks for the date of each', async () => {
  const asked = await world('workshop').ask('when did they leave?', ['list the employees']);
  expectRows(
    asked,
    await world('workshop').truth('SELECT full_name, CAST(left_on AS DATE)::VARCHAR FROM employees'),
  );
});
