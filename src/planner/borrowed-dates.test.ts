import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 40 }, (_, id) => id);

/** Games without a date of their own, and two relations that have dates and belong to them. */
const world = openWorlds({
  games: {
    name: 'a maker of games',
    now: '2026-11-30T10:00:00Z',
    model: {
      'games.yml': `
cubes:
  - name: games
    title: Games
    sql_table: games
    dimensions:
      - { name: game_id, title: Game number, sql: game_id, type: number, primary_key: true, public: true }
      - { name: game_name, title: Game, sql: game_name, type: string }
      - { name: age_group, title: Age group, sql: age_group, type: string }
    measures:
      - { name: game_count, title: Games, type: count }
  - name: tests
    title: Tests
    sql_table: tests
    joins:
      - { name: games, relationship: many_to_one, sql: "{CUBE}.game_id = {games}.game_id" }
    dimensions:
      - { name: test_id, title: Test number, sql: test_id, type: number, primary_key: true }
      - { name: tested_on, title: Tested on, sql: "CAST({CUBE}.tested_on AS TIMESTAMP)", type: time }
    measures:
      - { name: test_count, title: Tests, type: count }
  - name: sales
    title: Sales
    sql_table: sales
    joins:
      - { name: games, relationship: many_to_one, sql: "{CUBE}.game_id = {games}.game_id" }
    dimensions:
      - { name: sale_id, title: Sale number, sql: sale_id, type: number, primary_key: true }
      - { name: sold_on, title: Sold on, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
      - { name: sold_out_on, title: Sold out since, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
    measures:
      - { name: sale_count, title: Sales, type: count }
      - { name: revenue, title: Revenue, type: sum, sql: paid, format: currency, meta: { currency: EUR } }
`,
    },
    tables: {
      games: [
        ['game_id', 'game_name', 'age_group'],
        ...ids.map((id) => [id, `Game ${id}`, id % 2 === 0 ? 'Adults' : 'Children']),
      ],
      tests: [
        ['test_id', 'game_id', 'tested_on'],
        ...ids.map((id) => [id, id % 13, `${2024 + (id % 3)}-05-0${1 + (id % 7)}`]),
      ],
      sales: [
        ['sale_id', 'game_id', 'sold_on', 'paid'],
        ...ids.map((id) => [id, id % 11, `${2024 + (id % 3)}-06-0${1 + (id % 7)}`, 20 + id]),
      ],
    },
  },
});

describe('the dates of other relations', () => {
  it.each([
    'how many games came out in 2025?',
    'games in 2025 by age group',
    'revenue of games that came out in 2025',
    'revenue of games invented in 2025',
  ])('are none of what has no date, where nothing says which of them: %s', async (question) => {
    const { result, answer } = await world('games').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each([
    [
      'how many games were tested in 2025?',
      'SELECT COUNT(DISTINCT game_id) FROM tests WHERE YEAR(CAST(tested_on AS DATE)) = 2025',
    ],
    [
      'how many games were sold in 2025?',
      'SELECT COUNT(DISTINCT game_id) FROM sales WHERE YEAR(CAST(sold_on AS DATE)) = 2025',
    ],
    ['revenue of games sold in 2025', 'SELECT SUM(paid) FROM sales WHERE YEAR(CAST(sold_on AS DATE)) = 2025'],
  ])('are meant by a verb that names one: %s', async (question, sql) => {
    const { result, answer } = await world('games').ask(question);
    const [[truth] = []] = await world('games').truth(sql);
    const figures = result?.data.map((row) => Number(row.at(-1))) ?? [];
    expect([figures[0], figures.reduce((sum, it) => sum + it, 0)], answer).toContain(Number(truth));
  });

  it('say of what is asked for that it has such rows', async () => {
    const { result, answer } = await world('games').ask('which games were tested but never sold?');
    const truth = await world('games').truth(
      'SELECT game_id FROM games WHERE game_id IN (SELECT game_id FROM tests) AND game_id NOT IN (SELECT game_id FROM sales)',
    );
    expect(result?.totalRows ?? 0, answer).toBe(truth.length);
  });

  it('date the relation that has them', async () => {
    expectRows(
      await world('games').ask('number of tests in 2025'),
      await world('games').truth('SELECT COUNT(*) FROM tests WHERE YEAR(CAST(tested_on AS DATE)) = 2025'),
    );
  });
});
