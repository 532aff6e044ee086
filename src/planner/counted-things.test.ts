import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const members = 150;

/** Visits of members to studios: every member to one more than the one before, up to ten. */
const visits = Array.from({ length: members }, (_, member) =>
  Array.from({ length: (member % 10) + 1 }, (_, studio) => [`Member ${member}`, `Studio ${studio}`] as const),
).flat();

const club: World = {
  name: 'club',
  model: {
    'visits.yml': `
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: member, title: Member, sql: "{CUBE}.member", type: string }
      - { name: studio, title: Studio, sql: "{CUBE}.studio", type: string }
      - { name: town, title: Town, sql: "{CUBE}.town", type: string }
    measures:
      - { name: visit_count, title: Visits, type: count }
      - { name: member_count, title: Members, sql: "{CUBE}.member", type: count_distinct }
      - { name: studio_count, title: Studios, sql: "{CUBE}.studio || {CUBE}.town", type: count_distinct }
`,
  },
  tables: {
    visits: [
      ['id', 'member', 'studio', 'town'],
      ...visits.map((visit, at) => [at, ...visit, at % 4 === 0 ? 'Kiel' : 'Bergen']),
    ],
  },
};

describe('what is counted of each thing', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(club);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const several = `SELECT member FROM visits GROUP BY 1 HAVING COUNT(DISTINCT studio) > 3`;

  it.each([
    'How many members go to more than 3 studios?',
    'Members that go to more than 3 studios, how many?',
    'number of members with more than 3 different studios',
  ])('says how many have more of another: %s', async (question) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual(await world.truth(`SELECT COUNT(*) FROM (${several})`));
  });

  it.each(['Which members go to more than 3 studios?', 'members with more than 3 studios'])(
    'says which have more of another, and the ends of what is too long to be seen whole: %s',
    async (question) => {
      const { result, answer } = await world.ask(question);
      expect(result?.totalRows, answer).toBe((await world.truth(several)).length);
      expect(answer).not.toContain('no value');
      expect(answer).toMatch(/\b10\b.*\b4\b/);
    },
  );

  it('compares what is counted with a number of rows', async () => {
    const { result, answer } = await world.ask('How many members have more than 8 visits?');
    expect(result?.data, answer).toEqual(
      await world.truth('SELECT COUNT(*) FROM (SELECT member FROM visits GROUP BY 1 HAVING COUNT(*) > 8)'),
    );
  });

  it('gives no number of things that share names, where nothing else tells them apart', async () => {
    const { answer, outcome } = await world.ask('How many studios have more than 20 members?');
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
    expect(answer).toMatch(/^Some of them have the same Studio/);
  });

  it('says the first of a list of shares that is too long to be seen whole, each of its own whole', async () => {
    const { answer } = await world.ask('percentage of visits in Kiel by member');
    expect(answer).toMatch(/^Share of visits for Kiel \(Town\) by member: .* and 145 more\.$/);
  });

  it('takes the share of each group that is large enough', async () => {
    const { result, answer } = await world.ask(
      'percentage of visits in Kiel by studio with at least 100 visits',
    );
    expect(
      result?.data.map(([studio, share]) => [studio, Math.round(Number(share))]),
      answer,
    ).toEqual(
      await world.truth(
        `SELECT studio, ROUND(100 * AVG(CASE WHEN town = 'Kiel' THEN 1 ELSE 0 END)) AS share FROM visits
         GROUP BY 1 HAVING COUNT(*) >= 100 ORDER BY AVG(CASE WHEN town = 'Kiel' THEN 1 ELSE 0 END) DESC`,
      ),
    );
  });
});
