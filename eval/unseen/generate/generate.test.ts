import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../examples/shop/generator/random.ts';
import type { QueryEngine } from '../../../src/engines/query-engine.ts';
import { runGold } from '../../judge.ts';
import type { Question } from '../../questions.ts';
import { market } from '../market.ts';
import { prepareDomain } from '../prepare.ts';
import { openSource, type Profile, profileDomain } from '../profile.ts';
import type { Draft } from './constructs.ts';
import { generateQuestions, isTrivial, isWorthAsking } from './generate.ts';
import { templates } from './templates.ts';
import { countWordings, fill, plural, restate } from './wording.ts';

describe('generated questions', () => {
  let folder: string;
  let source: QueryEngine & AsyncDisposable;
  let profile: Profile;
  let questions: readonly Question[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-unseen-'));
    source = await openSource(market, await prepareDomain(market, folder));
    profile = await profileDomain(market, source);
    questions = await generateQuestions(market, profile, source, 1);
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('generated questions are the same each time, with an id of their own', async () => {
    expect(await generateQuestions(market, profile, source, 1)).toEqual(questions);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });

  it('cover most constructs of a small domain, and have gold SQL that says something', async () => {
    const kinds = new Set(questions.map(({ kind }) => kind));
    for (const kind of [
      'figure',
      'group',
      'time',
      'filter-not',
      'rank-most',
      'share',
      'running',
      'out-of-scope',
    ]) {
      expect(kinds).toContain(kind);
    }
    for (const { gold = [], expect: expected } of questions) {
      if (expected === 'decline') continue;
      for (const sql of gold) expect(isTrivial((await runGold(source, sql)).rows)).toBe(false);
    }
  });

  const draft: Draft = {
    template: 'count',
    slots: {},
    kept: [],
    gold: ["SELECT count(*) FROM sales WHERE fruit = 'fig'"],
    unlike: ['SELECT count(*) FROM sales'],
    rows: [1, 1],
  };
  const top = (limit: number) => `SELECT fruit FROM sales GROUP BY 1 ORDER BY count(*) DESC LIMIT ${limit}`;

  it.each<[string, boolean, Partial<Draft>]>([
    ['keeps a question whose filter matters', true, {}],
    [
      'drops one whose filter changes nothing',
      false,
      { unlike: ["SELECT count(*) FROM sales WHERE fruit = 'fig' AND kilos >= 0"] },
    ],
    ['drops one without rows', false, { gold: ["SELECT fruit FROM sales WHERE fruit = 'melon'"] }],
    ['drops one whose answer is zero', false, { gold: ["SELECT count(*) FROM sales WHERE fruit = 'melon'"] }],
    ['drops one with more rows than anybody reads', false, { gold: ['SELECT sale_id FROM sales'] }],
    [
      'drops one where a second meaning has no rows',
      false,
      { gold: [...draft.gold, 'SELECT 1 WHERE false'] },
    ],
    // Each fruit was sold ten times.
    [
      'drops a ranking that is tied',
      false,
      {
        gold: [top(1)],
        torn: 'SELECT n FROM (SELECT fruit, count(*) n FROM sales GROUP BY 1) GROUP BY 1 HAVING count(*) > 1',
      },
    ],
  ])('generated questions: %s', async (_, worth, changes) => {
    expect(await isWorthAsking({ ...draft, ...changes }, source)).toBe(worth);
  });
});

describe('wording', () => {
  it('wording has more than 300 ways to ask', () => {
    expect(countWordings(Object.values(templates).flat())).toBeGreaterThan(300);
  });

  it('fills slots in, chooses among alternatives, and mends articles and spaces', () => {
    const said = fill('[Show|Give] me a {A}{F} [please|]', { A: 'average', F: ' in 2016' }, createRandom(1));
    expect(['Show me an average in 2016', 'Give me an average in 2016']).toContain(
      said.replace(' please', ''),
    );
    expect(() => fill('{A} by {G}', { A: 'sales' }, createRandom(1))).toThrow('{A} by {G} has no G.');
  });

  it.each([
    ['category', 'categories'],
    ['kind of delivery', 'kinds of delivery'],
    ['class', 'classes'],
    ['earnings', 'earnings'],
    ['day', 'days'],
  ])('puts %s into the plural', (one, many) => {
    expect(plural(one)).toBe(many);
  });

  it('never changes values of the data when it restates a question', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const said = restate(
        'How many sales were there in Massachusetts?',
        ['Massachusetts'],
        createRandom(seed),
      );
      expect(said).toContain('Massachusetts');
    }
  });
});
