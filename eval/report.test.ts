import { describe, expect, it } from 'vitest';
import { formatComparison } from './compare-runs.ts';
import type { Verdict } from './judge.ts';
import { readPrices } from './prices.ts';
import { parseQuestions } from './questions.ts';
import { formatReport } from './report.ts';
import type { Attempt } from './run-questions.ts';

const [one, two] = parseQuestions(
  ['one', 'two']
    .map((id) => JSON.stringify({ id, kind: 'k', question: `${id}?`, gold: 'SELECT 1' }))
    .join('\n'),
  'questions',
);

function attempt(id: 'one' | 'two', verdict: Verdict, number = 1): Attempt {
  const question = id === 'one' ? one : two;
  if (question === undefined) throw new Error('There is no such question.');
  return {
    question,
    attempt: number,
    verdict,
    status: 'completed',
    answer: 'It is 1.',
    queries: [{ sql: 'SELECT 2', came: '1 row: 2' }],
    gold: '1 row: 1',
    unfounded: [],
    charts: 1,
    chartProblems: [],
    usage: { inputTokens: 100_000, outputTokens: 2_000, steps: 3 },
    toolErrors: 1,
    latencyMs: 1_000,
  };
}

const prices = { 'a:b': { input: 1.5, output: 25 } };

describe('formatReport', () => {
  it('tells tokens, calls, tool errors and what they cost', () => {
    const report = formatReport([attempt('one', 'right'), attempt('two', 'wrong')], 'a:b', prices);
    expect(report).toContain(
      'model calls: 6, 3.0 for a question; tool errors: 2; tokens: 200,000 read, 4,000 written',
    );
    expect(report).toContain(
      'cost: $0.4000 at the list price of a:b, $0.2000 for a question, $0.4000 for a right answer',
    );
    expect(report).not.toContain('rounds');
  });

  it('charges cached input at its own price, or in full without one', () => {
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 800_000, outputTokens: 0, steps: 1 };
    const cached = [{ ...attempt('one', 'right'), usage }];
    const report = formatReport(cached, 'a:b', { 'a:b': { input: 1.5, cachedInput: 0.25, output: 25 } });
    expect(report).toContain('tokens: 1,000,000 read (800,000 of them cached), 0 written');
    expect(report).toContain('cost: $0.5000 at the list price of a:b');
    expect(formatReport(cached, 'a:b', prices)).toContain('cost: $1.50 at the list price of a:b');
  });

  it('says so if the price is unknown, or the provider counts no tokens', () => {
    const free = { ...attempt('one', 'right'), usage: { inputTokens: 0, outputTokens: 0, steps: 1 } };
    expect(formatReport([attempt('one', 'right')], 'a:c', prices)).toContain(
      'cost: unknown, since eval/prices.json has no price for a:c',
    );
    expect(formatReport([free], 'a:b', prices)).toContain(
      'cost: unknown, since the provider counts no tokens',
    );
  });

  it('tells the rate of each round, their spread, and which questions are right at times', () => {
    const report = formatReport(
      [
        attempt('one', 'right'),
        attempt('one', 'wrong', 2),
        attempt('two', 'right'),
        attempt('two', 'right', 2),
      ],
      'a:b',
      prices,
    );
    expect(report).toContain('2 rounds: 100.0 %, 50.0 % right; mean 75.0 %, standard deviation 35.4 points');
    expect(report).toContain('2 questions: 1 right each time, 1 at times, 0 never\nat times: one 1/2');
    expect(report).toMatch(/^WRONG one: one\?[\s\S]*right: {2}1 of 2 attempts/);
  });
});

describe('formatComparison', () => {
  const run = (attempts: readonly Attempt[], model = 'a:b') => ({
    run: { account: 'acme', agent: 1, model },
    attempts,
  });

  it('tells what became right, what became wrong, and what both runs cost', () => {
    const text = formatComparison(
      run([attempt('one', 'wrong'), attempt('two', 'right')]),
      run([attempt('one', 'right'), attempt('two', 'declined')], 'a:c'),
      prices,
    );
    expect(text).toContain('became right: 1\n  one: wrong → right: one?');
    expect(text).toContain('became wrong: 1\n  two: right → declined: two?');
    expect(text).toMatch(/^A: agent 1 of acme, a:b +2 +50\.0 % +50\.0 % +3\.0 +\$0\.2000$/m);
    expect(text).toMatch(/^B: agent 1 of acme, a:c +2 +50\.0 % +0\.0 % +3\.0 +unknown$/m);
  });

  it('compares several attempts by how many were right, over the questions of both runs', () => {
    const text = formatComparison(
      run([attempt('one', 'wrong'), attempt('one', 'right', 2), attempt('two', 'right')]),
      run([attempt('one', 'right'), attempt('one', 'right', 2), attempt('one', 'declined', 3)]),
      prices,
    );
    expect(text).toContain('became right: 1\n  one: 1 right, 1 wrong → 1 declined, 2 right: one?');
    expect(text).toContain('not compared, since only one of the runs asked them: 1');
  });

  it('names a wrong answer that became a decline', () => {
    const text = formatComparison(run([attempt('one', 'wrong')]), run([attempt('one', 'declined')]), prices);
    expect(text).toContain('differ otherwise: 1\n  one: wrong → declined: one?');
  });
});

it('prices.json has a price for our own planner and for models of each provider', async () => {
  const names = Object.keys(await readPrices());
  expect(names).toContain('planner');
  expect(new Set(names.map((name) => name.split(':')[0]))).toEqual(
    new Set(['planner', 'openai', 'anthropic']),
  );
});
