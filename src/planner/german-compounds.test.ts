import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  museum: {
    name: 'ein Museum',
    model: {
      'museum.yml': `
cubes:
  - name: groups
    sql_table: groups
    title: Gruppen
    dimensions:
      - { name: group_id, sql: group_id, type: number, primary_key: true, public: false }
      - { name: town, sql: town, type: string, title: Ort }
    measures:
      - { name: group_count, type: count, title: Gruppen }
  - name: tours
    sql_table: tours
    title: Führungen
    joins:
      - { name: groups, relationship: many_to_one, sql: "{CUBE}.group_id = {groups}.group_id" }
    dimensions:
      - { name: tour_id, sql: tour_id, type: number, primary_key: true, public: false }
      - { name: kind, sql: kind, type: string, title: Art }
      - { name: hall, sql: hall, type: string, title: Saal }
      - { name: paid_on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time, title: Bezahlt am }
    measures:
      - { name: tour_count, type: count, title: Führungen }
`,
    },
    tables: {
      groups: [
        ['group_id', 'town'],
        [1, 'Kiel'],
        [2, 'Ulm'],
        [3, 'Ulm'],
      ],
      tours: [
        ['tour_id', 'group_id', 'kind', 'hall', 'paid_on'],
        [1, 1, 'Garten', 'Ost', '2024-03-01'],
        [2, 1, 'Garten', 'West', '2024-03-02'],
        [3, 2, 'Kinder', 'Ost', '2024-03-03'],
        [4, 3, 'Kinder', 'Ost', null],
        [5, 3, 'Kinder', 'West', '2024-03-05'],
        [6, 3, 'Abend', 'West', null],
      ],
    },
  },
});

describe('a German compound', () => {
  it.each([
    ['Gartenführungen', [[2]]],
    ['Wie viele Kinderführungen gab es?', [[3]]],
    [
      'Kinderführungen nach Saal',
      [
        ['Ost', 2],
        ['West', 1],
      ],
    ],
  ] as const)('that begins with a value is only of that: %s', async (question, rows) => {
    expectRows(await world('museum').ask(question), rows);
  });

  it('goes on as one: nur Abendführungen', async () => {
    expectRows(await world('museum').ask('nur Abendführungen', ['Führungen']), [[1]]);
  });
});
