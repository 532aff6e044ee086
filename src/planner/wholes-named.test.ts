import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  kitchen: {
    name: 'a kitchen',
    model: {
      'kitchen.yml': `
cubes:
  - name: cooks
    title: Cooks
    sql_table: cooks
    dimensions:
      - { name: cook_id, title: Cook number, sql: cook_id, type: number, primary_key: true, public: false }
      - { name: post, title: Post, sql: post, type: string }
      - { name: shift, title: Shift, sql: shift, type: string }
      - { name: trained, title: Trained, sql: trained, type: boolean }
    measures:
      - { name: cook_count, title: Number of cooks, type: count }
  - name: dishes
    title: Dishes
    sql_table: dishes
    public: false
    dimensions:
      - { name: dish_id, title: Dish number, sql: dish_id, type: number, primary_key: true, public: false }
      - { name: dish_name, title: Dish name, sql: dish_name, type: string }
    measures:
      - { name: dish_count, title: Number of dishes, type: count }
  - name: allergens
    title: Allergen entries
    sql_table: allergens
    public: false
    joins:
      - { name: dishes, relationship: many_to_one, sql: "{CUBE}.dish_id = {dishes}.dish_id" }
    dimensions:
      - { name: entry_id, title: Entry number, sql: entry_id, type: number, primary_key: true, public: false }
      - { name: allergen, title: Allergen, sql: allergen, type: string }
      - { name: level, title: Level, sql: level, type: string }
    measures:
      - { name: entry_count, title: Number of allergen entries, type: count }
views:
  - name: allergen_overview
    title: Allergens of dishes
    cubes:
      - { join_path: allergens, includes: "*" }
      - { join_path: allergens.dishes, includes: [dish_name, dish_count] }
`,
    },
    tables: {
      cooks: [
        ['cook_id', 'post', 'shift', 'trained'],
        ...Array.from({ length: 60 }, (_, id) => [
          id + 1,
          ['Pastry Chef', 'Line Cook', 'Sous Chef'][id % 3] ?? '',
          ['night', 'day', 'evening', 'day'][id % 4] ?? '',
          id % 5 !== 0,
        ]),
      ],
      dishes: [
        ['dish_id', 'dish_name'],
        ...Array.from({ length: 20 }, (_, id) => [id + 1, `Dish ${String.fromCharCode(65 + id)}`]),
      ],
      allergens: [
        ['entry_id', 'dish_id', 'allergen', 'level'],
        ...Array.from({ length: 60 }, (_, id) => [
          id + 1,
          1 + (id % 20),
          ['Peanut', 'Lupin', 'Celery'][Math.floor(id / 20)] ?? '',
          ['trace', 'full', 'none'][(id + (id % 7)) % 3] ?? '',
        ]),
      ],
    },
  },
});

const ask = (question: string, earlier?: string[]) => world('kitchen').ask(question, earlier);
const cooks = (part: string, whole: string) =>
  world('kitchen').truth(
    `SELECT COUNT(*) FILTER (WHERE ${part}) * 1.0 / COUNT(*), COUNT(*) FILTER (WHERE ${part}), COUNT(*) FROM cooks WHERE ${whole}`,
  );

describe('a whole that is named', () => {
  const [night, chefs] = ["shift = 'night'", "post = 'Pastry Chef'"];

  it.each([
    ['as a share of all pastry chefs', night, chefs],
    ['what share of the pastry chefs is that?', night, chefs],
    ['as a proportion of pastry chefs', night, chefs],
    ['as a share of all night shift cooks', chefs, night],
  ])('is what was counted before: %s', async (question, part, whole) => {
    const asked = await ask(question, ['How many pastry chefs are there?', 'only those on night shift']);
    expectRows(asked, await cooks(part, whole));
  });

  it('keeps more conditions than it says', async () => {
    const earlier = [
      'How many pastry chefs are there?',
      'only those on night shift',
      'and only the trained ones',
    ];
    const asked = await ask('as a share of all pastry chefs', earlier);
    expectRows(asked, await cooks(`${night} AND trained`, chefs));
  });

  it('says what is asked of the whole, where that was not said before', async () => {
    const asked = await ask('what share of the line cooks is trained?', ['How many pastry chefs are there?']);
    expectRows(asked, await cooks('trained', "post = 'Line Cook'"));
  });

  it.each([
    [['How many dishes have full Peanut?'], 'Peanut'],
    [['How many dishes have full Peanut?', 'and Lupin?'], 'Lupin'],
  ])('is all of what was counted, unlike the rows that tell of it: %j', async (earlier, allergen) => {
    const asked = await ask('as a share of all dishes', earlier);
    const part = `COUNT(DISTINCT dish_id) FILTER (WHERE level = 'full' AND allergen = '${allergen}')`;
    const all = 'COUNT(DISTINCT dish_id)';
    const truth = `SELECT ${part} * 1.0 / ${all}, ${part}, ${all} FROM allergens`;
    expectRows(asked, await world('kitchen').truth(truth));
  });

  it('is asked back for where it may be all or those before', async () => {
    const earlier = ['How many pastry chefs are there?', 'only those on night shift'];
    const { result, answer } = await ask('as a share of all cooks', earlier);
    expect(result, answer).toBeUndefined();
  });
});
