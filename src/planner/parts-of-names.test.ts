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
  '42',
];

const makers = ['Kestrel', 'Corvid', 'Linnet'];

/** More articles, notes and models than metadata lists, so that each has to be found in the data. */
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
      - { name: trade_name, title: Trade name, sql: "{CUBE}.trade_name", type: string }
      - { name: remark, title: Remark, sql: "{CUBE}.remark", type: string }
    measures:
      - { name: stock, title: Stock, sql: "{CUBE}.stock", type: sum }
`,
    'pumps.yml': `
cubes:
  - name: pumps
    sql_table: pumps
    title: Pumps
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: maker, title: Maker, sql: "{CUBE}.maker", type: string }
      - { name: model, title: Model, sql: "{CUBE}.model", type: string }
    measures:
      - { name: running_hours, title: Running hours, sql: "{CUBE}.hours", type: sum }
`,
  },
  tables: {
    articles: [
      ['id', 'article_name', 'trade_name', 'remark', 'stock'],
      ...names.map((name, at) => [
        at,
        name,
        at === 2 ? 'Tussizan' : `Brand ${at}`,
        at === 0 ? 'crushed carton, wet' : `shelf ${at}`,
        10 ** at,
      ]),
      ...Array.from({ length: 600 }, (_, at) => [at + 100, `Article ${at}`, `Make ${at}`, `row ${at}`, 5]),
    ],
    pumps: [
      ['id', 'maker', 'model', 'hours'],
      [1, 'Kestrel', '11', 7],
      [2, 'Corvid', '11', 70],
      [3, 'Kestrel', '8', 700],
      ...Array.from({ length: 600 }, (_, at) => [at + 100, makers[at % 3] ?? '', `v${at}`, 5]),
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

  it.each([
    ['running hours of Kestrel 11', 7],
    ['how many running hours does Corvid 11 have', 70],
    ['running hours of Kestrel 8', 700],
  ])('by the number that follows what it is of: %s', async (question, hours) => {
    const { answer, result } = await world('ward').ask(question);
    expect(result?.data, answer).toEqual([[hours]]);
  });
});

describe('a name in the data is looked for without what is said beside the question', () => {
  it.each([
    'stock of wound dressing kits? I need it for the meeting with the nurses',
    'stock of wound dressing kits? need it for the matron',
    'Wound dressing kit: how much stock is there? want to send some to the annex',
    'My colleague is on holiday. How much stock of wound dressing kits do we have?',
  ])('%s', async (question) => {
    const { answer, result } = await world('ward').ask(question);
    expect(result?.data, answer).toEqual([[10]]);
    expect(answer).toContain('Left aside');
  });

  it.each([
    'stock of wound dressing kits? I mean the expired ones',
    'stock of wound dressing kits? want to see only what is expired',
    'stock of wound dressing kits and fizzbots? I need it for the matron',
    'need it for the matron',
    'Splint: how much stock is there? What is the stock by article? I need it for the matron',
    'Splint: how much stock is there? What is the highest stock of an article?',
  ])('but not without what may be asked: %s', async (question) => {
    const { answer, outcome } = await world('ward').ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('what a question points to is a name that was told before', () => {
  it.each([
    'a nurse says she takes tussizan every night, which article is that?',
    'a nurse said tussizan. Which article is that?',
    'nurse says he needs tussizan, what article is it?',
  ])('%s', async (question) => {
    const { answer, result } = await world('ward').ask(question);
    expect(result?.data, answer).toEqual([['Cough syrup without sugar']]);
  });

  it.each([
    'a nurse says she takes a pill every night, which article is that?',
    'a nurse said pulmogal. Which article is that?',
    'a nurse says she takes tussizan and pulmogal, which article is that?',
    'a nurse is ill. Which article is that?',
  ])('and nothing else: %s', async (question) => {
    const { answer, outcome } = await world('ward').ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('no name in the data is found', () => {
  it.each([
    ['that denies one of the words', 'stock of sugar cough syrup'],
    ['that is one of several with these words', 'stock of child pleated masks'],
    ['of which little is said', 'stock of powdered nitrile'],
    ['where another word is not in it', 'stock of blue vinyl gloves'],
    ['in a text that calls nothing so', 'stock of wet carton'],
    ['for a number that follows nothing it is of', 'running hours of Kestrel 12'],
    ['for a digit alone', 'running hours of 8'],
    ['for a number that is of other rows', 'running hours of Kestrel 42'],
  ])('%s: %s', async (_, question) => {
    const { answer, outcome } = await world('ward').ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});
