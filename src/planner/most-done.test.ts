import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Paths of a park with how many visits each of them had, some of which are counted as well visited. */
const park: World = {
  name: 'park',
  model: {
    'park.yml': `
cubes:
  - name: paths
    sql_table: paths
    title: Paths
    dimensions:
      - { name: path_id, sql: "{CUBE}.path_id", type: number, primary_key: true, public: false }
      - { name: path_name, title: Path name, sql: "{CUBE}.path_name", type: string }
      - { name: valley, title: Valley, sql: "{CUBE}.valley", type: string }
      - { name: usage_share, title: Usage share, sql: "{CUBE}.usage_share", type: number }
      - { name: length, title: Length, sql: "{CUBE}.length", type: number }
    measures:
      - { name: path_count, title: Paths, type: count }
      - { name: well_used_paths, title: Well used paths, type: count, filters: [{ sql: "{CUBE}.usage_share > 5" }] }
      - { name: total_usage, title: Total usage share, type: sum, sql: "{CUBE}.usage_share" }
`,
  },
  tables: {
    paths: [
      'path_id path_name valley usage_share length'.split(' '),
      ...Array.from({ length: 16 }, (_, id) => [
        id + 1,
        `Path ${'ABCDEFGHIJKLMNOP'[id]}`,
        ['Glen', 'Dale', 'Combe'][id % 3] ?? '',
        ((id * 7) % 16) + 0.5,
        1 + (id % 5),
      ]),
    ],
  },
};

/** Models of several makers, some of the same name. */
const tools: World = {
  name: 'tools',
  model: {
    'tools.yml': `
cubes:
  - name: makers
    sql_table: makers
    public: false
    dimensions:
      - { name: maker_id, sql: "{CUBE}.maker_id", type: number, primary_key: true, public: false }
      - { name: maker_name, title: Maker, sql: "{CUBE}.maker_name", type: string }
    measures:
      - { name: maker_count, title: Makers, type: count }
  - name: models
    sql_table: models
    public: false
    joins:
      - { name: makers, relationship: many_to_one, sql: "{CUBE}.maker_id = {makers}.maker_id" }
    dimensions:
      - { name: model_id, sql: "{CUBE}.model_id", type: number, primary_key: true, public: false }
      - { name: model_name, title: Model, sql: "{CUBE}.model_name", type: string }
      - { name: usage_share, title: Usage share, sql: "{CUBE}.usage_share", type: number }
      - { name: prevalence, title: Prevalence, sql: "{CUBE}.prevalence", type: number }
    measures:
      - { name: average_prevalence, title: Average prevalence, type: avg, sql: "{CUBE}.prevalence" }
      - { name: model_count, title: Models, type: count }
      - { name: total_repair, title: Total repair budget, type: sum, sql: "{CUBE}.usage_share" }
views:
  - name: makers_overview
    title: Makers
    cubes: [{ join_path: makers, includes: "*" }]
  - name: models_overview
    title: Models
    cubes: [{ join_path: models, includes: "*" }, { join_path: models.makers, includes: "*" }]
`,
  },
  tables: {
    makers: ['maker_id maker_name'.split(' '), [1, 'Anvil'], [2, 'Brace'], [3, 'Clamp']],
    models: [
      'model_id maker_id model_name usage_share prevalence'.split(' '),
      ...Array.from({ length: 9 }, (_, id) => [
        ...[id + 1, 1 + (id % 3), `M${id % 4}`],
        ...[1 + ((id * 5) % 9), 1 + ((id * 4) % 9)],
      ]),
    ],
  },
};

const world = openWorlds({ park, tools });

describe('what is done most', () => {
  it.each([
    ['top 5 most used paths', 'DESC', 5],
    ['Top 5 most used paths, with the valley and the usage', 'DESC', 5],
    ['the 3 least used paths', 'ASC', 3],
    ['the most used path', 'DESC', 1],
  ])('is ranked by the number that is called after it: %s', async (question, direction, limit) => {
    expectRows(
      await world('park').ask(question),
      await world('park').truth(
        `SELECT path_name FROM paths ORDER BY usage_share ${direction} LIMIT ${limit}`,
      ),
    );
  });

  it('is another thing than a count of what is called so', async () => {
    expectRows(
      await world('park').ask('well used paths by valley'),
      await world('park').truth('SELECT valley, COUNT(*) FILTER (usage_share > 5) FROM paths GROUP BY 1'),
    );
  });

  it('is said of the head of two nouns', async () => {
    const { result, answer } = await world('park').ask('What is the single most used valley path?');
    expect(result?.sqlQuery ?? '', answer).not.toContain('GROUP BY valley');
    expect(result?.schema[0]?.name ?? 'path_name', answer).toBe('path_name');
  });

  it.each([
    ['What is the single most used maker model?', 1],
    ['top 3 most used maker models', 3],
  ])('is shown with what it is of, where others have its name: %s', async (question, limit) => {
    const truth = await world('tools').truth(
      `SELECT maker_name, model_name FROM models JOIN makers USING (maker_id) ORDER BY usage_share DESC LIMIT ${limit}`,
    );
    expectRows(await world('tools').ask(question), truth);
  });

  it('is shown once with what else is asked of each, where it is named twice', async () => {
    const truth = await world('tools').truth(
      'SELECT model_name, maker_name, SUM(usage_share) FROM models JOIN makers USING (maker_id) GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 3',
    );
    expectRows(
      await world('tools').ask('top 3 models by repair pls, with the maker name and the repair'),
      truth,
    );
  });
});

describe('what is rarest', () => {
  it('is least of what is measured of it', async () => {
    expectRows(
      await world('tools').ask('Which Anvil model is the rarest of all?'),
      await world('tools').truth(
        "SELECT model_name, prevalence FROM models JOIN makers USING (maker_id) WHERE maker_name = 'Anvil' ORDER BY 2 LIMIT 1",
      ),
    );
  });

  it('is nothing that has such things', async () => {
    const { result, answer } = await world('tools').ask('which maker is the rarest?');
    expect(result, answer).toBeUndefined();
  });
});
