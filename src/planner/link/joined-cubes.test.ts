import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../../test/fixtures/agent/open-world.ts';

/** Bare cubes: no view shows them together, and the keys between them are not public. */
const model = `
cubes:
  - name: courses
    sql_table: courses
    joins:
      - { name: faculties, relationship: many_to_one, sql: "{CUBE}.faculty_id = {faculties}.id" }
      - { name: exams, relationship: one_to_many, sql: "{CUBE}.id = {exams}.course_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: name, sql: name, type: string }
      - { name: level, sql: level, type: string }
    measures:
      - { name: count, type: count }
      - { name: credits, type: sum, sql: credits }
  - name: faculties
    sql_table: faculties
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: name, sql: name, type: string }
      - { name: campus, sql: campus, type: string }
    measures:
      - { name: count, type: count }
  - name: exams
    sql_table: exams
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: held_on, sql: held_on, type: time }
      - { name: passed, sql: passed, type: boolean }
    measures:
      - { name: count, type: count }
`;

const tables = {
  faculties: [
    ['id', 'name', 'campus'],
    [1, 'Law', 'Hill'],
    [2, 'Physics', 'Lake'],
    [3, 'Music', 'Lake'],
  ],
  courses: [
    ['id', 'name', 'level', 'faculty_id', 'credits'],
    [1, 'Contracts', 'basic', 1, 5],
    [2, 'Optics', 'basic', 2, 8],
    [3, 'Waves', 'advanced', 2, 6],
    [4, 'Harmony', 'advanced', 3, 4],
  ],
  exams: [
    ['id', 'course_id', 'held_on', 'passed'],
    [1, 1, '2024-02-01', true],
    [2, 2, '2024-02-03', false],
    [3, 2, '2024-06-01', true],
    [4, 4, '2024-06-02', true],
  ],
};

let college: OpenWorld;
beforeAll(async () => {
  college = await openWorld({ name: 'college', model: { 'college.yml': model }, tables });
});
afterAll(() => college[Symbol.asyncDispose]());

describe('cubes that join others', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['How many courses are there?', [['4']]],
    [
      'courses by faculty',
      [
        ['Physics', '2'],
        ['Law', '1'],
        ['Music', '1'],
      ],
    ],
    [
      'credits per campus',
      [
        ['Lake', '18'],
        ['Hill', '5'],
      ],
    ],
    ['How many courses does the faculty of Physics have?', [['2']]],
    [
      'exams by faculty',
      [
        ['Physics', '2'],
        ['Law', '1'],
        ['Music', '1'],
      ],
    ],
    [
      'number of faculties by campus',
      [
        ['Lake', '2'],
        ['Hill', '1'],
      ],
    ],
    [
      'exams per month at the Lake campus',
      [
        ['2024-02-01', '1'],
        ['2024-06-01', '2'],
      ],
    ],
    // What a faculty has not, no row says.
    ['Which faculties have no advanced courses?', [['Law']]],
    ['faculties with both basic and advanced courses', [['Physics']]],
    ['How many faculties have no basic courses?', [['1']]],
  ])('answer %s', async (question, rows) => {
    const { answer, result } = await college.ask(question);
    const given = result?.data.map((row) => row.map((cell) => String(cell).slice(0, 10)));
    expect(given, `${result?.sqlQuery}\n${answer}`).toEqual(rows);
  });

  it('cubes that join others are not mixed where one alone answers', async () => {
    const { result } = await college.ask('number of faculties by campus');
    expect(result?.sqlQuery).toContain('FROM faculties');
  });
});
