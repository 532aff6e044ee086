import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A ski area, whose lifts stand still for a while, and whose offers run until a day that may be yet to come. */
const slopes: World = {
  name: 'slopes',
  now: '2025-02-10T12:00:00Z',
  model: {
    'slopes.yml': `
cubes:
  - name: lifts
    sql_table: lifts
    title: Lifts
    dimensions:
      - { name: lift_id, sql: "{CUBE}.lift_id", type: number, primary_key: true, public: false }
      - { name: name, title: Lift, sql: "{CUBE}.name", type: string }
      - { name: valley, title: Valley, sql: "{CUBE}.valley", type: string }
    measures:
      - { name: lift_count, title: Lifts, type: count }
  - name: stoppages
    sql_table: stoppages
    title: Stoppage events
    meta: { synonyms: [stoppages] }
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.lift_id" }
    dimensions:
      - { name: stoppage_id, sql: "{CUBE}.stoppage_id", type: number, primary_key: true, format: id }
      - { name: started_at, title: Started at, sql: "CAST({CUBE}.started_at AS TIMESTAMP)", type: time }
      - { name: ended_at, title: Ended at, sql: "CAST({CUBE}.ended_at AS TIMESTAMP)", type: time, description: Empty while the lift is still down }
      - { name: cause, title: Cause, sql: "{CUBE}.cause", type: string }
      - { name: minutes, title: Duration (min), sql: "{CUBE}.minutes", type: number }
    measures:
      - { name: stoppage_count, title: Stoppage events, type: count }
      - { name: stoppage_min, title: Stoppage (min), sql: "{CUBE}.minutes", type: sum }
  - name: offers
    sql_table: offers
    title: Offers
    dimensions:
      - { name: offer, title: Offer, sql: "{CUBE}.offer", type: string, primary_key: true }
      - { name: starts_on, title: Starts on, sql: "CAST({CUBE}.starts_on AS TIMESTAMP)", type: time }
      - { name: ends_on, title: Ends on, sql: "CAST({CUBE}.ends_on AS TIMESTAMP)", type: time }
    measures:
      - { name: offer_count, title: Offers, type: count }
`,
  },
  tables: {
    lifts: [
      ['lift_id', 'name', 'valley'],
      [1, 'Eagle', 'North'],
      [2, 'Fox', 'North'],
      [3, 'Hare', 'South'],
      [4, 'Owl', 'South'],
    ],
    stoppages: [
      ['stoppage_id', 'lift_id', 'started_at', 'ended_at', 'cause', 'minutes'],
      [1, 1, '2025-01-05 09:00:00', '2025-01-05 10:00:00', 'wind', 60],
      [2, 2, '2025-01-20 11:00:00', '2025-01-20 11:30:00', 'motor', 30],
      [3, 3, '2025-02-08 08:00:00', null, 'motor', null],
      [4, 1, '2025-02-10 09:00:00', null, 'wind', null],
      [5, 4, '2025-02-09 09:00:00', '2025-02-10 08:00:00', 'rope', 1380],
    ],
    offers: [
      ['offer', 'starts_on', 'ends_on'],
      ['Early bird', '2024-10-01', '2024-11-30'],
      ['Family week', '2025-02-01', '2025-02-28'],
      ['Night pass', '2025-01-01', null],
      ['Spring deal', '2025-03-10', '2025-04-10'],
    ],
  },
};

const world = openWorlds<'slopes'>({ slopes });

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]];

describe('what has begun and not ended goes on', () => {
  it.each<Case>([
    ['which lifts are down right now', [['Eagle'], ['Hare']]],
    ['which lift is still down?', [['Eagle'], ['Hare']]],
    ['how many lifts are down at the moment', [[2]]],
    ['how many lifts are up', [[2]]],
    ['how many stoppages are still open', [[2]]],
    ['stoppages still open', [[2]]],
    ['stoppage events still open', [[2]]],
    ['stoppage events that have not ended', [[2]]],
    ['ongoing stoppages', [[2]]],
    ['how many stoppages have not ended yet', [[2]]],
    ['stoppages that have not ended', [[2]]],
    ['open stoppages by cause', [['motor', 1], ['wind', 1]]], // biome-ignore format: rows
    ['stoppages from February still open', [[2]]],
    ['how many offers are running', [[2]]],
    ['which offers are still running', [['Family week'], ['Night pass']]],
  ])('%s', async (question, rows) => {
    expectRows(await world('slopes').ask(question), rows as never);
  });

  it('is said of what does', async () => {
    const { answer } = await world('slopes').ask('how many stoppages are still open');
    expect(answer).toBe('2 stoppage events where not ended.');
  });

  it.each([
    'which lifts are off',
    'how many lifts were down yesterday',
    'how many lifts are running',
    'which lifts are still running',
    'lifts that are still standing',
    'offers still valid',
  ])('is nothing that is left out where it is not understood: %s', async (question) => {
    const { result, answer } = await world('slopes').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
