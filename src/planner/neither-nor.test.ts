import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Readers of a library: what they do, how old they are, and what they have out. */
const library: World = {
  name: 'library',
  model: {
    'library.yml': `
cubes:
  - name: readers
    sql_table: readers
    title: Readers
    dimensions:
      - { name: reader_id, sql: "{CUBE}.reader_id", type: number, primary_key: true, public: false }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number }
      - { name: occupation, title: Occupation, sql: "{CUBE}.occupation", type: string }
      - { name: audio_pass, title: Audio pass, sql: "{CUBE}.audio_pass", type: boolean }
      - { name: film_pass, title: Film pass, sql: "{CUBE}.film_pass", type: boolean }
      - { name: locker, title: Locker, description: Whether there is a place for coats, sql: "{CUBE}.locker", type: boolean }
      - { name: desk, title: Desk, description: Whether there is a table of their own, sql: "{CUBE}.desk", type: boolean }
    measures:
      - { name: reader_count, title: Readers, type: count }
`,
  },
  tables: {
    readers: [
      'reader_id age occupation audio_pass film_pass locker desk'.split(' '),
      ...Array.from({ length: 60 }, (_, id) => [
        id + 1,
        18 + ((id * 7) % 63),
        ['teacher', 'pensioner', 'pupil'][id % 3] ?? '',
        id % 4 === 0,
        id % 5 === 0,
        id % 2 === 0,
        id % 7 === 0,
      ]),
    ],
  },
};

const world = openWorlds({ library });
const count = (where: string): string => `SELECT COUNT(*) FROM readers WHERE ${where}`;

describe('neither … nor', () => {
  it.each([
    [
      'How many teachers under 40 have neither an audio nor a film pass?',
      count("occupation = 'teacher' AND age < 40 AND NOT audio_pass AND NOT film_pass"),
    ],
    [
      'How many pensioners over 60 have neither an audio pass nor a locker?',
      count("occupation = 'pensioner' AND age > 60 AND NOT audio_pass AND NOT locker"),
    ],
    ['How many readers have neither a coat locker nor a desk?', count('NOT locker AND NOT desk')],
    ['How many readers have neither a film pass nor a coat locker?', count('NOT film_pass AND NOT locker')],
  ])('denies either, of all that is said of them: %s', async (question, truth) => {
    expectRows(await world('library').ask(question), await world('library').truth(truth));
  });
});

describe('a word before a whole name', () => {
  it.each([
    ['How many readers have a coat locker?', count('locker')],
    ['How many readers have no coat locker?', count('NOT locker')],
  ])('adds nothing where its description says so: %s', async (question, truth) => {
    expectRows(await world('library').ask(question), await world('library').truth(truth));
  });

  it('says which otherwise', async () => {
    const { result, answer } = await world('library').ask('How many readers have a bicycle locker?');
    expect(result, answer).toBeUndefined();
  });
});

describe('a bound behind what is counted', () => {
  it.each([
    [
      'How many teachers under 40 have a film pass?',
      count("occupation = 'teacher' AND age < 40 AND film_pass"),
    ],
    ['How many pupils over 30 are there?', count("occupation = 'pupil' AND age > 30")],
  ])('narrows it, and is not counted by itself: %s', async (question, truth) => {
    expectRows(await world('library').ask(question), await world('library').truth(truth));
  });

  it('is counted by itself where it is asked for so', async () => {
    const asked = await world('library').ask('How many with a film pass, and how many under 40?');
    const truth = 'SELECT COUNT(*) FILTER (film_pass), COUNT(*) FILTER (age < 40) FROM readers';
    const [row = []] = await world('library').truth(truth);
    expect(asked.result?.data[0]?.map(Number), asked.answer).toEqual(expect.arrayContaining(row.map(Number)));
  });
});
