import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const staff: World = {
  name: 'staff',
  model: {
    'staff.yml': `
cubes:
  - name: employees
    sql_table: staff
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: employee_name, title: Employee, sql: "{CUBE}.employee", type: string }
      - { name: job_title, title: Job title, sql: "{CUBE}.job", type: string }
      - { name: city, title: City, sql: "{CUBE}.city", type: string }
    measures:
      - { name: employee_count, title: Number of employees, type: count }
      - { name: salaries, title: Salaries, sql: "{CUBE}.salary", type: sum }
`,
  },
  tables: {
    staff: [
      ['id', 'employee', 'job', 'city', 'salary'],
      [1, 'Anna Berg', 'Sales Manager', 'Bonn', 10],
      [2, 'Ben Adler', 'Developer', 'Berlin', 20],
      [3, 'Bea Frank', 'Office Manager', 'Aachen', 30],
      [4, 'Cem Kaya', 'Senior Developer', 'Bonn', 40],
    ],
  },
};

describe('a question about how values are written', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(staff);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['Which employees start with the letter B?', [['Bea Frank'], ['Ben Adler']]],
    ['Employees whose name starts with B', [['Bea Frank'], ['Ben Adler']]],
    ['How many employees have a name ending in a?', [[1]]],
    ['How many different job titles have Manager in the name?', [[2]]],
    ['How many employees have Manager in their job title?', [[2]]],
    ['How many employees with "Developer" in the job title?', [[2]]],
    ['Number of employees whose job title starts with Senior', [[1]]],
    ['Total salaries of employees whose job title does not contain Manager', [[60]]],
    [
      'Salaries by city for employees whose job title contains "manager"',
      [
        ['Aachen', 30],
        ['Bonn', 10],
      ],
    ],
    ['Job titles containing "Developer"', [['Developer'], ['Senior Developer']]],
    ['Employees, deren Job title mit Senior beginnt', [['Cem Kaya']]],
    ['Wie viele Employees haben "Manager" im Job title?', [[2]]],
    ['Cities beginning with B', [['Berlin'], ['Bonn']]],
  ])('is answered by these rows: %s', async (question, rows) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data.toSorted(), answer).toEqual(rows);
  });

  it('says in the answer what was read', async () => {
    const { answer } = await world.ask('How many employees have a job title that starts with Senior?');
    expect(answer).toContain('where Job title starts with “Senior”');
  });

  it.each(['Which employees contain sugar?', 'How many cities contain more salaries than Bonn?'])(
    'declines what contains something else than letters: %s',
    async (question) => {
      const { result, answer } = await world.ask(question);
      expect(result?.sqlQuery, answer).toBeUndefined();
    },
  );
});
