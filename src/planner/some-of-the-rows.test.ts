import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Visits to a clinic with measures of some of them, claims with codes for a status, and complaints that are answered on a day. */
const clinic: World = {
  name: 'clinic',
  now: '2026-11-20T12:00:00Z',
  model: {
    'clinic.yml': `
cubes:
  - name: doctors
    sql_table: doctors
    title: Doctors
    dimensions:
      - { name: doctor_id, sql: "{CUBE}.doctor_id", type: number, primary_key: true, public: false }
      - { name: doc_name, title: Doctor, sql: "{CUBE}.doc_name", type: string }
    measures:
      - { name: doctor_count, title: Doctors, type: count }
  - name: patients
    sql_table: patients
    title: Patients
    dimensions:
      - { name: patient_id, sql: "{CUBE}.patient_id", type: number, primary_key: true, public: false }
      - { name: pat_name, title: Patient, sql: "{CUBE}.pat_name", type: string }
      - { name: canton, title: State, sql: "{CUBE}.canton", type: string, description: In this country only }
    measures:
      - { name: patient_count, title: Patients, type: count }
  - name: visits
    sql_table: visits
    title: Clinic visits
    meta: { synonyms: [visits] }
    joins:
      - { name: doctors, relationship: many_to_one, sql: "{CUBE}.doctor_id = {doctors}.doctor_id" }
      - { name: patients, relationship: many_to_one, sql: "{CUBE}.patient_id = {patients}.patient_id" }
    dimensions:
      - { name: visit_id, sql: "{CUBE}.visit_id", type: number, primary_key: true, public: false }
      - { name: visit_no, title: Visit number, sql: "{CUBE}.visit_no", type: string }
      - { name: booked_at, title: Booked at, sql: "CAST({CUBE}.booked AS TIMESTAMP)", type: time }
      - { name: completed_on, title: Completed on, sql: "CAST({CUBE}.completed AS TIMESTAMP)", type: time }
      - { name: status, title: Visit status, sql: "{CUBE}.status", type: string, description: "booked, waiting, completed or cancelled" }
      - { name: urgency, title: Urgency, sql: "{CUBE}.urgency", type: string }
      - { name: insured, title: Insured, sql: "{CUBE}.insured = 'Y'", type: boolean }
      - { name: insurer, title: Insurer, sql: "{CUBE}.insurer", type: string }
      - { name: informed, title: Insurer notified, sql: "{CUBE}.informed = 'Y'", type: boolean }
    measures:
      - { name: visit_count, title: Clinic visits, type: count }
      - { name: completed_visits, title: Completed visits, type: count, filters: [{ sql: "{CUBE}.status = 'completed'" }] }
      - { name: cancelled_visits, title: Cancelled visits, type: count, filters: [{ sql: "{CUBE}.status = 'cancelled'" }] }
      - { name: charges, title: Charges, sql: "{CUBE}.charge", type: sum }
      - { name: uninsured_charges, title: Uninsured charges, sql: "{CUBE}.charge", type: sum, filters: [{ sql: "{CUBE}.insured = 'N'" }] }
  - name: claims
    sql_table: claims
    title: Claims
    dimensions:
      - { name: claim_id, title: Claim, sql: "{CUBE}.claim_id", type: number, primary_key: true }
      - { name: status, title: Claim status, sql: "{CUBE}.status", type: string, description: "PAID, SUBM (submitted), HOLD (on hold), REJ (turned down) or FAILED" }
      - { name: submitted_for, title: Submitted for, sql: "CAST({CUBE}.submitted AS TIMESTAMP)", type: time }
      - { name: sum, title: Claimed sum, sql: "{CUBE}.amount", type: number }
    measures:
      - { name: claim_count, title: Claims, type: count }
      - { name: claimed, title: Claim amount, sql: "{CUBE}.amount", type: sum }
  - name: complaints
    sql_table: complaints
    title: Complaints
    joins:
      - { name: patients, relationship: many_to_one, sql: "{CUBE}.patient_id = {patients}.patient_id" }
    dimensions:
      - { name: complaint_id, sql: "{CUBE}.complaint_id", type: number, primary_key: true, public: false }
      - { name: made_at, title: Complaint date, sql: "CAST({CUBE}.made AS TIMESTAMP)", type: time }
      - { name: replied_at, title: Replied at, sql: "CAST({CUBE}.replied AS TIMESTAMP)", type: time, description: When the clinic answered }
    measures:
      - { name: complaint_count, title: Complaints, type: count }
`,
  },
  tables: {
    doctors: [
      ['doctor_id', 'doc_name'],
      [1, 'Ada Frey'],
      [2, 'Ben Kunz'],
      [3, 'Cora Moser'],
    ],
    patients: [
      ['patient_id', 'pat_name', 'canton'],
      [1, 'Lea Roth', 'Bern'],
      [2, 'Max Senn', null],
    ],
    visits: [
      'visit_id visit_no doctor_id patient_id booked completed status urgency insurer insured informed charge'.split(
        ' ',
      ),
      [1, 'V-1', 1, 1, '2026-02-01', '2026-02-01', 'completed', 'urgent', 'Alpina', 'Y', 'Y', 100],
      [2, 'V-2', 1, 2, '2026-03-01', '2026-03-01', 'completed', 'normal', null, 'N', 'N', 70],
      [3, 'V-3', 2, 1, '2026-04-01', null, 'cancelled', 'urgent', 'Alpina', 'Y', 'N', 20],
      [4, 'V-4', 2, 1, '2026-05-01', null, 'waiting', 'urgent', 'Alpina', 'Y', 'N', 30],
      [5, 'V-5', 1, 2, '2026-06-01', null, 'booked', 'normal', null, 'N', 'Y', 40],
      [6, 'V-6', 3, 1, '2025-06-01', '2025-06-01', 'completed', 'normal', 'Alpina', 'Y', 'N', 90],
    ],
    claims: [
      ['claim_id', 'status', 'submitted', 'amount'],
      [1, 'PAID', '2026-01-01', 10],
      [2, 'SUBM', '2026-11-01', 20],
      [3, 'HOLD', '2026-09-01', 40],
      [4, 'REJ', '2026-08-01', 80],
      [5, 'PAID', '2026-03-01', 160],
      [6, 'HOLD', '2026-10-01', 320],
    ],
    complaints: [
      ['complaint_id', 'patient_id', 'made', 'replied'],
      [1, 1, '2026-01-01', '2026-01-02'],
      [2, 2, '2026-02-01', '2026-02-03'],
      [3, 1, '2026-03-01', null],
    ],
  },
};

const world = openWorlds({ clinic });

describe('a figure of some rows', () => {
  it.each([
    'insured vs uninsured charges 2026',
    'uninsured vs insured charges in 2026',
    'insured and uninsured charges in 2026',
  ])('is not of those that its name denies: %s', async (question) => {
    const asked = await world('clinic').ask(question);
    expectRows(asked, [
      [false, 110],
      [true, 150],
    ]);
  });

  it.each([
    ['insured charges in 2026', [[150]]],
    ['uninsured charges in 2026', [[110]]],
    ['completed visits in 2026', [[2]]],
    ['urgent visits waiting', [[1]]],
    ['visits not completed', [[3]]],
  ] as const)('is taken where it is named: %s', async (question, rows) => {
    expectRows(await world('clinic').ask(question), rows);
  });

  it.each<[question: string, thread: readonly string[]]>([
    ['urgent visits not finished yet', []],
    ['visits waiting', []],
    ['visits waiting', ['completed visits in 2026']],
    ['waiting visits', ['completed and cancelled visits by doctor']],
    ['visits not done yet', []],
  ])('is not offered for rows of another state: %s', async (question, thread) => {
    const { answer } = await world('clinic').ask(question, thread);
    expect(answer).not.toMatch(/Completed visits|Cancelled visits/i);
  });
});

describe('what is denied', () => {
  it('is not taken for the number of a row, which may be called "no"', async () => {
    expectRows(await world('clinic').ask('which doctors have no visits this year'), [['Cora Moser']]);
  });

  it('is the number of a row where that is asked for', async () => {
    const { answer } = await world('clinic').ask('show visit no and urgency');
    expect(answer).toContain('V-1 / urgent');
  });

  it.each([
    'completed visits where we did not tell the insurer',
    'completed visits where they never tell the insurer',
  ])('is not taken for somebody who is missing: %s', async (question) => {
    const { answer } = await world('clinic').ask(question);
    expect(answer).not.toMatch(/missing/);
  });

  it('is a day on which nothing was done, by the word that describes it', async () => {
    const asked = await world('clinic').ask('unanswered complaints');
    expectRows(asked, [[1]]);
    expect(asked.answer).toContain('Replied at is missing');
  });

  it('is never taken for another column whose name is like the word', async () => {
    expect((await world('clinic').ask('unspoken complaints')).answer).not.toMatch(/is missing/);
  });
});

describe('a code that a description explains', () => {
  it.each([
    ['submitted claims', [[1]]],
    ['how many claims are submitted', [[1]]],
    ['claims on hold', [[2]]],
    ['claim amount on hold', [[360]]],
    ['how many claims were turned down', [[1]]],
    ['claims that are not on hold', [[4]]],
    ['paid claims', [[2]]],
    ['claims submitted in October', [[1]]],
  ] as const)('is named by the words that explain it: %s', async (question, rows) => {
    expectRows(await world('clinic').ask(question), rows);
  });
});
