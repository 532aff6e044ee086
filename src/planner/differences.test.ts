import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  harvests: {
    name: 'harvests of two farms',
    model: {
      'harvests.yml': `
cubes:
  - name: harvests
    title: Harvests
    sql_table: harvests
    dimensions:
      - { name: harvest_id, title: Harvest number, sql: harvest_id, type: number, primary_key: true }
      - { name: farm, title: Farm, sql: farm, type: string }
      - { name: crop, title: Crop, sql: crop, type: string }
    measures:
      - { name: harvest_count, title: Harvests, type: count }
      - { name: total_yield, title: Total yield, type: sum, sql: tonnes }
      - { name: average_yield, title: Average yield, type: avg, sql: tonnes }
`,
    },
    tables: {
      harvests: [
        ['harvest_id', 'farm', 'crop', 'tonnes'],
        ...Array.from({ length: 48 }, (_, id) => [
          id + 1,
          ['Oakfield', 'Millbrook', 'Larkhill'][id % 3] ?? '',
          ['Barley', 'Oats', 'Rye', 'Wheat'][Math.floor(id / 3) % 4] ?? '',
          10 + ((id * 7) % 23),
        ]),
      ],
    },
  },
});

const of = (farm: string, what = 'AVG(tonnes)'): string => `${what} FILTER (WHERE farm = '${farm}')`;

describe('a difference between two', () => {
  it.each([
    'difference in average yield between Oakfield and Millbrook by crop',
    'the gap in average yield between Oakfield and Millbrook per crop',
    'how do Oakfield and Millbrook differ in average yield by crop?',
    'how big is the gap in average yield between Oakfield and Millbrook by crop',
  ])('is told of each group, beside the figures of both: %s', async (question) => {
    const [one, other] = [of('Oakfield'), of('Millbrook')];
    const asked = await world('harvests').ask(question);
    expectRows(
      asked,
      await world('harvests').truth(
        `SELECT crop, ${one} - ${other} AS gap, ${one}, ${other} FROM harvests GROUP BY 1 ORDER BY 2 DESC`,
      ),
    );
    expect(asked.answer).toMatch(
      /^Average yield for Oakfield \(Farm\) less average yield for Millbrook \(Farm\)/,
    );
  });

  it('is of what adds up, too', async () => {
    const [one, other] = [of('Larkhill', 'SUM(tonnes)'), of('Oakfield', 'SUM(tonnes)')];
    expectRows(
      await world('harvests').ask('difference in total yield between Larkhill and Oakfield by crop'),
      await world('harvests').truth(
        `SELECT crop, ${one} - ${other} AS gap, ${one}, ${other} FROM harvests GROUP BY 1 ORDER BY 2 DESC`,
      ),
    );
  });

  it('is told in the unit that is asked for', async () => {
    const [one, other] = [of('Larkhill', 'SUM(tonnes)'), of('Oakfield', 'SUM(tonnes)')];
    expectRows(
      await world('harvests').ask(
        'difference in total yield between Larkhill and Oakfield by crop in thousands',
      ),
      await world('harvests').truth(
        `SELECT crop, (${one} - ${other}) / 1000.0 AS gap, ${one} / 1000.0, ${other} / 1000.0 FROM harvests GROUP BY 1 ORDER BY 2 DESC`,
      ),
    );
  });

  it('is said of both side by side where nothing else splits them', async () => {
    const { answer } = await world('harvests').ask(
      'difference in average yield between Oakfield and Millbrook',
    );
    expect(answer).toMatch(/a difference of/);
  });

  it('is left to whoever compares without asking for it', async () => {
    const { result } = await world('harvests').ask(
      'compare the average yield of Oakfield and Millbrook by crop',
    );
    expect(result?.data).toHaveLength(8);
  });

  it('stays one when another figure is asked for', async () => {
    const [one, other] = [of('Oakfield', 'SUM(tonnes)'), of('Millbrook', 'SUM(tonnes)')];
    expectRows(
      await world('harvests').ask('and in total yield?', [
        'difference in average yield between Oakfield and Millbrook by crop',
      ]),
      await world('harvests').truth(
        `SELECT crop, ${one} - ${other} AS gap, ${one}, ${other} FROM harvests GROUP BY 1 ORDER BY 2 DESC`,
      ),
    );
  });

  it('is told of two others when they are named', async () => {
    const [one, other] = [of('Larkhill'), of('Millbrook')];
    expectRows(
      await world('harvests').ask('and between Larkhill and Millbrook?', [
        'difference in average yield between Oakfield and Millbrook by crop',
      ]),
      await world('harvests').truth(
        `SELECT crop, ${one} - ${other} AS gap, ${one}, ${other} FROM harvests GROUP BY 1 ORDER BY 2 DESC`,
      ),
    );
  });
});

describe('two held against each other', () => {
  it.each([
    'which has more yield, Oakfield or Larkhill?',
    'Oakfield vs Larkhill: how much yield does each have in total?',
    'Oakfield and Larkhill, how much yield did each have',
  ])('are told side by side: %s', async (question) => {
    expectRows(
      await world('harvests').ask(question),
      await world('harvests').truth(
        "SELECT farm, SUM(tonnes) FROM harvests WHERE farm IN ('Oakfield', 'Larkhill') GROUP BY 1 ORDER BY 2 DESC",
      ),
    );
  });
});

describe('what is better', () => {
  it.each(['do Oakfield or Larkhill harvests keep better?', 'are Oakfield or Larkhill harvests better'])(
    'is not whatever there is more of: %s',
    async (question) => {
      const { result, answer } = await world('harvests').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );
});
