import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Jobs that are opened on one day, and filled or cancelled on another, and those who apply for them. */
const agency: World = {
  name: 'agency',
  model: {
    'agency.yml': `
cubes:
  - name: clients
    sql_table: clients
    title: Clients
    dimensions:
      - { name: client_id, sql: client_id, type: number, primary_key: true, public: false }
      - { name: company_name, title: Client, sql: company_name, type: string }
      - { name: industry, title: Industry, sql: industry, type: string }
    measures:
      - { name: client_count, title: Number of clients, type: count }
  - name: jobs
    sql_table: jobs
    title: Jobs
    meta: { synonyms: [vacancies] }
    joins:
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
    dimensions:
      - { name: job_id, title: Job number, sql: job_id, type: number, primary_key: true }
      - { name: status, title: Job status, description: "open, filled, cancelled or on hold", sql: status, type: string }
      - { name: team, title: Team, sql: team, type: string }
      - { name: opened_on, title: Opened on, description: Day the client gave us the job to be filled, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
      - { name: closed_on, title: Closed on, description: Day the job was filled or cancelled, sql: "CAST({CUBE}.closed_on AS TIMESTAMP)", type: time }
    measures:
      - { name: job_count, title: Number of jobs, type: count }
      - { name: open_job_count, title: Open jobs, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
      - { name: filled_job_count, title: Filled jobs, type: count, filters: [{ sql: "{CUBE}.status = 'filled'" }] }
  - name: applications
    sql_table: applications
    title: Applications
    joins:
      - { name: jobs, relationship: many_to_one, sql: "{CUBE}.job_id = {jobs}.job_id" }
    dimensions:
      - { name: application_id, title: Application number, sql: application_id, type: number, primary_key: true }
      - { name: applied_on, title: Applied on, sql: "CAST({CUBE}.applied_on AS TIMESTAMP)", type: time }
      - { name: stage, title: Stage, sql: stage, type: string }
      - { name: rejected_reason, title: Rejection reason, sql: rejected_reason, type: string, meta: { synonyms: [reason for rejection] } }
    measures:
      - { name: application_count, title: Number of applications, type: count }
  - name: placements
    sql_table: placements
    title: Placements
    dimensions:
      - { name: placement_id, title: Placement number, sql: placement_id, type: number, primary_key: true }
      - { name: start_date, title: Start date, description: First day of the candidate at the client, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: guarantee_end, title: End of guarantee, description: "Until then we replace or refund; temps have none", sql: "CAST({CUBE}.guarantee_end AS TIMESTAMP)", type: time, meta: { synonyms: [guarantee end, guarantee period] } }
      - { name: recruiter, title: Recruiter, sql: recruiter, type: string }
      - { name: ended_early, title: Ended early, description: Whether the candidate left within the guarantee, sql: ended_early, type: boolean, meta: { synonyms: [dropout] } }
    measures:
      - { name: placement_count, title: Number of placements, type: count }
      - { name: dropout_count, title: Placements that ended early, type: count, filters: [{ sql: "{CUBE}.ended_early" }], meta: { synonyms: [dropouts] } }
`,
  },
  tables: {
    clients: [
      ['client_id', 'company_name', 'industry'],
      [1, 'Novabridge', 'Banking'],
      [2, 'Oakwave', 'Software'],
    ],
    jobs: [
      ['job_id', 'client_id', 'status', 'team', 'opened_on', 'closed_on'],
      [1, 1, 'filled', 'Legal', '2025-12-10', '2026-10-02'],
      [2, 1, 'filled', 'Legal', '2026-08-05', '2026-10-20'],
      [3, 2, 'filled', 'Sales', '2026-10-01', '2026-11-03'],
      [4, 2, 'filled', 'Sales', '2026-05-11', '2026-08-14'],
      [5, 1, 'cancelled', 'Sales', '2025-11-30', '2026-10-09'],
      [6, 2, 'cancelled', 'Sales', '2026-07-07', '2026-10-12'],
      [7, 2, 'cancelled', 'Legal', '2026-10-04', '2026-11-05'],
      [8, 2, 'open', 'Legal', '2026-10-06', null],
      [9, 1, 'on hold', 'Legal', '2026-11-01', null],
    ],
    applications: [
      ['application_id', 'job_id', 'applied_on', 'stage', 'rejected_reason'],
      [1, 1, '2026-02-01', 'rejected', 'Experience'],
      [2, 1, '2026-02-11', 'rejected', 'Experience'],
      [3, 2, '2026-04-01', 'rejected', 'Salary'],
      [4, 2, '2026-08-21', 'rejected', 'Experience'],
      [5, 3, '2026-10-03', 'hired', null],
      [6, 4, '2026-10-06', 'interview', null],
      [7, 4, '2025-04-06', 'hired', null],
      [8, 4, '2025-05-06', 'hired', null],
      [9, 4, '2025-08-06', 'hired', null],
      [10, 4, '2025-12-06', 'hired', null],
    ],
    placements: [
      ['placement_id', 'start_date', 'guarantee_end', 'recruiter', 'ended_early'],
      [1, '2025-11-20', '2026-02-20', 'Ada Klein', true],
      [2, '2026-01-20', '2026-04-20', 'Ada Klein', true],
      [3, '2026-03-01', null, 'Ben Wolf', true],
      [4, '2026-05-05', '2026-08-05', 'Ben Wolf', true],
      [5, '2026-11-02', '2027-02-02', 'Ben Wolf', false],
    ],
  },
  now: '2026-11-27T10:00:00Z',
};

const world = openWorlds({ agency });

describe('what was filled or cancelled', () => {
  it.each([
    ['how many jobs were filled in October?', [[2]]],
    ['vacancies filled this year', [[4]]],
    ['filled jobs in Q3', [[1]]],
    [
      'filled jobs since October by team',
      [
        ['Legal', 2],
        ['Sales', 1],
      ],
    ],
    [
      'cancelled vacancies in October by client',
      [
        ['Novabridge', 1],
        ['Oakwave', 1],
      ],
    ],
    [
      'the 2 industries with the most cancelled vacancies in 2026',
      [
        ['Software', 2],
        ['Banking', 1],
      ],
    ],
    ['How many vacancies were cancelled in Q3?', [[0]]],
    ['how many jobs were filled or cancelled in October', [[4]]],
  ] as const)('is dated by the day that says so: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).toContain('Dated by Closed on.');
  });

  it('is so by month, too', async () => {
    const { answer, result } = await world('agency').ask('filled jobs by month this year');
    expect(
      result?.data.map((row) => row.at(-1)),
      answer,
    ).toEqual([1, 2, 1]);
  });

  it('is so in a follow-up', async () => {
    const answered = await world('agency').ask('and filled ones?', [
      'cancelled vacancies in October by client',
    ]);
    expectRows(answered, [['Novabridge', 2]]);
    expect(answered.answer).toContain('Dated by Closed on.');
  });

  it.each([
    ['how many jobs were opened in October', [[3]]],
    ['open jobs in October', [[1]]],
    ['jobs in October', [[3]]],
    ['how many applications for filled jobs in October', [[2]]],
    [
      'dropouts by recruiter this year',
      [
        ['Ada Klein', 1],
        ['Ben Wolf', 2],
      ],
    ],
  ] as const)('dates nothing else: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).not.toContain('Dated by');
  });
});
