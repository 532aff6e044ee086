import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Bridges with the year in which they were built, and the engineers who drew them, by their years of birth. */
const bridges: World = {
  name: 'bridges',
  model: {
    'bridges.yml': `
cubes:
  - name: engineers
    sql_table: engineers
    title: Engineers
    dimensions:
      - { name: engineer_id, sql: engineer_id, type: number, primary_key: true }
      - { name: name, title: Engineer name, sql: full_name, type: string }
      - { name: birth_year, title: Year of birth, sql: birth_year, type: number, format: id }
      - { name: fee, title: Yearly fee, sql: fee, type: number, format: currency }
      - { name: visits_per_year, title: Visits per year, sql: fee / 10, type: number }
    measures:
      - { name: engineer_count, title: Engineers, type: count }
  - name: bridges
    sql_table: bridges
    title: Bridges
    joins:
      - { name: engineers, relationship: many_to_one, sql: "{CUBE}.engineer_id = {engineers}.engineer_id" }
    dimensions:
      - { name: bridge_id, sql: bridge_id, type: number, primary_key: true }
      - { name: bridge_name, title: Bridge name, sql: bridge_name, type: string }
      - { name: year_built, title: Year built, sql: year_built, type: number }
      - { name: inspected_on, title: Inspected on, sql: "CAST({CUBE}.inspected_on AS TIMESTAMP)", type: time }
    measures:
      - { name: bridge_count, title: Bridges, type: count }
`,
  },
  tables: {
    engineers: [
      'engineer_id full_name birth_year fee'.split(' '),
      ...Array.from({ length: 12 }, (_, id) => [id + 1, `Engineer ${id}`, 1780 + id * 17, 20 + id * 9]),
    ],
    bridges: [
      'bridge_id bridge_name year_built engineer_id inspected_on'.split(' '),
      ...Array.from({ length: 60 }, (_, id) => [
        id + 1,
        `Bridge ${id}`,
        1790 + ((id * 23) % 220),
        1 + (id % 12),
        `${1990 + (id % 35)}-04-0${1 + (id % 9)}`,
      ]),
    ],
  },
};

const world = openWorlds({ bridges });
const joined = 'FROM bridges JOIN engineers USING (engineer_id)';

describe('a year that is kept as a number', () => {
  it.each([
    ['how many bridges were built after 1900?', 'FROM bridges WHERE year_built > 1900'],
    ['how many bridges were built before 1850?', 'FROM bridges WHERE year_built < 1850'],
    ['number of bridges built since 1990', 'FROM bridges WHERE year_built >= 1990'],
    ['how many bridges were built in 1836?', 'FROM bridges WHERE year_built = 1836'],
    [
      'how many bridges were built between 1800 and 1850?',
      'FROM bridges WHERE year_built BETWEEN 1800 AND 1850',
    ],
    ['how many bridges were built in the 1950s?', 'FROM bridges WHERE year_built BETWEEN 1950 AND 1959'],
    [
      'how many bridges were built in the 19th century?',
      'FROM bridges WHERE year_built BETWEEN 1801 AND 1900',
    ],
    ['how many engineers were born before 1850?', 'FROM engineers WHERE birth_year < 1850'],
    [
      'how many bridges inspected in 2001 were built after 1900?',
      'FROM bridges WHERE year_built > 1900 AND YEAR(inspected_on) = 2001',
    ],
    ['how many bridges were inspected after 2010?', "FROM bridges WHERE inspected_on >= DATE '2011-01-01'"],
  ])('is bounded by years: %s', async (question, from) => {
    expectRows(await world('bridges').ask(question), await world('bridges').truth(`SELECT COUNT(*) ${from}`));
  });

  it('is bounded by years where others are joined', async () => {
    const asked = await world('bridges').ask('number of bridges by engineers born after 1850');
    const [[total] = []] = await world('bridges').truth(`SELECT COUNT(*) ${joined} WHERE birth_year > 1850`);
    expect(asked.answer).toContain(String(total));
    expect(asked.result?.sqlQuery).toContain('birth_year > 1850');
  });

  it('is no number of what is done in a year', async () => {
    expectRows(
      await world('bridges').ask('how many engineers have more than 5 visits per year?'),
      await world('bridges').truth('SELECT COUNT(*) FROM engineers WHERE fee / 10 > 5'),
    );
  });

  it.each(['how many engineers are under 30?', 'how many engineers under 60?', 'engineers over 50'])(
    'is no age, nor is what they are paid: %s',
    async (question) => {
      const { result, answer } = await world('bridges').ask(question);
      expect(result?.data, answer).toBeUndefined();
    },
  );
});
