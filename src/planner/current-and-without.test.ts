import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Jobs of clients, filled by recruiters of whom some have left, and the applications for them with their interviews. */
const agency: World = {
  name: 'agency',
  model: {
    'agency.yml': `
cubes:
  - name: recruiters
    sql_table: recruiters
    title: Recruiters
    dimensions:
      - { name: recruiter_id, sql: recruiter_id, type: number, primary_key: true, public: false }
      - { name: recruiter_name, title: Recruiter, sql: full_name, type: string }
      - { name: office, title: Office, sql: office, type: string }
      - { name: leaving_date, title: Leaving date, sql: "CAST({CUBE}.leaving_date AS TIMESTAMP)", type: time }
    measures:
      - { name: recruiter_count, title: Number of recruiters, type: count }
    segments:
      - { name: current, title: Current recruiters, sql: "{CUBE}.leaving_date IS NULL" }
  - name: clients
    sql_table: clients
    title: Clients
    dimensions:
      - { name: client_id, sql: client_id, type: number, primary_key: true, public: false }
      - { name: company_name, title: Client, sql: company_name, type: string }
    measures:
      - { name: client_count, title: Number of clients, type: count }
  - name: jobs
    sql_table: jobs
    title: Jobs
    joins:
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
      - { name: recruiters, relationship: many_to_one, sql: "{CUBE}.recruiter_id = {recruiters}.recruiter_id" }
    dimensions:
      - { name: job_id, title: Job number, sql: job_id, type: number, primary_key: true }
      - { name: title, title: Job title, sql: title, type: string }
      - { name: status, title: Job status, description: "open, filled or cancelled", sql: status, type: string }
      - { name: annual_salary, title: Annual salary, sql: annual_salary, type: number }
    measures:
      - { name: job_count, title: Number of jobs, type: count }
      - { name: open_job_count, title: Open jobs, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
      - { name: average_salary, title: Average salary, sql: annual_salary, type: avg }
  - name: candidates
    sql_table: candidates
    title: Candidates
    dimensions:
      - { name: candidate_id, sql: candidate_id, type: number, primary_key: true, public: false }
      - { name: candidate_name, title: Candidate, sql: full_name, type: string }
    measures:
      - { name: candidate_count, title: Number of candidates, type: count }
  - name: applications
    sql_table: applications
    title: Applications
    joins:
      - { name: candidates, relationship: many_to_one, sql: "{CUBE}.candidate_id = {candidates}.candidate_id" }
      - { name: jobs, relationship: many_to_one, sql: "{CUBE}.job_id = {jobs}.job_id" }
    dimensions:
      - { name: application_id, title: Application number, sql: application_id, type: number, primary_key: true }
      - { name: stage, title: Stage, description: "Where it stands: applied, interview, offer or rejected", sql: stage, type: string }
    measures:
      - { name: application_count, title: Number of applications, type: count }
  - name: interviews
    sql_table: interviews
    title: Interviews
    joins:
      - { name: applications, relationship: many_to_one, sql: "{CUBE}.application_id = {applications}.application_id" }
    dimensions:
      - { name: interview_id, title: Interview number, sql: interview_id, type: number, primary_key: true }
      - { name: outcome, title: Outcome, description: "passed, no-show or scheduled", sql: outcome, type: string }
    measures:
      - { name: interview_count, title: Number of interviews, type: count }
`,
  },
  tables: {
    recruiters: [
      ['recruiter_id', 'full_name', 'office', 'leaving_date'],
      [1, 'Ava Hall', 'London', null],
      [2, 'Tom Reed', 'London', '2026-03-31'],
      [3, 'Ida Moss', 'Dublin', null],
    ],
    clients: [
      ['client_id', 'company_name'],
      [1, 'Oakwave'],
      [2, 'Novabridge'],
      [3, 'Fernline'],
      [4, 'Quillmark'],
      [5, 'Stonebay'],
    ],
    jobs: [
      ['job_id', 'client_id', 'recruiter_id', 'title', 'status', 'annual_salary'],
      [1, 1, 1, 'Welder', 'open', 30000],
      [2, 1, 2, 'Nurse', 'filled', 40000],
      [3, 2, 2, 'Welder', 'open', 35000],
      [4, 3, 3, 'Baker', 'cancelled', 25000],
      [5, 2, 3, 'Nurse', 'filled', 45000],
    ],
    candidates: [
      ['candidate_id', 'full_name'],
      [1, 'Cleo Roth'],
      [2, 'Dan Fox'],
      [3, 'Eva Lang'],
      [4, 'Finn Cole'],
    ],
    applications: [
      ['application_id', 'candidate_id', 'job_id', 'stage'],
      [1, 1, 1, 'interview'],
      [2, 1, 3, 'interview'],
      [3, 2, 3, 'applied'],
      [4, 2, 2, 'rejected'],
      [5, 3, 5, 'offer'],
      [6, 3, 4, 'interview'],
    ],
    interviews: [
      ['interview_id', 'application_id', 'outcome'],
      [1, 1, 'scheduled'],
      [2, 1, 'no-show'],
      [3, 2, 'passed'],
      [4, 4, 'passed'],
      [5, 5, 'scheduled'],
    ],
  },
  now: '2026-11-27T10:00:00Z',
};

const world = openWorlds({ agency });

describe('what is so now', () => {
  it.each([
    [
      'applications currently in interview stage by recruiter',
      [
        ['Ava Hall', 1],
        ['Ida Moss', 1],
        ['Tom Reed', 1],
      ],
    ],
    ['how many applications are currently in interview stage', [[3]]],
    ['number of jobs currently open', [[2]]],
    ['how many current recruiters do we have', [[2]]],
    ['how many recruiters do we currently have', [[2]]],
    [
      'applications of current recruiters by stage',
      [
        ['interview', 2],
        ['offer', 1],
      ],
    ],
    ['average salary of jobs of current recruiters', [[100000 / 3]]],
    ['how many current London recruiters are there', [[1]]],
  ] as const)('says nothing of those whom nobody asks about: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows);
  });

  it.each(['current applications per recruiter', 'current no-show rate', 'our current jobs by office'])(
    'is not known of what has no such state: %s',
    async (question) => {
      const { answer, result } = await world('agency').ask(question);
      expect(result, answer).toBeUndefined();
      expect(answer).not.toMatch(/Current recruiters/);
    },
  );
});

describe('what is called as rows that refer to it', () => {
  it.each([
    ['applications without interview', [[2]]],
    ['how many applications have no interview', [[2]]],
    ['applications without an interview', [[2]]],
    ['how many applications without interviews are there', [[2]]],
    ['how many applications with an interview', [[4]]],
    ['applications without the interview stage', [[3]]],
    ['applications excluding interview', [[3]]],
    ['how many applications are not in interview', [[3]]],
    ['candidates with no interviews', [['Finn Cole']]],
  ] as const)('is had or not, and no value of its own: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows);
  });
});

describe('those that do not have what others have', () => {
  it.each([
    [['how many clients have open jobs?'], "how many don't?", [[3]]],
    [['how many candidates have an interview scheduled?'], 'and how many do not?', [[2]]],
    [['how many clients have open Welder jobs?'], "how many don't?", [[3]]],
    [['how many clients have jobs?'], "how many don't?", [[2]]],
    [
      ['how many clients have open jobs?', "how many don't?"],
      'list them',
      [['Fernline'], ['Quillmark'], ['Stonebay']],
    ],
  ] as const)('are all the others: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('agency').ask(question, thread), rows);
  });

  it.each([
    [['how many clients have open jobs of Ava Hall?'], "how many don't?"],
    [['how many clients have jobs that are not open?'], "how many don't?"],
  ] as const)('are not told where that is not sure: after %s, %s', async (thread, question) => {
    const { answer, result } = await world('agency').ask(question, thread);
    expect(result, answer).toBeUndefined();
  });
});
