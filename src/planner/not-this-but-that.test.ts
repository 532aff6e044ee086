import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const strokes = ['crawl', 'breaststroke', 'butterfly'] as const;

/** Tests of a swimming school, which are passed or not. */
const pool: World = {
  name: 'pool',
  now: '2025-06-01T12:00:00Z',
  model: {
    'pool.yml': `
cubes:
  - name: tests
    sql_table: tests
    title: Tests
    dimensions:
      - { name: test_id, sql: "{CUBE}.test_id", type: number, primary_key: true, public: false }
      - { name: coach, title: Coach, sql: "{CUBE}.coach", type: string }
      - { name: stroke, title: Stroke, sql: "{CUBE}.stroke", type: string }
      - { name: passed, title: Passed, sql: "{CUBE}.passed", type: boolean }
      - { name: points, title: Points, sql: "{CUBE}.points", type: number }
      - { name: taken_on, title: Taken on, sql: "CAST({CUBE}.taken AS TIMESTAMP)", type: time }
    measures:
      - { name: test_count, title: Tests, type: count }
      - { name: average_points, title: Average points, sql: "{CUBE}.points", type: avg }
      - { name: pass_rate, title: Pass rate, sql: "AVG(CASE WHEN {CUBE}.passed THEN 1.0 ELSE 0.0 END)", type: number, format: percent }
`,
  },
  tables: {
    tests: [
      ['test_id', 'coach', 'stroke', 'passed', 'points', 'taken'],
      ...Array.from({ length: 90 }, (_, at) => [
        at,
        ['Ada', 'Ben'][at % 2] ?? 'Ada',
        strokes[(at * at + at) % 3] ?? 'crawl',
        at % 4 !== 0,
        (at * 7) % 40,
        `202${3 + (at % 5 > 1 ? 1 : 0)}-03-0${1 + (at % 7)}`,
      ]),
    ],
  },
};

const world = openWorlds({ pool });
const thread = ['pass rate by coach', 'and by stroke?', 'only 2024'];
const passed = (year: number): string =>
  `SELECT stroke, COUNT(*) FROM tests WHERE passed AND year(taken::DATE) = ${year} GROUP BY 1`;

describe('"not this, but that"', () => {
  it.each([
    'not the rate, just how many passed',
    'not the pass rate, only how many passed',
    'not the rate but how many passed',
    'no, not the rate: how many passed',
    'just how many passed',
  ])('puts one figure in the place of the other: %s', async (message) => {
    expectRows(await world('pool').ask(message, thread), await world('pool').truth(passed(2024)));
  });

  it('is what the thread goes on from', async () => {
    const asked = await world('pool').ask('and in 2023', [...thread, 'not the rate, just how many passed']);
    expectRows(asked, await world('pool').truth(passed(2023)));
  });

  it.each(['not the rate, just the average points', 'not the pass rate but the average points'])(
    'keeps the split and the dates: %s',
    async (message) => {
      expectRows(
        await world('pool').ask(message, thread),
        await world('pool').truth(
          'SELECT stroke, AVG(points) FROM tests WHERE year(taken::DATE) = 2024 GROUP BY 1',
        ),
      );
    },
  );

  it('may be of the split', async () => {
    expectRows(
      await world('pool').ask('not by stroke, just by coach', [
        ...thread,
        'not the rate, just how many passed',
      ]),
      await world('pool').truth(
        'SELECT coach, COUNT(*) FROM tests WHERE passed AND year(taken::DATE) = 2024 GROUP BY 1',
      ),
    );
  });

  it('may be of a condition', async () => {
    expectRows(
      await world('pool').ask('not Ada, just Ben', ['average points by stroke', 'only Ada']),
      await world('pool').truth("SELECT stroke, AVG(points) FROM tests WHERE coach = 'Ben' GROUP BY 1"),
    );
  });

  it.each(['not the rate, just 2023', 'not the pass rate, but only Ada'])(
    'answers with no figure that it says is not meant: %s',
    async (message) => {
      const { outcome, answer } = await world('pool').ask(message, thread);
      expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
    },
  );
});
