import { describe, expect, it } from 'vitest';
import { EvaluationError } from './evaluation-error.ts';
import { parseQuestions } from './questions.ts';

const lines = (...values: unknown[]) => values.map((value) => JSON.stringify(value)).join('\n');
const defaults = { defaults: { now: '2026-01-01T09:00:00Z', user: { groups: ['managers'] } } };
const question = { id: 'a', kind: 'count', question: 'How many?', gold: 'SELECT 1' };

describe('parseQuestions', () => {
  it('applies the defaults of the first line where a question does not say otherwise', () => {
    const [first, second] = parseQuestions(
      lines(defaults, question, { ...question, id: 'b', user: {}, gold: ['SELECT 1', 'SELECT 2'] }),
      'q.jsonl',
    );
    expect(first).toMatchObject({ now: '2026-01-01T09:00:00Z', user: { groups: ['managers'] } });
    expect(first).toMatchObject({ gold: ['SELECT 1'], thread: [], ordered: false, percent: false });
    expect(second).toMatchObject({ now: '2026-01-01T09:00:00Z', user: {}, gold: ['SELECT 1', 'SELECT 2'] });
  });

  it('tells every problem with its line', () => {
    const text = `${lines(question, { ...question, ordered: 'yes' }, question)}\n{`;
    const parse = () => parseQuestions(text, 'q.jsonl');
    expect(parse).toThrow(EvaluationError);
    expect(parse).toThrow(/q\.jsonl:2 .*ordered/s);
    expect(parse).toThrow(/q\.jsonl:3 The id a is there twice/);
    expect(parse).toThrow(/q\.jsonl:4 .*not JSON/);
  });

  it.each([
    ['neither gold nor decline', { ...question, gold: undefined }],
    ['both', { ...question, expect: 'decline' }],
    ['a property that does not exist', { ...question, golden: 'SELECT 1' }],
  ])('refuses %s', (_, value) => {
    expect(() => parseQuestions(lines(value), 'q.jsonl')).toThrow(EvaluationError);
  });

  it('refuses a file without questions', () => {
    expect(() => parseQuestions(lines(defaults), 'q.jsonl')).toThrow('q.jsonl holds no question');
  });
});
