import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { noLimits } from '../support/limits.ts';
import type { LineClient } from '../support/line-client.ts';
import { connectMcp } from '../support/mcp-client.ts';
import { type ModelCall, openModelServer } from '../support/model-server.ts';
import { adminKey, createServiceFolder, ServiceProcess } from '../support/service-process.ts';

/** What README promises of language models, from outside, with a provider at the other end of a wire. */
const agents = { steady: 21, greedy: 22, slow: 23, unheard: 24, stuck: 25 };
const modelKey = 'a-key-of-the-account-for-its-provider';
const perDay = 2_000;

const calls: ModelCall[] = [];
let stack: AsyncDisposableStack;
let service: ServiceProcess;

beforeAll(async () => {
  await using opening = new AsyncDisposableStack();
  const provider = opening.use(await openModelServer(answer));
  const folder = opening.use(await createServiceFolder());
  await fillDataDirectory(folder.dataDir);
  await configure(join(folder.path, 'inlay.yml'), provider.url);
  service = opening.use(await ServiceProcess.start(folder, { WIRE_API_KEY: modelKey }));
  stack = opening.move();
});
afterAll(() => stack[Symbol.asyncDispose]());

async function configure(file: string, url: string): Promise<void> {
  const model = (name: string) =>
    `      - { name: my-${name}, provider: openai-compatible, model: ${name}, baseUrl: "${url}", apiKey: "\${WIRE_API_KEY}", headers: { x-team: bi } }\n`;
  const agent = (name: keyof typeof agents, rest: string) =>
    `      - { id: ${agents[name]}, name: ${name}, deploymentId: 1, ${rest} }\n`;
  const text = await readFile(file, 'utf8');
  const changed = text
    .replace(JSON.stringify(noLimits), JSON.stringify({ ...noLimits, userTokensPerDay: perDay }))
    .replace('    agents:\n', () =>
      [
        '    models:\n',
        ...['steady', 'greedy', 'silent', 'stuck'].map(model),
        '    agents:\n',
        agent('steady', 'model: my-steady, temperature: 0.5'),
        agent('greedy', 'model: my-greedy, reasoning: low, limits: { tokens: 150 }'),
        agent('slow', 'model: my-silent, limits: { seconds: 1 }'),
        // Longer than the model after it needs on a busy machine.
        agent(
          'unheard',
          'model: my-silent, fallback: [my-steady, planner], limits: { firstTokenSeconds: 10 }',
        ),
        agent('stuck', 'model: my-stuck, fallback: [planner], limits: { silenceSeconds: 10 }'),
      ].join(''),
    );
  await writeFile(file, changed);
}

function answer(call: ModelCall): void {
  calls.push(call);
  const hasRows = call.messages.some(({ role }) => role === 'tool');
  if (call.model === 'stuck') call.say('There are ');
  if (call.model === 'stuck' || call.model === 'silent') return;
  const cached = { prompt_tokens_details: { cached_tokens: 400 } };
  call.count({ prompt_tokens: 600, completion_tokens: 100, total_tokens: 700, ...cached });
  if (call.model === 'greedy' && !hasRows) {
    const sqlQuery = 'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1';
    call.call('c', 'svcSqlApi', { sqlQuery });
  } else {
    call.say('It is so.');
    call.end();
  }
}

interface Told {
  readonly externalId: string;
  readonly agent?: number;
  readonly chatId?: string | undefined;
  readonly input?: string;
}

function send({
  externalId,
  agent = agents.steady,
  chatId,
  input = 'How many orders by channel?',
}: Told): Promise<LineClient> {
  return service.chat(
    { input, ...(chatId && { chatId }), sessionSettings: { externalId, groups: ['analysts'] } },
    agent,
  );
}

/** A turn, with its last line's state and the calls that its provider got. */
async function ask(told: Told) {
  const before = calls.length;
  const lines = await (await send(told)).rest();
  const state = lines.at(-1)?.state;
  return { state, lines, calls: calls.slice(before), chatId: lines[0]?.state?.chatId };
}

// biome-ignore lint/suspicious/noExplicitAny: answers differ with each document
async function graphql(query: string, variables: object = {}): Promise<any> {
  const client = await service.post('/graphql', { query, variables });
  const { data, errors } = (await client.json()) as { data: unknown; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

describe('a model of `models`', () => {
  it('is called with its own key and headers, and with the settings of its agent', async () => {
    const { state, calls } = await ask({ externalId: 'ann' });
    expect(state).toMatchObject({ status: 'completed', model: 'my-steady', stopReason: 'stop' });
    expect(state?.usage).toEqual({ inputTokens: 600, cachedInputTokens: 400, outputTokens: 100, steps: 1 });
    expect(calls.map(({ model, headers }) => [model, headers.authorization, headers['x-team']])).toEqual([
      ['steady', `Bearer ${modelKey}`, 'bi'],
    ]);
    expect(calls[0]?.settings).toMatchObject({ temperature: 0.5 });
  });

  it('is sent the whole request of the turn before at the beginning of the next', async () => {
    const first = await ask({ externalId: 'bea', input: 'How many returns of Little Fox in 2024?' });
    const { chatId } = first;
    const second = await ask({ externalId: 'bea', chatId, input: 'And by month?' });
    const [before = [], after = []] = [first, second].map(({ calls }) => calls[0]?.messages);
    expect(before.length).toBe(2);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.length).toBeGreaterThan(before.length);
  });
});

describe('limits of an agent', () => {
  it('`tokens` ends a turn with an answer of what was found', async () => {
    const { state, calls } = await ask({ externalId: 'cleo', agent: agents.greedy });
    expect(state).toMatchObject({ status: 'completed', stopReason: 'token_limit' });
    expect(calls.map(({ settings }) => settings['reasoning_effort'])).toEqual(['low', 'low']);
  });

  it('`seconds` ends a turn, and `firstTokenSeconds` and `silenceSeconds` hand it to the next model', async () => {
    const [slow, unheard, stuck] = await Promise.all(
      ([agents.slow, agents.unheard, agents.stuck] as const).map((agent) =>
        ask({ externalId: 'dora', agent }),
      ),
    );
    expect(slow?.state).toMatchObject({ status: 'failed', stopReason: 'time_limit' });
    expect(unheard?.state).toMatchObject({ status: 'completed', model: 'my-steady' });
    expect(stuck?.state).toMatchObject({ status: 'completed', model: 'planner' });
    expect(stuck?.lines.findLast(({ graphPath }) => graphPath?.[0] === 'final')?.content).toMatch(/Online/);
  });
});

it('rules and certified queries that are created, changed and deleted count from the next turn on', async () => {
  const prompt = async () => JSON.stringify((await ask({ externalId: 'eve' })).calls[0]?.messages);
  const agentId = agents.steady;
  const sql = 'SELECT channel, MEASURE(order_count) FROM orders_overview GROUP BY 1';
  const { createAgentRule, createCertifiedQuery } = await graphql(
    `mutation($rule: CreateAgentRuleInput!, $query: CreateCertifiedQueryInput!) {
      createAgentRule(input: $rule) { agentRule { id } }
      createCertifiedQuery(input: $query) { certifiedQuery { id } } }`,
    {
      rule: { agentId, text: 'Speak like a sailor.' },
      query: { agentId, question: 'Orders by channel?', sql },
    },
  );
  const taught = await prompt();
  expect(taught).toContain('Speak like a sailor.');
  expect(taught).toContain('Orders by channel?');
  const { id } = createAgentRule.agentRule;
  await graphql(
    'mutation($input: UpdateAgentRuleInput!) { updateAgentRule(input: $input) { agentRule { text } } }',
    {
      input: { id, text: 'Speak like a judge.' },
    },
  );
  expect(await prompt()).toContain('Speak like a judge.');
  await graphql(
    `mutation($rule: DeleteAgentRuleInput!, $query: DeleteCertifiedQueryInput!) {
      deleteAgentRule(input: $rule) { __typename } deleteCertifiedQuery(input: $query) { __typename } }`,
    { rule: { id }, query: { id: createCertifiedQuery.certifiedQuery.id } },
  );
  const unlearned = await prompt();
  expect(unlearned).not.toContain('Speak like');
  expect(unlearned).not.toContain('Orders by channel?');
});

it('a user over the budget of tokens is refused until the next day; others, and the planner, are not', async () => {
  const externalId = 'fay';
  for (let spent = 0; spent < perDay; spent += 700) expect((await send({ externalId })).status).toBe(200);
  await expect.poll(async () => (await send({ externalId })).status).toBe(429);
  const refused = await send({ externalId });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ code: 'TOKEN_BUDGET_SPENT' });
  expect((await ask({ externalId: 'gil' })).state?.status).toBe('completed');
  expect((await ask({ externalId, agent: 1 })).state).toMatchObject({
    model: 'planner',
    status: 'completed',
  });
});

it('`usage` adds up tokens, calls and failures by model, agent, day and embed tenant', async () => {
  const query = (by: string, names: string) =>
    graphql(`{ usage(by: ${by}) { ${names} calls failures inputTokens cachedInputTokens outputTokens } }`);
  const { usage: byModel } = await query('MODEL', 'provider model');
  const of = (name: string) => byModel.find(({ model }: { model: string }) => model === name);
  const steady = calls.filter(({ model }) => model === 'steady').length;
  expect(of('steady')).toEqual({
    provider: 'openai-compatible',
    model: 'steady',
    calls: steady,
    failures: 0,
    inputTokens: 600 * steady,
    cachedInputTokens: 400 * steady,
    outputTokens: 100 * steady,
  });
  expect(of('stuck')).toMatchObject({ calls: 1, failures: 1 });
  const sum = (groups: { calls: number }[]) => groups.reduce((total, { calls }) => total + calls, 0);
  const { usage: byAgent } = await query('AGENT', 'agentId agentName');
  expect(byAgent).toContainEqual(
    expect.objectContaining({ agentId: agents.greedy, agentName: 'greedy', calls: 2 }),
  );
  for (const [by, names] of [
    ['DAY', 'day'],
    ['EMBED_TENANT', 'embedTenantName'],
  ] as const) {
    const { usage: groups } = await query(by, names);
    expect(groups).toHaveLength(1);
    expect(sum(groups)).toBe(sum(byModel));
  }
});

describe('`POST /mcp`', () => {
  const query = 'SELECT region, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1 ORDER BY 1';

  async function tokenOf(region: string): Promise<string> {
    const mint = {
      deploymentId: 1,
      externalId: `of-${region.toLowerCase()}`,
      userAttributes: [{ name: 'region', value: [region] }],
    };
    const { sessionId } = (await (await service.post('/api/v1/embed/generate-session', mint)).json()) as {
      sessionId: string;
    };
    const exchanged = await service.post('/api/v1/embed/session/token', { sessionId });
    return ((await exchanged.json()) as { token: string }).token;
  }

  it.each(['EU', 'UK'])(
    'lists its tools, and calls each of them under the rows of a user of %s',
    async (region) => {
      await using mcp = await connectMcp(service.url, {
        authorization: `Bearer ${await tokenOf(region)}`,
        'inlay-agent-id': '1',
      });
      const { tools } = await mcp.client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['search_metadata', 'run_sql', 'ask']);
      const found = (await mcp.call('search_metadata', { searchQuery: 'orders by channel' }))
        .structuredContent;
      expect(found.cubes.map(({ name }: { name: string }) => name)).toContain('orders_overview');
      const rows = (await mcp.call('run_sql', { query })).structuredContent;
      expect(rows.data).toEqual([[region, expect.any(Number)]]);
      const asked = (await mcp.call('ask', { question: 'How many orders by region?' })).structuredContent;
      expect(asked.results.at(-1).data).toEqual(rows.data);
      expect(asked).toMatchObject({ stopReason: 'stop', chatId: expect.any(String) });
    },
  );

  it('acts for the user of `Inlay-External-Id` under an API key, and refuses a key that there is not', async () => {
    await using mcp = await connectMcp(service.url, {
      authorization: `Api-Key ${adminKey}`,
      'inlay-external-id': 'of-eu',
    });
    const rows = (await mcp.call('run_sql', { query })).structuredContent;
    expect(rows.data).toEqual([['EU', expect.any(Number)]]);
    await expect(
      connectMcp(service.url, { authorization: 'Api-Key none', 'inlay-external-id': 'of-eu' }),
    ).rejects.toThrow();
  });
});
