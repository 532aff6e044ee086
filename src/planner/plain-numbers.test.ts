import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  arboretum: {
    name: 'an arboretum',
    model: {
      'arboretum.yml': `
cubes:
  - name: trees
    title: Trees
    sql_table: trees
    dimensions:
      - { name: tree_id, title: Tree number, sql: tree_id, type: number, primary_key: true, public: false }
      - { name: tree_name, title: Tree name, sql: tree_name, type: string }
      - { name: family, title: Family, sql: family, type: string }
      - { name: quarter, title: Garden, sql: garden, type: string }
      - { name: grafted, title: Grafted, sql: grafted, type: boolean }
      - { name: height, title: Height, sql: height, type: number }
      - { name: girth, title: Girth, sql: "girth * 0.1", type: number }
      - { name: ring, title: Ring, sql: ring, type: number, description: Number of the ring road that it stands at }
    measures:
      - { name: tree_count, title: Number of trees, type: count }
      - { name: mean_height, title: Average height, type: avg, sql: height }
`,
    },
    tables: {
      trees: [
        ['tree_id', 'tree_name', 'family', 'garden', 'grafted', 'height', 'girth', 'ring'],
        ...Array.from({ length: 40 }, (_, id) => [
          id + 1,
          `Tree ${String.fromCharCode(65 + (id % 26))}${id}`,
          ['Beech', 'Maple', 'Pine'][id % 3] ?? '',
          ['Lower', 'Upper'][id % 2] ?? '',
          id % 5 === 1,
          5 + ((id * 17) % 41),
          3 + ((id * 11) % 37),
          1 + (id % 4),
        ]),
      ],
    },
  },
});

const ask = (question: string, earlier?: readonly string[]) =>
  world('arboretum').ask(question, [...(earlier ?? [])]);
const truth = (sql: string) => world('arboretum').truth(sql);

describe('back to numbers', () => {
  const thread = ['how many trees are there in each family?', 'only the Lower garden', 'as a share'];
  const byFamily = (where: string) => truth(`SELECT family, COUNT(*) FROM trees WHERE ${where} GROUP BY 1`);

  it.each([
    'back to plain numbers',
    'back to counts please',
    'in absolute numbers',
    'not as a share, just how many',
    'zurück zu absoluten Zahlen',
  ])('takes the share back: %s', async (question) => {
    const asked = await ask(question, thread);
    expectRows(asked, await byFamily("garden = 'Lower'"));
    expect(asked.result?.schema).toHaveLength(2);
  });

  it.each(['back to plain numbers, and Upper this time', 'back to counts, and this time for Upper'])(
    'with another value this time: %s',
    async (question) => {
      const asked = await ask(question, thread);
      expectRows(asked, await byFamily("garden = 'Upper'"));
      const first = await ask('just the top 2', [...thread, question]);
      expectRows(
        first,
        await truth(
          "SELECT family, COUNT(*) FROM trees WHERE garden = 'Upper' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 2",
        ),
      );
    },
  );

  it('counts those whose share it was', async () => {
    const earlier = [
      'How many trees are in the Lower garden?',
      'how many of them are grafted?',
      'as a percentage',
    ];
    const asked = await ask('back to numbers, and Upper this time', earlier);
    expectRows(asked, await truth("SELECT COUNT(*) FROM trees WHERE garden = 'Upper' AND grafted"));
  });

  it('says nothing where there was no share', async () => {
    const { result, answer } = await ask('back to plain numbers', [
      'how many trees are there in each family?',
    ]);
    expect(result, answer).toBeUndefined();
  });
});

describe('a ranking of things', () => {
  it.each([
    [['the 3 tallest maple trees'], 'now by girth', 'Maple'],
    [['the 3 tallest maple trees', 'and pine?'], 'maple ones again, but by girth', 'Maple'],
  ] as const)('is of the same things by another number: %j, then %s', async (earlier, question, family) => {
    const asked = await ask(question, earlier);
    expectRows(
      asked,
      await truth(
        `SELECT tree_name, girth * 0.1 FROM trees WHERE family = '${family}' ORDER BY 2 DESC LIMIT 3`,
      ),
    );
  });

  it.each([
    ['by height', 'height DESC'],
    ['by ring', 'ring'],
  ])('is in that order where things were listed: %s', async (question, order) => {
    const { result, answer } = await ask(question, ['list the maple trees']);
    const rows = await truth(
      `SELECT tree_name FROM trees WHERE family = 'Maple' ORDER BY ${order}, tree_name`,
    );
    expect(
      result?.data.map(([name]) => name),
      answer,
    ).toEqual(rows.map(([name]) => name));
  });

  it('is split by a number of which no measure tells, where what was ranked has one', async () => {
    const { result, answer } = await ask('by ring', ['top 3 pine trees by average height']);
    expect(result?.data.map(([ring]) => ring).toSorted(), answer).toEqual([1, 2, 3, 4]);
  });

  it('is split by what splits', async () => {
    const asked = await ask('by family', ['the 3 tallest trees in the Lower garden']);
    expect(asked.result?.data, asked.answer).toHaveLength(3);
    expect(asked.result?.sqlQuery).not.toContain('tree_name');
  });

  it('writes groups of numbers in as many digits as they have', async () => {
    const { answer } = await ask('how many trees by girth?');
    expect(answer).not.toMatch(/\d\.\d{7,}/);
  });
});
