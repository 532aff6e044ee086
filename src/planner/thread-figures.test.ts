import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const crews = ['Night', 'Day', 'Weekend'] as const;
const goods = ['tyres', 'brakes', 'lights'] as const;

const garage: World = {
  name: 'garage',
  model: {
    'garage.yml': `
cubes:
  - name: jobs
    sql_table: jobs
    title: Jobs
    joins:
      - { name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic_id = {mechanics}.id" }
      - { name: reviews, relationship: one_to_one, sql: "{CUBE}.id = {reviews}.job_id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: part, title: Part, sql: "{CUBE}.part", type: string }
      - { name: done_on, title: Date, sql: "CAST({CUBE}.done_on AS TIMESTAMP)", type: time }
    measures:
      - { name: job_count, title: Number of jobs, type: count }
      - { name: revenue, title: Revenue, type: sum, sql: "{CUBE}.revenue", format: currency }
      - { name: late_jobs, title: Late jobs, type: count, filters: [{ sql: "{CUBE}.late" }] }
      - { name: job_hours, title: Job hours, type: sum, sql: "{CUBE}.hours" }
      - { name: waiting_hours, title: Waiting hours, type: sum, sql: "{CUBE}.hours * 2" }
  - name: mechanics
    sql_table: mechanics
    title: Mechanics
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: mechanic_name, title: Mechanic name, sql: "{CUBE}.name", type: string }
      - { name: crew, title: Crew, sql: "{CUBE}.crew", type: string }
    measures:
      - { name: mechanic_count, title: Number of mechanics, type: count }
  - name: reviews
    sql_table: reviews
    title: Reviews
    dimensions:
      - { name: job_id, sql: "{CUBE}.job_id", type: number, primary_key: true, public: false }
      - { name: written_on, title: Written, sql: "CAST({CUBE}.written_on AS TIMESTAMP)", type: time }
    measures:
      - { name: satisfaction, title: Satisfaction, type: avg, sql: "{CUBE}.score" }
  - name: halls
    sql_table: halls
    title: Halls
    dimensions:
      - { name: hall_name, title: Hall, sql: "{CUBE}.name", type: string, primary_key: true }
      - { name: size_class, title: Hall size, sql: "{CUBE}.size_class", type: string }
    measures:
      - { name: hall_count, title: Number of halls, type: count }
      - { name: rent, title: Rent, type: sum, sql: "{CUBE}.rent", format: currency }
      - { name: floor_area, title: Floor area, description: Size in square metres, type: sum, sql: "{CUBE}.area", meta: { unit: m², synonyms: [square metres, size] } }
`,
  },
  tables: {
    halls: [
      ['name', 'size_class', 'rent', 'area'],
      ...Array.from({ length: 12 }, (_, at) => [
        `Hall ${at}`,
        at % 3 === 0 ? 'large' : 'small',
        100 + ((at * 7) % 12),
        at % 3 === 0 ? 400 + at : 90 + at,
      ]),
    ],
    jobs: [
      ['id', 'mechanic_id', 'part', 'done_on', 'revenue', 'late', 'hours'],
      ...Array.from({ length: 300 }, (_, at) => [
        at,
        (at * 7) % 9,
        goods[(at * at) % 3] ?? 'tyres',
        `202${at % 7 < 4 ? 5 : 4}-${String(1 + ((at * 5) % 12)).padStart(2, '0')}-10`,
        50 + ((at * 37) % 211),
        at % 5 === 0,
        1 + ((at * 13) % 8),
      ]),
    ],
    mechanics: [
      ['id', 'name', 'crew'],
      ...Array.from({ length: 9 }, (_, at) => [at, `Mechanic ${at}`, crews[at % 3] ?? 'Day']),
    ],
    reviews: [
      ['job_id', 'score', 'written_on'],
      ...Array.from({ length: 300 }, (_, at) => [
        at,
        1 + ((at * 11) % 5),
        `202${at % 7 < 4 ? 5 : 4}-${String(1 + ((at * 5) % 12)).padStart(2, '0')}-12`,
      ]),
    ],
  },
};

const world = openWorlds<'garage'>({ garage });

describe('a ranking by what it does not name, in a thread', () => {
  it('is by the figure of the thread, of the rows that it was narrowed to', async () => {
    const thread = ['monthly revenue 2025', 'just brakes'];
    const asked = await world('garage').ask('which month was the best?', thread);
    const truth = `SELECT date_trunc('month', done_on::TIMESTAMP), SUM(revenue) FROM jobs
      WHERE part = 'brakes' AND year(done_on::DATE) = 2025 GROUP BY 1 ORDER BY 2 DESC LIMIT 1`;
    expect(asked.result?.totalRows, asked.answer).toBe(1);
    expectRows(asked, await world('garage').truth(truth));
  });

  it('is by the figure of the thread, of what was not asked for before', async () => {
    const asked = await world('garage').ask('and in july 2025?', [
      'late jobs in march 2025',
      'which crew had the most?',
    ]);
    const truth = `SELECT crew, COUNT(*) FROM jobs JOIN mechanics m ON m.id = mechanic_id
      WHERE late AND strftime(done_on::DATE, '%Y-%m') = '2025-07' GROUP BY 1 ORDER BY 2 DESC LIMIT 1`;
    expectRows(asked, await world('garage').truth(truth));
  });
});

it('what a figure is split by next may be in a relation that joins its own', async () => {
  const asked = await world('garage').ask('by mechanic name', ['satisfaction in 2025']);
  const truth = `SELECT name, AVG(score) FROM reviews JOIN jobs j ON j.id = job_id
    JOIN mechanics m ON m.id = mechanic_id WHERE year(written_on::DATE) = 2025 GROUP BY 1`;
  expectRows(asked, await world('garage').truth(truth));
});

it.each([
  ['how big is it in square metres?', ['which hall has the highest rent?']],
  ['how big is it in square metres?', ['which hall has the highest rent?', 'and the lowest?']],
])('a size that is asked for is no condition on those that are called so: %s', async (message, thread) => {
  const { result, answer } = await world('garage').ask(message, thread);
  const end = thread.length === 1 ? 'DESC' : 'ASC';
  const truth = await world('garage').truth(`SELECT name, area FROM halls ORDER BY rent ${end} LIMIT 1`);
  const at = result?.schema.findIndex(({ name }) => name === 'floor_area') ?? -1;
  expect(
    result?.data.map((row) => [row[0], Number(row[at])]),
    answer,
  ).toEqual(truth.map(([name, area]) => [name, Number(area)]));
});

it.each(['how many hours was that?', 'and how many hours?'])(
  'a unit names the amount of the thread that is counted in it: %s',
  async (message) => {
    const asked = await world('garage').ask(message, ['how many jobs in 2025?', 'by part']);
    const truth = 'SELECT part, SUM(hours) FROM jobs WHERE year(done_on::DATE) = 2025 GROUP BY 1';
    expectRows(asked, await world('garage').truth(truth));
  },
);

it('groups that are held to a figure are shown with that one', async () => {
  const asked = await world('garage').ask('and which mechanics had a revenue above 3000?', [
    'job hours by crew in 2025',
  ]);
  const truth = `SELECT name, SUM(revenue) FROM jobs j JOIN mechanics m ON m.id = mechanic_id
    WHERE year(done_on::DATE) = 2025 GROUP BY 1 HAVING SUM(revenue) > 3000`;
  expectRows(asked, await world('garage').truth(truth));
});

it('the one value that was asked for is kept where a message points to it by its kind', async () => {
  const thread = ['revenue by crew', 'only the Night crew'];
  const asked = await world('garage').ask('and which mechanic of that crew has the most revenue?', thread);
  const truth = `SELECT name, SUM(revenue) FROM jobs JOIN mechanics m ON m.id = mechanic_id
    WHERE crew = 'Night' GROUP BY 1 ORDER BY 2 DESC LIMIT 1`;
  expectRows(asked, await world('garage').truth(truth));
});

it.each([
  ['late versus all', 'COUNT(*) FILTER (late), COUNT(*)'],
  ['revenue vs waiting hours', 'SUM(revenue), SUM(hours * 2)'],
])(
  'figures that are held against each other are of what the thread was narrowed to: %s',
  async (message, figures) => {
    const asked = await world('garage').ask(message, ['how many jobs of the Night crew in 2025?']);
    const truth = `SELECT ${figures} FROM jobs JOIN mechanics m ON m.id = mechanic_id
    WHERE crew = 'Night' AND year(done_on::DATE) = 2025`;
    expectRows(asked, await world('garage').truth(truth));
  },
);

it('a change in percent is no share of what the thread was narrowed to', async () => {
  const { answer } = await world('garage').ask('change in percent', ['revenue by crew in march 2025']);
  expect(answer).toMatch(/^Change of revenue, still from February 2025 to March 2025/);
});

it('what is asked of groups that were ranked is told of each of them', async () => {
  const asked = await world('garage').ask('and their crews?', ['top 3 mechanics by revenue in 2025']);
  const truth = `SELECT name, crew, SUM(revenue) FROM jobs JOIN mechanics m ON m.id = mechanic_id
    WHERE year(done_on::DATE) = 2025 GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 3`;
  expectRows(asked, await world('garage').truth(truth));
});
