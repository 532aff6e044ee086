import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const kinds = ['Filter', 'Espresso'];

const world = openWorlds({
  roastery: {
    name: 'a roastery',
    model: {
      'roastery.yml': `
cubes:
  - name: machines
    title: Machines
    sql_table: machines
    dimensions:
      - { name: machine_id, title: Machine number, sql: machine_id, type: number, primary_key: true }
      - { name: connected_machine, title: Connected machine, sql: connected, type: boolean }
      - { name: cleaned_on, title: Cleaned on, sql: "CAST({CUBE}.cleaned_on AS TIMESTAMP)", type: time }
    measures:
      - { name: machine_count, title: Machines, type: count }
      - { name: connected_machine_count, title: Connected machines, type: count, filters: [{ sql: "{CUBE}.connected" }] }
  - name: beans
    title: Beans
    sql_table: beans
    dimensions:
      - { name: bean_id, title: Bean number, sql: bean_id, type: number, primary_key: true, public: false }
      - { name: bean_name, title: Bean name, sql: bean_name, type: string }
      - { name: category, title: Category, sql: kind, type: string }
    measures:
      - { name: bean_count, title: Beans, type: count }
  - name: cups
    title: Cups
    sql_table: cups
    joins:
      - { name: machines, relationship: many_to_one, sql: "{CUBE}.machine_id = {machines}.machine_id" }
      - { name: beans, relationship: many_to_one, sql: "{CUBE}.bean_id = {beans}.bean_id" }
    dimensions:
      - { name: cup_id, title: Cup number, sql: cup_id, type: number, primary_key: true, public: false }
      - { name: brewed_on, title: Brewed on, sql: "CAST({CUBE}.brewed_on AS TIMESTAMP)", type: time }
      - { name: roast_month, title: Roast month, sql: "CAST({CUBE}.roasted_on AS TIMESTAMP)", type: time }
      - { name: grams, title: Grams, sql: grams, type: number }
    measures:
      - { name: cup_count, title: Cups, type: count }
      - { name: strength, title: Average strength, type: avg, sql: strength }
      - { name: price, title: Average price, type: avg, sql: price, format: currency, meta: { currency: EUR } }
views:
  - name: cup_overview
    title: Cup overview
    cubes:
      - { join_path: cups, includes: "*" }
      - { join_path: cups.beans, includes: [bean_id, { name: bean_name, alias: bean_name, title: Bean name }, category] }
`,
    },
    tables: {
      machines: [
        ['machine_id', 'connected', 'cleaned_on'],
        ...Array.from({ length: 6 }, (_, id) => [id + 1, id < 2, `2026-0${1 + id}-03`]),
      ],
      beans: [
        ['bean_id', 'bean_name', 'kind'],
        ...['Antigua', 'Huila', 'Kivu', 'Mogiana'].map((name, id) => [id + 1, name, kinds[id % 2] ?? '']),
      ],
      cups: [
        ['cup_id', 'machine_id', 'bean_id', 'brewed_on', 'roasted_on', 'grams', 'strength', 'price'],
        ...Array.from({ length: 90 }, (_, id) => [
          id + 1,
          1 + (id % 6),
          1 + (id % 4),
          `2026-0${1 + (id % 8)}-11`,
          `202${5 + (id % 2)}-0${1 + (id % 6)}-01`,
          15 + (id % 5),
          3 + ((id * 7) % 11),
          2 + (id % 3),
        ]),
      ],
    },
  },
});

describe('the kind of a thing', () => {
  it.each(['average strength by bean category', 'average strength per bean category'])(
    'splits by the kind, and not by the things: %s',
    async (question) => {
      const asked = await world('roastery').ask(question);
      const truth = 'SELECT kind, AVG(strength) FROM cups JOIN beans USING (bean_id) GROUP BY 1';
      expectRows(asked, await world('roastery').truth(truth));
    },
  );
});

describe('per something that is only so for some', () => {
  it.each([
    'average number of cups per connected machine',
    'cups per connected machine',
    'average strength per connected machine',
  ])('is neither split into yes and no nor averaged over them: %s', async (question) => {
    const { result, answer } = await world('roastery').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('a bucket of time', () => {
  it('that is part of a name splits beside a period', async () => {
    const asked = await world('roastery').ask('average price per roast month in 2026');
    const truth =
      "SELECT CAST(roasted_on AS DATE), AVG(price) FROM cups WHERE roasted_on >= '2026-01-01' GROUP BY 1";
    expectRows(asked, await world('roastery').truth(truth));
  });

  it('splits nothing where it says how long something takes', async () => {
    const { result, answer } = await world('roastery').ask('average days until machines are cleaned in 2026');
    expect(result, answer).toBeUndefined();
  });
});

describe('two figures', () => {
  it.each(['average strength until a cup, by bean category', 'average price for a cup by bean category'])(
    'are not both asked for where a preposition joins them: %s',
    async (question) => {
      const { result, answer } = await world('roastery').ask(question);
      expect(result?.sqlQuery ?? '', answer).not.toContain('cup_count');
    },
  );
});
