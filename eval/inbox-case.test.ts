import { expect, test } from 'vitest';
import { evalCase } from '../web/src/admin/quality/eval-case.ts';
import { parseQuestions } from './questions.ts';

const turn = {
  question: 'And by "region"?',
  earlier: ['Orders in 2025'],
  askedAt: '2026-03-01T10:00:00.000Z',
  groups: ['analysts'],
  attributes: [
    { name: 'region', value: ['EU'] },
    { name: 'floor', value: null },
  ],
};

test('a case from the inbox is a question that an evaluation reads, with its thread, its time and its user', () => {
  const lines = [
    evalCase('by-region', turn, { gold: 'SELECT 1' }),
    evalCase('none', { ...turn, earlier: [], groups: [], attributes: [] }, { expect: 'decline' }),
  ];
  const [first, second] = parseQuestions(lines.join(''), 'inbox.jsonl');
  expect(first).toMatchObject({
    question: turn.question,
    thread: turn.earlier,
    gold: ['SELECT 1'],
    now: turn.askedAt,
    user: { groups: ['analysts'], userAttributes: [{ name: 'region', value: ['EU'] }] },
  });
  expect(second).toMatchObject({ expect: 'decline', thread: [] });
});
