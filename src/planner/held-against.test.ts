import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Each field has a plan of its own, and is watered many times. */
const farm: World = {
  name: 'farm',
  model: {
    'farm.yml': `
cubes:
  - name: fields
    sql_table: fields
    title: Fields
    dimensions:
      - { name: field_id, title: Field number, sql: "{CUBE}.field_id", type: number, primary_key: true, format: id }
      - { name: field_name, title: Field, sql: "{CUBE}.field_name", type: string }
      - { name: crop, title: Crop, sql: "{CUBE}.crop", type: string }
      - { name: planned_litres, title: Planned litres, sql: "{CUBE}.planned_litres", type: number }
      - { name: slope, title: Slope, sql: "{CUBE}.slope", type: number }
    measures:
      - { name: field_count, title: Fields, type: count }
      - { name: total_planned, title: Total planned litres, sql: "{CUBE}.planned_litres", type: sum }
      - { name: total_slope, title: Total slope, sql: "{CUBE}.slope", type: sum }
  - name: waterings
    sql_table: waterings
    title: Waterings
    joins:
      - { name: fields, relationship: many_to_one, sql: "{CUBE}.field_id = {fields}.field_id" }
    dimensions:
      - { name: watering_id, sql: "{CUBE}.watering_id", type: number, primary_key: true, public: false }
      - { name: watered_on, title: Date, sql: "CAST({CUBE}.watered_on AS TIMESTAMP)", type: time }
      - { name: litres, title: Litres, sql: "{CUBE}.litres", type: number }
      - { name: field_id, sql: "{CUBE}.field_id", type: number, public: false }
    measures:
      - { name: watering_count, title: Waterings, type: count }
      - { name: total_litres, title: Litres, sql: "{CUBE}.litres", type: sum }
`,
  },
  tables: {
    fields: [
      ['field_id', 'field_name', 'crop', 'planned_litres', 'slope'],
      [1, 'North Meadow', 'Maize', 500, 3],
      [2, 'Mill Acre', 'Barley', 900, 1],
      [3, 'Hill Strip', 'Maize', 400, 8],
      [4, 'Fallow Corner', 'None', 100, 2],
    ],
    waterings: [
      ['watering_id', 'field_id', 'watered_on', 'litres'],
      [1, 1, '2024-05-01', 200],
      [2, 1, '2024-05-08', 210],
      [3, 1, '2024-05-15', 190],
      [4, 2, '2024-05-02', 300],
      [5, 2, '2024-05-09', 310],
      [6, 3, '2024-05-03', 250],
      [7, 3, '2024-05-10', 240],
    ],
  },
  now: '2024-06-01T12:00:00Z',
};

const world = openWorlds<'farm'>({ farm });
const spent =
  'SELECT field_name, SUM(litres) AS used, MAX(planned_litres) AS planned FROM waterings JOIN fields USING (field_id) GROUP BY 1';

describe('what rows add up to, held against a number of the thing that they belong to', () => {
  it.each([
    'Which fields are over their planned litres?',
    'fields with more litres than planned litres',
    'Which fields have more litres than planned litres?',
  ])('takes the number of the thing once: %s', async (question) => {
    const asked = await world('farm').ask(question);
    expectRows(asked, await world('farm').truth(`SELECT * FROM (${spent}) AS spent WHERE used > planned`));
    expect(asked.answer).toContain('North Meadow (600');
  });

  it('counts the things that are over it', async () => {
    const asked = await world('farm').ask('How many fields are over their planned litres?');
    expectRows(asked, [[2]]);
  });

  it('keeps what narrows the things', async () => {
    const asked = await world('farm').ask('Which Maize fields are over their planned litres?');
    expectRows(
      asked,
      await world('farm').truth(
        `SELECT s.* FROM (${spent}) AS s JOIN fields AS f ON f.field_name = s.field_name WHERE used > planned AND crop = 'Maize'`,
      ),
    );
  });

  it.each(['litres vs planned litres per field', 'litres and total planned litres by field'])(
    'sets both side by side, and says what is missing: %s',
    async (question) => {
      const asked = await world('farm').ask(question);
      expectRows(asked, await world('farm').truth(spent));
      expect(asked.answer).toContain('Those without waterings are not counted.');
    },
  );

  it.each([
    'Is North Meadow over its planned litres?',
    'How many of the planned litres of North Meadow have we used?',
  ])('tells both of one thing: %s', async (question) => {
    expectRows(await world('farm').ask(question), [[600, 500]]);
  });

  it.each(['Which fields are over their slope?', 'Which Maize fields are over their weekly litres?'])(
    'gives no figure where nothing is known that is held against it: %s',
    async (question) => {
      expect((await world('farm').ask(question)).result).toBeUndefined();
    },
  );
});
