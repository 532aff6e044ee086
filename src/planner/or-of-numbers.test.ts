import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Mountain huts of several grades, which have showers or not. */
const huts: World = {
  name: 'huts',
  model: {
    'huts.yml': `
cubes:
  - name: huts
    sql_table: huts
    title: Huts
    dimensions:
      - { name: hut_id, sql: "{CUBE}.hut_id", type: number, primary_key: true, public: false }
      - { name: hut_name, title: Hut, sql: "{CUBE}.hut_name", type: string }
      - { name: grade, title: Grade, sql: "{CUBE}.grade", type: number }
      - { name: stoves, title: Stoves, sql: "{CUBE}.stoves", type: number }
      - { name: valley, title: Valley, sql: "{CUBE}.valley", type: string }
      - { name: showers, title: Showers, sql: "{CUBE}.showers", type: boolean }
    measures:
      - { name: hut_count, title: Huts, type: count }
`,
  },
  tables: {
    huts: [
      ['hut_id', 'hut_name', 'grade', 'stoves', 'valley', 'showers'],
      ...Array.from({ length: 24 }, (_, at) => [
        at,
        `Rifugio ${String.fromCharCode(65 + at)}`,
        1 + (at % 5),
        1 + (at % 3),
        ['Aosta', 'Engadin'][at % 2] ?? 'Aosta',
        at % 7 > 3,
      ]),
    ],
  },
};

const world = openWorlds({ huts });
const truth = 'SELECT hut_name, valley FROM huts WHERE grade IN (1, 2) AND NOT showers';

describe('"or" between two numbers of one thing', () => {
  it.each([
    'huts of grade 1 or 2 without showers and their valley',
    'huts (grade 1 or 2) without showers, and in which valley are they?',
  ])('joins these, whatever else is said of the rows: %s', async (question) => {
    expectRows(await world('huts').ask(question), await world('huts').truth(truth));
  });

  it('is not taken for "and" where the second is of something else', async () => {
    const { outcome, answer } = await world('huts').ask('list huts with grade 1 or 2 stoves');
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('an adjective of which a parenthesis says what it means', () => {
  it('is asked back about, with what stands there', async () => {
    const { outcome, answer } = await world('huts').ask(
      'Big huts (grade 1 or 2) without showers, and in which valley are they?',
    );
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
    expect(answer).toMatch(/1\. .*Hut and Valley.*Grade of 1 or 2.*Showers is no/);
  });
});
