import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const cabins: World = {
  name: 'cabins',
  model: {
    'stays.yml': `
cubes:
  - name: stays
    sql_table: stays
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
      - { name: duration, title: Duration, sql: "{CUBE}.duration", type: number }
      - { name: sauna, title: Sauna, sql: "{CUBE}.sauna", type: boolean }
      - { name: private_jetty, title: Private jetty, sql: "{CUBE}.private_jetty", type: boolean }
      - { name: shared_jetty, title: Shared jetty, sql: "{CUBE}.shared_jetty", type: boolean }
    measures:
      - { name: stay_count, title: Number of stays, type: count }
      - { name: avg_duration, title: Average duration, sql: "{CUBE}.duration", type: avg }
`,
  },
  tables: {
    stays: [
      ['id', 'region', 'duration', 'sauna', 'private_jetty', 'shared_jetty'],
      [1, 'Lakes', 2, true, true, false],
      [2, 'Lakes', 4, true, false, true],
      [3, 'Coast', 9, false, false, false],
      [4, 'Coast', 5, false, true, false],
      [5, 'Coast', 7, false, false, false],
    ],
  },
};

const both = [
  [false, 7],
  [true, 3],
];

describe('a yes or no', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(cabins);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    'average duration with and without a sauna',
    'average duration of stays that do or do not have a sauna',
    'average duration of stays with a sauna compared with stays without one',
    'average duration of stays with a sauna and of the others',
    'average duration of stays with a sauna versus the rest',
    "How long does a stay last on average when there is a sauna vs when there isn't?",
  ])('is shown with its other side: %s', async (question) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data.toSorted(), answer).toEqual(both);
  });

  it.each([
    ['how many stays have neither a private nor a shared jetty?', 2],
    ['how many stays have no sauna or private jetty?', 2],
    ['how many stays are without a private jetty or a shared one?', 2],
    ['how many stays have no sauna, private jetty or shared jetty?', 2],
    ['how many stays have a sauna and no private jetty?', 1],
  ])('is denied with the one before it: %s', async (question, count) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual([[count]]);
  });

  it('is denied with the other one in a share', async () => {
    const { result, answer } = await world.ask(
      'what percentage of the stays has neither a private nor a shared jetty?',
    );
    expect(result?.data[0]?.[0], answer).toBe(40);
  });

  it('is not asked for at once with another one of which either will do', async () => {
    const { result, answer } = await world.ask('how many stays have a sauna or a private jetty?');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});
