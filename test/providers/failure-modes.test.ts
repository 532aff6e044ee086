import { describe, expect, it } from 'vitest';
import type { AgentLimits } from '../../src/agent/agent-limits.ts';
import type { StopReason } from '../../src/contract/stream-lines.ts';
import type { TurnData } from '../../src/services/chat/turn.ts';
import { ask, compatible } from '../support/ask-provider.ts';
import { chatCall, chatCallWith, chatChunk, chatText, chatUsage } from '../support/wire-formats.ts';
import { type Answer, events, serve, status } from '../support/wire-server.ts';

const whole = 'There are 16,632 orders in total.';

const query = JSON.stringify({ sqlQuery: 'SELECT 1', queryTitle: 'One', description: 'One.' });

function ending(reason: string, ...deltas: readonly object[]): Answer {
  return events([...deltas.map((delta) => chatChunk(delta)), chatChunk({}, reason), chatUsage, '[DONE]']);
}

function calls(count: number, id = (index: number) => `call_${index}`): Answer {
  const asked = Array.from({ length: count }, (_, index) => ({
    index,
    id: id(index),
    type: 'function',
    function: { name: 'svcMeta', arguments: JSON.stringify({ searchQuery: `trips ${index}` }) },
  }));
  return ending('tool_calls', ...asked.map((call) => ({ tool_calls: [call] })));
}

const refused = (code: number, error: object, headers: Record<string, string> = {}): Answer =>
  status(code, headers, { error });

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

const unavailable = (words: string): Partial<Expected> => ({ status: 'failed', words });

interface Expected {
  readonly status: 'completed' | 'failed';
  readonly stopReason: StopReason;
  /** In the answer, or in the message of the failure. */
  readonly words: string;
  readonly requests: number;
  /** Asked for before the next attempts, in milliseconds. */
  readonly pauses: readonly number[];
  readonly queries: number;
}

const overloaded = { error: { message: 'Overloaded', type: 'server_error', code: 503 } };
const page: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
};
const endless: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const piece = `data: ${JSON.stringify(chatChunk({ content: 'x'.repeat(10_000) }))}\n\n`;
  const write = (): void => {
    if (!response.destroyed) response.write(piece, () => setImmediate(write));
  };
  write();
};

const scenarios: Record<string, readonly [answers: readonly Answer[], expected: Partial<Expected>]> = {
  'a connection that is cut, then a whole answer': [
    [chatText('There are 16', true), chatText(whole)],
    { words: whole, stopReason: 'stop', requests: 2, pauses: [500] },
  ],
  'a connection that is cut each time': [
    times(4, chatText('There are 16', true)),
    { ...unavailable('did not complete its answer'), requests: 4, pauses: [500, 1_000, 2_000] },
  ],
  'a stream that ends in order, without its end': [
    [events([chatChunk({ content: 'There are 16' })]), chatText(whole)],
    { words: whole, requests: 2 },
  ],
  'an overload that the stream tells of': [
    [events([chatChunk({ content: 'There' }), overloaded]), chatText(whole)],
    { words: whole, requests: 2 },
  ],
  'a tool call with broken JSON': [
    [chatCallWith('{"searchQuery": "tri'), chatText(whole)],
    { words: whole, requests: 2 },
  ],
  'endless calls, although the last step allows none': [
    times(20, chatCallWith(query, 'svcSqlApi')),
    { stopReason: 'step_limit', words: 'I stopped', requests: 12, queries: 1 },
  ],
  'endless calls of a model that obeys in the last step': [
    [...times(11, chatCallWith(query, 'svcSqlApi')), chatText('Best guess so far.')],
    { stopReason: 'step_limit', words: 'Best guess so far.', requests: 12, queries: 1 },
  ],
  'nine calls at once': [[calls(9), chatText(whole)], { words: whole, requests: 2 }],
  'the same id for two calls': [[calls(2, () => 'call_1'), chatText(whole)], { words: whole, requests: 2 }],
  'a tool that does not exist': [[chatCallWith('{}', 'rm'), chatText(whole)], { words: whole, requests: 2 }],
  'an answer without end': [[endless], { stopReason: 'length', words: 'cut off', requests: 1 }],
  'an empty answer': [[ending('stop')], { stopReason: 'no_answer', words: 'no answer', requests: 1 }],
  'no room for an answer': [[ending('length')], { stopReason: 'length', words: 'ran out of room' }],
  'a filtered answer': [[ending('content_filter')], { stopReason: 'content_filter', words: 'withheld' }],
  'a refusal': [
    [ending('stop', { refusal: 'I will not.' })],
    { stopReason: 'refusal', words: 'I will not.' },
  ],
  'a wrong key': [[status(401)], { ...unavailable('does not accept the key'), requests: 1 }],
  'a key without the right': [[status(403)], { ...unavailable('does not accept the key'), requests: 1 }],
  'an unknown model': [[status(404)], { ...unavailable('no such language model'), requests: 1 }],
  'a prompt that is too long': [
    times(2, refused(400, { code: 'context_length_exceeded', message: 'too long' })),
    { ...unavailable('too long for the language model'), requests: 2, pauses: [] },
  ],
  'a request that the provider cannot read': [
    [status(400)],
    { ...unavailable('did not answer (HTTP 400)'), requests: 1 },
  ],
  'a rate limit of a second': [
    [status(429, { 'retry-after': '1' }), chatText(whole)],
    { words: whole, requests: 2, pauses: [1_000] },
  ],
  'a rate limit until a time that is near': [
    [status(429, { 'retry-after': new Date(Date.now() - 5_000).toUTCString() }), chatText(whole)],
    { words: whole, requests: 2, pauses: [0] },
  ],
  'a rate limit of an hour': [
    [status(429, { 'retry-after': '3600' })],
    { ...unavailable('Try again in 60 minutes.'), requests: 1, pauses: [] },
  ],
  'a rate limit until a time that is far': [
    [status(429, { 'retry-after': new Date(Date.now() + 86_400_000).toUTCString() })],
    { ...unavailable('Try again in 24 hours.'), requests: 1 },
  ],
  'a quota that is used up': [
    [refused(429, { type: 'insufficient_quota', code: 'insufficient_quota', message: 'no' })],
    { ...unavailable('quota'), requests: 1 },
  ],
  'a rate limit that does not pass': [
    times(4, status(429)),
    { ...unavailable('rate limit. Try again later.'), requests: 4 },
  ],
  'a server that is down': [times(4, status(503)), { ...unavailable('(HTTP 503)'), requests: 4 }],
  'a page instead of a stream': [times(4, page), { ...unavailable('did not complete'), requests: 4 }],
};

/** Counts the queries that reach the source. */
function countingData(): { data: TurnData; queries: () => number } {
  let queries = 0;
  const data: TurnData = {
    relations: () => [],
    searchMetadata: async () => [],
    runSql: async () => {
      queries += 1;
      const columns = [{ name: 'n', columnType: 'Int64' as const }];
      return { uuid: 'b5a9f0a4-0000-4000-8000-000000000001', columns, rows: [[1]], totalRows: 1 };
    },
    findResult: async () => null,
  };
  return { data, queries: () => queries };
}

function run(answers: readonly Answer[], limits: Partial<AgentLimits> = {}) {
  return async (fallback: readonly string[]) => {
    await using server = await serve(answers);
    const { data, queries } = countingData();
    const pauses: number[] = [];
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server), {
      agent: { fallback },
      request: { data },
      runtime: {
        limits: { maxRetries: 3, ...limits },
        wait: async (ms) => {
          pauses.push(ms);
        },
      },
    });
    const answer = emitted.find((event) => event.type === 'answer')?.content;
    const words = outcome.status === 'failed' ? outcome.error.message : answer;
    return { ...outcome, words, pauses, queries: queries(), requests: server.requests.length };
  };
}

describe('a turn that meets', () => {
  it.each(Object.entries(scenarios))('%s ends as it should', async (_, [answers, expected]) => {
    const { words = '', ...rest } = expected;
    expect(await run(answers)([])).toMatchObject({
      status: 'completed',
      ...rest,
      words: expect.stringContaining(words),
    });
  });

  const failing = Object.entries(scenarios).filter(([, [, { status: ended }]]) => ended === 'failed');
  it.each(failing)('%s is left to the planner, if it is next', async (_, [answers]) => {
    expect(await run(answers)(['planner'])).toMatchObject({ status: 'completed', model: 'planner' });
  });

  it('a silent provider is left to the planner, if it is next', async () => {
    const silent: Answer = (response) => response.writeHead(200).flushHeaders();
    const limits = { firstChunkMs: 50 };
    expect(await run([silent], limits)([])).toMatchObject({ status: 'failed', stopReason: 'time_limit' });
    expect(await run([silent], limits)(['planner'])).toMatchObject({ status: 'completed', model: 'planner' });
  });

  it('a model that cannot be used leaves the turn to the next one that can', async () => {
    await using server = await serve([chatCall, chatText(whole)]);
    const { outcome } = await ask('openai:gpt-5', compatible(server), {
      agent: { fallback: ['nobody', 'openai-compatible:m', 'planner'] },
    });
    expect(outcome).toMatchObject({ status: 'completed', model: 'openai-compatible:m' });
  });
});
