import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ChatService, newUser, openChatService } from '../support/chat-service.ts';
import { chatStreamDocument, SubscriptionError, sseClient, subscribe } from '../support/chat-subscription.ts';
import { describeDatabases } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const usage = { inputTokens: 30, outputTokens: 20, steps: 1 };
const messageId = '1700000000000-message';
const call = { id: 'c', name: 'svcMeta', input: '{}' };

describeDatabases('a service that stops', (kind) => {
  let agent: ScriptedAgent;
  let service: ChatService;
  beforeEach(async () => {
    agent = new ScriptedAgent();
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
    expect(service.faults).toEqual([]);
  });

  it('a service that stops lets a turn finish its step, stores it as interrupted and tells its readers', async () => {
    const sessionSettings = newUser();
    const { stream, chatId, opening, turn } = await startTurn(service, agent, {
      input: 'Go',
      sessionSettings,
    });
    const joined = await service.chat({ chatId, sessionSettings });
    await joined.take(2);
    await turn.say({ type: 'text-delta', id: 't', delta: 'Look' });
    const stopped = service.stopTurns();
    const { stopping, signal } = turn.request;
    expect([stopping?.aborted, signal.aborted]).toEqual([true, false]);
    await turn.say(
      { type: 'text-delta', id: 't', delta: 'ing.' },
      { type: 'text', id: 't', content: 'Looking.' },
    );
    await turn.say({ type: 'tool-call', ...call }, { type: 'tool-result', ...call, result: '{"cubes":[]}' });
    turn.end({ status: 'interrupted', usage });
    await stopped;
    const lines = await stream.rest();
    expect(lines.slice(-2)).toMatchObject([
      { toolCall: { result: '{"cubes":[]}' }, isInProcess: false },
      { id: '__state__', sort: 7, state: { status: 'interrupted', isStreaming: false, usage } },
    ]);
    expect(lines.at(-1)?.state?.messages).toEqual([opening[1], lines[2], lines[4]]);
    expect((await joined.rest()).at(-1)).toEqual(lines.at(-1));
    const run = await service.database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    expect(run).toMatchObject({ status: 'interrupted', ...usage });
  });

  it('a service that stops lets a turn answer that is in its last step', async () => {
    const sessionSettings = newUser();
    const { stream, turn } = await startTurn(service, agent, { input: 'Go', sessionSettings });
    const stopped = service.stopTurns();
    await turn.complete('There.', usage);
    await stopped;
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed', usage });
  });

  it('a service that stops refuses new turns meanwhile, with 503 and Retry-After, and serves everything else', async () => {
    const sessionSettings = newUser();
    const request = { input: 'Go', messageId, sessionSettings };
    const { stream, chatId, turn } = await startTurn(service, agent, request);
    const stopped = service.stopTurns();
    const refused = await service.chat({ input: 'New', sessionSettings: newUser() });
    expect([refused.status, refused.headers['retry-after'], await refused.json()]).toMatchObject([
      503,
      '2',
      { code: 'UNAVAILABLE', detail: expect.stringContaining('shutting down') },
    ]);
    const input = { agentId: 1, input: 'New', sessionSettings: newUser() };
    const subscription = subscribe(sseClient(service), chatStreamDocument, { input });
    const error = await subscription.next().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SubscriptionError);
    expect(error).toMatchObject({ codes: ['UNAVAILABLE'] });
    // Threads are still read, and a turn that is there is followed.
    const read = await service.chat({ chatId, sessionSettings });
    const again = await service.chat(request);
    await turn.complete('There.');
    await stopped;
    for (const reader of [stream, read, again]) {
      expect((await reader.rest()).at(-1)?.state).toMatchObject({ chatId, status: 'completed' });
    }
    expect(agent.started).toBe(1);
    expect(await service.database.prisma.chatRun.count()).toBe(1);
  });

  it('a service that stops takes up no interrupted turn either: that is for the next process', async () => {
    const sessionSettings = newUser();
    const request = { input: 'Go', messageId, sessionSettings };
    const { stream, turn } = await startTurn(service, agent, request);
    const stopped = service.stopTurns();
    turn.end({ status: 'interrupted', usage });
    await stopped;
    await stream.rest();
    const refused = await service.chat(request);
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'UNAVAILABLE' }]);
    await using next = await openChatService({ database: service.database, runTurn: agent.runTurn });
    const resumed = await next.chat(request);
    await (await agent.nextTurn()).complete('There.', { ...usage, steps: 2 });
    expect((await resumed.rest()).at(-1)?.state).toMatchObject({ status: 'completed', usage: { steps: 2 } });
    expect(next.faults).toEqual([]);
  });
});
