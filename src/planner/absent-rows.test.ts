import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Branches with lendings in views, and repairs that may have a review. */
const library: World = {
  name: 'library',
  model: {
    'library.yml': `
cubes:
  - name: branches
    sql_table: branches
    public: false
    joins:
      - { name: lendings, sql: "{CUBE}.id = {lendings}.branch", relationship: one_to_many }
    dimensions:
      - { name: branch_id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: branch_name, title: Branch, sql: "{CUBE}.name", type: string }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened AS TIMESTAMP)", type: time }
    measures:
      - { name: branch_count, title: Branches, type: count }
  - name: lendings
    sql_table: lendings
    public: false
    joins:
      - { name: branches, sql: "{CUBE}.branch = {branches}.id", relationship: many_to_one }
    dimensions:
      - { name: lending_id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: lent_on, title: Lent on, sql: "CAST({CUBE}.lent AS TIMESTAMP)", type: time }
      - { name: title, title: Book title, sql: "{CUBE}.title", type: string }
    measures:
      - { name: lending_count, title: Lendings, type: count }
      - { name: fees, title: Fees, type: sum, sql: "{CUBE}.fee" }
  - name: repairs
    sql_table: repairs
    title: Repairs
    joins:
      - { name: reviews, sql: "{CUBE}.id = {reviews}.repair", relationship: one_to_one }
    dimensions:
      - { name: repair_id, title: Repair number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: kind, title: Repair kind, sql: "{CUBE}.kind", type: string }
      - { name: reason, title: Reason, sql: "{CUBE}.reason", type: string }
      - { name: begun_on, title: Begun on, sql: "CAST({CUBE}.begun AS TIMESTAMP)", type: time }
      - { name: completed_on, title: Completed on, sql: "CAST({CUBE}.completed AS TIMESTAMP)", type: time }
      - { name: wait_mins, title: Wait mins, sql: "{CUBE}.wait", type: number }
      - { name: careful, title: Careful, sql: "{CUBE}.careful", type: boolean }
      - { name: is_open, title: Open, sql: "{CUBE}.completed IS NULL", type: boolean }
    measures:
      - { name: repair_count, title: Number of repairs, type: count }
      - { name: avg_completion_hours, title: Average completion hours, type: avg, sql: "{CUBE}.hours" }
  - name: reviews
    sql_table: reviews
    title: Reviews
    dimensions:
      - { name: review_id, title: Review number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: reviewed_on, title: Reviewed on, sql: "CAST({CUBE}.reviewed AS TIMESTAMP)", type: time }
      - { name: stars, title: Stars, sql: "{CUBE}.stars", type: number }
    measures:
      - { name: review_count, title: Number of reviews, type: count }
views:
  - name: places
    title: Branches
    description: Where the library is
    cubes:
      - { join_path: branches, includes: [branch_name, opened_on, branch_count] }
  - name: circulation
    title: Circulation
    description: What was lent, and where
    cubes:
      - { join_path: lendings, includes: [lent_on, title, lending_count, fees] }
      - { join_path: lendings.branches, includes: [branch_name] }
`,
  },
  tables: {
    branches: [
      ['id', 'name', 'opened'],
      [1, 'Harbour', '2019-01-01'],
      [2, 'Old Town', '2020-01-01'],
      [3, 'Mill Lane', '2021-01-01'],
    ],
    lendings: [
      ['id', 'branch', 'lent', 'title', 'fee'],
      [1, 1, '2024-05-01', 'Moss', 3],
      [2, 2, '2024-06-01', 'Fern', 2],
      [3, 1, '2024-06-02', 'Fern', 2],
    ],
    repairs: [
      ['id', 'kind', 'reason', 'begun', 'completed', 'wait', 'hours', 'careful'],
      [1, 'binding', 'age', '2024-01-01', '2024-01-02', 90, 20, true],
      [2, 'binding', 'water', '2024-02-01', '2024-02-02', 10, 30, true],
      [3, 'cover', 'water', '2024-03-01', '2024-03-04', 20, 70, false],
      [4, 'cover', 'water', '2024-04-01', null, 15, null, false],
    ],
    reviews: [
      ['id', 'repair', 'reviewed', 'stars'],
      [1, 1, '2024-01-03', 4],
    ],
  },
};

describe('rows that are not there, and times that things take', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(library);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each<[what: string, question: string, rows: readonly (readonly unknown[])[]]>([
    [
      'a view is narrowed by what another refers to nowhere',
      'Which branches had no lendings?',
      [['Mill Lane']],
    ],
    [
      'a period behind what is not there is of that, not of the rows asked for',
      'Which branches had no lendings in May 2024?',
      [['Mill Lane'], ['Old Town']],
    ],
    [
      'a period before all else is of what is not there, too',
      'In May 2024, which branches had no lendings?',
      [['Mill Lane'], ['Old Town']],
    ],
    ['rows without a row that is joined to them are counted', 'How many repairs without a review?', [[3]]],
    ['rows with any row that is joined to them are counted', 'How many repairs have a review?', [[1]]],
    ['a time to do something is counted in its unit', 'Average time to complete a cover', [[70]]],
    [
      'what takes longest to do is not what has been done',
      'Which kind takes longest to complete?',
      [['cover', 70]],
    ],
    [
      'what is compared to is no infinitive',
      'Average completion hours of careful compared to careless repairs',
      [
        [false, 70],
        [true, 25],
      ],
    ],
    [
      'one kind of many things is one',
      'Which kind of repairs has the highest average completion hours?',
      [['cover', 70]],
    ],
    [
      'the main ones are the most common',
      'Main reasons for binding',
      [
        ['age', 1],
        ['water', 1],
      ],
    ],
  ])('%s', async (_, question, rows) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual(rows);
  });

  it('rows of a view are not narrowed by those that another has of the same name', async () => {
    const { result, answer } = await world.ask('What share of branches is Moss, by month?');
    expect(result?.sqlQuery ?? '', answer).not.toContain('IN (SELECT');
  });

  it('rows without one that is joined to them are said so', async () => {
    const { answer } = await world.ask('How many repairs without a review?');
    expect(answer).toContain('without reviews');
  });

  it('what is left out of a list is left out with all of its rows', async () => {
    const { answer, result } = await world.ask('without Moss', ['how many branches are there', 'list them']);
    expect(result?.data, answer).toEqual([['Mill Lane'], ['Old Town']]);
  });
});
