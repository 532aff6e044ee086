import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Repairs of a workshop: the longest one is of another kind than those that take longest on average. */
const workshop: World = {
  name: 'workshop',
  model: {
    'workshop.yml': `
cubes:
  - name: repairs
    sql_table: repairs
    title: Repairs
    dimensions:
      - { name: repair_id, title: Repair id, sql: repair_id, type: number, primary_key: true, format: id }
      - { name: kind, title: Kind, sql: kind, type: string }
      - { name: duration, title: Duration, sql: duration, type: number, description: In minutes }
      - { name: under_warranty, title: Under warranty, sql: under_warranty, type: boolean }
      - { name: collected, title: Collected, sql: collected, type: boolean }
    measures:
      - { name: repair_count, title: Number of repairs, type: count }
      - { name: avg_duration, title: Average duration, type: avg, sql: duration }
`,
  },
  tables: {
    repairs: [
      ['repair_id', 'kind', 'duration', 'under_warranty', 'collected'],
      [1, 'brakes', 300, true, true],
      [2, 'brakes', 10, false, true],
      [3, 'brakes', 20, true, false],
      [4, 'engine', 200, true, true],
      [5, 'engine', 220, true, false],
      [6, 'engine', 210, false, true],
      [7, 'lights', 30, true, true],
      [8, 'lights', 40, false, false],
    ],
  },
};

const world = openWorlds({ workshop });

describe('groups that were shown with a figure', () => {
  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [['average duration of repairs by kind'], 'which kind has the longest?', [['engine', 210]]],
    [['average duration of repairs by kind'], 'which has the shortest?', [['lights', 35]]],
    [
      ['average duration of repairs by kind', 'only those under warranty'],
      'which kind takes the longest?',
      [['engine', 210]],
    ],
    [['number of repairs by kind'], 'which kind has the longest?', [['brakes', 300]]],
    [['average duration of repairs by kind'], 'what is the longest duration?', [[300]]],
  ])(
    'are ranked by it where an adjective says no more than its number: after %j, %s',
    async (thread, question, rows) => {
      expectRows(await world('workshop').ask(question, thread), rows as never);
    },
  );

  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [
      ['average duration of repairs by kind'],
      'which of those take more than 100 minutes?',
      [
        ['brakes', 110],
        ['engine', 210],
      ],
    ],
    [
      ['average duration of repairs by kind', 'only brakes'],
      'which of those took more than 15 minutes?',
      [[1], [3]],
    ],
    [['average duration of repairs', 'only brakes'], 'which of those took more than 15 minutes?', [[1], [3]]],
  ])('are bounded by it, and a single one by its rows: after %j, %s', async (thread, question, rows) => {
    expectRows(await world('workshop').ask(question, thread), rows as never);
  });

  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [
      ['average duration of repairs by kind', 'which kind has the longest?'],
      'how many of them took more than 205 minutes?',
      [[2]],
    ],
    [
      ['average duration of repairs by kind', 'which kind has the longest?'],
      'how many of them are under warranty?',
      [[2]],
    ],
    [['average duration of repairs by kind', 'the two longest'], 'how many of them were collected?', [[4]]],
  ])(
    'stand for their rows where a flag of these is asked for: after %j, %s',
    async (thread, question, rows) => {
      const asked = await world('workshop').ask(question, thread);
      expectRows(asked, rows as never);
      expect(asked.answer).not.toContain('Different');
    },
  );

  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [['how many repairs were collected?'], 'as a percentage', [[62.5]]],
    [
      ['how many repairs are there?', 'only brakes', 'and how many of them were collected?'],
      'as a rate please',
      [[66.67]],
    ],
  ])(
    'are held against what they are some of where a share is asked: after %j, %s',
    async (thread, question, rows) => {
      expectRows(await world('workshop').ask(question, thread), rows as never);
    },
  );

  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [
      ['average duration of repairs by kind'],
      'split the longest one by collected',
      [
        [true, 205],
        [false, 220],
      ],
    ],
    [
      ['number of repairs by collected'],
      'go into the biggest one by kind',
      [
        ['brakes', 2],
        ['engine', 2],
        ['lights', 1],
      ],
    ],
    [['number of repairs by kind', 'only those under warranty'], 'the bottom one by collected', [[true, 1]]],
  ])('may have their first one split further: after %j, %s', async (thread, question, rows) => {
    expectRows(await world('workshop').ask(question, thread), rows as never);
  });
});
