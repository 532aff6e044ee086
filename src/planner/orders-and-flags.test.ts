import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { restaurants } from '../../test/fixtures/agent/restaurants.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A quarry: stones of several kinds, which are rare or not and can be cut or not, and what was found at each of its sites. */
const quarry: World = {
  name: 'quarry',
  model: {
    'quarry.yml': `
cubes:
  - name: sites
    sql_table: sites
    title: Sites
    dimensions:
      - { name: site_id, sql: "{CUBE}.site_id", type: number, primary_key: true, public: false }
      - { name: site_name, title: Site, sql: "{CUBE}.site_name", type: string }
    measures:
      - { name: site_count, title: Sites, type: count }
  - name: stones
    sql_table: stones
    title: Stones
    joins:
      - { name: sites, relationship: many_to_one, sql: "{CUBE}.site_id = {sites}.site_id" }
    dimensions:
      - { name: stone_id, sql: "{CUBE}.stone_id", type: number, primary_key: true, public: false }
      - { name: stone_name, title: Stone, sql: "{CUBE}.stone_name", type: string }
      - { name: kind, title: Kind, sql: "{CUBE}.kind", type: string }
      - { name: grade, title: Grade, sql: "{CUBE}.grade", type: number }
      - { name: hardness, title: Hardness, sql: "{CUBE}.hardness", type: number }
      - { name: weight, title: Weight, description: In kilograms, sql: "{CUBE}.weight", type: number }
      - { name: tons, title: Output, sql: "{CUBE}.tons", type: number }
      - { name: can_be_cut, title: Cuttable, description: Whether masons can cut it, sql: "{CUBE}.can_be_cut", type: boolean }
      - { name: rare, title: Rare, sql: "{CUBE}.rare", type: boolean }
    measures:
      - { name: stone_count, title: Stones, type: count }
      - { name: rare_stones, title: Rare stones, type: count, filters: [{ sql: "{CUBE}.rare" }] }
      - { name: average_hardness, title: Average hardness, sql: "{CUBE}.hardness", type: avg }
      - { name: total_weight, title: Total weight, sql: "{CUBE}.weight", type: sum }
      - { name: output, title: Output, sql: "{CUBE}.tons", type: sum }
      - { name: rare_weight, title: Rare weight, sql: "{CUBE}.weight", type: sum, filters: [{ sql: "{CUBE}.rare" }] }
`,
  },
  tables: {
    sites: [
      ['site_id', 'site_name'],
      [1, 'North Pit'],
      [2, 'South Pit'],
      [3, 'East Pit'],
    ],
    stones: [
      [
        'stone_id',
        'site_id',
        'stone_name',
        'kind',
        'grade',
        'hardness',
        'weight',
        'tons',
        'can_be_cut',
        'rare',
      ],
      [1, 1, 'Old Grey', 'granite', 1, 7, 120, 3, true, false],
      [2, 1, 'Blue Vein', 'marble', 1, 4, 80, 5, true, true],
      [3, 2, 'Black Bess', 'basalt', 2, 6, 200, 1, false, false],
      [4, 2, 'Tom', 'granite', 1, 6.5, 60, 8, false, true],
      [5, 3, 'Chalky', 'limestone', 3, 3, 30, 2, true, false],
      [6, 2, 'Ivory', 'marble', 2, 3, 15, 4, true, false],
    ],
  },
};

const world = openWorlds({ quarry, restaurants });

async function expectAnswer(question: string, truth: string): Promise<void> {
  const { ask, truth: rows } = world('quarry');
  expectRows(await ask(question), await rows(truth));
}

describe('a flag that a description says who can do', () => {
  it.each(["list stones a mason can't cut", 'stones that masons cannot cut'])(
    'is denied where that is: %s',
    (question) => expectAnswer(question, 'SELECT stone_name FROM stones WHERE NOT can_be_cut'),
  );
});

describe('a figure that the model calls by what restricts it', () => {
  it('is taken for a count, so that those who have none are told, too', () =>
    expectAnswer(
      'how many rare stones does each site have',
      'SELECT site_name, count(*) FILTER (rare) FROM stones JOIN sites USING (site_id) GROUP BY 1',
    ));

  it('is taken for a sum', () =>
    expectAnswer(
      'rare weight per site',
      'SELECT site_name, sum(weight) FILTER (rare) FROM stones JOIN sites USING (site_id) GROUP BY 1',
    ));
});

describe('a figure of what is fixed', () => {
  it('is not answered by itself', async () => {
    const { answer, result } = await world('quarry').ask('what has a hardness of 6?');
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/avg|average_hardness/i);
  });

  it('is told once of what is ranked by it', () =>
    expectAnswer(
      'the 2 heaviest stones and how heavy they are',
      'SELECT stone_name, weight FROM stones ORDER BY 2 DESC LIMIT 2',
    ));

  it('is no mean where it is asked how many', async () => {
    const { answer, result } = await world('quarry').ask('how many granites have hardness');
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/average_hardness/i);
  });
});

describe('words for an order', () => {
  const byKind = 'SELECT kind, avg(hardness) FROM stones GROUP BY 1';
  it.each([
    'Average hardness of each kind, hardest kind on top please',
    'average hardness of each kind, hardest kind first',
    'average hardness by kind, toughest first',
  ])('ask for no further figure: %s', async (question) => {
    const { ask, truth } = world('quarry');
    const asked = await ask(question);
    expectRows(asked, await truth(byKind));
    expect(asked.result?.data[0]?.[0]).toBe('granite');
    expect(asked.result?.schema).toHaveLength(2);
  });

  it('may name both ends', async () => {
    const { result } = await world('quarry').ask('total weight by kind from light to heavy');
    expect(result?.data.map(([kind]) => kind)).toEqual(['limestone', 'marble', 'granite', 'basalt']);
  });

  it('stand beside the number that bounds what is listed', () =>
    expectAnswer(
      'sites with 2 stones or more, with the number, biggest first',
      'SELECT site_name, count(*) FROM stones JOIN sites USING (site_id) GROUP BY 1 HAVING count(*) >= 2',
    ));
});

describe('which of some', () => {
  it('lists them', () =>
    expectAnswer(
      'which of the grade 1 stones are not rare',
      'SELECT stone_name FROM stones WHERE grade = 1 AND NOT rare',
    ));
});

describe('a mean over things', () => {
  it('is of what is added up for each, where the model calls the sum so', () =>
    expectAnswer(
      'average output per site',
      'SELECT avg(n) FROM (SELECT sum(tons) AS n FROM stones GROUP BY site_id)',
    ));

  it('is of the rows where the model calls only the total so', () =>
    expectAnswer(
      'average weight per site',
      'SELECT site_name, avg(weight) FROM stones JOIN sites USING (site_id) GROUP BY 1',
    ));

  it('is split by what else is said to be "for each"', () =>
    expectAnswer(
      'average number of stones per site for each kind',
      `SELECT kind, avg(n) FROM (SELECT kind, site_id, count(*) AS n FROM stones GROUP BY 1, 2) GROUP BY 1`,
    ));
});

describe('whether they are', () => {
  it('is asked of all that are listed', () =>
    expectAnswer(
      'all granite stones and whether they are rare',
      `SELECT stone_name, rare FROM stones WHERE kind = 'granite'`,
    ));
});

describe('and their', () => {
  it('asks for an attribute of all that are listed, and for no mean of it', () =>
    expectAnswer('rare stones and their weight', 'SELECT stone_name, weight FROM stones WHERE rare'));
});

describe('neither of two', () => {
  it('counts rows, and asks nothing about their names', () =>
    expectAnswer(
      'how many stones are neither rare nor cuttable',
      'SELECT count(*) FROM stones WHERE NOT rare AND NOT can_be_cut',
    ));
});

describe('doers in the plural', () => {
  it('split nothing where all was done by them', async () => {
    const question = 'how many bills were paid by guests at each restaurant';
    const { answer, result } = await world('restaurants').ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toContain('guests.name');
  });
});

describe('things that have one of what is counted', () => {
  it('are those with any, not all of them', () =>
    expectAnswer(
      'sites that have a rare stone',
      'SELECT DISTINCT site_name FROM stones JOIN sites USING (site_id) WHERE rare',
    ));

  it('are those with any where they are split by something else', () =>
    expectAnswer('kinds with rare stones', 'SELECT kind, COUNT(*) FROM stones WHERE rare GROUP BY 1'));
});

it('a figure of some of the rows is no split by whether they are such', () =>
  expectAnswer(
    'top 2 sites by rare output',
    'SELECT site_name, SUM(tons) AS tons FROM stones JOIN sites USING (site_id) WHERE rare GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
  ));

describe('what is missing somewhere', () => {
  it('is not what is elsewhere', async () => {
    const { answer, result } = await world('quarry').ask('stones missing in North Pit');
    expect(result?.sqlQuery ?? '', answer).not.toContain("<> 'North Pit'");
  });
});

describe('all the years', () => {
  it.each(['top 2 stones by output over all the years', 'top 2 stones by output in all these years'])(
    'are no split by year: %s',
    (question) => expectAnswer(question, 'SELECT stone_name, tons FROM stones ORDER BY 2 DESC LIMIT 2'),
  );
});

describe('a number that is excluded', () => {
  it('is said to be none of the rows', async () => {
    const { answer } = await world('quarry').ask('stones excluding grade 3');
    expect(answer).toContain('Grade other than 3');
  });
});

describe('the share of those who are so', () => {
  it('is not told of those who are not', async () => {
    const { ask } = world('quarry');
    const { result, answer } = await ask('which of these in South Pit are not rare?', [
      'share of rare stones by site',
    ]);
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/FILTER \(WHERE rare = TRUE\).*WHERE .*rare = FALSE/);
  });
});
