import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Gifts to campaigns that are called after years, from people of whom two have one name, and grants with several dates. */
const charity: World = {
  name: 'charity',
  model: {
    'charity.yml': `
cubes:
  - name: campaigns
    sql_table: campaigns
    title: Campaigns
    dimensions:
      - { name: campaign_id, sql: campaign_id, type: number, primary_key: true, format: id }
      - { name: campaign_name, title: Campaign, sql: campaign_name, type: string }
      - { name: target_amount, title: Target, sql: target_amount, type: number, format: currency, currency: GBP }
    measures:
      - { name: campaign_count, title: Campaigns, type: count }
  - name: supporters
    sql_table: supporters
    title: Supporters
    dimensions:
      - { name: supporter_id, sql: supporter_id, type: number, primary_key: true, format: id }
      - { name: full_name, title: Supporter, sql: full_name, type: string }
      - { name: city, title: City, sql: city, type: string }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: supporter_count, title: Supporters, type: count }
  - name: donations
    sql_table: donations
    title: Donations
    joins:
      - { name: supporters, relationship: many_to_one, sql: "{CUBE}.supporter_id = {supporters}.supporter_id" }
      - { name: campaigns, relationship: many_to_one, sql: "{CUBE}.campaign_id = {campaigns}.campaign_id" }
    dimensions:
      - { name: donation_id, title: Donation number, sql: donation_id, type: number, primary_key: true, format: id }
      - { name: amount, title: Amount, sql: amount, type: number, format: currency, currency: GBP }
      - { name: fee_amount, title: Fee amount, sql: fee_amount, type: number, format: currency, currency: GBP }
      - { name: status, title: Status, sql: status, type: string }
      - { name: received_on, title: Received on, sql: "CAST({CUBE}.received_on AS TIMESTAMP)", type: time }
      - { name: fee_paid_on, title: Fee settled on, sql: "CAST({CUBE}.fee_paid_on AS TIMESTAMP)", type: time }
    measures:
      - { name: donation_count, title: Donations, type: count }
      - name: income
        title: Income
        type: sum
        sql: amount
        filters: [{ sql: "{CUBE}.status = 'received'" }]
        format: currency
        currency: GBP
      - { name: failed_count, title: Failed donations, type: count, filters: [{ sql: "{CUBE}.status = 'failed'" }] }
      - { name: charges, title: Charges, type: sum, sql: fee_amount, format: currency, currency: GBP }
  - name: projects
    sql_table: projects
    title: Projects
    dimensions:
      - { name: project_id, sql: project_id, type: number, primary_key: true, format: id }
      - { name: project_name, title: Project, sql: project_name, type: string }
      - { name: budget, title: Annual budget, sql: budget, type: number, format: currency, currency: GBP }
    measures:
      - { name: project_count, title: Projects, type: count }
  - name: grants
    sql_table: grants
    title: Grants
    joins:
      - { name: projects, relationship: many_to_one, sql: "{CUBE}.project_id = {projects}.project_id" }
    dimensions:
      - { name: reference, title: Grant reference, sql: reference, type: string, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: applied_on, title: Applied on, sql: "CAST({CUBE}.applied_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: amount_requested, title: Amount requested, sql: amount_requested, type: number, format: currency, currency: GBP }
      - { name: amount_paid, title: Amount paid, sql: amount_paid, type: number, format: currency, currency: GBP }
    measures:
      - { name: grant_count, title: Grants, type: count }
      - { name: total_paid, title: Paid out, type: sum, sql: amount_paid, format: currency, currency: GBP }
`,
  },
  tables: {
    campaigns: [
      ['campaign_id', 'campaign_name', 'target_amount'],
      [1, 'Christmas Appeal 2024', 500],
      [2, 'Christmas Appeal 2025', 5_000],
      [3, 'Spring Run', 100],
    ],
    supporters: [
      ['supporter_id', 'full_name', 'city', 'joined_on'],
      [1, 'Ann Lee', 'Leeds', '2025-02-01'],
      [2, 'Ann Lee', 'York', '2023-02-01'],
      [3, 'Bo Marsh', 'Leeds', '2024-02-01'],
    ],
    donations: [
      [
        'donation_id',
        'supporter_id',
        'campaign_id',
        'amount',
        'fee_amount',
        'status',
        'received_on',
        'fee_paid_on',
      ],
      [1, 1, 2, 600, 1, 'received', '2025-12-05', '2026-01-01'],
      [2, 2, 2, 700, 2, 'received', '2026-01-05', '2026-02-01'],
      [3, 3, 3, 800, 3, 'received', '2025-04-05', '2025-05-01'],
      [4, 3, 1, 400, 9, 'received', '2025-01-05', '2025-02-01'],
      [5, 3, 3, 50, 4, 'failed', '2025-05-05', null],
    ],
    projects: [
      ['project_id', 'project_name', 'budget'],
      [1, 'Wells', 90_000],
      [2, 'Schools', 20_000],
    ],
    grants: [
      ['reference', 'project_id', 'status', 'applied_on', 'paid_on', 'amount_requested', 'amount_paid'],
      ['G-2024-01', 1, 'paid', '2024-11-01', '2025-02-01', 60_000, 50_000],
      ['G-2025-01', 1, 'paid', '2025-03-01', '2026-01-10', 10_000, 8_000],
      ['G-2025-02', 2, 'declined', '2025-04-01', null, 70_000, null],
    ],
  },
};

/** People in several roles, who leave, and claim what others approve. */
const firm: World = {
  name: 'firm',
  model: {
    'firm.yml': `
cubes:
  - name: people
    sql_table: people
    public: false
    dimensions:
      - { name: employee_id, title: Employee number, sql: "{CUBE}.employee_id", type: number, primary_key: true, format: id }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
      - { name: job_title, title: Job title, sql: "{CUBE}.job_title", type: string }
  - name: employees
    extends: people
    public: true
    title: Employees
    joins:
      - { name: departments, relationship: many_to_one, sql: "{CUBE}.department_id = {departments}.department_id" }
      - { name: managers, relationship: many_to_one, sql: "{CUBE}.manager_id = {managers}.employee_id" }
    segments:
      - { name: current, title: Current employees, sql: "{CUBE}.leaving_date IS NULL" }
    dimensions:
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: leaving_date, title: Leaving date, sql: "CAST({CUBE}.leaving_date AS TIMESTAMP)", type: time }
      - { name: contract_end, title: Contract end, sql: "CAST({CUBE}.contract_end AS TIMESTAMP)", type: time }
    measures:
      - { name: employee_count, title: Number of employees, type: count }
      - { name: leavers, title: Leavers, type: count, filters: [{ sql: "{CUBE}.leaving_date IS NOT NULL" }] }
  - { name: managers, extends: people, public: true, title: Managers }
  - { name: approvers, extends: people, public: true, title: Approvers }
  - name: departments
    sql_table: departments
    title: Departments
    dimensions:
      - { name: department_id, sql: department_id, type: number, primary_key: true, public: false }
      - { name: department, title: Department, sql: department, type: string }
    measures:
      - { name: department_count, title: Number of departments, type: count }
  - name: absences
    sql_table: absences
    title: Absences
    meta: { synonyms: [leave] }
    joins:
      - { name: employees, relationship: many_to_one, sql: "{CUBE}.employee_id = {employees}.employee_id" }
    dimensions:
      - { name: absence_id, sql: absence_id, type: number, primary_key: true, format: id }
      - { name: first_day, title: First day, sql: "CAST({CUBE}.first_day AS TIMESTAMP)", type: time }
    measures:
      - { name: absence_count, title: Number of absences, type: count }
      - { name: absence_days, title: Days of absence, type: sum, sql: days }
      - { name: sick_days, title: Sick days, type: sum, sql: days, filters: [{ sql: "{CUBE}.kind = 'sick'" }] }
  - name: claims
    sql_table: claims
    title: Expense claims
    joins:
      - { name: employees, relationship: many_to_one, sql: "{CUBE}.employee_id = {employees}.employee_id" }
      - { name: approvers, relationship: many_to_one, sql: "{CUBE}.approver_id = {approvers}.employee_id" }
    dimensions:
      - { name: claim_id, title: Claim number, sql: claim_id, type: number, primary_key: true, format: id }
      - { name: status, title: Status, sql: status, type: string }
      - { name: approved_amount, title: Approved amount, sql: approved_amount, type: number, format: currency, currency: EUR }
      - { name: submitted_on, title: Submitted on, sql: "CAST({CUBE}.submitted_on AS TIMESTAMP)", type: time }
    measures:
      - { name: claim_count, title: Expense claims, type: count, meta: { synonyms: [claims] } }
      - { name: total_approved, title: Total approved, type: sum, sql: approved_amount, format: currency, currency: EUR }
`,
  },
  tables: {
    people: [
      [
        'employee_id',
        'full_name',
        'job_title',
        'department_id',
        'manager_id',
        'start_date',
        'leaving_date',
        'contract_end',
      ],
      [1, 'Kim Poe', 'Engineering Lead', 1, null, '2020-01-01', null, null],
      [2, 'Lou Ray', 'Developer', 1, 1, '2021-01-01', '2025-06-30', '2025-06-30'],
      [3, 'Max Orr', 'Developer', 1, 1, '2022-01-01', null, '2025-12-31'],
      [4, 'Nia Fox', 'Engineering Lead', 2, 1, '2025-02-01', null, null],
    ],
    departments: [
      ['department_id', 'department'],
      [1, 'Engineering'],
      [2, 'Sales'],
    ],
    absences: [
      ['absence_id', 'employee_id', 'first_day', 'days', 'kind'],
      [1, 2, '2025-01-05', 2, 'sick'],
      [2, 3, '2025-03-05', 5, 'holiday'],
      [3, 3, '2025-04-05', 1, 'holiday'],
    ],
    claims: [
      ['claim_id', 'employee_id', 'approver_id', 'status', 'approved_amount', 'submitted_on'],
      [1, 1, 4, 'paid', 10, '2025-01-05'],
      [2, 2, 1, 'paid', 30, '2025-02-05'],
      [3, 3, 1, 'paid', 40, '2025-03-05'],
    ],
  },
};

const world = openWorlds({ charity, firm });

describe('what a question says of its figures', () => {
  it.each([
    // A year in a name is no date.
    ['charity', 'income from Christmas Appeal 2025', [[1_300]]],
    ['charity', 'income from Christmas Appeal 2025 in 2026', [[700]]],
    ['charity', 'how many grants with reference G-2025-01', [[1]]],
    // What is done to things is no trend of them.
    ['charity', 'how many grants were declined in 2025', [[1]]],
    // The date that is called as the figure is.
    ['charity', 'grants paid out in 2025', [[50_000]]],
    ['firm', 'how many leavers in 2025', [[1]]],
    // The amount of a row, not its fee.
    ['charity', 'biggest donation in 2025', [[3, 800]]],
    ['charity', 'how many donations over 500', [[3]]],
    ['charity', 'fee amount of received donations', [[15]]],
    // Two people of one name are two.
    [
      'charity',
      'top 2 supporters by income',
      [
        ['Bo Marsh', 1_200],
        ['Ann Lee', 700],
      ],
    ],
    // People in the role that is said.
    [
      'firm',
      'total approved amount by approver',
      [
        ['Kim Poe', 70],
        ['Nia Fox', 10],
      ],
    ],
    ['firm', 'how many claims were approved by Kim Poe', [[2]]],
    ['firm', 'how many claims of Kim Poe', [[1]]],
    ['firm', 'list employees with manager Kim Poe', [['Lou Ray'], ['Max Orr'], ['Nia Fox']]],
    // A whole name rather than a part of another.
    ['firm', 'how many employees in Engineering', [[3]]],
    ['firm', 'share of sick days in total absence days', [[0.25]]],
    // Said twice, and in short.
    [
      'charity',
      'name the 2 biggest campaigns by income',
      [
        ['Christmas Appeal 2025', 1_300],
        ['Spring Run', 800],
      ],
    ],
    [
      'charity',
      'give me the 2 biggest projects by annual budget, biggest first',
      [
        ['Wells', 90_000],
        ['Schools', 20_000],
      ],
    ],
    // Each with the part of it that is asked for.
    [
      'charity',
      'share of donations that failed, by campaign',
      [
        ['Christmas Appeal 2024', 0],
        ['Christmas Appeal 2025', 0],
        ['Spring Run', 0.5],
      ],
    ],
    // Grouped by what is said, not counted.
    ['firm', 'claims by department', [['Engineering', 3]]],
    // Those who are there, where the model tells them.
    ['firm', 'how many employees work for us right now', [[3]]],
    // Parts of two years are held against each other whole.
    [
      'charity',
      'income first half of 2025 vs first half of 2026',
      [
        ['2025-01-01T00:00:00.000', 1_200],
        ['2026-01-01T00:00:00.000', 700],
      ],
    ],
    // What rows are quoted by names one of them.
    ['charity', 'status of grant G-2025-01', [['G-2025-01', 'paid']]],
    // Short for a name of the model.
    ['firm', 'claims by dept', [['Engineering', 3]]],
  ])('is found in the data of the %s: %s', async (of, question, rows) => {
    expectRows(await world(of as 'charity').ask(question), rows as never);
  });

  it.each([
    ['charity', 'grants are not those of projects with such a budget', 'how many grants over 50k'],
    ['charity', 'what each of them got is not what all got', 'how many donations did each get'],
    ['charity', 'a target that is missed is not just one above zero', 'which campaigns missed their target'],
  ] as const)('in the %s, %s, so that it asks back: %s', async (of, _, question) => {
    const { result, answer } = await world(of).ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each(['how many supporters in Leeds gave in 2025', 'when did Bo Marsh last give'])(
    'who gave is not told by when they joined: %s',
    async (question) => {
      const { result } = await world('charity').ask(question);
      expect(result?.sqlQuery ?? '').not.toContain('joined_on');
    },
  );
});
