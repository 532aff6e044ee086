import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Crossings of a ferry, of which the longest one was not late. */
const ferry: World = {
  name: 'ferry',
  model: {
    'ferry.yml': `
cubes:
  - name: crossings
    sql_table: crossings
    title: Crossings
    dimensions:
      - { name: crossing_id, sql: "{CUBE}.crossing_id", type: number, primary_key: true, public: false }
      - { name: duration, title: Duration, sql: "{CUBE}.duration", type: number }
      - { name: port, title: Port, sql: "{CUBE}.port", type: string }
      - { name: refunded, title: Refunded, sql: "{CUBE}.refunded", type: boolean }
      - { name: stormy, title: Stormy, sql: "{CUBE}.stormy", type: boolean }
    measures:
      - { name: crossing_count, title: Crossings, type: count }
      - { name: mean_duration, title: Average duration, type: avg, sql: "{CUBE}.duration" }
`,
  },
  tables: {
    crossings: [
      'crossing_id duration port refunded stormy'.split(' '),
      ...Array.from({ length: 20 }, (_, id) => [
        id + 1,
        40 + ((id * 7) % 31),
        ['Kiel', 'Oban'][id % 2] ?? '',
        id % 4 === 0,
        id % 3 === 0,
      ]),
    ],
  },
};

const world = openWorlds({ ferry });

describe('a second question about what the first is of', () => {
  it.each([
    ['Longest crossing we ever had and was that crossing refunded?', 'refunded'],
    ['the longest crossing, and was it refunded?', 'refunded'],
    ['the longest crossing and was it stormy?', 'stormy'],
  ])('is a column of it, and no condition: %s', async (question, column) => {
    const { result, answer } = await world('ferry').ask(question);
    const [row = []] = await world('ferry').truth(
      `SELECT ${column} FROM crossings ORDER BY duration DESC LIMIT 1`,
    );
    expect(result?.sqlQuery, answer).not.toContain('WHERE');
    expect(result?.data[0], answer).toContain(row[0]);
  });

  it('ranks no rows by how many there are of each', async () => {
    const { result, answer } = await world('ferry').ask('the busiest crossing and is it stormy?');
    expect(result?.data, answer).toBeUndefined();
  });

  it.each([
    'crossings over 50 minutes and are they refunded?',
    'what was the longest duration and is that port Kiel?',
  ])('is never a condition: %s', async (question) => {
    const { result, answer } = await world('ferry').ask(question);
    expect(result?.data, answer).toBeUndefined();
  });

  it.each([
    ['how many crossings were stormy and were refunded?', 'stormy AND refunded'],
    ['how many crossings have a duration over 50 and were refunded?', 'duration > 50 AND refunded'],
  ])('is not asked by a further condition: %s', async (question, where) => {
    const { result, answer } = await world('ferry').ask(question);
    const truth = await world('ferry').truth(`SELECT COUNT(*) FROM crossings WHERE ${where}`);
    expect(
      result?.data.map((row) => row.map(Number)),
      answer,
    ).toEqual(truth.map((row) => row.map(Number)));
  });
});
