import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Boats in harbours, and who built them. */
const marina: World = {
  name: 'marina',
  tables: {
    boats: [
      ['boat_id', 'boat_name', 'builder_id', 'harbour', 'rig', 'length', 'upkeep', 'paint'],
      [1, 'Ada', 1, 'Kiel', 'sloop', 8, 100, 10],
      [2, 'Bea', 1, 'Kiel', 'ketch', 12, 200, 40],
      [3, 'Cleo', 2, 'Bergen', 'sloop', 14, 300, 90],
      [4, 'Dora', 2, 'Kiel', 'sloop', 16, 400, 10],
      [5, 'Emma', 3, 'Bergen', 'sloop', 9, 50, 25],
    ],
    builders: [
      ['builder_id', 'builder_name', 'country'],
      [1, 'Holm', 'Norway'],
      [2, 'Iversen', 'Norway'],
      [3, 'Janssen', 'Germany'],
    ],
  },
  model: {
    'marina.yml': `
cubes:
  - name: boats
    title: Boats
    sql_table: boats
    joins:
      - { name: builders, relationship: many_to_one, sql: '{boats}.builder_id = {builders}.builder_id' }
    dimensions:
      - { name: boat_id, sql: boat_id, type: number, primary_key: true, public: false }
      - { name: boat_name, title: Boat, sql: boat_name, type: string }
      - { name: harbour, title: Harbour, sql: harbour, type: string }
      - { name: rig, title: Rig, sql: rig, type: string }
      - { name: length, title: Length, sql: length, type: number }
    measures:
      - { name: boats_count, title: Number of boats, type: count }
      - { name: avg_length, title: Average length, sql: length, type: avg }
      - { name: total_upkeep, title: Total upkeep, sql: upkeep, type: sum }
      - { name: total_paint, title: Total paint, sql: paint, type: sum }
  - name: builders
    title: Builders
    sql_table: builders
    dimensions:
      - { name: builder_id, sql: builder_id, type: number, primary_key: true, public: false }
      - { name: builder_name, title: Builder, sql: builder_name, type: string }
      - { name: country, title: Country, sql: country, type: string }
    measures:
      - { name: builders_count, title: Number of builders, type: count }
`,
  },
};

let world: OpenWorld;

beforeAll(async () => {
  world = await openWorld(marina);
});

afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

it.each<[says: string, question: string, earlier: readonly string[], rows: readonly (readonly unknown[])[]]>([
  [
    'a noun before another one says what that belongs to',
    'total upkeep by builder country',
    [],
    [
      ['Norway', 1000],
      ['Germany', 50],
    ],
  ],
  [
    'what is counted is the last of several nouns',
    'number of builder boats per harbour',
    [],
    [
      ['Kiel', 3],
      ['Bergen', 2],
    ],
  ],
  [
    'a kind of something is the thing itself',
    'average length for each type of rig',
    [],
    [
      ['ketch', 12],
      ['sloop', 11.75],
    ],
  ],
  [
    'a share of those that are two things is of all of them',
    'What share of the boats are sloops and in Kiel?',
    [],
    [[0.4, 2, 5]],
  ],
  [
    'a share of one amount that goes into another divides them',
    'Which 2 builders spent the biggest share of their upkeep on paint?',
    [],
    [
      ['Janssen', 0.5],
      ['Holm', 0.1667],
    ],
  ],
  [
    'what follows "when" narrows the rows',
    'When the length is over 10, what share of the boats is in Kiel?',
    [],
    [[0.6667, 2, 3]],
  ],
  [
    '"each" at the end is each of what is asked for',
    'Which harbours are they in, and how many in each?',
    ['How many boats are longer than 10?'],
    [
      ['Kiel', 2],
      ['Bergen', 1],
    ],
  ],
  [
    '"how many are" without a thing is of those before',
    'How many are longer than 10?',
    ['How many boats are in Kiel?'],
    [[2]],
  ],
  [
    '"which of these" asks for the names of what was counted',
    'Which of these are in Kiel?',
    ['How many boats are longer than 10?'],
    [['Bea'], ['Dora']],
  ],
  [
    'a number with an adjective is of the things before',
    'and the 2 shortest?',
    ['the 3 longest boats'],
    [
      ['Ada', 8],
      ['Emma', 9],
    ],
  ],
  [
    'what is split further keeps its groups',
    'And split by rig?',
    ['How many boats are there per harbour?'],
    [
      ['Kiel', 'sloop', 2],
      ['Kiel', 'ketch', 1],
      ['Bergen', 'sloop', 2],
    ],
  ],
])('%s: %s', async (_, question, earlier, rows) => {
  const { result, answer } = await world.ask(question, [...earlier]);
  const round = (value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  const given = (result?.data ?? []).map((row) => row.slice(0, rows[0]?.length).map(round));
  expect(given.sort(), `${result?.sqlQuery}\n${answer}`).toEqual([...rows].sort());
});

it('a kind that has none of something is told from its others', async () => {
  const { result, answer } = await world.ask('Which harbours have no ketch in them?');
  expect(result?.data, answer).toEqual([['Bergen']]);
});
