import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { AgentEvent, TurnOutcome } from '../services/chat/turn.ts';
import { modelProblem, type ProviderSettings } from './models.ts';
import { createAgentRuntime } from './runtime.ts';

type Answer = (response: ServerResponse) => void;

interface WireServer extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly {
    readonly path: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: string;
  }[];
}

/** A local server that answers each request with the next of these, over real HTTP. */
async function serve(answers: readonly Answer[]): Promise<WireServer> {
  const requests: { path: string; headers: IncomingMessage['headers']; body: string }[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      requests.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
      });
      (answers[requests.length - 1] ?? status(500))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function status(code: number, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { type: 'error', message: 'no luck' } }));
  };
}

/** Server-sent events; each in two writes, so that a reader has to put them together. */
function events(
  list: readonly unknown[],
  options: { readonly named?: boolean; readonly cut?: boolean } = {},
): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of list) {
      const name = options.named === true ? `event: ${(event as { type: string }).type}\n` : '';
      const text = `${name}data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`;
      response.write(text.slice(0, 9));
      response.write(text.slice(9));
    }
    if (options.cut === true) setImmediate(() => response.destroy());
    else response.end();
  };
}

function chatChunk(delta: unknown, finish: string | null = null) {
  return {
    id: 'x',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  };
}

const chatUsage = {
  ...chatChunk({}),
  choices: [],
  usage: { prompt_tokens: 21, completion_tokens: 4, total_tokens: 25 },
};

const chatCall = events([
  chatChunk({
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'svcMeta', arguments: '' } }],
  }),
  chatChunk({ tool_calls: [{ index: 0, function: { arguments: '{"searchQ' } }] }),
  chatChunk({ tool_calls: [{ index: 0, function: { arguments: 'uery":"trips"}' } }] }),
  chatChunk({}, 'tool_calls'),
  chatUsage,
  '[DONE]',
]);

function chatText(text: string, cut = false): Answer {
  const words = text.split(/(?<= )/).map((content) => chatChunk({ content }));
  return events(cut ? words : [...words, chatChunk({}, 'stop'), chatUsage, '[DONE]'], { cut });
}

const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 30, output_tokens: 1 },
  },
};

function anthropicEnd(reason: string) {
  return [
    { type: 'content_block_stop', index: 0 },
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    },
    { type: 'message_stop' },
  ];
}

const anthropicCall = events(
  [
    anthropicStart,
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', id: 'toolu_1', name: 'svcMeta', input: {} },
    },
    {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"searchQuery":' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"trips"}' } },
    ...anthropicEnd('tool_use'),
  ],
  { named: true },
);

function anthropicText(text: string): Answer {
  return events(
    [
      anthropicStart,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      ...anthropicEnd('end_turn'),
    ],
    { named: true },
  );
}

const openaiResponse = { id: 'resp_1', created_at: 1, model: 'm', service_tier: null };

const openaiCall = events([
  { type: 'response.created', response: openaiResponse },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'svcMeta', arguments: '' },
  },
  {
    type: 'response.function_call_arguments.delta',
    item_id: 'fc_1',
    output_index: 0,
    delta: '{"searchQuery":"trips"}',
  },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: {
      type: 'function_call',
      id: 'fc_1',
      call_id: 'call_1',
      name: 'svcMeta',
      arguments: '{"searchQuery":"trips"}',
      status: 'completed',
    },
  },
  {
    type: 'response.completed',
    response: { ...openaiResponse, incomplete_details: null, usage: { input_tokens: 12, output_tokens: 3 } },
  },
]);

function openaiText(text: string): Answer {
  return events([
    { type: 'response.created', response: openaiResponse },
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text },
    { type: 'response.output_item.done', output_index: 0, item: { type: 'message', id: 'msg_1' } },
    {
      type: 'response.completed',
      response: {
        ...openaiResponse,
        incomplete_details: null,
        usage: { input_tokens: 12, output_tokens: 3 },
      },
    },
  ]);
}

async function ask(
  model: string,
  providers: ProviderSettings,
): Promise<{ outcome: TurnOutcome; events: AgentEvent[] }> {
  const emitted: AgentEvent[] = [];
  const runtime = createAgentRuntime({ providers, wait: async () => undefined, limits: { maxRetries: 2 } });
  const outcome = await runtime.runTurn({
    agent: { name: 'Ana', model, devMode: false, rules: [], certifiedQueries: [] },
    data: {
      relations: () => [],
      searchMetadata: async () => [],
      runSql: () => Promise.reject(new Error('not asked for')),
      findResult: async () => null,
    },
    history: [],
    input: 'How many trips?',
    now: new Date('2024-05-01T00:00:00Z'),
    timezone: 'UTC',
    signal: new AbortController().signal,
    emit: (event) => {
      emitted.push(event);
    },
  });
  return { outcome, events: emitted };
}

function compatible(server: WireServer): ProviderSettings {
  return { openaiCompatibleBaseUrl: server.url, openaiCompatibleApiKey: 'key-1' };
}

describe('providers over HTTP', () => {
  it.each<[string, readonly Answer[], (url: string) => ProviderSettings, string, [string, string]]>([
    [
      'openai-compatible:local',
      [chatCall, chatText('There are 14 trips.')],
      (url) => ({ openaiCompatibleBaseUrl: url, openaiCompatibleApiKey: 'key-1' }),
      '/v1/chat/completions',
      ['authorization', 'Bearer key-1'],
    ],
    [
      'anthropic:some-model',
      [anthropicCall, anthropicText('There are 14 trips.')],
      (url) => ({ anthropicApiKey: 'key-2', anthropicBaseUrl: url }),
      '/v1/messages',
      ['x-api-key', 'key-2'],
    ],
    [
      'openai:some-model',
      [openaiCall, openaiText('There are 14 trips.')],
      (url) => ({ openaiApiKey: 'key-3', openaiBaseUrl: url }),
      '/v1/responses',
      ['authorization', 'Bearer key-3'],
    ],
  ])(
    '%s streams a tool call, gets its result and answers',
    async (model, answers, settings, path, [header, value]) => {
      await using server = await serve(answers);
      const { outcome, events: emitted } = await ask(model, settings(server.url));
      expect(outcome.status).toBe('completed');
      expect(outcome.usage.inputTokens).toBeGreaterThan(20);
      expect(outcome.usage.outputTokens).toBeGreaterThan(5);
      expect(emitted.find((event) => event.type === 'tool-call')).toMatchObject({
        name: 'svcMeta',
        input: '{"searchQuery":"trips"}',
      });
      expect(emitted.at(-1)).toMatchObject({ type: 'answer', content: 'There are 14 trips.' });
      expect(server.requests.map((request) => request.path)).toEqual([path, path]);
      expect(server.requests[0]?.headers[header]).toBe(value);
      expect(server.requests[0]?.body).toContain('svcSqlApi');
      expect(server.requests[1]?.body).toContain('tool_result');
    },
  );

  it('waits out a rate limit and a server error', async () => {
    await using server = await serve([status(429, { 'retry-after': '1' }), status(500), chatText('Fine.')]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server));
    expect(outcome.status).toBe('completed');
    expect(emitted.at(-1)).toMatchObject({ content: 'Fine.' });
    expect(server.requests).toHaveLength(3);
  });

  it('goes on after a cut connection without saying anything twice', async () => {
    await using server = await serve([chatText('There are 14 ', true), chatText('There are 14 trips.')]);
    const { outcome, events: emitted } = await ask('openai-compatible:m', compatible(server));
    expect(outcome.status).toBe('completed');
    expect(emitted.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('')).toBe(
      'There are 14 trips.',
    );
  });

  it('fails with a safe message when the provider refuses for good', async () => {
    await using server = await serve([status(401)]);
    const { outcome } = await ask('openai-compatible:m', compatible(server));
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: 'UNAVAILABLE', message: 'The language model did not answer (HTTP 401).' },
    });
    expect(server.requests).toHaveLength(1);
  });

  it('fails when nothing listens at the address', async () => {
    const server = await serve([]);
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const { outcome } = await ask('openai-compatible:m', { openaiCompatibleBaseUrl: url });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'UNAVAILABLE' } });
    expect(JSON.stringify(outcome)).not.toContain('127.0.0.1');
  });
});

describe('modelProblem', () => {
  it.each([
    ['planner', null],
    ['openai:gpt-x', 'OPENAI_API_KEY'],
    ['anthropic:claude-x', 'ANTHROPIC_API_KEY'],
    ['openai-compatible:x', 'OPENAI_COMPATIBLE_BASE_URL'],
    ['mystery:x', 'unknown provider'],
    ['openai', 'is not a model'],
  ])('of %s without any key names what is missing', (name, word) => {
    const problem = modelProblem(name, {});
    if (word === null) expect(problem).toBeNull();
    else expect(problem).toContain(word);
  });

  it('is none once the key is there', () => {
    expect(modelProblem('openai:gpt-x', { openaiApiKey: 'k' })).toBeNull();
  });
});
