import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  choirs: {
    name: 'choirs and their concerts',
    now: '2026-11-27T10:00:00Z',
    model: {
      'choirs.yml': `
cubes:
  - name: choirs
    sql_table: choirs
    title: Choirs
    public: false
    dimensions:
      - { name: choir_id, sql: choir_id, type: number, primary_key: true }
      - { name: choir_name, title: Choir, sql: choir_name, type: string }
      - { name: town, title: Town, sql: town, type: string }
    measures:
      - { name: choir_count, title: Choirs, type: count_distinct, sql: choir_id }
  - name: concerts
    sql_table: concerts
    title: Concerts
    public: false
    joins:
      - { name: choirs, relationship: many_to_one, sql: "{CUBE}.choir_id = {choirs}.choir_id" }
    dimensions:
      - { name: concert_id, sql: concert_id, type: number, primary_key: true }
      - { name: concert_name, title: Concert, sql: concert_name, type: string }
      - { name: held_on, title: Concert date, description: Day on which the concert took place, sql: "CAST({CUBE}.held_on AS TIMESTAMP)", type: time }
      - { name: listeners, title: Listeners, sql: listeners, type: number }
    measures:
      - { name: concert_count, title: Concerts, type: count }
      - { name: avg_listeners, title: Average listeners, type: avg, sql: listeners }
views:
  - name: concerts_overview
    title: Concerts
    cubes:
      - { join_path: concerts, includes: [concert_name, held_on, listeners, concert_count, avg_listeners] }
      - { join_path: concerts.choirs, includes: [choir_id, choir_name, town, choir_count] }
  - name: choirs_overview
    title: Choirs
    cubes:
      - { join_path: choirs, includes: "*" }
`,
    },
    tables: {
      choirs: [
        ['choir_id', 'choir_name', 'town'],
        [1, 'Altissimo', 'Ulm'],
        [2, 'Bel Canto', 'Ulm'],
        [3, 'Cantabile', 'Trier'],
        [4, 'Da Capo', 'Trier'],
      ],
      concerts: [
        ['concert_id', 'choir_id', 'concert_name', 'held_on', 'listeners'],
        [1, 1, 'Advent', '2012-12-01', 40],
        [2, 1, 'Easter', '2014-04-20', 60],
        [3, 2, 'Advent', '2013-12-01', 90],
        [4, 2, 'Requiem', '2024-11-01', 190],
        [5, 3, 'Summer night', '2019-06-21', 20],
        [6, 3, 'Requiem', '2018-11-01', 40],
        [7, 4, 'Easter', '2025-04-20', 70],
        [8, 4, 'Magnificat', '2010-12-20', 250],
      ],
    },
  },
});

const ask = (question: string) => world('choirs').ask(question);

describe('groups by what their rows come to', () => {
  it.each([
    'Which choirs whose concerts have fewer than 100 listeners on average?',
    'Which are the choirs whose concerts have fewer than 100 listeners on average?',
    'choirs whose concerts have fewer than 100 listeners on average',
  ])('are not split into these rows: %s', async (question) => {
    expectRows(await ask(question), [
      ['Altissimo', 50],
      ['Cantabile', 30],
    ]);
  });

  it.each([
    ['Which choirs have their last concert from before 2016?', [['Altissimo', '2014-04-20']]],
    [
      'which choirs had their last concert before 2020?',
      [
        ['Altissimo', '2014-04-20'],
        ['Cantabile', '2019-06-21'],
      ],
    ],
    [
      "which choirs' last concert took place before 2020?",
      [
        ['Altissimo', '2014-04-20'],
        ['Cantabile', '2019-06-21'],
      ],
    ],
    ['which choirs had their first concert in 2012?', [['Altissimo', '2012-12-01']]],
    ['which choirs had their latest concert in 2024?', [['Bel Canto', '2024-11-01']]],
  ])('are those whose first or last one was then: %s', async (question, rows) => {
    const asked = await ask(question);
    expectRows(asked, rows);
  });

  it('are still those in a follow-up', async () => {
    const earlier = ['which choirs had their last concert before 2020?'];
    expectRows(await world('choirs').ask('how many concerts did each of them give?', earlier), [
      ['Altissimo', 2],
      ['Cantabile', 2],
    ]);
    expectRows(await world('choirs').ask('and before 2015?', earlier), [['Altissimo', '2014-04-20']]);
  });

  it('are bound once more by another figure', async () => {
    const earlier = [
      'average listeners by choir',
      'only the ones below 100',
      'how many concerts did each of these give?',
    ];
    expectRows(await world('choirs').ask('which of them have just 2?', earlier), [
      ['Altissimo', 2],
      ['Cantabile', 2],
    ]);
  });

  it('are not counted for each of the rows', async () => {
    const asked = await ask(
      'How many choirs whose concerts have fewer than 100 listeners on average are there?',
    );
    expect([undefined, 2], asked.answer).toContain(asked.result?.data[0]?.[0]);
  });
});
