import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const devices: World = {
  name: 'devices',
  model: {
    'tests.yml': `
cubes:
  - name: lab_runs
    sql_table: lab_runs
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: phone, title: Phone, sql: "{CUBE}.phone", type: string }
      - { name: codec, title: Codec, sql: "{CUBE}.codec", type: string }
      - { name: support_level, title: Support level, sql: "{CUBE}.support_level", type: string }
    measures:
      - { name: run_count, title: Number of lab runs, type: count }
      - { name: support_score, title: Support score, sql: "{CUBE}.score", type: avg }
`,
  },
  tables: {
    lab_runs: [
      ['id', 'phone', 'codec', 'support_level', 'score'],
      [1, 'Alpha', 'Opus', 'full', 5],
      [2, 'Alpha', 'Vorbis', 'none', 5],
      [3, 'Beta', 'Opus', 'partial', 5],
      [4, 'Beta', 'Vorbis', 'none', 5],
      [5, 'Gamma', 'Opus', 'none', 5],
      [6, 'Gamma', 'Vorbis', 'full', 5],
    ],
  },
};

describe('a level of which one is none', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(devices);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['Which phones do not support Opus?', [['Gamma']]],
    ['How many phones do not support Vorbis at all?', [[2]]],
  ])('is meant by what it is a level of, denied: %s', async (question, rows) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual(rows);
  });

  it('is worst where most of it is', async () => {
    const earlier = ['number of lab runs with support level none by codec'];
    const { result, answer } = await world.ask('which one is worst?', earlier);
    expect(result?.data, answer).toEqual([['Vorbis', 2]]);
  });
});
