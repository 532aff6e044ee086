import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A music school: its pupils, and the courses that they take, of several instruments. */
const school: World = {
  name: 'school',
  now: '2025-12-20T12:00:00Z',
  model: {
    'school.yml': `
cubes:
  - name: pupils
    sql_table: pupils
    title: Pupils
    dimensions:
      - { name: pupil_id, sql: "{CUBE}.pupil_id", type: number, primary_key: true, public: false }
      - { name: pupil_name, title: Pupil, sql: "{CUBE}.pupil_name", type: string }
      - { name: town, title: Town, sql: "{CUBE}.town", type: string }
    measures:
      - { name: pupil_count, title: Pupils, type: count }
  - name: subjects
    sql_table: subjects
    title: Subjects
    dimensions:
      - { name: subject_id, sql: "{CUBE}.subject_id", type: number, primary_key: true, public: false }
      - { name: instrument, title: Instrument, sql: "{CUBE}.instrument", type: string }
  - name: courses
    sql_table: courses
    title: Courses
    joins:
      - { name: pupils, relationship: many_to_one, sql: "{CUBE}.pupil_id = {pupils}.pupil_id" }
      - { name: subjects, relationship: many_to_one, sql: "{CUBE}.subject_id = {subjects}.subject_id" }
    dimensions:
      - { name: course_id, title: Course number, sql: "{CUBE}.course_id", type: number, format: id, primary_key: true }
      - { name: progress, title: Progress, sql: "{CUBE}.progress", type: string }
      - { name: room, title: Room, sql: "{CUBE}.room", type: string }
      - { name: online, title: Online, sql: "{CUBE}.online", type: boolean }
      - { name: began_on, title: Beginning, sql: "{CUBE}.began_on", type: time }
    measures:
      - { name: course_count, title: Courses, type: count }
views:
  - name: course_book
    title: Course book
    cubes:
      - { join_path: courses, includes: "*" }
      - { join_path: courses.subjects, includes: [instrument] }
      - { join_path: courses.pupils, includes: [pupil_name, town] }
`,
  },
  tables: {
    pupils: [
      ['pupil_id', 'pupil_name', 'town'],
      [1, 'Ada Moss', 'Bonn'],
      [2, 'Ben Hart', 'Bonn'],
      [3, 'Cleo Finn', 'Kassel'],
      [4, 'Dan Wirth', 'Kassel'],
    ],
    subjects: [
      ['subject_id', 'instrument'],
      [1, 'piano'],
      [2, 'cello'],
      [3, 'flute'],
    ],
    courses: [
      'course_id pupil_id subject_id progress room online began_on'.split(' '),
      [101, 1, 1, 'ongoing', 'attic', true, '2025-01-01'],
      [102, 1, 2, 'ongoing', 'hall', false, '2025-02-01'],
      [103, 2, 1, 'ongoing', 'hall', true, '2025-03-01'],
      [104, 2, 2, 'finished', 'hall', false, '2025-03-01'],
      [105, 3, 1, 'ongoing', 'attic', false, '2025-04-01'],
      [106, 4, 2, 'ongoing', 'attic', true, '2025-05-01'],
      [107, 4, 3, 'finished', 'hall', false, '2025-05-02'],
    ],
  },
};

const world = openWorlds({ school });

describe('those that have rows of each kind', () => {
  it.each([
    ['how many pupils have a piano course and a cello course', 2],
    ['how many pupils have both a piano and a cello course', 2],
    ['how many pupils have piano and cello', 2],
    ['number of pupils with both piano and cello courses', 2],
    ['how many pupils have an ongoing piano course and an ongoing cello course', 1],
    ['how many pupils in Bonn have a piano and a cello course', 2],
    ['how many pupils have both a cello and a flute course', 1],
    ['how many pupils have an online course and a piano course', 2],
    ['how many pupils have a piano or a flute course', 4],
    ['how many pupils take all of piano, cello and flute', 0],
    ['how many pupils that piano and cello all have are there', 2],
  ])('those that have rows of each kind are counted once: %s', async (question, pupils) => {
    expectRows(await world('school').ask(question), [[pupils]]);
  });

  it('those that have rows of each kind are listed', async () => {
    expectRows(await world('school').ask('which pupils have both a piano and a cello course'), [
      ['Ada Moss'],
      ['Ben Hart'],
    ]);
  });

  it('those that have rows of each kind are called by both', async () => {
    const { answer } = await world('school').ask('how many pupils have piano and cello');
    expect(answer).toMatch(/with courses for piano \([^)]+\), with courses for cello \([^)]+\)/);
  });

  it('those that have rows of each kind are no figure where the rows are of several sorts', async () => {
    const { result, answer } = await world('school').ask(
      'how many pupils have an online piano course and a cello course',
    );
    expect(result?.data, answer).toBeUndefined();
  });
});

describe('those that have rows of one kind and none of another', () => {
  it.each([
    ['which pupils have piano and no cello', [['Cleo Finn']]],
    ['which pupils have online piano and no cello', []],
    ['which pupils have an ongoing cello course and no piano course', [['Dan Wirth']]],
  ])(
    'those that have rows of one kind and none of another are told by all of their rows: %s',
    async (question, rows) => {
      expectRows(await world('school').ask(question), rows);
    },
  );
});
