import { describe, expect, it } from 'vitest';
import { createAgentRuntime } from '../../src/agent/runtime.ts';
import type { Database } from '../../src/db/database.ts';
import type { AgentProfile, TurnRequest } from '../../src/services/chat/turn.ts';
import type { ModelConnection } from '../../src/services/workspace/model-schema.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import { chatEventsDocument, sseClient, subscribe } from '../support/chat-subscription.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import type { Line } from '../support/line-client.ts';
import { anthropic } from '../support/providers/anthropic.ts';
import { answerOf, serveProvider } from '../support/providers/provider.ts';

function runtimeOf(connections: readonly ModelConnection[]) {
  return createAgentRuntime({
    connections: (account) => (account === 'acme' ? connections : []),
    wait: async () => undefined,
  });
}

function withAgent(request: TurnRequest, agent: Partial<AgentProfile>): TurnRequest {
  return { ...request, agent: { ...request.agent, ...agent } };
}

describeDatabases('a turn of a named model', (kind) => {
  it('continues in another process with what its provider needs back, and keeps no more than that', async () => {
    await using database = await openTestDatabase(kind);
    await using provider = await serveProvider(anthropic);
    const runtime = runtimeOf([anthropic.connection(provider.url)]);
    const agent = { model: 'own', reasoning: 'medium' } as const;
    const sessionSettings = { ...newUser(), groups: ['analysts'] };
    const body = { input: 'How many trips?', messageId: '1700000000000-message', sessionSettings };

    await using first = await openChatService({
      database,
      runTurn: (request) =>
        runtime.runTurn({
          ...withAgent(request, agent),
          async onState(state) {
            await request.onState?.(state);
            void first.stopTurns();
          },
        }),
    });
    const stopped = await (await first.chat(body)).rest();
    expect(stopped.at(-1)?.state).toMatchObject({ status: 'interrupted', model: 'own', usage: { steps: 1 } });
    expect(await stateOf(database)).toContain('signature');

    await using second = await openChatService({
      database,
      runTurn: (request) => runtime.runTurn(withAgent(request, agent)),
    });
    const lines = await (await second.chat(body)).rest();
    expect(provider.refusals).toEqual([]);
    expect(provider.requests).toHaveLength(3);
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', model: 'own', usage: { steps: 3 } });
    expect(lines.find(({ graphPath }) => graphPath?.[0] === 'final')?.content).toBe(answerOf(3));
    expect(await stateOf(database)).toBeNull();
    expect([...first.faults, ...second.faults]).toEqual([]);
  });
});

async function stateOf({ prisma }: Database): Promise<string | null> {
  const run = await prisma.chatRun.findFirstOrThrow({ select: { agentState: true } });
  return run.agentState;
}

describe('a model that fails in the middle of a turn', () => {
  it('leaves the turn to the planner at the end of its list, whose answer readers are told to be its own', async () => {
    await using provider = await serveProvider(anthropic, {
      cut: (take, bytes) => (take === 2 ? { at: bytes - 400, breaks: true } : undefined),
      says: (step) =>
        step === 0
          ? {
              id: 'a',
              thinking: 'Hm.',
              calls: [{ name: 'svcMeta', input: { searchQuery: '' } }],
              text: 'One. ',
            }
          : { id: 'b', thinking: 'Hm.', calls: [], text: 'There are EUR 1' },
      fails: (take) => take > 2 && { status: 429, headers: { 'retry-after': '3600' } },
    });
    const runtime = runtimeOf([anthropic.connection(provider.url)]);
    await using service = await openChatService({
      runTurn: (request) => runtime.runTurn(withAgent(request, { model: 'own', fallback: ['planner'] })),
    });
    const sessionSettings = { ...newUser(), groups: ['analysts'] };
    const lines = await (await service.chat({ input: 'How many sales are there?', sessionSettings })).rest();
    const end = lines.at(-1);
    expect(end?.state).toMatchObject({ status: 'completed', stopReason: 'stop', model: 'planner' });
    const [answer] = lines.filter(({ graphPath }) => graphPath?.[0] === 'final');
    expect(answer?.content).toMatch(/\d/);
    const said = (end?.state?.messages ?? []).map(({ content }) => content);
    expect(said).toContain('One. ');
    expect(said.join()).not.toContain('EUR 1');
    expect(provider.requests).toHaveLength(3);

    const chatId = end?.state?.chatId ?? '';
    const replayed: Line[] = [];
    const events = subscribe(sseClient(service), chatEventsDocument, { chatId, afterSort: 0 });
    for await (const line of events) replayed.push(line);
    expect(replayed.at(-1)?.state).toEqual(end?.state);
    // A model that takes over needs nothing that the other has signed.
    expect(await stateOf(service.database)).toBeNull();
  });

  it("is of no use to another account: its name is that account's own", async () => {
    await using provider = await serveProvider(anthropic);
    const runtime = runtimeOf([anthropic.connection(provider.url)]);
    await using service = await openChatService({
      runTurn: (request) => runtime.runTurn(withAgent(request, { model: 'own' })),
    });
    const options = { key: 'rival-admin-key-for-tests-only', account: 'rival' };
    const lines = await (await service.chat({ input: 'Hello?', sessionSettings: newUser() }, options)).rest();
    expect(lines.at(-1)?.state?.status).toBe('failed');
    expect(provider.requests).toEqual([]);
  });
});
