import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ModelCall } from '../../src/services/usage/model-call.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const thousand: ModelCall = {
  provider: 'openai',
  model: 'gpt-5',
  hasFailed: false,
  inputTokens: 900,
  cachedInputTokens: 900,
  outputTokens: 100,
  reasoningTokens: 100,
};

/** Ten minutes and a half before the next day. */
const retryAfter = '630';

describeDatabases('token budgets', (kind) => {
  const agent = new ScriptedAgent();
  /** Of every account, and none unless a test sets one. */
  let limits = { tokensPerDay: 0, userTokensPerDay: 0 };
  let now = new Date('2026-03-01T23:49:30Z');
  let service: ChatService;
  let rows: () => Promise<readonly number[]>;

  beforeAll(async () => {
    service = await openChatService({
      kind,
      runTurn: agent.runTurn,
      now: () => now,
      limits: {
        get tokensPerDay() {
          return limits.tokensPerDay;
        },
        get userTokensPerDay() {
          return limits.userTokensPerDay;
        },
      },
    });
    const { prisma } = service.database;
    // Agent 1 has a language model, and agent 2 is the planner.
    await prisma.agent.updateMany({ where: { number: 1 }, data: { model: 'openai:gpt-5' } });
    rows = () =>
      Promise.all([
        prisma.user.count(),
        prisma.groupMembership.count(),
        prisma.chatThread.count(),
        prisma.chatRun.count(),
        prisma.chatMessage.count(),
      ]);
  });
  // Each test has a day of its own.
  beforeEach(() => {
    now = new Date(now.getTime() + 86_400_000);
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  /** A turn with one call of a thousand tokens. */
  async function spend(body: object, agentNumber = 1) {
    const { turn, stream } = await startTurn(
      service,
      agent,
      { input: 'Go', ...body },
      { agent: agentNumber },
    );
    turn.request.onModelCall?.(thousand);
    await turn.complete('Ok.');
    await stream.rest();
  }
  /** What came of a question over REST. */
  async function ask(body: object, key: string = keys.admin, account = 'acme') {
    const stream = await service.chat({ input: 'Go', ...body }, { key, account });
    if (stream.status === 200) return { status: 200 };
    const { code, detail } = (await stream.json()) as { code: string; detail: string };
    return { status: stream.status, code, detail, retryAfter: stream.headers['retry-after'] };
  }

  it('a spent budget of a user refuses their turns before anything is stored, and nobody else’s', async () => {
    limits = { tokensPerDay: 0, userTokensPerDay: 2_000 };
    const sessionSettings = { ...newUser(), groups: ['analysts'] };
    await spend({ sessionSettings });
    await spend({ sessionSettings });
    const before = await rows();
    expect(await ask({ sessionSettings: { ...sessionSettings, groups: [] } })).toEqual({
      status: 429,
      code: 'TOKEN_BUDGET_SPENT',
      detail: 'This user has spent its 2,000 language model tokens of today. Ask again after midnight UTC.',
      retryAfter,
    });
    expect(await rows()).toEqual(before);
    await spend({ sessionSettings: newUser() });
  });

  it('a spent budget of an account refuses the turns of all of its users, also of those it does not know yet', async () => {
    limits = { tokensPerDay: 2_000, userTokensPerDay: 0 };
    await spend({ sessionSettings: newUser() });
    await spend({ sessionSettings: newUser() });
    const before = await rows();
    expect(await ask({ sessionSettings: newUser() })).toMatchObject({
      status: 429,
      code: 'TOKEN_BUDGET_SPENT',
      retryAfter,
    });
    expect(await rows()).toEqual(before);
    expect(await ask({ sessionSettings: newUser() }, keys.rival, 'rival')).toEqual({ status: 200 });
    await (await agent.nextTurn()).complete('Ok.');
  });

  it('a spent budget is told to a subscription, with the time until the next day, on which it is new', async () => {
    limits = { tokensPerDay: 0, userTokensPerDay: 1_000 };
    const sessionSettings = newUser();
    await spend({ sessionSettings });
    const { externalId } = sessionSettings;
    const query = `subscription { chatStream(input: { agentId: 1, input: "Go", sessionSettings: { externalId: "${externalId}" } }) { __typename } }`;
    const answer = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Api-Key ${keys.admin}`,
        'content-type': 'application/json',
        accept: 'text/event-stream',
      },
      body: JSON.stringify({ query }),
    });
    const text = await answer.text();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, retryAfter]);
    expect(text).toContain('"code":"TOKEN_BUDGET_SPENT"');
    now = new Date(now.getTime() + 630_000);
    await spend({ sessionSettings });
  });

  it('a spent budget does not hold up the planner, reading a thread, or a turn that was asked before', async () => {
    limits = { tokensPerDay: 1_000, userTokensPerDay: 0 };
    const sessionSettings = newUser();
    const messageId = '1767225600000-message';
    await spend({ sessionSettings, messageId });
    expect(await ask({ sessionSettings })).toMatchObject({ status: 429 });
    await spend({ sessionSettings }, 2);
    const again = await service.chat({ input: 'Go', messageId, sessionSettings });
    const lines = await again.rest();
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    const chatId = lines.at(-1)?.state?.chatId;
    expect((await service.chat({ chatId, sessionSettings })).status).toBe(200);
  });

  it('a budget counts what a running turn has used so far, of all turns that run at once', async () => {
    limits = { tokensPerDay: 0, userTokensPerDay: 3_000 };
    const sessionSettings = newUser();
    const started = [];
    for (let index = 0; index < 3; index += 1)
      started.push(await startTurn(service, agent, { input: 'Go', sessionSettings }));
    await Promise.all(
      started.map(async ({ turn }) => {
        turn.request.onModelCall?.(thousand);
        await turn.sayText('a', 'I look it up.');
      }),
    );
    expect(await ask({ sessionSettings })).toMatchObject({ status: 429, code: 'TOKEN_BUDGET_SPENT' });
    for (const { turn, stream } of started) {
      await turn.complete('Ok.');
      await stream.rest();
    }
  });
});
