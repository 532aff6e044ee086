import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const checkup = (description: string, more = ''): string => `
cubes:
  - name: checkups
    sql_table: checkups
    title: Examinations
    description: ${description}
    dimensions:
      - { name: checkup_id, sql: "{CUBE}.checkup_id", type: number, primary_key: true, public: false }
      - { name: checked_on, title: Examination date, sql: "CAST({CUBE}.checked_on AS TIMESTAMP)", type: time }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number, description: Age of the patient in years }
      - { name: job, title: Job, sql: "{CUBE}.job", type: string, description: What the patient does for a living }
      - { name: vaccinated, title: Vaccinated, sql: "{CUBE}.vaccinated", type: boolean, description: Whether the patient took the new remedy }
      - { name: weight, title: Weight, sql: "{CUBE}.weight", type: number }
${more}
    measures:
      - { name: checkup_count, title: Examinations, type: count }
      - { name: vaccinations, title: Vaccinations, type: count, filters: [{ sql: "{CUBE}.vaccinated" }], description: Number of examinations in which the patient took the new remedy }
      - { name: mean_weight, title: Average weight, type: avg, sql: "{CUBE}.weight" }
`;

const tables: World['tables'] = {
  checkups: [
    'checkup_id checked_on age job vaccinated weight doctor'.split(' '),
    ...Array.from({ length: 40 }, (_, id) => [
      id + 1,
      `202${5 + (id % 2)}-0${1 + (id % 9)}-11`,
      20 + ((id * 7) % 60),
      ['cook', 'nurse', 'retired'][id % 3] ?? '',
      id % 4 === 0,
      50 + id,
      `Dr ${id % 3}`,
    ]),
  ],
};

const clinic = (name: string, description: string, more = ''): World => ({
  name,
  now: '2026-12-20T12:00:00Z',
  model: { 'clinic.yml': checkup(description, more) },
  tables,
});

const doctor = '      - { name: doctor, title: Doctor, sql: "{CUBE}.doctor", type: string }';

const world = openWorlds({
  clinic: clinic('clinic', 'The last examination of each patient, with who the patient is'),
  rows: clinic('rows', 'One row per patient'),
  doctors: clinic('doctors', 'The last examination of each patient, with who the patient is', doctor),
  many: clinic('many', 'The examinations of each patient'),
  daily: clinic('daily', 'One row for each patient and day'),
  weekly: clinic('weekly', 'The weekly examination of each patient'),
  single: clinic('single', 'Each examination of a patient'),
  garage: {
    name: 'garage',
    now: '2026-12-20T12:00:00Z',
    model: {
      'garage.yml': `
cubes:
  - name: inspections
    sql_table: inspections
    title: Inspections
    description: The latest inspection of each car
    dimensions:
      - { name: inspection_id, sql: "{CUBE}.inspection_id", type: number, primary_key: true, public: false }
      - { name: fuel, title: Fuel, sql: "{CUBE}.fuel", type: string }
      - { name: passed, title: Passed, sql: "{CUBE}.passed", type: boolean }
    measures:
      - { name: inspection_count, title: Inspections, type: count }
`,
    },
    tables: {
      inspections: [
        'inspection_id fuel passed'.split(' '),
        ...Array.from({ length: 20 }, (_, id) => [id + 1, id % 3 ? 'diesel' : 'petrol', id % 4 > 0]),
      ],
    },
  },
});

const count = (where: string): string => `SELECT COUNT(*) FROM checkups WHERE ${where}`;

describe('the bearers of whom there is one row each', () => {
  it.each([
    ['How many people were vaccinated last year?', count("vaccinated AND checked_on < '2026-01-01'")],
    ['How many patients are over 60?', count('age > 60')],
    ['How many people are over 60?', count('age > 60')],
    ['How many retired people were vaccinated?', count("vaccinated AND job = 'retired'")],
    ['How many retired people took the remedy?', count("vaccinated AND job = 'retired'")],
    ['examinations of people over 60', count('age > 60')],
    ['average weight of people over 60', 'SELECT AVG(weight) FROM checkups WHERE age > 60'],
    ['How many individuals are nurses?', count("job = 'nurse'")],
    ['people by job', 'SELECT job, COUNT(*) FROM checkups GROUP BY 1'],
    ['number of people per job', 'SELECT job, COUNT(*) FROM checkups GROUP BY 1'],
    [
      'examinations of people under 30, by job',
      'SELECT job, COUNT(*) FROM checkups WHERE age < 30 GROUP BY 1',
    ],
  ])('are counted as rows are, by a wider word as well: %s', async (question, truth) => {
    expectRows(await world('clinic').ask(question), await world('clinic').truth(truth));
  });

  it('are what the rows are said to be one of', async () => {
    const asked = await world('rows').ask('How many people were vaccinated?');
    expectRows(asked, await world('rows').truth(count('vaccinated')));
  });

  it('narrow what was asked before', async () => {
    const asked = await world('clinic').ask('only people over 60', ['examinations by job']);
    expectRows(
      asked,
      await world('clinic').truth('SELECT job, COUNT(*) FROM checkups WHERE age > 60 GROUP BY 1'),
    );
  });

  it.each(['How many vehicles are diesel?', 'diesel vehicles', 'How many cars are diesel?'])(
    'are other things than people, too: %s',
    async (question) => {
      const truth = "SELECT COUNT(*) FROM inspections WHERE fuel = 'diesel'";
      expectRows(await world('garage').ask(question), await world('garage').truth(truth));
    },
  );
});

describe('people of whom rows are not one each', () => {
  it.each(['doctors', 'many', 'daily', 'weekly', 'single'] as const)(
    'or beside others, are not counted: %s',
    async (name) => {
      const { result, answer } = await world(name).ask('How many people were vaccinated?');
      expect(result, answer).toBeUndefined();
    },
  );

  it.each(['many', 'daily', 'weekly', 'single'] as const)(
    'are not counted by their own name: %s',
    async (name) => {
      const { result, answer } = await world(name).ask('How many patients were vaccinated?');
      expect(result, answer).toBeUndefined();
    },
  );
});
