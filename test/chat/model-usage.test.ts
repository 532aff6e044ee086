import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ModelCall } from '../../src/services/usage/model-call.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, recordStatements } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const call: ModelCall = {
  provider: 'openai',
  model: 'gpt-5',
  hasFailed: false,
  inputTokens: 1_000,
  cachedInputTokens: 400,
  outputTokens: 50,
  reasoningTokens: 20,
};
const failed: ModelCall = { ...call, hasFailed: true, outputTokens: 0, reasoningTokens: 0 };
const planner: ModelCall = {
  ...failed,
  hasFailed: false,
  provider: 'inlay',
  model: 'planner',
  inputTokens: 0,
  cachedInputTokens: 0,
};

const fields = 'calls failures inputTokens cachedInputTokens outputTokens reasoningTokens';

describeDatabases('usage of language models', (kind) => {
  const agent = new ScriptedAgent();
  let now = new Date('2026-03-01T12:00:00Z');
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn, now: () => now });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  async function post(path: string, body: object, credentials: string | null = keys.admin) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (credentials !== null) headers['authorization'] = `Bearer ${credentials}`;
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return JSON.parse(await response.text());
  }
  /** The groups, or the code of the refusal. */
  async function usage(args: string, selection = fields, credentials?: string) {
    const { data, errors } = await post(
      '/graphql',
      { query: `{ usage(${args}) { ${selection} } }` },
      credentials,
    );
    return data?.usage ?? errors[0].extensions.code;
  }
  const tokenOf = async (body: object): Promise<string> => {
    const { sessionId } = await post('/api/v1/embed/generate-session', { deploymentId: 1, ...body });
    return (await post('/api/v1/embed/session/token', { sessionId }, null)).token;
  };

  /** A turn that makes these calls. */
  async function chat(
    calls: readonly ModelCall[],
    {
      credentials,
      settings,
      agentNumber = 1,
    }: { credentials?: string; settings?: object; agentNumber?: number } = {},
  ) {
    const headers = credentials === undefined ? {} : { authorization: `Bearer ${credentials}` };
    const sessionSettings = credentials === undefined ? (settings ?? newUser()) : undefined;
    const { turn, stream } = await startTurn(
      service,
      agent,
      { input: 'Go', ...(sessionSettings && { sessionSettings }) },
      { headers, agent: agentNumber },
    );
    for (const each of calls) turn.request.onModelCall?.(each);
    await turn.complete('Ok.');
    await stream.rest();
  }

  it('usage of language models is added up by model, failed calls and those of the planner included', async () => {
    now = new Date('2026-03-01T12:00:00Z');
    await chat([failed, call, { ...call, model: 'gpt-5-mini' }, planner]);
    await chat([call]);
    expect(await usage('by: MODEL, before: "2026-03-02"', `provider model day agentId ${fields}`)).toEqual([
      {
        provider: 'openai',
        model: 'gpt-5',
        day: null,
        agentId: null,
        calls: 3,
        failures: 1,
        inputTokens: 3_000,
        cachedInputTokens: 1_200,
        outputTokens: 100,
        reasoningTokens: 40,
      },
      expect.objectContaining({ model: 'gpt-5-mini', calls: 1, inputTokens: 1_000 }),
      expect.objectContaining({
        provider: 'inlay',
        model: 'planner',
        calls: 1,
        inputTokens: 0,
        outputTokens: 0,
      }),
    ]);
  });

  it('usage of language models is counted while a turn runs, and also if it fails or is stopped', async () => {
    now = new Date('2026-03-03T12:00:00Z');
    const onDay = () => usage('by: DAY, from: "2026-03-03", before: "2026-03-04"', 'day calls failures');
    const sessionSettings = newUser();
    const first = await startTurn(service, agent, { input: 'Go', sessionSettings });
    first.turn.request.onModelCall?.(call);
    await first.turn.sayText('a', 'I look it up.');
    expect(await onDay()).toEqual([{ day: '2026-03-03', calls: 1, failures: 0 }]);
    first.turn.request.onModelCall?.(failed);
    first.turn.throw(new Error('broken'));
    await first.stream.rest();
    expect(await onDay()).toEqual([{ day: '2026-03-03', calls: 2, failures: 1 }]);

    const second = await startTurn(service, agent, { input: 'Go', sessionSettings });
    second.turn.request.onModelCall?.(call);
    await post('/api/v1/public/acme/agents/1/chat/stream-chat-state/abort', {
      chatId: second.chatId,
      sessionSettings,
    }).catch(() => {});
    await second.stream.rest();
    expect(await onDay()).toEqual([{ day: '2026-03-03', calls: 3, failures: 1 }]);
    (service.faults as string[]).length = 0;
  });

  it('usage of language models is exact when turns of one user end at the same moment', async () => {
    now = new Date('2026-03-05T12:00:00Z');
    const settings = newUser();
    await Promise.all(
      Array.from({ length: 20 }, () => chat([call, { ...call, model: 'gpt-5-mini' }, failed], { settings })),
    );
    expect(await usage('by: DAY, from: "2026-03-05"', 'day calls failures inputTokens')).toEqual([
      { day: '2026-03-05', calls: 60, failures: 20, inputTokens: 60_000 },
    ]);
  });

  it('usage of language models is stored with the messages of a turn, in no statement of its own', async () => {
    now = new Date('2026-03-06T12:00:00Z');
    const settings = newUser();
    await chat([], { settings });
    const statementsOf = async (calls: readonly ModelCall[]) => {
      using recorded = recordStatements(service.database);
      await chat(calls, { settings });
      return recorded.statements.length;
    };
    expect(await statementsOf([call, failed, planner])).toBe(await statementsOf([]));
    expect(await usage('by: DAY, from: "2026-03-06"', 'calls')).toEqual([{ calls: 3 }]);
  });

  it('usage of language models outlives a user and an embed tenant, and nothing of them is left in it', async () => {
    now = new Date('2026-03-08T12:00:00Z');
    const { modelUsage, user } = service.database.prisma;
    const { externalId } = newUser();
    await chat([call], { credentials: await tokenOf({ externalId, embedTenantName: 'bakery' }) });
    await chat([call], { settings: newUser() });
    const byTenant = () => usage('by: EMBED_TENANT, from: "2026-03-08"', 'embedTenantName calls');
    expect(await byTenant()).toEqual(
      expect.arrayContaining([
        { embedTenantName: 'bakery', calls: 1 },
        { embedTenantName: null, calls: 1 },
      ]),
    );
    const { id } = await user.findFirstOrThrow({ where: { identifier: externalId } });
    const query = `mutation { deleteExternalUser(input: { id: "${id}" }) { databaseId } }`;
    expect((await post('/graphql', { query })).errors).toBeUndefined();
    expect(await modelUsage.count({ where: { userId: id } })).toBe(0);
    expect(await byTenant()).toContainEqual({ embedTenantName: 'bakery', calls: 1 });
    const remove = 'mutation { deleteEmbedTenant(input: { name: "bakery" }) { deletedUsers } }';
    expect((await post('/graphql', { query: remove })).errors).toBeUndefined();
    expect(await byTenant()).toEqual([{ embedTenantName: null, calls: 2 }]);
  });

  it('usage of language models by users who are erased is one row for each day, model and embed tenant', async () => {
    const { modelUsage, user } = service.database.prisma;
    const from = 'from: "2026-03-09", before: "2026-03-10"';
    now = new Date('2026-03-09T12:00:00Z');
    const names = Array.from({ length: 5 }, () => newUser());
    for (const settings of names) await chat([call, failed, { ...call, model: 'gpt-5-mini' }], { settings });
    const living = newUser();
    await chat([call], { settings: living });
    const whole = await usage(`by: model, ${from}`, fields);
    const all = await user.findMany({ where: { identifier: { in: names.map((each) => each.externalId) } } });
    const erase = (id: number) =>
      post('/graphql', { query: `mutation { deleteExternalUser(input: { id: "${id}" }) { databaseId } }` });
    const [first, ...others] = all.map(({ id }) => id);
    await erase(first ?? 0);
    await Promise.all(others.map(erase));
    // Those who are erased at the same moment may be merged later.
    const [last] = await user.findMany({ where: { identifier: living.externalId } });
    await erase(last?.id ?? 0);
    expect(await usage(`by: model, ${from}`, fields)).toEqual(whole);
    const day = new Date('2026-03-09');
    expect(await modelUsage.count({ where: { day, model: 'gpt-5' } })).toBe(1);
    expect(await modelUsage.count({ where: { day, userId: { not: null } } })).toBe(0);
  });

  it('usage of language models is each account’s own, and an end user’s own', async () => {
    now = new Date('2026-03-10T12:00:00Z');
    const [emma, noah] = [await tokenOf(newUser()), await tokenOf(newUser())];
    await chat([call], { credentials: emma });
    await chat([call, call], { credentials: noah });
    await chat([call], { agentNumber: 3 });
    const from = 'from: "2026-03-10"';
    expect(await usage(`by: AGENT, ${from}`, 'agentId agentName calls')).toEqual([
      { agentId: 1, agentName: 'Analyst', calls: 3 },
      { agentId: 3, agentName: 'Other', calls: 1 },
    ]);
    expect(await usage(`by: AGENT, ${from}`, 'agentId calls', emma)).toEqual([{ agentId: 1, calls: 1 }]);
    expect(await usage(`by: AGENT, ${from}`, 'agentId calls', noah)).toEqual([{ agentId: 1, calls: 2 }]);
    expect(await usage(`by: AGENT, ${from}`, 'calls', keys.rival)).toEqual([]);
    const made = await post('/graphql', {
      query: 'mutation { createApiKey(input: { name: "of 2", role: ADMIN, deployments: [2] }) { secret } }',
    });
    const { secret } = made.data.createApiKey;
    expect(await usage(`by: AGENT, ${from}`, 'agentId calls', secret)).toEqual([{ agentId: 3, calls: 1 }]);
    expect(await usage('by: DAY', 'calls', keys.chat)).toBe('FORBIDDEN');
    expect(await usage('by: DAY', 'calls', 'a-key-that-nobody-has-given-out')).toBe('UNAUTHENTICATED');
  });

  it('usage of language models is told of a range of days, the newest first, and of so many groups', async () => {
    for (const day of ['2026-04-01', '2026-04-02', '2026-04-03']) {
      now = new Date(`${day}T23:59:59.999Z`);
      await chat([call]);
    }
    const april = 'by: DAY, from: "2026-04-01", before: "2026-04-03"';
    expect(await usage(april, 'day calls')).toEqual([
      { day: '2026-04-02', calls: 1 },
      { day: '2026-04-01', calls: 1 },
    ]);
    expect(await usage(`${april}, first: 1`, 'day')).toEqual([{ day: '2026-04-02' }]);
  });

  it.each([
    ['a range that ends before it begins', 'by: DAY, from: "2026-03-02", before: "2026-03-02"'],
    ['a day that does not exist', 'by: DAY, from: "2026-02-30"'],
    ['a day before all calendars', 'by: DAY, from: "0000-01-01"'],
    ['more groups than there may be', 'by: DAY, first: 1001'],
  ])('usage of language models is refused for %s', async (_, args) => {
    expect(await usage(args)).toBe('VALIDATION_FAILED');
  });
});
