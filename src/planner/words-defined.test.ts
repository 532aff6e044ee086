import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Boats of a harbour, with what is on board. */
const harbour: World = {
  name: 'harbour',
  model: {
    'boats.yml': `
cubes:
  - name: boats
    sql_table: boats
    title: Boats
    dimensions:
      - { name: boat_id, sql: "{CUBE}.boat_id", type: number, primary_key: true, public: false }
      - { name: boat_name, sql: "{CUBE}.boat_name", type: string, title: Boat name }
      - { name: basin, sql: "{CUBE}.basin", type: string, title: Basin }
      - { name: hull_length, sql: "{CUBE}.hull_length", type: number, title: Hull length, description: "In metres" }
      - { name: has_radio, sql: "{CUBE}.has_radio", type: boolean, title: Radio, description: "Whether there is a radio on board" }
      - { name: has_raft, sql: "{CUBE}.has_raft", type: boolean, title: Life raft, description: "Whether there is a life raft on board" }
      - { name: insured, sql: "{CUBE}.insured", type: boolean, title: Insured }
      - { name: renewed, sql: "{CUBE}.renewed", type: boolean, title: Renewed, description: "Whether the owner renewed the berth" }
      - { name: launched_on, sql: "CAST({CUBE}.launched_on AS TIMESTAMP)", type: time, title: Launch date }
    measures:
      - { name: boat_count, type: count, title: Boats }
      - { name: avg_fee, type: avg, sql: "{CUBE}.fee", title: Average fee }
`,
  },
  tables: {
    boats: [
      'boat_id boat_name basin hull_length has_radio has_raft insured renewed launched_on fee'.split(' '),
      ...Array.from({ length: 40 }, (_, id) => [
        id + 1,
        `Boat ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[id % 26]}${id}`,
        ['East', 'West', 'North'][id % 3] ?? '',
        4 + ((id * 7) % 19),
        id % 2 === 0,
        id % 5 < 2,
        id % 7 !== 0,
        id % 3 !== 1,
        `${1960 + ((id * 11) % 60)}-05-0${1 + (id % 9)}`,
        100 + id * 13,
      ]),
    ],
  },
};

const world = openWorlds({ harbour });

describe('a word that the message itself defines', () => {
  it.each([
    [
      'Call a boat big if its hull length is over 12. How many big boats are there in each basin?',
      'SELECT basin, COUNT(*) FROM boats WHERE hull_length > 12 GROUP BY 1',
    ],
    [
      "Let's say a giant is a boat with a hull length over 18. How many giants are there?",
      'SELECT COUNT(*) FROM boats WHERE hull_length > 18',
    ],
    [
      'A boat is seaworthy for me if it has a radio and a life raft. Which boats are seaworthy?',
      'SELECT boat_name FROM boats WHERE has_radio AND has_raft',
    ],
    [
      'A boat is seaworthy for me when it has a radio and a life raft. What share of the insured boats is seaworthy?',
      'SELECT AVG(CASE WHEN has_radio AND has_raft THEN 1 ELSE 0 END) FROM boats WHERE insured',
    ],
    [
      'Everything launched before 1980 is a classic. What is the average fee of the classics?',
      "SELECT AVG(fee) FROM boats WHERE launched_on < DATE '1980-01-01'",
    ],
    [
      'How many big boats are there per basin (big = hull length over 12)?',
      'SELECT basin, COUNT(*) FROM boats WHERE hull_length > 12 GROUP BY 1',
    ],
    [
      'By seaworthy boats I mean boats with a radio and a life raft. How many seaworthy boats are there?',
      'SELECT COUNT(*) FROM boats WHERE has_radio AND has_raft',
    ],
  ])('means what was said of it: %s', async (question, sql) => {
    expectRows(await world('harbour').ask(question), await world('harbour').truth(sql));
  });

  it('means the same later in the thread', async () => {
    const asked = await world('harbour').ask('What is the average fee of the big ones?', [
      'Call a boat big if its hull length is over 12. How many boats are big?',
      'And how many boats are insured?',
    ]);
    expectRows(asked, await world('harbour').truth('SELECT AVG(fee) FROM boats WHERE hull_length > 12'));
  });

  it('means what was said of it last', async () => {
    const asked = await world('harbour').ask(
      'Now call a boat big if its hull length is over 16. How many big boats are there?',
      ['Call a boat big if its hull length is over 12. How many boats are big?'],
    );
    expectRows(asked, await world('harbour').truth('SELECT COUNT(*) FROM boats WHERE hull_length > 16'));
  });

  it('leaves what is asked for alone where nothing can be made of its meaning', async () => {
    const { result, answer } = await world('harbour').ask(
      'Call a boat lucky if its captain wears a hat. How many lucky boats are there?',
    );
    expect(result?.data, answer).toBeUndefined();
  });
});

describe('the share of what has something', () => {
  it.each([
    ['what share of the boats with a hull length over 12 is insured?', 'insured'],
    ['what share of the ones with a hull length over 12 still renewed?', 'renewed'],
  ])('is of those that did so, among all that have it: %s', async (question, did) => {
    expectRows(
      await world('harbour').ask(question),
      await world('harbour').truth(
        `SELECT AVG(CASE WHEN ${did} THEN 1 ELSE 0 END) FROM boats WHERE hull_length > 12`,
      ),
    );
  });
});
