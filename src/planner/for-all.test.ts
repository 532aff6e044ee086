import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  festival: {
    name: 'a festival',
    model: {
      'shows.yml': `
cubes:
  - name: shows
    title: Shows
    sql_table: shows
    dimensions:
      - { name: show_id, title: Show number, sql: show_id, type: number, primary_key: true }
      - { name: band, title: Band, sql: band, type: string }
      - { name: stage, title: Stage, sql: stage, type: string }
      - { name: visitor, title: Visitor, sql: visitor, type: string }
      - { name: played_on, title: Played on, sql: "CAST({CUBE}.played_on AS TIMESTAMP)", type: time }
    measures:
      - { name: show_count, title: Shows, type: count }
      - { name: band_count, title: Bands, type: count_distinct, sql: band }
`,
    },
    tables: {
      shows: [
        ['show_id', 'band', 'stage', 'visitor', 'played_on'],
        ...Array.from({ length: 400 }, (_, id) => [
          id + 1,
          `Band ${['Ash', 'Elm', 'Fir', 'Oak', 'Yew'][id % 5] ?? ''}`,
          // Two bands play on all stages, the others on some.
          ['Main', 'Tent', 'Barn'][id % 5 < 2 ? Math.floor(id / 5) % 3 : id % 2] ?? '',
          `Visitor ${id}`,
          `${2023 + (id % 3)}-07-0${1 + (id % 4)}`,
        ]),
      ],
    },
  },
});

const onAll = 'SELECT band FROM shows GROUP BY 1 HAVING COUNT(DISTINCT stage) = 3';

describe('what holds for all', () => {
  it.each([
    'Which bands played on every stage?',
    'which bands played on all stages',
    'which bands have played on every single stage?',
    'which bands played on all of the stages?',
  ])('is asked of each thing over all of its rows: %s', async (question) => {
    const { result, answer } = await world('festival').ask(question);
    const bands = result?.data.map(([band]) => band);
    expect(bands?.toSorted(), answer).toEqual(
      (await world('festival').truth(onAll)).map(([band]) => band).toSorted(),
    );
  });

  it('names them, and not the same number of each', async () => {
    const { answer } = await world('festival').ask('which bands played on every stage?');
    expect(answer).toMatch(/^Band with different stage values of 3: Band Ash and Band Elm \(2 in all\)\.$/);
  });

  it('is counted', async () => {
    expectRows(
      await world('festival').ask('how many bands played on every single stage?'),
      await world('festival').truth(`SELECT COUNT(*) FROM (${onAll})`),
    );
  });

  it.each(['how many bands played on every stage', 'shows on every stage', 'number of shows on each stage'])(
    'is no number for each, which asks for that: %s',
    async (question) => {
      const { result } = await world('festival').ask(question);
      expect(result?.data).toHaveLength(3);
    },
  );

  it.each(['which bands had every visitor?', 'which bands played every year?'])(
    'is not answered where nobody knows how many there are: %s',
    async (question) => {
      const { result, answer } = await world('festival').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );
});
