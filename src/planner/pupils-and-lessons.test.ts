import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Lessons: who had them, when, and what came of them. */
const lessons: readonly (readonly [pupil: number, on: string, status: string])[] = [
  [1, '2026-10-05', 'attended'],
  [1, '2026-11-02', 'attended'],
  [1, '2026-11-09', 'attended'],
  [1, '2026-11-16', 'missed'],
  [2, '2026-10-06', 'missed'],
  [2, '2026-10-13', 'missed'],
  [2, '2026-11-03', 'missed'],
  [3, '2026-11-04', 'attended'],
  [3, '2026-11-11', 'cancelled'],
  [3, '2026-11-18', 'cancelled'],
  [3, '2026-12-02', 'booked'],
  [4, '2025-05-07', 'attended'],
  [4, '2025-05-14', 'attended'],
  [5, '2026-11-05', 'missed'],
  [5, '2026-11-12', 'attended'],
];

/** A school of swimming: pupils enrol once, and come again and again. */
const school: World = {
  name: 'school',
  now: '2026-11-30T10:00:00Z',
  model: {
    'school.yml': `
cubes:
  - name: pupils
    sql_table: pupils
    title: Pupils
    dimensions:
      - { name: pupil_id, title: Pupil number, sql: "{CUBE}.pupil_id", type: number, primary_key: true, format: id }
      - { name: name, title: Pupil, sql: "{CUBE}.name", type: string }
      - { name: enrolled_on, title: Enrolled on, sql: "CAST({CUBE}.enrolled_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    segments:
      - { name: current, title: Current pupils, sql: "{CUBE}.left_on IS NULL" }
    measures:
      - { name: pupil_count, title: Pupils, type: count }
  - name: lessons
    sql_table: lessons
    title: Lessons
    joins:
      - { name: pupils, relationship: many_to_one, sql: "{CUBE}.pupil_id = {pupils}.pupil_id" }
      - { name: teachers, relationship: many_to_one, sql: "{CUBE}.teacher_id = {teachers}.teacher_id" }
    dimensions:
      - { name: lesson_id, title: Lesson number, sql: "{CUBE}.lesson_id", type: number, primary_key: true, format: id }
      - { name: held_on, title: Lesson date, sql: "CAST({CUBE}.held_on AS TIMESTAMP)", type: time }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
    measures:
      - { name: lesson_count, title: Lessons, type: count }
      - { name: missed_count, title: Missed lessons, type: count, filters: [{ sql: "{CUBE}.status = 'missed'" }] }
  - name: teachers
    sql_table: teachers
    title: Teachers
    dimensions:
      - { name: teacher_id, title: Teacher number, sql: "{CUBE}.teacher_id", type: number, primary_key: true, format: id }
      - { name: name, title: Teacher, sql: "{CUBE}.name", type: string }
    measures:
      - { name: teacher_count, title: Teachers, type: count }
  - name: fees
    sql_table: fees
    title: Fees
    joins:
      - { name: lessons, relationship: many_to_one, sql: "{CUBE}.lesson_id = {lessons}.lesson_id" }
      - { name: pupils, relationship: many_to_one, sql: "{CUBE}.pupil_id = {pupils}.pupil_id" }
    dimensions:
      - { name: fee_id, title: Fee number, sql: "{CUBE}.fee_id", type: number, primary_key: true, format: id }
      - { name: charged_on, title: Charged on, sql: "CAST({CUBE}.charged_on AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, currency: EUR, format: currency }
      - { name: discount, title: Discount, sql: "{CUBE}.discount", type: number, currency: EUR, format: currency }
    measures:
      - { name: fee_count, title: Fees, type: count }
      - { name: total_discount, title: Discount given, sql: "{CUBE}.discount", type: sum, currency: EUR, format: currency }
      - { name: income, title: Income, sql: "{CUBE}.amount", type: sum, currency: EUR, format: currency }
views:
  - name: timetable
    title: Timetable
    cubes:
      - { join_path: lessons, includes: [lesson_id, held_on, status, lesson_count, missed_count] }
      - { join_path: lessons.pupils, includes: [pupil_id, { name: name, alias: pupil }] }
`,
  },
  tables: {
    pupils: [
      ['pupil_id', 'name', 'enrolled_on', 'left_on'],
      [1, 'Ada Quill', '2025-09-01', null],
      [2, 'Bo Hartley', '2025-10-01', null],
      [3, 'Cy Mott', '2026-10-20', null],
      [4, 'Di Larkin', '2025-04-01', '2026-02-01'],
      [5, 'Ed Pryce', '2026-11-01', null],
      [6, 'Flo Tanner', '2026-11-20', null],
      [7, 'Gus Webber', '2025-03-01', '2025-08-01'],
    ],
    lessons: [
      ['lesson_id', 'pupil_id', 'held_on', 'status', 'teacher_id'],
      ...lessons.map((lesson, at) => [at + 1, ...lesson, 1 + (at % 2)]),
    ],
    teachers: [
      ['teacher_id', 'name'],
      [1, 'Hal Moss'],
      [2, 'Ivy Stone'],
    ],
    fees: [
      ['fee_id', 'lesson_id', 'pupil_id', 'charged_on', 'amount', 'discount'],
      ...lessons.flatMap(([pupil, on, status], at) =>
        status === 'attended' ? [[at + 1, at + 1, pupil, on, 20 + at, at % 3 === 0 ? 6 : null]] : [],
      ),
    ],
  },
};

const world = openWorlds({ school });

it.each([
  ['how many current pupils have never had a lesson?', 1],
  ['how many current pupils have no lessons?', 1],
  ['how many current pupils do we have?', 5],
])('those that the model calls so are counted, and no rows of theirs: %s', async (question, count) => {
  const asked = await world('school').ask(question);
  expectRows(asked, [[count]]);
  expect(asked.answer).toContain('pupil');
});

describe('a number of rows behind what was done with them', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['which pupils missed at least 2 lessons?', [['Bo Hartley', 3]]],
    ['which pupils missed more than 2 lessons this year?', [['Bo Hartley', 3]]],
    ['which pupils had at least 2 missed lessons?', [['Bo Hartley', 3]]],
  ])('bounds what was done: %s', async (question, rows) => {
    expectRows(await world('school').ask(question), rows as never);
  });
});

it.each(['how much income per lesson do we make with each pupil?', 'average income per lesson by pupil'])(
  'what there is per row of another kind is averaged over these where it is split: %s',
  async (question) => {
    expectRows(await world('school').ask(question), [
      ['Ada Quill', 21],
      ['Cy Mott', 27],
      ['Di Larkin', 31.5],
      ['Ed Pryce', 34],
    ]);
  },
);

it.each([
  ['how many lessons took place in November?', 4],
  ['how many lessons went ahead in October?', 1],
  ['how many pupils did we see in November?', 3],
  ['how many pupils came last month?', 1],
])(
  'what took place was neither cancelled nor missed, and is not yet to come: %s',
  async (question, count) => {
    const asked = await world('school').ask(question);
    expectRows(asked, [[count]]);
    expect(asked.answer).toContain('attended');
  },
);

describe('those who had one of something', () => {
  it('are counted', async () => {
    expectRows(await world('school').ask('how many pupils who enrolled in 2025 have had a lesson?'), [[3]]);
  });

  it('are counted rather than what they had', async () => {
    const question = 'how many of the pupils enrolled in 2025 have had a lesson?';
    const { answer } = await world('school').ask(question);
    expect(answer).toContain('1. Pupils, with lessons, in 2025');
  });
});

it('those who enrolled are counted by when they did', async () => {
  expectRows(await world('school').ask('how many pupils enrolled in November?'), [[2]]);
});

it.each(['how many people did we teach in November?', 'how many people had a lesson in November?'])(
  'any of several kinds of people may be meant: %s',
  async (question) => {
    const { result, answer } = await world('school').ask(question);
    expect(result, answer).toBeUndefined();
  },
);

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  ['which pupil misses the most lessons?', [['Bo Hartley', 3]]],
  ['how many lessons did Bo Hartley miss in October?', [[2]]],
  ['how many lessons did Ada Quill attend?', [[3]]],
])('a verb says what the model calls by its participle: %s', async (question, rows) => {
  expectRows(await world('school').ask(question), rows as never);
});

it('what is said to get done is no more left aside than what is done', async () => {
  const { result, answer } = await world('school').ask('which teacher gets praised most often?');
  expect(result, answer).toBeUndefined();
});

it('what is added up may be none of a row that has no value: an average per row of it is asked back', async () => {
  const { answer } = await world('school').ask('average discount per fee');
  expect(answer).toContain('Which of these');
  expect(answer).toContain('Discount given per Fees');
});
