import { describe, expect, it, vi } from 'vitest';
import type { AgentFault } from '../../src/agent/agent-fault.ts';
import type { AgentState, TurnData } from '../../src/services/chat/turn.ts';
import type { ModelConnection } from '../../src/services/workspace/model-schema.ts';
import { askConnections } from '../support/ask-provider.ts';
import { providers } from '../support/providers/all.ts';
import { bedrock } from '../support/providers/bedrock.ts';
import { answerOf, type Json, type Provider, serveProvider } from '../support/providers/provider.ts';

type Bedrock = Extract<ModelConnection, { provider: 'amazon-bedrock' }>;

const data: TurnData = {
  relations: () => [],
  searchMetadata: async () => [],
  runSql: async () => ({
    uuid: 'b5a9f0a4-0000-4000-8000-000000000001',
    columns: [{ name: 'email', columnType: 'String' }],
    rows: [['jonas.canary@example.com']],
    totalRows: 1,
  }),
  findResult: async () => null,
};

const history = [
  { type: 'user', content: 'Which lines are there?' },
  { type: 'tool', id: 'old-1', name: 'svcMeta', input: '{"searchQuery":"lines"}', result: '{"cubes":[]}' },
  { type: 'assistant', content: 'U1 and U2.' },
] as const;

/** Of an agent that asks for reasoning, and for a temperature that reasoning models refuse. */
const agent = { reasoning: 'medium', temperature: 0 } as const;

describe.each(Object.entries(providers))('%s, as it refuses what the real one refuses', (_, provider) => {
  it('answers a turn of three steps, with two calls at once and an earlier turn', async () => {
    await using server = await serveProvider(provider);
    const { outcome, events } = await askConnections([provider.connection(server.url)], {
      agent,
      request: { data, history },
    });
    expect(server.refusals).toEqual([]);
    expect(outcome).toEqual({
      status: 'completed',
      stopReason: 'stop',
      model: 'own',
      usage: { inputTokens: 60, outputTokens: 15, steps: 3 },
    });
    expect(events.at(-1)).toMatchObject({ type: 'answer', content: answerOf(3) });
    expect(events.filter(({ type }) => type === 'tool-result')).toHaveLength(3);
    expect(server.requests.map(({ path }) => path)).toEqual(Array(3).fill(provider.path));
  });

  it('answers the same of an agent that sets nothing', async () => {
    await using server = await serveProvider(provider);
    const { events } = await askConnections([provider.connection(server.url)], {
      request: { data, history },
    });
    expect(server.refusals).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: 'answer', content: answerOf(3) });
    // What the agent asks for reaches the provider, and only then.
    await askConnections([provider.connection(server.url)], { agent, request: { data } });
    const [bare, asked] = [server.requests[0], server.requests[3]].map((request) =>
      JSON.stringify({ ...request?.body, messages: [], input: [], contents: [], tools: [] }),
    );
    expect(bare).not.toMatch(/effort|budget|thinking|temperature/i);
    expect(asked).toMatch(/effort|budget|thinking/i);
  });

  it('is given all results in its last step, and told that it is the last', async () => {
    await using server = await serveProvider(provider);
    const { outcome } = await askConnections([provider.connection(server.url)], {
      agent: { ...agent, limits: { steps: 3 } },
      request: { data },
    });
    expect(server.refusals).toEqual([]);
    expect(outcome).toMatchObject({ status: 'completed', stopReason: 'step_limit' });
    const [, second, last] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(second).not.toContain('your last step');
    expect(last).toContain('your last step');
    expect(last).toContain('jonas.canary@example.com');
  });

  it('continues a turn after a restart, with what it needs back of the steps before', async () => {
    const states: AgentState[] = [];
    const stopping = new AbortController();
    await using server = await serveProvider(provider);
    const first = await askConnections([provider.connection(server.url)], {
      agent,
      request: {
        data,
        stopping: stopping.signal,
        onState: async (state) => {
          states.push(state);
          if (states.length === 2) stopping.abort();
        },
      },
    });
    expect(first.outcome).toMatchObject({ status: 'interrupted', model: 'own', usage: { steps: 2 } });
    // As it is read again from the database.
    const state = JSON.parse(JSON.stringify(states.at(-1))) as AgentState;
    const { outcome, events } = await askConnections([provider.connection(server.url)], {
      agent,
      request: { data, progress: { said: [], state, usage: first.outcome.usage } },
    });
    expect(server.refusals).toEqual([]);
    expect(outcome).toMatchObject({ status: 'completed', usage: { steps: 3 } });
    expect(events.at(-1)).toMatchObject({ type: 'answer', content: answerOf(3) });
    expect(server.requests).toHaveLength(3);
  });

  it('takes over a turn in the middle of it from the provider before, in the order of this list', async () => {
    const all = Object.values(providers);
    const before = all.at(all.indexOf(provider) - 1) as Provider;
    await using failing = await serveProvider(before, { fails: (take) => take > 2 && { status: 400 } });
    await using server = await serveProvider(provider);
    const connections = [
      { ...before.connection(failing.url), name: 'first' },
      { ...provider.connection(server.url), name: 'second' },
    ];
    const { outcome, events } = await askConnections(connections, { agent, request: { data } });
    expect(server.refusals).toEqual([]);
    expect(outcome).toMatchObject({ status: 'completed', model: 'second', usage: { steps: 5 } });
    expect(events.at(-1)).toMatchObject({ content: answerOf(3) });
  });

  it('says nothing to the log of prompts, rows and keys when it fails', async () => {
    const faults: AgentFault[] = [];
    await using server = await serveProvider(provider, { fails: (take) => take === 3 && { status: 401 } });
    const { outcome } = await askConnections([provider.connection(server.url)], {
      agent,
      request: { data, input: 'Canary question?' },
      runtime: { onFault: (fault) => faults.push(fault) },
    });
    expect(outcome).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('key') } });
    expect(JSON.stringify(server.requests[2]?.body)).toContain('jonas.canary@example.com');
    expect(faults).toMatchObject([{ isFinal: true, status: 401 }]);
    expect(JSON.stringify(faults)).not.toMatch(/canary|@example|analyst/i);
    expect(JSON.stringify(outcome)).not.toMatch(/canary|@example|analyst/i);
  });
});

describe('Amazon Bedrock', () => {
  it('is asked with a signature where the account has an access key, whatever key the process has', async () => {
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'key-of-the-operator');
    await using server = await serveProvider(bedrock);
    const { apiKey: _, ...connection } = bedrock.connection(server.url) as Bedrock;
    const key = { accessKeyId: 'AKIDCANARY', secretAccessKey: 'secret-canary' };
    await askConnections([{ ...connection, ...key }]);
    const { authorization } = server.requests[0]?.headers ?? {};
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDCANARY\/\d{8}\/eu-central-1\/bedrock\/aws4_request/,
    );
    vi.unstubAllEnvs();
  });
});

it('tokens of a broken answer of Google count as far as it reported them', async () => {
  const google = providers['Google'] as Provider;
  await using server = await serveProvider(google, {
    cut: (take, bytes) => (take === 1 ? { at: bytes - 10, breaks: true } : undefined),
    says: (_, take) => ({ id: 'a', thinking: 'Hm.', calls: [], text: answerOf(take) }),
  });
  const { outcome } = await askConnections([google.connection(server.url)]);
  expect(outcome).toMatchObject({
    status: 'completed',
    usage: { inputTokens: 40, outputTokens: 8, steps: 1 },
  });
});

/** The request of the second step, changed in one place, and what the provider says of it. */
const changes: readonly [name: string, words: string, change: (body: Json) => void][] = [
  ['a local model', 'did not have response messages', ({ messages }) => messages.splice(-1, 1)],
  ['a reasoning model of OpenAI', "'max_tokens'", (body) => Object.assign(body, { max_tokens: 9 })],
  ['a reasoning model of OpenAI', "'temperature'", (body) => Object.assign(body, { temperature: 0 })],
  ['DeepSeek V4', 'reasoning_content', ({ messages }) => delete messages.at(-3).reasoning_content],
  [
    'DeepSeek V4',
    'reasoning_content',
    ({ messages }) => Object.assign(messages.at(-3), { reasoning_content: '' }),
  ],
  ['Gemini 3', 'thought_signature', ({ messages }) => delete messages.at(-3).tool_calls[0].extra_content],
  ['OpenAI responses', "required 'reasoning' item", (body) => drop(body, 'input', 'reasoning')],
  ['OpenAI responses', 'could not be verified', (body) => (find(body, 'reasoning').id = 'rs_other')],
  ['OpenAI responses', 'not found', (body) => delete find(body, 'reasoning').encrypted_content],
  ['OpenAI responses', 'No tool output', ({ input }) => input.splice(-1, 1)],
  ['OpenAI responses', 'stored', (body) => delete body.store],
  ['Azure', "'temperature'", (body) => Object.assign(body, { temperature: 0 })],
  ['Anthropic', 'must start with a thinking block', ({ messages }) => messages.at(-2).content.shift()],
  [
    'Anthropic',
    'Invalid `signature`',
    ({ messages }) => Object.assign(messages.at(-2).content[0], { signature: '' }),
  ],
  ['Anthropic', 'without `tool_result`', ({ messages }) => messages.at(-1).content.shift()],
  ['Anthropic', '`temperature`', (body) => Object.assign(body, { temperature: 0 })],
  ['Anthropic', '`max_tokens`', (body) => Object.assign(body, { max_tokens: 100 })],
  [
    'Google',
    'thought_signature',
    ({ contents }) => delete contents.at(-2).parts.find((part: Json) => part.functionCall).thoughtSignature,
  ],
  ['Google', 'number of function response parts', ({ contents }) => contents.at(-1).parts.pop()],
  ['Amazon Bedrock', 'toolConfig', (body) => delete body.toolConfig],
  ['Amazon Bedrock', 'signature', ({ messages }) => messages.at(-2).content.shift()],
  ['Amazon Bedrock', 'Expected toolResult', ({ messages }) => messages.at(-1).content.shift()],
];

function find(body: Json, type: string): Json {
  return body.input.find((item: Json) => item.type === type);
}

function drop(body: Json, list: string, type: string): void {
  body[list] = body[list].filter((item: Json) => item.type !== type);
}

it.each(changes)('the rules of %s can refuse: %s', async (name, words, change) => {
  const provider = providers[name] as Provider;
  await using server = await serveProvider(provider);
  await askConnections([provider.connection(server.url)], { agent, request: { data } });
  const body = structuredClone(server.requests[1]?.body);
  expect(provider.refusal(body)).toBeUndefined();
  change(body);
  expect(provider.refusal(body)).toContain(words);
});

it('every provider refuses a wrong key', async () => {
  for (const [name, provider] of Object.entries(providers)) {
    await using server = await serveProvider({ ...provider, key: ['authorization', 'Bearer other'] });
    await askConnections([provider.connection(server.url)]);
    expect(server.refusals, name).toHaveLength(1);
  }
});
