import { expect, it } from 'vitest';
import { ask, compatible } from '../../test/support/ask-provider.ts';
import { chatCallWith, chatText } from '../../test/support/wire-formats.ts';
import { serve, status } from '../../test/support/wire-server.ts';

const tooLong = status(
  400,
  {},
  {
    error: { type: 'invalid_request_error', code: 'context_length_exceeded', message: 'Too many tokens.' },
  },
);
const rows = Array.from({ length: 40 }, (_, at) => [`row ${at} ${'x'.repeat(60)}`]);
const runSql = async () => ({
  uuid: 'b5a9f0a4-0000-4000-8000-000000000001',
  columns: [{ name: 'name', columnType: 'String' as const }],
  rows,
  totalRows: rows.length,
});
const history = ['first', 'second'].flatMap((content) => [
  { type: 'user' as const, content: `My ${content} question` },
  { type: 'assistant' as const, content: 'Well.' },
]);
const data = {
  relations: () => [],
  searchMetadata: async () => [],
  runSql,
  findResult: async () => null,
};
const query = chatCallWith('{"sqlQuery":"SELECT name FROM trips"}', 'svcSqlApi');

it('a conversation that is too long for a model is cut and asked again', async () => {
  await using server = await serve([query, tooLong, chatText('Forty rows.')]);
  const { outcome, events } = await ask('openai-compatible:m', compatible(server), {
    request: { history, data },
  });
  expect(outcome).toMatchObject({ status: 'completed', usage: { steps: 2 } });
  expect(events.at(-1)).toMatchObject({ type: 'answer', content: 'Forty rows.' });
  const [, whole = '', cut = ''] = server.requests.map(({ body }) => body);
  expect(whole).toContain('My first question');
  expect(whole).toContain('row 39');
  expect(cut).toContain('(2 earlier turns of this thread left out.)');
  expect(cut).not.toContain('My second question');
  expect(cut).toContain('How many trips?');
  expect(cut).toContain('row 4 ');
  expect(cut).not.toContain('row 5 ');
});

it('a conversation that is too long even when it is cut is asked once more, not again', async () => {
  await using server = await serve([tooLong, tooLong, chatText('Never.')]);
  const { outcome } = await ask('openai-compatible:m', compatible(server), { request: { history } });
  expect(outcome.status).toBe('failed');
  expect(server.requests).toHaveLength(2);
});

it('a conversation that no model is likely to take is cut before it is sent', async () => {
  await using server = await serve([chatText('Well.')]);
  const long = [{ type: 'user' as const, content: 'x'.repeat(500_000) }, ...history];
  await ask('openai-compatible:m', compatible(server), {
    request: { history: long },
    runtime: { limits: { maxHistoryCharacters: 1_000_000 } },
  });
  expect(server.requests[0]?.body.length).toBeLessThan(50_000);
});
