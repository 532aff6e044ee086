import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** An agency that fills jobs: measures count some of the rows, called after a value, a flag, or neither. */
const agency: World = {
  name: 'agency',
  model: {
    'agency.yml': `
cubes:
  - name: clients
    title: Clients
    sql_table: clients
    meta: { synonyms: [companies] }
    dimensions:
      - { name: client_id, sql: client_id, type: number, primary_key: true, public: false }
      - { name: company_name, title: Client, sql: company_name, type: string }
      - { name: industry, title: Industry, sql: industry, type: string }
    measures:
      - { name: client_count, title: Number of clients, type: count }
  - name: recruiters
    sql_table: recruiters
    title: Recruiters
    dimensions:
      - { name: recruiter_id, sql: recruiter_id, type: number, primary_key: true, public: false }
      - { name: recruiter_name, title: Recruiter, sql: full_name, type: string }
      - { name: office, title: Office, sql: office, type: string }
    measures:
      - { name: recruiter_count, title: Number of recruiters, type: count }
  - name: jobs
    title: Jobs
    sql_table: jobs
    meta: { synonyms: [vacancies] }
    joins:
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
      - { name: recruiters, relationship: many_to_one, sql: "{CUBE}.recruiter_id = {recruiters}.recruiter_id" }
    dimensions:
      - { name: job_id, title: Job number, sql: job_id, type: number, primary_key: true }
      - { name: seniority, title: Seniority, sql: seniority, type: string }
      - { name: status, title: Job status, description: "open, filled, cancelled or on hold", sql: status, type: string }
      - { name: annual_salary, title: Annual salary, sql: annual_salary, type: number, meta: { synonyms: [salary, pay] } }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
    measures:
      - { name: job_count, title: Number of jobs, type: count }
      - { name: open_job_count, title: Open jobs, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
      - { name: filled_job_count, title: Filled jobs, type: count, filters: [{ sql: "{CUBE}.status = 'filled'" }] }
      - { name: finished_job_count, title: Finished jobs, type: count, filters: [{ sql: "{CUBE}.status IN ('filled', 'cancelled')" }] }
      - { name: fill_rate, title: Fill rate, sql: "{filled_job_count} * 1.0 / NULLIF({finished_job_count}, 0)", type: number, format: percent }
      - { name: average_salary, title: Average salary, sql: annual_salary, type: avg }
  - name: placements
    title: Placements
    sql_table: placements
    joins:
      - { name: jobs, relationship: many_to_one, sql: "{CUBE}.job_id = {jobs}.job_id" }
    dimensions:
      - { name: placement_id, title: Placement number, sql: placement_id, type: number, primary_key: true }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: ended_early, title: Ended early, sql: ended_early, type: boolean, meta: { synonyms: [dropout] } }
    measures:
      - { name: placement_count, title: Number of placements, type: count }
      - { name: total_fees, title: Fees, sql: fee, type: sum }
      - { name: dropout_count, title: Placements that ended early, type: count, filters: [{ sql: "{CUBE}.ended_early" }], meta: { synonyms: [dropouts] } }
`,
  },
  tables: {
    clients: [
      ['client_id', 'company_name', 'industry'],
      [1, 'Oakwave', 'Healthcare'],
      [2, 'Novabridge', 'Software'],
      [3, 'Pinefield', 'Healthcare'],
    ],
    recruiters: [
      ['recruiter_id', 'full_name', 'office'],
      [1, 'Henry Byrne', 'Berlin'],
      [2, 'George Wolf', 'London'],
      [3, 'Arjun Smit', 'Berlin'],
    ],
    jobs: [
      ['job_id', 'client_id', 'recruiter_id', 'seniority', 'status', 'annual_salary', 'opened_on'],
      [1, 1, 1, 'Senior', 'open', 50000, '2026-10-05'],
      [2, 1, 1, 'Junior', 'filled', 30000, '2026-09-05'],
      [3, 2, 1, 'Senior', 'filled', 60000, '2026-08-05'],
      [4, 2, 2, 'Senior', 'open', 70000, '2026-11-05'],
      [5, 2, 3, 'Junior', 'open', 40000, '2026-11-06'],
      [6, 3, 3, 'Senior', 'cancelled', 80000, '2025-11-06'],
      [7, 3, 2, 'Junior', 'on hold', 20000, '2025-10-06'],
    ],
    placements: [
      ['placement_id', 'job_id', 'start_date', 'ended_early', 'fee'],
      [1, 2, '2026-10-01', false, 1000],
      [2, 2, '2026-10-15', true, 2000],
      [3, 3, '2026-09-01', false, 4000],
      [4, 6, '2026-03-01', true, 8000],
      [5, 7, '2025-12-01', true, 16000],
    ],
  },
  now: '2026-11-27T10:00:00Z',
};

const world = openWorlds({ agency });

describe('the condition that a count is called after', () => {
  it.each([
    [['how many open jobs are there in the Berlin office?'], 'and the average salary?', [[45000]]],
    [['how many filled jobs are there at Novabridge?'], 'average salary', [[60000]]],
    [['how many filled jobs are there at Oakwave?', 'average salary'], 'and the highest salary?', [[30000]]],
    [
      ['dropouts by recruiter this year'],
      'which fees did they have?',
      [
        ['Arjun Smit', 8000],
        ['Henry Byrne', 2000],
      ],
    ],
    [['how many dropouts this year'], 'and the fees?', [[10000]]],
    // What is named anew, or has a condition of its own, is not narrowed by it.
    [['how many open jobs are there?'], 'and filled jobs?', [[2]]],
    [['how many open jobs are there?'], 'and the fill rate?', [[2 / 3]]],
    [['how many open jobs are there?'], 'how many jobs are there in total?', [[7]]],
    [['how many open jobs are there?'], 'and the average salary of all jobs?', [[50000]]],
  ] as const)('is kept by a follow-up for another figure: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each([
    // No value is called so.
    [['how many finished jobs are there?'], 'and the average salary?'],
  ])('is not dropped where no value is called so: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });
});

describe('after a message that was not answered', () => {
  it.each([
    // Who did so was named in what was not understood.
    [['how many frobnications did Henry Byrne zorp this year?'], 'how many ended early?'],
    [['how many frobnications did Henry Byrne zorp this year?', 'and last year?'], 'how many ended early?'],
  ])('nothing is said of all rows: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });

  it('what goes on is of each reading that was asked between', async () => {
    const thread = [
      'how many open jobs do we have?',
      'how many of those are senior?',
      'who are the clients?',
    ];
    const { answer } = await world('agency').ask('and how many of those are in healthcare?', thread);
    expect(answer).toMatch(/^Which of these do you mean.*\n2\. Open jobs, [^\n]*Senior[^\n]*Healthcare/s);
  });

  it('a question of its own is answered', async () => {
    const thread = ['how many frobnications did Henry Byrne zorp this year?'];
    expectRows(await world('agency').ask('how many placements ended early?', thread), [[3]]);
  });
});

describe('what was asked of one', () => {
  it.each([
    [
      ['placements in 2026 by client', 'for Henry Byrne', 'and for Arjun Smit'],
      'all recruiters again',
      [
        ['Novabridge', 1],
        ['Oakwave', 2],
        ['Pinefield', 1],
      ],
    ],
    [['how many jobs are there?', 'only for Henry Byrne'], 'back to all recruiters', [[7]]],
    // Nothing was narrowed.
    [['placements in 2026 by client'], 'all recruiters again', [[3]]],
  ] as const)('is of all again where that is said: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each(['and how many dropouts?', 'how many ended early?'])(
    'is of that one, and not of whoever has the most: %s',
    async (question) => {
      const thread = ['Which recruiter had the most placements in 2026?'];
      expectRows(await world('agency').ask(question, thread), [['Henry Byrne', 1]]);
    },
  );

  it.each(['how many dropouts?', 'how many open jobs?'])(
    'is asked back where it may be of all: %s',
    async (question) => {
      const thread = ['Which recruiter had the most placements in 2026?'];
      const { answer } = await world('agency').ask(question, thread);
      expect(answer).toMatch(/^Which of these do you mean.*\n2\. [^\n]* of that one, in 2026/s);
    },
  );
});
