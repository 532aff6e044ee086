import { setTimeout } from 'node:timers/promises';
import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CubeMetadata } from '../contract/tools.ts';
import { tooLong } from './dialogue/move.ts';
import { nextMove } from './dialogue/next-move.ts';
import { maxSteps, readThread } from './dialogue/thread-reader.ts';
import type { Understanding } from './dialogue/understand.ts';
import { BudgetSpent, createBudget } from './language/budget.ts';
import { maxQuestionCharacters, maxQuestionWords } from './language/question.ts';
import { withoutSmallTalk } from './language/small-talk.ts';
import { createPlannerModel } from './planner-model.ts';

const today = '2025-01-20';

const cubes: readonly CubeMetadata[] = ['loans', 'visits', 'events'].map((name) => ({
  name,
  type: 'view',
  title: name,
  dimensions: [
    { name: `${name}.branch`, title: 'Branch', type: 'string', values: ['Old Town', 'Harbour', 'West'] },
    { name: `${name}.member_age`, title: 'Member age', type: 'number' },
    { name: `${name}.happened_on`, title: 'Date', type: 'time', range: ['2023-01-01', '2024-12-31'] },
    { name: `${name}.is_digital`, title: 'Digital', type: 'boolean' },
  ],
  measures: [
    { name: `${name}.count`, title: `Number of ${name}`, type: 'count' },
    { name: `${name}.fees`, title: 'Fees', type: 'sum', format: 'currency', currency: 'EUR' },
    { name: `${name}.avg_days`, title: 'Average days', type: 'avg' },
  ],
  segments: [],
}));

/** Relations of many members whose names share their words, and values in many dimensions at once. */
function wideModel(members: number): readonly CubeMetadata[] {
  return ['loans', 'visits'].map((name, _, names) => ({
    name,
    type: 'cube',
    title: name,
    dimensions: Array.from({ length: members }, (_, index) => ({
      name: `${name}.branch_code_${index}`,
      title: `Branch code ${index}`,
      type: index % 5 === 0 ? 'number' : 'string',
      ...(index % 5 === 0 ? {} : { values: ['Old Town', 'Harbour', 'yes', `Unit ${index}`] }),
    })),
    measures: Array.from({ length: members }, (_, index) => ({
      name: `${name}.total_fees_${index}`,
      title: `Total fees ${index}`,
      type: 'sum',
    })),
    segments: [],
    joins: names.filter((it) => it !== name),
  }));
}

const wide = wideModel(40);

const pieces = [
  'at least 1 at most 2',
  'between 1 and 2 percent',
  'more than 3 days old',
  'how many loans by branch and',
  'new loans',
  'not not not',
  'Old Town or',
  'Old Town accounts',
  'yes and no',
  'top 5 most fewest',
  'longer than 14',
  'unpaid uninsured offline',
  'which share of the loans',
  'premium digital branch',
  'fees and total fees per branch code',
  'the of the in a',
  'in total on average',
  ', , . ! ?',
  'thanks',
  "didn't 'x' \"y",
  'last 3 months in march 2024 q1',
  'compare 2024 to 2025 and',
  'on monday 3/4/2024',
  'brunch codr habrour',
  'unununun',
  '((((((((',
  '1,000,000.5% <= > =',
  '\u0301\u0301é',
  'ﷺ 𝕏 👩‍👩‍👧',
  'a#b#c#',
];

function read(
  text: string,
  model: readonly CubeMetadata[],
  earlier: readonly string[] = [],
): { readonly steps: number; readonly understood: Understanding | undefined } {
  const budget = createBudget(maxSteps);
  try {
    return {
      understood: readThread(
        earlier.map((message) => ({ message, ran: undefined, offered: [] })),
        model,
        today,
        budget,
      ).understand(text, budget),
      steps: budget.spent,
    };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return { understood: undefined, steps: budget.spent };
  }
}

function repeated(piece: string, words: number): string {
  const times = Math.max(1, Math.floor(words / piece.split(/[\s#]+/).length));
  return Array.from({ length: times }, () => piece).join(' ');
}

/** Fragments of grammar, names, numbers, dates, quotes and Unicode, some of them over and over. */
const hostileText = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12, unit: 'grapheme' })),
      fc.constantFrom(1, 1, 2, 30),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.flatMap(([piece, times]) => Array<string>(times).fill(piece)).join(' '))
  .map((text) => text.slice(0, maxQuestionCharacters));

function promptOf(model: readonly CubeMetadata[], ...messages: string[]): LanguageModelV4Prompt {
  const context = JSON.stringify({ today, timezone: 'UTC', certifiedQueries: [] });
  const users = messages.map((text) => ({
    role: 'user' as const,
    content: [{ type: 'text' as const, text }],
  }));
  const result = JSON.stringify({ cubes: model, searchQuery: '' });
  const search = { type: 'tool-result', toolCallId: 'a', toolName: 'svcMeta' } as const;
  const answers = [1, 2].map(() => ({ ...search, output: { type: 'text' as const, value: result } }));
  return [
    { role: 'system', content: `<context>\n${context}\n</context>` },
    ...users,
    { role: 'tool', content: answers },
  ];
}

/** Resolves when timers are looked at again, so that what was held up shows. */
const nextTimer = async () => setTimeout(20);

describe('questions that mean harm', () => {
  it.each(pieces)(
    'questions that mean harm take steps that grow with their words, no faster: %s',
    (piece) => {
      for (const model of [cubes, wide]) {
        const [one, two] = [read(repeated(piece, 60), model), read(repeated(piece, 120), model)];
        expect(two.steps).toBeLessThan(3.5 * one.steps + 500);
      }
    },
  );

  it('questions that mean harm take no more steps than there are, alone and in a thread of them', () => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 10 }), (thread) => {
        for (const model of [cubes, wide]) {
          const { steps } = read(thread.at(-1) ?? '', model, thread.slice(0, -1));
          expect(steps).toBeLessThan(1.1 * maxSteps);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('never break the planner, nor move a word of what is left of them', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const move = nextMove(promptOf(cubes, text));
        expect(move.text !== '' || move.calls.length > 0).toBe(true);
        const rest = withoutSmallTalk(text);
        expect(rest).toHaveLength(text.length);
        for (let at = 0; at < text.length; at++) expect([' ', text[at]]).toContain(rest[at]);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['of more characters', 'x'.repeat(maxQuestionCharacters + 1)],
    ['of more words', 'loans '.repeat(maxQuestionWords + 1)],
    ['of more steps', 'total fees branch code '.repeat(35)],
  ])('%s than are read are answered so, and do not stand in the way of the next one', (_, text) => {
    expect(nextMove(promptOf(wideModel(600), text))).toEqual(tooLong);
    const [call] = nextMove(promptOf(cubes, text, text, 'how many loans by branch?')).calls;
    expect(call?.input['description']).toContain('by branch');
  });

  it('questions that mean harm hold up nothing else while they are read, in the tenth turn of a thread neither', async () => {
    const model = createPlannerModel();
    const ask = async (...messages: string[]) => {
      await model.doGenerate({ prompt: promptOf(wide, ...messages) });
      await nextTimer();
    };
    await ask('how many loans?');
    // Of the thread's own time: what other processes take of the machine is not the planner's.
    let longestMs = 0;
    let last = process.threadCpuUsage();
    const watch = setInterval(() => {
      const now = process.threadCpuUsage();
      longestMs = Math.max(longestMs, (now.user - last.user + now.system - last.system) / 1_000);
      last = now;
    }, 5);
    await nextTimer();
    const thread = Array.from({ length: 10 }, (_, at) => repeated(pieces[at % 3] ?? '', 140));
    for (let turn = 1; turn <= thread.length; turn++) await ask(...thread.slice(0, turn));
    clearInterval(watch);
    expect(longestMs).toBeLessThan(250);
  });

  it('cost an ordinary question of the same thread nothing', () => {
    const question = 'average days by branch for digital loans in 2024';
    const alone = read(question, cubes);
    expect(alone.understood?.kind).toBe('plan');
    expect(alone.steps).toBeLessThan(maxSteps / 200);
    const long = Array.from({ length: 50 }, () => 'loans '.repeat(maxQuestionWords + 1));
    expect(read(question, cubes, long).steps).toBe(alone.steps);
  });
});

describe('a thread', () => {
  const followUp = 'and in 2024?';
  const readAfter = (...earlier: string[]): string | undefined =>
    nextMove(promptOf(cubes, ...earlier, followUp)).calls[0]?.input['description'];

  it('a thread is read back over the last few questions only', () => {
    const first = 'loans by branch';
    expect(readAfter(first, 'thanks')).toContain('by branch');
    const far = read(followUp, cubes, [first, ...Array<string>(40).fill('asdf qwer')]);
    const near = read(followUp, cubes, Array<string>(40).fill('asdf qwer'));
    expect(far.steps).toBe(near.steps);
  });
});
