import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const names = [
  'Gloves, nitrile, blue, powdered',
  'Sterile Wound Dressing Kit',
  'Cough syrup without sugar',
  'Mask, pleated, green, child',
  'Mask, pleated, white, child',
  'Splint',
];

/** More articles and remarks than metadata lists, so that each has to be found in the data. */
const ward: World = {
  name: 'ward',
  model: {
    'articles.yml': `
cubes:
  - name: articles
    sql_table: articles
    title: Articles
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: article_name, title: Article, sql: "{CUBE}.article_name", type: string }
      - { name: remark, title: Remark, sql: "{CUBE}.remark", type: string }
    measures:
      - { name: stock, title: Stock, sql: "{CUBE}.stock", type: sum }
`,
  },
  tables: {
    articles: [
      ['id', 'article_name', 'remark', 'stock'],
      ...names.map((name, at) => [at, name, at === 0 ? 'crushed carton, wet' : `shelf ${at}`, 10 ** at]),
      ...Array.from({ length: 600 }, (_, at) => [at + 100, `Article ${at}`, `row ${at}`, 5]),
    ],
  },
};

const world = openWorlds({ ward });

describe('a name in the data is found', () => {
  it.each([
    ['stock of blue nitrile gloves', 1],
    ['stock of blue nitrile gloves (powdered)', 1],
    ['how much stock of wound dressing kits do we have', 10],
    ['stock of sterile dressing kit', 10],
  ])('by its words in another order, or most of them: %s', async (question, stock) => {
    const { answer, result } = await world('ward').ask(question);
    expect(result?.data, answer).toEqual([[stock]]);
  });
});

describe('no name in the data is found', () => {
  it.each([
    ['that denies one of the words', 'stock of sugar cough syrup'],
    ['that is one of several with these words', 'stock of child pleated masks'],
    ['of which little is said', 'stock of powdered nitrile'],
    ['where another word is not in it', 'stock of blue vinyl gloves'],
    ['in a text that calls nothing so', 'stock of wet carton'],
  ])('%s: %s', async (_, question) => {
    const { answer, outcome } = await world('ward').ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});
