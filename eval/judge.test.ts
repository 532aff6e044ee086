import { expect, test } from 'vitest';
import { createDuckDbEngine } from '../src/engines/duckdb/engine.ts';
import { noUsage, type Reply } from './ask.ts';
import { EvaluationError } from './evaluation-error.ts';
import { judge } from './judge.ts';
import { parseQuestions } from './questions.ts';

const silent: Reply = {
  ...{ chatId: undefined, status: 'completed', stopReason: undefined, errorCode: undefined, answer: '' },
  ...{ queries: [], searches: [], toolErrors: 0, usage: noUsage, latencyMs: 1 },
};

test('gold SQL that the source refuses is a mistake of its question, which is named', async () => {
  await using source = await createDuckDbEngine({ folder: '.', tables: {} });
  const line = { id: 'boats-7', kind: 'sum', question: 'How many boats?', gold: 'SELECT nope FROM boats' };
  const [asked] = parseQuestions(`${JSON.stringify(line)}\n`, 'questions.jsonl');
  if (asked === undefined) throw new Error('no question');
  const judged = judge(asked, [silent], source);
  await expect(judged).rejects.toThrow(EvaluationError);
  await expect(judged).rejects.toThrow(/^The gold SQL of the question "boats-7" cannot be run: /);
});
