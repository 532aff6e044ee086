import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Nurses of a hospital, their leaves and their postings to wards. */
const hospital: World = {
  name: 'hospital',
  now: '2026-06-20T12:00:00Z',
  model: {
    'hospital.yml': `
cubes:
  - name: nurses
    sql_table: nurses
    title: Nurses
    dimensions:
      - { name: nurse_id, title: Nurse number, sql: nurse_id, type: number, format: id, primary_key: true }
      - { name: name, title: Nurse, sql: name, type: string }
      - { name: grade, title: Grade, sql: grade, type: string }
      - { name: hired_on, title: Hired on, sql: "CAST({CUBE}.hired_on AS TIMESTAMP)", type: time }
    measures:
      - { name: nurse_count, title: Nurses, type: count }
  - name: leaves
    sql_table: leaves
    title: Leaves
    joins:
      - { name: nurses, relationship: many_to_one, sql: "{CUBE}.nurse_id = {nurses}.nurse_id" }
    dimensions:
      - { name: leave_id, title: Leave number, sql: leave_id, type: number, format: id, primary_key: true }
      - { name: began_on, title: Began on, sql: "CAST({CUBE}.began_on AS TIMESTAMP)", type: time }
      - { name: back_on, title: Back on, description: Day on which the nurse worked again, sql: "CAST({CUBE}.back_on AS TIMESTAMP)", type: time }
    measures:
      - { name: leave_count, title: Leaves, type: count }
  - name: postings
    sql_table: postings
    title: Postings
    joins:
      - { name: nurses, relationship: many_to_one, sql: "{CUBE}.nurse_id = {nurses}.nurse_id" }
    dimensions:
      - { name: posting_id, title: Posting number, sql: posting_id, type: number, format: id, primary_key: true }
      - { name: ward, title: Ward, sql: ward, type: string }
      - { name: start_on, title: Start, sql: "CAST({CUBE}.start_on AS TIMESTAMP)", type: time }
      - { name: end_on, title: End, description: Last day on the ward; empty while the nurse is still there, sql: "CAST({CUBE}.end_on AS TIMESTAMP)", type: time }
    measures:
      - { name: posting_count, title: Postings, type: count }
  - name: reports
    sql_table: reports
    title: Reports
    joins:
      - { name: nurses, relationship: many_to_one, sql: "{CUBE}.nurse_id = {nurses}.nurse_id" }
    dimensions:
      - { name: report_id, title: Report number, sql: report_id, type: number, format: id, primary_key: true }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: filed_on, title: Filed on, sql: "CAST({CUBE}.filed_on AS TIMESTAMP)", type: time }
      - { name: pages, title: Pages, sql: pages, type: number }
    measures:
      - { name: report_count, title: Reports, type: count }
views:
  - name: paperwork
    title: Nurse paperwork
    cubes:
      - { join_path: reports, includes: "*" }
      - { join_path: reports.nurses, includes: [nurse_id, grade, { name: name, alias: nurse_name, title: Nurse }] }
`,
  },
  tables: {
    reports: [
      ['report_id', 'nurse_id', 'due_on', 'filed_on', 'pages'],
      [1, 1, '2026-05-10', '2026-05-09', 2],
      [2, 1, '2026-06-10', '2026-06-12', 4],
      [3, 2, '2026-05-20', '2026-05-20', 1],
      [4, 2, '2026-06-01', '2026-05-28', 3],
      [5, 3, '2026-04-01', '2026-04-09', 2],
      [6, 3, '2026-04-08', '2026-04-10', 2],
      [7, 4, '2026-04-10', '2026-04-10', 6],
      [8, 4, '2026-05-10', '2026-05-30', 5],
    ],
    nurses: [
      ['nurse_id', 'name', 'grade', 'hired_on'],
      [1, 'Ada Lind', 'trainee', '2026-05-03'],
      [2, 'Bo Falk', 'trainee', '2026-05-14'],
      [3, 'Cay Horn', 'specialist', '2024-05-04'],
      [4, 'Dov Nord', 'specialist', '2023-06-01'],
    ],
    leaves: [
      ['leave_id', 'nurse_id', 'began_on', 'back_on'],
      [1, 3, '2026-04-20', '2026-05-10'],
      [2, 4, '2026-05-02', '2026-06-10'],
      [3, 4, '2025-01-02', '2025-01-20'],
    ],
    postings: [
      ['posting_id', 'nurse_id', 'ward', 'start_on', 'end_on'],
      [1, 1, 'North', '2026-05-04', null],
      [2, 2, 'North', '2026-05-15', null],
      [3, 3, 'South', '2024-05-05', '2025-02-01'],
      [4, 3, 'North', '2025-02-02', null],
      [5, 4, 'South', '2024-06-02', '2024-12-31'],
    ],
  },
};

/** Mills of a cooperative, with the year in which each was built, and what they were billed. */
const mills: World = {
  name: 'mills',
  now: '2026-06-20T12:00:00Z',
  model: {
    'mills.yml': `
cubes:
  - name: mills
    sql_table: mills
    title: Mills
    dimensions:
      - { name: mill_id, title: Mill number, sql: mill_id, type: number, format: id, primary_key: true }
      - { name: name, title: Mill, sql: name, type: string }
      - { name: built_year, title: Year built, sql: built_year, type: number, format: id }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: mill_count, title: Mills, type: count }
  - name: bills
    sql_table: bills
    title: Bills
    joins:
      - { name: mills, relationship: many_to_one, sql: "{CUBE}.mill_id = {mills}.mill_id" }
    dimensions:
      - { name: bill_id, title: Bill number, sql: bill_id, type: number, format: id, primary_key: true }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: amount, type: number, format: currency, currency: EUR }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: billed, title: Billed amount, sql: amount, type: sum, format: currency, currency: EUR }
views:
  - name: mill_finances
    title: Mill finances
    cubes:
      - { join_path: bills, includes: "*" }
      - { join_path: bills.mills, includes: [mill_id, { name: name, alias: mill_name, title: Mill }] }
`,
  },
  tables: {
    mills: [
      ['mill_id', 'name', 'built_year', 'joined_on'],
      [1, 'Ash Mill', 1790, '2010-01-01'],
      [2, 'Birch Mill', 1812, '1999-01-01'],
      [3, 'Cedar Mill', 1755, '2005-01-01'],
    ],
    bills: [
      ['bill_id', 'mill_id', 'issued_on', 'amount'],
      [1, 1, '2026-01-10', 10],
      [2, 1, '2026-02-10', 90],
      [3, 2, '2025-01-20', 40],
      [4, 2, '2026-06-01', 45],
      [5, 3, '2026-04-01', 95],
      [6, 3, '2026-04-08', 60],
    ],
  },
};

const world = openWorlds({ hospital, mills });

describe('where somebody went and came back', () => {
  it.each(['came back', 'were back', 'got back'])('those who %s were not hired then', async (did) => {
    expectRows(await world('hospital').ask(`how many nurses ${did} in May 2026?`), [[1]]);
    expectRows(await world('hospital').ask(`which nurses ${did} in May 2026?`), [['Cay Horn']]);
  });

  it.each(['went out', 'went off', 'went away', 'came down', 'were out'])(
    'those who %s did so by no other date',
    async (did) => {
      const { result, answer } = await world('hospital').ask(`how many nurses ${did} in May 2026?`);
      expect(result, answer).toBeUndefined();
    },
  );
});

describe('what is described as being there', () => {
  it.each([
    [
      'how many postings were there per year?',
      [
        ['2024-01-01', 2],
        ['2025-01-01', 1],
        ['2026-01-01', 2],
      ],
    ],
    [
      'how many postings were there by ward?',
      [
        ['North', 3],
        ['South', 2],
      ],
    ],
    ['how many postings are there?', [[5]]],
  ] as const)('is more than what is still there: %s', async (question, rows) => {
    expectRows(await world('hospital').ask(question), rows);
  });

  it('is still there where it is said so', async () => {
    expectRows(await world('hospital').ask('postings that are still there by ward'), [['North', 3]]);
  });
});

describe('what was never so', () => {
  it.each([
    ['nurses who never filed late', [['Bo Falk']]],
    ['which nurses never filed on time?', [['Cay Horn']]],
    ['which nurses have never been late?', [['Bo Falk']]],
    ['how many nurses never filed late?', [[1]]],
  ] as const)('is not what once was not: %s', async (question, rows) => {
    expectRows(await world('hospital').ask(question), rows);
  });

  it.each(['which nurses filed everything on time?', 'nurses who filed everything late'])(
    'nor is what always was what once was: %s',
    async (question) => {
      const { result, answer } = await world('hospital').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );
});

describe('what falls due', () => {
  it.each([
    ['reports that fell due in May 2026', [[3]]],
    ['how many reports fell due last month?', [[3]]],
    ['how many reports are falling due in June 2026?', [[2]]],
    [
      'reports that fell due in April 2026 by nurse',
      [
        ['Cay Horn', 2],
        ['Dov Nord', 1],
      ],
    ],
  ] as const)('falls by nothing: %s', async (question, rows) => {
    expectRows(await world('hospital').ask(question), rows);
  });
});

describe('those who did it', () => {
  it.each([
    ['how many trainees reported?', [[2]]],
    ['how many specialists reported in April 2026?', [[2]]],
    ['how many specialists reported in May 2026?', [[1]]],
    ['how many trainee reports are there?', [[4]]],
  ] as const)('are counted rather than what they did: %s', async (question, rows) => {
    expectRows(await world('hospital').ask(question), rows);
  });
});

describe('what is oldest or largest', () => {
  it.each([
    ['oldest two mills', [['Cedar Mill'], ['Ash Mill']]],
    ['oldest mill', [['Cedar Mill']]],
    ['which mill is the oldest?', [['Cedar Mill']]],
  ] as const)('is so by when it was built: %s', async (question, rows) => {
    expectRows(await world('mills').ask(question), rows);
  });

  it('is said to be so by a year that is written as one', async () => {
    expect((await world('mills').ask('oldest mill')).answer).toContain('(1755)');
  });

  it.each(['smallest mill', 'largest mill', 'biggest mills'])(
    'is not so by one of its bills: %s',
    async (question) => {
      const { result, answer } = await world('mills').ask(question);
      expect(result?.sqlQuery ?? '', answer).not.toMatch(/M(?:IN|AX)\(amount\)/);
    },
  );
});

describe('when there was none of what only some rows have', () => {
  it.each(['how many postings ended in 2023?', 'postings that ended in 2023'])(
    'data begins no later: %s',
    async (question) => {
      const { answer } = await world('hospital').ask(question);
      expect(answer).not.toContain('The data runs');
      expect(answer).toMatch(/^0 postings/);
    },
  );

  it('data begins where all rows have it', async () => {
    const { answer } = await world('hospital').ask('postings that started in 2023');
    expect(answer).toContain('The data runs');
  });
});
