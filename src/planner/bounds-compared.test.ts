import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Runners of a race with their ages and what they raised for charity. */
const race: World = {
  name: 'race',
  model: {
    'race.yml': `
cubes:
  - name: runners
    sql_table: runners
    title: Runners
    dimensions:
      - { name: runner_id, sql: "{CUBE}.runner_id", type: number, primary_key: true, public: false }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number }
      - { name: club, title: Club, sql: "{CUBE}.club", type: string }
      - { name: donations, title: Donations, sql: "{CUBE}.donations", type: number, format: currency, currency: EUR }
    measures:
      - { name: runner_count, title: Runners, type: count }
      - { name: mean_donations, title: Average donations, type: avg, sql: "{CUBE}.donations", format: currency, currency: EUR }
`,
  },
  tables: {
    runners: [
      'runner_id age club donations'.split(' '),
      ...Array.from({ length: 60 }, (_, id) => [
        id + 1,
        18 + ((id * 7) % 50),
        ['Harriers', 'Striders'][id % 2] ?? '',
        5 + ((id * 13) % 90),
      ]),
    ],
  },
};

const world = openWorlds({ race });
const means = (one: string, other: string): string =>
  `SELECT AVG(donations) FILTER (${one}), AVG(donations) FILTER (${other}) FROM runners`;
const forties = 'age BETWEEN 40 AND 49';

describe('bounds that are held against each other', () => {
  it.each([
    ['average donations of those aged 40 to 49 vs the ones under 30', means(forties, 'age < 30')],
    ['average donations of runners aged 40 to 49 vs those under 30', means(forties, 'age < 30')],
    ['average donations of runners under 30 versus runners over 50', means('age < 30', 'age > 50')],
    [
      'average donations of those aged 20 to 29 compared to those aged 30 to 39',
      means('age BETWEEN 20 AND 29', 'age BETWEEN 30 AND 39'),
    ],
    [
      'how many runners are under 30 vs over 50?',
      'SELECT COUNT(*) FILTER (age < 30), COUNT(*) FILTER (age > 50) FROM runners',
    ],
    [
      'average donations by club of those aged 40 to 49 vs those under 30',
      `SELECT club, AVG(donations) FILTER (${forties}), AVG(donations) FILTER (age < 30) FROM runners GROUP BY 1`,
    ],
  ])('are two sides of one column: %s', async (question, truth) => {
    expectRows(await world('race').ask(question), await world('race').truth(truth));
  });

  it.each([
    'average donations by club, under 30 vs over 50',
    'do runners over 50 raise more than runners under 30?',
    'average donations of runners between 40 and 49 who are under 30',
  ])('are no bounds of nothing: %s', async (question) => {
    const { result, answer } = await world('race').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each([
    ['runners over 30 and under 50', 'SELECT COUNT(*) FROM runners WHERE age > 30 AND age < 50'],
    [
      'average donations of runners under 30 with donations over 20',
      'SELECT AVG(donations) FROM runners WHERE age < 30 AND donations > 20',
    ],
  ])('are both meant otherwise: %s', async (question, truth) => {
    expectRows(await world('race').ask(question), await world('race').truth(truth));
  });
});
