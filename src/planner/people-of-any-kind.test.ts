import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A swimming pool, whose season tickets are held by individuals, families and clubs, and whose staff are people, too. */
const pool: World = {
  name: 'pool',
  now: '2025-06-20T12:00:00Z',
  model: {
    'pool.yml': `
cubes:
  - name: holders
    sql_table: holders
    title: Holders
    description: Whoever has a season ticket
    dimensions:
      - { name: holder_id, title: Holder number, sql: holder_id, type: number, format: id, primary_key: true }
      - { name: name, title: Holder name, sql: name, type: string }
      - { name: kind, title: Kind of holder, description: "individual, family or club", sql: kind, type: string }
      - { name: since, title: Holder since, sql: "CAST({CUBE}.since AS TIMESTAMP)", type: time }
    measures:
      - { name: holder_count, title: Holders, type: count }
    segments:
      - { name: individuals, title: Individual holders, sql: "{CUBE}.kind = 'individual'" }
  - name: lifeguards
    sql_table: lifeguards
    title: Lifeguards
    dimensions:
      - { name: lifeguard_id, sql: lifeguard_id, type: number, primary_key: true, public: false }
      - { name: name, title: Lifeguard, sql: name, type: string }
    measures:
      - { name: lifeguard_count, title: Lifeguards, type: count }
  - name: entries
    sql_table: entries
    title: Entries
    joins:
      - { name: holders, relationship: many_to_one, sql: "{CUBE}.holder_id = {holders}.holder_id" }
    dimensions:
      - { name: entry_id, sql: entry_id, type: number, primary_key: true, public: false }
      - { name: day, title: Day, sql: "CAST({CUBE}.day AS TIMESTAMP)", type: time }
      - { name: pass, title: Pass, description: "single, group or season", sql: pass, type: string }
    measures:
      - { name: entry_count, title: Entries, type: count }
      - { name: bathers, title: Bathers, description: People who came in, type: sum, sql: "{CUBE}.heads" }
`,
  },
  tables: {
    holders: [
      ['holder_id', 'name', 'kind', 'since'],
      [1, 'Ada Lind', 'individual', '2025-05-03'],
      [2, 'Bo Falk', 'family', '2025-05-04'],
      [3, 'Cay Horn', 'individual', '2024-05-04'],
      [4, 'Otter Club', 'club', '2024-06-01'],
    ],
    lifeguards: [
      ['lifeguard_id', 'name'],
      [1, 'Eli Moor'],
      [2, 'Fay Nord'],
    ],
    entries: [
      ['entry_id', 'holder_id', 'day', 'pass', 'heads'],
      [1, 1, '2025-06-14', 'season', 1],
      [2, null, '2025-06-14', 'group', 12],
      [3, 4, '2025-06-15', 'group', 20],
    ],
  },
};

const world = openWorlds({ pool });

describe('people of whatever kind', () => {
  it.each([
    'how many people bathed on Saturday?',
    'how many people came on Saturday?',
    'groups of more than 15 people',
    'how many persons swam in May 2025?',
    'which people came in May 2025?',
  ])('are no individuals: %s', async (question) => {
    const { result, answer } = await world('pool').ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/individual/);
    expect(answer).not.toMatch(/individual/i);
  });

  it('are not those alone of whom another relation tells', async () => {
    const { result, answer } = await world('pool').ask('how many people came in groups on Saturday?');
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/holder/);
  });

  it('are held against other kinds where they are called individuals', async () => {
    const { result, answer } = await world('pool').ask('do we have more family or individual holders?');
    expect(result?.data.map(([kind]) => kind).toSorted(), answer).toEqual(['family', 'individual']);
  });

  it.each(['how many holders are individuals?', 'individual holders'])(
    'are some where they are called individuals: %s',
    async (question) => {
      expectRows(await world('pool').ask(question), [[2]]);
    },
  );
});

const choir: World = {
  name: 'choir',
  model: {
    'choir.yml': `
cubes:
  - name: people
    sql_table: people
    title: People
    dimensions:
      - { name: person_id, sql: person_id, type: number, primary_key: true, public: false }
      - { name: gender, title: Gender, sql: gender, type: string }
      - { name: voice, title: Voice, sql: voice, type: string }
    measures:
      - { name: people_count, title: Number of people, type: count }
`,
  },
  tables: {
    people: [
      ['person_id', 'gender', 'voice'],
      ...Array.from({ length: 30 }, (_, at) => [
        at,
        at % 3 === 0 ? 'Female' : 'Male',
        ['Alto', 'Bass', 'Tenor', 'Tenor'][at % 4] ?? 'Bass',
      ]),
    ],
  },
};

describe('people of one kind', () => {
  const singers = openWorlds({ choir });
  it.each(['top 2 voices by number of women', 'voices by number of women'])(
    'are not everybody: %s',
    async (question) => {
      const { result, answer } = await singers('choir').ask(question);
      expect(result?.sqlQuery ?? "'Female'", answer).toContain("'Female'");
    },
  );
});
