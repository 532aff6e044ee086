import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const pilotNames = ['Kim Ono', 'Ada Berg', 'Kim Ono', 'Lou Fox', 'Mia Cruz'];

/** Two of the five pilots are called Kim Ono, where no other names are given; the view calls them as its includes say. */
function overviewOf(
  includes: string,
  {
    pilots = true,
    flights = pilots,
    title = 'Pilot',
    names = pilotNames,
  }: { pilots?: boolean; flights?: boolean; title?: string; names?: readonly string[] } = {},
): World {
  return {
    name: `flights with ${includes}, ${title}`,
    model: {
      'flights.yml': `
cubes:
  - name: pilots
    title: Pilots
    sql_table: pilots
    public: ${pilots}
    dimensions:
      - { name: pilot_id, title: Pilot number, sql: pilot_id, type: number, primary_key: true }
      - { name: name, title: ${title}, sql: name, type: string }
      - { name: base, title: Base, sql: base, type: string }
    measures:
      - { name: pilot_count, title: Pilots, type: count }
  - name: flights
    title: Flights
    sql_table: flights
    public: ${flights}
    joins:
      - { name: pilots, relationship: many_to_one, sql: "{CUBE}.pilot_id = {pilots}.pilot_id" }
    dimensions:
      - { name: flight_id, title: Flight number, sql: flight_id, type: number, primary_key: true }
      - { name: aircraft, title: Aircraft, sql: aircraft, type: string }
      - { name: flown_on, title: Flown on, sql: "CAST({CUBE}.flown_on AS TIMESTAMP)", type: time }
    measures:
      - { name: flight_count, title: Flights, type: count }
      - { name: distance, title: Distance, type: sum, sql: km }
views:
  - name: flight_overview
    title: Flight overview
    cubes:
      - { join_path: flights, includes: "*" }
      - { join_path: flights.pilots, includes: [${includes}] }
`,
    },
    tables: {
      pilots: [
        ['pilot_id', 'name', 'base'],
        ...names.map((name, id) => [id + 1, name, id % 2 === 0 ? 'Oslo' : 'Bergen']),
      ],
      flights: [
        ['flight_id', 'pilot_id', 'aircraft', 'flown_on', 'km'],
        ...Array.from({ length: 40 }, (_, id) => [
          id + 1,
          1 + (id % names.length),
          id % 3 === 0 ? 'A320' : 'ATR 72',
          `2026-${String(1 + (id % 12)).padStart(2, '0')}-11`,
          100 + ((id * 37) % 90) + (id % 5) * 10,
        ]),
      ],
    },
  };
}

const world = openWorlds({
  renamed: overviewOf('{ name: name, alias: pilot, title: Pilot }, base'),
  keyed: overviewOf('pilot_id, { name: name, alias: pilot, title: Pilot }, base'),
  plain: overviewOf('pilot_id, name, base'),
  titled: overviewOf('pilot_id, { name: name, alias: pilot_name, title: Pilot name }, base'),
  longer: overviewOf('base', { title: 'Pilot name', names: [...pilotNames, ...pilotNames] }),
  partly: overviewOf('pilot_id, name, base', { names: ['Ada Berg', 'Ada Cruz', 'Kim Ono', 'Lou Fox'] }),
  hidden: overviewOf('pilot_id, name, base', { pilots: false }),
  alone: overviewOf('{ name: name, alias: pilot, title: Pilot }, base', { flights: false }),
});

const perPilot =
  'SELECT ANY_VALUE(name), SUM(km) AS km FROM flights JOIN pilots USING (pilot_id) GROUP BY pilot_id';

const perMonth =
  "SELECT pilot_id, name, DATE_TRUNC('month', CAST(flown_on AS TIMESTAMP)) AS month, SUM(km) AS km FROM flights JOIN pilots USING (pilot_id) GROUP BY 1, 2, 3";

describe.each([
  ['calls them otherwise and hides their key', 'renamed'],
  ['calls them otherwise and shows their key', 'keyed'],
  ['shows their name and key', 'plain'],
  ['alone shows them, with their key', 'hidden'],
] as const)('people of one name, by a view that %s,', (_, includes) => {
  it.each([
    ['top 3 pilots by distance', `${perPilot} ORDER BY km DESC LIMIT 3`],
    ['distance by pilot', `${perPilot} ORDER BY km DESC`],
    [
      'average number of flights per pilot',
      'SELECT AVG(n) FROM (SELECT COUNT(*) AS n FROM flights GROUP BY pilot_id)',
    ],
    [
      'last flight of each pilot',
      'SELECT flight_id, name, flown_on FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY pilot_id ORDER BY flown_on DESC) AS place FROM flights JOIN pilots USING (pilot_id)) WHERE place = 1',
    ],
    [
      'distance by month and pilot, cumulative',
      `SELECT month, name, km, SUM(km) OVER (PARTITION BY pilot_id ORDER BY month) FROM (${perMonth})`,
    ],
    [
      'change of distance from month to month by pilot',
      `SELECT month, name, km, km - before, (km - before) * 100.0 / before FROM (SELECT *, LAG(km) OVER (PARTITION BY pilot_id ORDER BY month) AS before FROM (${perMonth}))`,
    ],
    [
      'average distance per month by pilot',
      `SELECT ANY_VALUE(name), AVG(km) FROM (${perMonth}) GROUP BY pilot_id`,
    ],
  ])('are told apart: %s', async (question, truth) => {
    const asked = await world(includes).ask(question);
    expectRows(asked, await world(includes).truth(truth));
  });
});

describe('people of one name', () => {
  it('are told apart where no view shows them, most share theirs and its title says whose it is', async () => {
    expectRows(
      await world('longer').ask('top 3 pilots by distance'),
      await world('longer').truth(`${perPilot} ORDER BY km DESC LIMIT 3`),
    );
    const listed = await world('longer').ask('list the pilots of base Oslo');
    expectRows(listed, await world('longer').truth("SELECT name FROM pilots WHERE base = 'Oslo'"));
  });

  it('are counted one by one', async () => {
    const asked = await world('renamed').ask('how many different pilots flew the A320 in 2026?');
    expectRows(
      asked,
      await world('renamed').truth("SELECT COUNT(DISTINCT pilot_id) FROM flights WHERE aircraft = 'A320'"),
    );
  });

  it.each([
    [
      'average distance per pilot',
      'SELECT AVG(km) FROM (SELECT SUM(km) AS km FROM flights GROUP BY pilot_id)',
    ],
    [
      'how many pilots flew the A320?',
      "SELECT COUNT(DISTINCT pilot_id) FROM flights WHERE aircraft = 'A320'",
    ],
  ])('are not asked back by number or by name: %s', async (question, truth) => {
    expectRows(await world('titled').ask(question), await world('titled').truth(truth));
  });

  it('are said to count as one where nothing tells them apart', async () => {
    const { answer, result } = await world('alone').ask('top 3 pilots by distance');
    expect(result?.data[0]?.[0]).toBe('Kim Ono');
    expect(answer).toContain('Those with the same pilot count as one.');
  });

  it.each([
    [
      'plain',
      'how many flights did Kim Ono have?',
      "SELECT COUNT(*) FROM flights JOIN pilots USING (pilot_id) WHERE name = 'Kim Ono'",
    ],
    [
      'keyed',
      'distance of Kim Ono',
      "SELECT SUM(km) FROM flights JOIN pilots USING (pilot_id) WHERE name = 'Kim Ono'",
    ],
  ] as const)('who are asked for by it are said to be several (%s)', async (name, question, truth) => {
    const asked = await world(name).ask(question);
    expectRows(asked, await world(name).truth(truth));
    expect(asked.answer).toContain('2 are called Kim Ono here; pilot number tells them apart.');
  });

  it.each(['Kim Ono', 'show the record of Kim Ono', 'tell me about Kim Ono'])(
    'are counted where their records are shown: %s',
    async (question) => {
      const { answer } = await world('plain').ask(question);
      expect(answer).toContain('2 are called Kim Ono here; pilot number tells them apart.');
      expect(answer.match(/are called/g)).toHaveLength(1);
    },
  );

  it('are asked between where their figures are the same', async () => {
    const { answer } = await world('partly').ask('Ada', ['how many flights did Kim Ono have?']);
    expect(answer).toMatch(/1\. Flights, for Ada Berg.*\n2\. Flights, for Ada Cruz/);
  });

  it('are not said to be several where only one of them is meant', async () => {
    const { answer } = await world('plain').ask('distance of Ada Berg');
    expect(answer).not.toContain('are called');
    expect((await world('plain').ask('distance of Kim Ono in Bergen')).answer).not.toContain('are called');
  });
});
