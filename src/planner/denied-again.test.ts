import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  harbour: {
    name: 'a harbour',
    model: {
      'harbour.yml': `
cubes:
  - name: moorings
    title: Moorings
    sql_table: moorings
    dimensions:
      - { name: mooring_id, title: Mooring number, sql: mooring_id, type: number, primary_key: true, public: false }
      - { name: mooring_name, title: Mooring name, sql: mooring_name, type: string }
      - { name: pier, title: Pier, sql: pier, type: string }
      - { name: guild, title: Guild, sql: guild, type: string }
      - { name: showers, title: Showers, sql: showers, type: boolean }
      - { name: paid, title: Paid, sql: paid, type: boolean, description: Whether the holder has paid }
      - { name: depth, title: Depth, sql: depth, type: number }
      - { name: berth_tax, title: Berth tax, sql: tax, type: number }
    measures:
      - { name: mooring_count, title: Number of moorings, type: count }
      - { name: mean_depth, title: Average depth, type: avg, sql: depth }
`,
    },
    tables: {
      moorings: [
        ['mooring_id', 'mooring_name', 'pier', 'guild', 'showers', 'paid', 'depth', 'tax'],
        ...Array.from({ length: 48 }, (_, id) => [
          id + 1,
          `M${String.fromCharCode(65 + (id % 26))}${id}`,
          ['North', 'South', 'West'][id % 3] ?? '',
          ['Pilots', null, 'Fishers', null, 'Rowers'][id % 5] ?? null,
          id % 4 === 1,
          id % 7 < 4,
          2 + (id % 5),
          id % 3 === 0 ? null : 5 + (id % 4),
        ]),
      ],
    },
  },
});

const ask = (question: string, earlier?: string[]) => world('harbour').ask(question, earlier);
const truth = (sql: string) => world('harbour').truth(sql);

describe('an absence that is denied', () => {
  it.each([
    'without those that belong to no guild',
    'excluding those without a guild',
    'not the ones with no guild',
    'drop the ones with no guild',
    'ohne die ohne Guild',
  ])('is a presence: %s', async (question) => {
    const asked = await ask(question, ['How many moorings are there?', 'only at the North pier']);
    const where = "pier = 'North' AND guild IS NOT NULL";
    expectRows(asked, await truth(`SELECT COUNT(*) FROM moorings WHERE ${where}`));
  });

  it.each([
    ['how many moorings, excluding those that are not paid?', 'paid'],
    ['how many moorings, without those not at the North pier?', "pier = 'North'"],
    ['how many moorings without a guild?', 'guild IS NULL'],
    ['how many moorings, without those that have no berth tax?', 'tax > 0'],
    ['how many moorings, excluding those at the North pier?', "pier <> 'North'"],
  ])('holds in one question, and a single denial remains one: %s', async (question, where) => {
    expectRows(await ask(question), await truth(`SELECT COUNT(*) FROM moorings WHERE ${where}`));
  });
});

describe('"none" and "those who did not"', () => {
  const thread = ['How many moorings are there at the South pier?', 'how many of them have showers?'];

  it.each([
    [thread, "pier = 'South'"],
    [[...thread, 'as a percentage'], "pier = 'South'"],
    [[...thread, 'as a percentage', 'and at the West pier?'], "pier = 'West'"],
  ])('deny what was last said to be there, in the place that was kept: %j', async (earlier, where) => {
    const asked = await ask('Which moorings there with a depth over 3 have none?', [...earlier]);
    expectRows(
      asked,
      await truth(`SELECT mooring_name FROM moorings WHERE ${where} AND depth > 3 AND NOT showers`),
    );
    const counted = await ask('and how many have none?', [...earlier]);
    expectRows(counted, await truth(`SELECT COUNT(*) FROM moorings WHERE ${where} AND NOT showers`));
  });

  it.each([
    "what about those who didn't",
    'and those who did not?',
    'what about the ones that haven’t?',
    'und die, die nicht?',
    'the others',
  ])('deny the condition of a split figure: %s', async (question) => {
    const asked = await ask(question, ['average depth by pier', 'only the ones who paid']);
    expectRows(asked, await truth('SELECT pier, AVG(depth) FROM moorings WHERE NOT paid GROUP BY 1'));
  });

  it('deny that condition, and not what came after it', async () => {
    const asked = await ask("what about those who didn't", [
      'average depth by guild',
      'only the ones who paid',
      'only at the North pier',
    ]);
    expectRows(
      asked,
      await truth("SELECT guild, AVG(depth) FROM moorings WHERE NOT paid AND pier = 'North' GROUP BY 1"),
    );
  });

  it.each([
    ['Which moorings at the South pier have no showers?'],
    ['Which moorings at the South pier have showers?'],
  ])('count those without, whichever were listed: %s', async (listed) => {
    const asked = await ask('how many have none?', [listed]);
    expectRows(asked, await truth("SELECT COUNT(*) FROM moorings WHERE pier = 'South' AND NOT showers"));
  });

  it.each(["and how many aren't?", 'how many do not?', 'and the others?'])(
    'deny what was asked last: %s',
    async (question) => {
      const earlier = ['How many moorings have showers?', 'how many of those are at the North pier?'];
      const asked = await ask(question, earlier);
      expectRows(asked, await truth("SELECT COUNT(*) FROM moorings WHERE showers AND pier <> 'North'"));
    },
  );

  it.each(["and those who didn't?", 'and the others?'])('deny what a share is of: %s', async (question) => {
    const asked = await ask(question, [
      'How many moorings are at the North pier?',
      'what share of them is paid?',
    ]);
    const part = 'COUNT(*) FILTER (WHERE NOT paid)';
    const sql = `SELECT ${part} * 1.0 / COUNT(*), ${part}, COUNT(*) FROM moorings WHERE pier = 'North'`;
    expectRows(asked, await truth(sql));
  });

  it.each([
    ['which moorings have none?', []],
    ['which have none?', ['How many moorings are there at the South pier?']],
  ])('say nothing where there is nothing to deny: %s', async (question, earlier) => {
    const { result, answer } = await ask(question, earlier);
    expect(result, answer).toBeUndefined();
  });
});
