import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Concerts of a hall, some of which are yet to be played. */
const hall: World = {
  name: 'hall',
  now: '2026-06-10T12:00:00Z',
  model: {
    'hall.yml': `
cubes:
  - name: concerts
    sql_table: concerts
    title: Concerts
    dimensions:
      - { name: concert_id, sql: "{CUBE}.concert_id", type: number, primary_key: true, public: false }
      - { name: concert_name, title: Concert name, sql: "{CUBE}.concert_name", type: string }
      - { name: played_on, title: Concert date, sql: "CAST({CUBE}.played_on AS TIMESTAMP)", type: time }
      - { name: genre, title: Genre, sql: "{CUBE}.genre", type: string }
    measures:
      - { name: concert_count, title: Concerts, type: count }
      - { name: takings, title: Takings, type: sum, sql: "{CUBE}.takings" }
`,
  },
  tables: {
    concerts: [
      'concert_id concert_name played_on genre takings'.split(' '),
      ...Array.from({ length: 12 }, (_, id) => [
        id + 1,
        `Opus ${id + 1}`,
        `2026-${String(id + 1).padStart(2, '0')}-15`,
        ['Jazz', 'Folk'][id % 2] ?? '',
        100 * (id + 1),
      ]),
    ],
  },
};

const world = openWorlds({ hall });
const later = "SELECT concert_name FROM concerts WHERE played_on > '2026-06-10'";

describe('words of the future', () => {
  it.each([
    ['What is still to come after today? concert and date', later],
    ['which concerts will be played after today?', later],
    [
      'list the concerts that will be played after 1 September 2026',
      "SELECT concert_name FROM concerts WHERE played_on > '2026-09-01'",
    ],
    ['list the jazz concerts that are yet to come after today', `${later} AND genre = 'Jazz'`],
  ])('say no more than a date in the future: %s', async (question, truth) => {
    expectRows(await world('hall').ask(question), await world('hall').truth(truth));
  });

  it.each([
    'What will the takings be after today?',
    'How many concerts will we have after today?',
    'list the concerts that will be played',
    'list the concerts that will be played in May 2026',
    'list the concerts expected after today',
  ])('ask for what nobody knows otherwise: %s', async (question) => {
    const { result, answer } = await world('hall').ask(question);
    expect(result?.data, answer).toBeUndefined();
  });
});
