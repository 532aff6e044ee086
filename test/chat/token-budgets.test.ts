import { expect, it } from 'vitest';
import type { ModelCall } from '../../src/services/chat/turn.ts';
import { type ChatServiceOptions, keys, newUser, openChatService } from '../support/chat-service.ts';
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
const evening = new Date('2026-03-01T23:49:30Z');
const retryAfter = '630';

/** A service over an agent with a language model; agent 2 is the planner. */
async function openBudgets(options: Pick<ChatServiceOptions, 'kind' | 'limits'>) {
  const agent = new ScriptedAgent();
  let now = evening;
  const service = await openChatService({ ...options, runTurn: agent.runTurn, now: () => now });
  const { prisma } = service.database;
  await prisma.agent.updateMany({ where: { number: 1 }, data: { model: 'openai:gpt-5' } });
  const rows = async () => [
    await prisma.user.count(),
    await prisma.groupMembership.count(),
    await prisma.chatThread.count(),
    await prisma.chatRun.count(),
    await prisma.chatMessage.count(),
  ];
  return {
    service,
    rows,
    setClock: (time: string) => {
      now = new Date(time);
    },
    /** A turn with one call of a thousand tokens. */
    async spend(body: object, agentNumber = 1) {
      const { turn, stream } = await startTurn(
        service,
        agent,
        { input: 'Go', ...body },
        { agent: agentNumber },
      );
      turn.request.onModelCall?.(thousand);
      await turn.complete('Ok.');
      await stream.rest();
    },
    start: (body: object) => startTurn(service, agent, { input: 'Go', ...body }),
    /** What came of a question over REST. */
    async ask(body: object, account: 'acme' | 'rival' = 'acme') {
      const key = account === 'acme' ? keys.admin : keys.rival;
      const stream = await service.chat({ input: 'Go', ...body }, { key, account });
      if (stream.status === 200) return { status: 200 };
      const { code, detail } = (await stream.json()) as { code: string; detail: string };
      return { status: stream.status, code, detail, retryAfter: stream.headers['retry-after'] };
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

describeDatabases('token budgets', (kind) => {
  it('a spent budget of a user refuses their turns before anything is stored, and nobody else’s', async () => {
    await using opened = await openBudgets({ kind, limits: { userTokensPerDay: 2_000 } });
    const sessionSettings = { ...newUser(), groups: ['analysts'] };
    await opened.spend({ sessionSettings });
    await opened.spend({ sessionSettings });
    const before = await opened.rows();
    expect(await opened.ask({ sessionSettings: { ...sessionSettings, groups: [] } })).toEqual({
      status: 429,
      code: 'TOKEN_BUDGET_SPENT',
      detail: 'This user has spent its 2,000 language model tokens of today. Ask again after midnight UTC.',
      retryAfter,
    });
    expect(await opened.rows()).toEqual(before);
    await opened.spend({ sessionSettings: newUser() });
    expect(opened.service.faults).toEqual([]);
  });

  it('a spent budget of an account refuses the turns of all of its users, also of those it does not know yet', async () => {
    await using opened = await openBudgets({ kind, limits: { tokensPerDay: 2_000 } });
    await opened.spend({ sessionSettings: newUser() });
    await opened.spend({ sessionSettings: newUser() });
    const before = await opened.rows();
    expect(await opened.ask({ sessionSettings: newUser() })).toMatchObject({
      status: 429,
      code: 'TOKEN_BUDGET_SPENT',
      retryAfter,
    });
    expect(await opened.rows()).toEqual(before);
    expect(await opened.ask({ sessionSettings: newUser() }, 'rival')).toEqual({ status: 200 });
  });

  it('a spent budget is told to a subscription, with the time until the next day, on which it is new', async () => {
    await using opened = await openBudgets({ kind, limits: { userTokensPerDay: 1_000 } });
    const sessionSettings = newUser();
    await opened.spend({ sessionSettings });
    const { externalId } = sessionSettings;
    const query = `subscription { chatStream(input: { agentId: 1, input: "Go", sessionSettings: { externalId: "${externalId}" } }) { id } }`;
    const answer = await fetch(`${opened.service.url}/graphql`, {
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
    opened.setClock('2026-03-02T00:00:00Z');
    await opened.spend({ sessionSettings });
  });

  it('a spent budget does not hold up the planner, reading a thread, or a turn that was asked before', async () => {
    await using opened = await openBudgets({ kind, limits: { tokensPerDay: 1_000 } });
    const sessionSettings = newUser();
    const messageId = '1767225600000-message';
    await opened.spend({ sessionSettings, messageId });
    expect(await opened.ask({ sessionSettings })).toMatchObject({ status: 429 });
    await opened.spend({ sessionSettings }, 2);
    const again = await opened.service.chat({ input: 'Go', messageId, sessionSettings });
    const lines = await again.rest();
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    const chatId = lines.at(-1)?.state?.chatId;
    expect((await opened.service.chat({ chatId, sessionSettings })).status).toBe(200);
  });

  it('a budget counts what a running turn has used so far, of all turns that run at once', async () => {
    await using opened = await openBudgets({ kind, limits: { userTokensPerDay: 3_000 } });
    const sessionSettings = newUser();
    const started = [];
    for (let index = 0; index < 3; index += 1) started.push(await opened.start({ sessionSettings }));
    await Promise.all(
      started.map(async ({ turn }) => {
        turn.request.onModelCall?.(thousand);
        await turn.sayText('a', 'I look it up.');
      }),
    );
    expect(await opened.ask({ sessionSettings })).toMatchObject({ status: 429, code: 'TOKEN_BUDGET_SPENT' });
    for (const { turn, stream } of started) {
      await turn.complete('Ok.');
      await stream.rest();
    }
  });
});
