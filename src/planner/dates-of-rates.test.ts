import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const tours: World = {
  name: 'tours',
  now: '2026-03-01T12:00:00Z',
  model: {
    'tours.yml': `
cubes:
  - name: tours
    title: Tours
    sql_table: tours
    dimensions:
      - { name: tour_id, sql: tour_id, type: number, primary_key: true, public: false }
      - { name: guide, title: Guide, sql: guide, type: string }
      - { name: planned_on, title: Planned on, sql: "CAST({CUBE}.planned_on AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancelled on, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: tour_count, title: Tours, type: count }
      - { name: cancelled_tours, title: Cancelled tours, type: count, filters: [{ sql: "{CUBE}.cancelled_on IS NOT NULL" }] }
      - { name: cancellation_rate, title: Cancellation rate, type: number, format: percent, sql: "1.0 * {cancelled_tours} / NULLIF({tour_count}, 0)" }
`,
  },
  tables: {
    tours: [
      ['tour_id', 'guide', 'planned_on', 'cancelled_on'],
      ...Array.from({ length: 30 }, (_, id) => [
        id + 1,
        id % 2 === 0 ? 'Ines' : 'Bo',
        `${id < 20 ? 2025 : 2024}-0${1 + (id % 8)}-15`,
        id % 5 === 0 ? `${id < 15 ? 2025 : 2024}-09-01` : null,
      ]),
    ],
  },
};
const world = openWorlds({ tours });

it.each([
  [
    'cancellation rate in 2025',
    'SELECT COUNT(cancelled_on) * 1.0 / COUNT(*) FROM tours WHERE year(CAST(planned_on AS DATE)) = 2025',
  ],
  [
    'cancellation rate by guide last year',
    'SELECT guide, COUNT(cancelled_on) * 1.0 / COUNT(*) FROM tours WHERE year(CAST(planned_on AS DATE)) = 2025 GROUP BY 1',
  ],
])('a rate is of all that there were then, not only of what it counts: %s', async (question, truth) => {
  expectRows(await world('tours').ask(question), await world('tours').truth(truth));
});

it('what was cancelled goes by the day on which it was', async () => {
  const asked = await world('tours').ask('cancelled tours in 2025');
  expect(asked.result?.sqlQuery).toContain('cancelled_on >=');
});

it('the only rate that there is is offered for one of another name, and answered once it is meant', async () => {
  const { answer, result } = await world('tours').ask('failure rate by guide');
  expect(result, answer).toBeUndefined();
  expect(answer).toContain('1. Cancellation rate by guide');
  const truth = 'SELECT guide, COUNT(cancelled_on) * 1.0 / COUNT(*) FROM tours GROUP BY 1';
  expectRows(await world('tours').ask('yes', ['failure rate by guide']), await world('tours').truth(truth));
});

it('no rate is offered for a word that stands alone', async () => {
  const { answer } = await world('tours').ask('the rate please, tours, or what do you rate');
  expect(answer).not.toContain('1. Cancellation rate');
});
