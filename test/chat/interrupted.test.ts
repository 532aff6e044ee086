import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { interruptAbandonedRuns } from '../../src/services/chat/runs.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const usage = { inputTokens: 3, outputTokens: 2, steps: 1 };
const messageId = '1700000000000-message';
const call = { id: 'c', name: 'svcMeta', input: '{}' };

/** A service over a state that outlives it. */
async function openOver(
  database: Database,
  options: { now?: () => Date; heartbeatMs?: number; stopMs?: number } = {},
) {
  const agent = new ScriptedAgent();
  const service = await openChatService({ database, runTurn: agent.runTurn, ...options });
  return {
    agent,
    service,
    start: (body: object) => startTurn(service, agent, body),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

describeDatabases('turns that were interrupted', (kind) => {
  /** A turn that was stopped in the middle, in a process that is gone. */
  async function interruptedThread(database: Database, sessionSettings: object) {
    await using first = await openOver(database, { stopMs: 0 });
    const { stream, chatId, turn } = await first.start({ input: 'Go', messageId, sessionSettings });
    await turn.sayText('t', 'Look', 'ing.');
    await turn.say({ type: 'tool-call', ...call }, { type: 'tool-result', ...call, result: '{"cubes":[]}' });
    await turn.say({ type: 'text-delta', id: 'u', delta: 'I th' });
    await first.service.stopTurns();
    return { chatId, lines: await stream.rest() };
  }

  it('interrupted turns are stored by an orderly stop, and their readers are told', async () => {
    await using database = await openTestDatabase(kind);
    const sessionSettings = newUser();
    const { chatId, lines } = await interruptedThread(database, sessionSettings);
    expect(lines.slice(-2)).toMatchObject([
      { content: 'I th', isDelta: false },
      { id: '__state__', sort: 9, state: { status: 'interrupted', messages: { length: 4 } } },
    ]);
    await using second = await openOver(database);
    const again = await (await second.service.chat({ chatId, sessionSettings })).rest();
    expect(again.at(-1)).toEqual(lines.at(-1));
    const next = await second.start({ input: 'Next', chatId, sessionSettings });
    expect(next.opening).toMatchObject([{ sort: 9 }, { content: 'Next', sort: 10 }]);
    await next.turn.complete('Ok.');
  });

  it.each(['with', 'without'])('go on when the request is sent again %s chatId', async (how) => {
    await using database = await openTestDatabase(kind);
    const sessionSettings = newUser();
    const { chatId, lines } = await interruptedThread(database, sessionSettings);
    await using second = await openOver(database);
    const { agent, service } = second;
    const body = { input: 'Go', messageId, sessionSettings, ...(how === 'with' ? { chatId } : {}) };
    const stream = await service.chat(body);
    const past = await stream.take(5);
    const stored = lines.at(-1)?.state?.messages;
    expect(past).toEqual([
      { id: '__cutoff__', role: 'assistant', sort: 0, state: { chatId, isStreaming: true } },
      ...(stored ?? []),
    ]);
    const turn = await agent.nextTurn();
    expect(turn.request).toMatchObject({
      input: 'Go',
      history: [],
      progress: {
        said: [
          { type: 'assistant', content: 'Looking.' },
          { type: 'tool', name: 'svcMeta', input: '{}', result: '{"cubes":[]}' },
        ],
        usage: { inputTokens: 0, outputTokens: 0, steps: 0 },
      },
    });
    // The step that was cut off begins again: nothing of it is left.
    const withdrawn = { ...past[4], content: '', sort: 10 };
    expect(await stream.take(1)).toEqual([withdrawn]);
    await turn.say({ type: 'text-delta', id: 't', delta: 'So' });
    // Whoever sends it once more follows the same turn.
    const followed = await (await service.chat(body)).take(7);
    expect(followed).toEqual([...past, withdrawn, expect.objectContaining({ content: 'So', sort: 11 })]);
    await turn.say({ type: 'text', id: 't', content: 'So' });
    await turn.complete('There.', usage);
    const rest = await stream.rest();
    expect(rest.map((line) => line.sort)).toEqual([11, 12, 13, 14]);
    expect(rest.at(-1)?.state).toMatchObject({ status: 'completed', usage, messages: { length: 6 } });
    expect(new Set(rest.at(-1)?.state?.messages?.map((line) => line.id)).size).toBe(6);
    const replayed = await (await service.chat({ chatId, sessionSettings })).rest();
    expect(replayed.slice(1)).toEqual([...(rest.at(-1)?.state?.messages ?? []), rest.at(-1)]);
    expect(await database.prisma.chatRun.count()).toBe(1);
    expect(agent.started).toBe(1);
    expect(service.faults).toEqual([]);
  });

  it('go on once for many requests at the same moment', async () => {
    await using database = await openTestDatabase(kind);
    const sessionSettings = newUser();
    await interruptedThread(database, sessionSettings);
    await using second = await openOver(database);
    const { agent, service } = second;
    const body = { input: 'Go', messageId, sessionSettings };
    const streams = await Promise.all(Array.from({ length: 5 }, () => service.chat(body)));
    await (await agent.nextTurn()).complete('There.', usage);
    const all = await Promise.all(streams.map((stream) => stream.rest()));
    for (const lines of all) {
      expect(lines.filter((line) => line.role === 'user')).toHaveLength(1);
      expect(lines.filter((line) => line.graphPath?.[0] === 'final')).toHaveLength(1);
      expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
    }
    expect(agent.started).toBe(1);
    expect(service.faults).toEqual([]);
  });

  it('stay as they are once the thread went on', async () => {
    await using database = await openTestDatabase(kind);
    const sessionSettings = newUser();
    const { chatId } = await interruptedThread(database, sessionSettings);
    await using second = await openOver(database);
    const { service, agent } = second;
    const next = await second.start({ input: 'Next', chatId, sessionSettings });
    const again = async () => (await service.chat({ input: 'Go', messageId, sessionSettings })).rest();
    const during = await again();
    await next.turn.complete('Ok.');
    await next.stream.rest();
    for (const lines of [during, await again()]) {
      expect(lines.filter((line) => line.role === 'user').map((line) => line.content)).toEqual(['Go']);
      expect(lines.at(-1)?.state).toMatchObject({ status: 'interrupted', messages: { length: 4 } });
    }
    expect(agent.started).toBe(1);
  });

  it('a turn is not answered twice when only its end was missing', async () => {
    await using database = await openTestDatabase(kind);
    const sessionSettings = newUser();
    {
      await using first = await openOver(database, { stopMs: 0 });
      const { turn, chatId } = await first.start({ input: 'Go', messageId, sessionSettings });
      await turn.say({ type: 'answer', id: 'a', content: 'There.' });
      // As after a crash: the row says that it runs, and nobody runs it.
      await first.service.stopTurns();
      await database.prisma.chatRun.updateMany({ where: { threadId: chatId }, data: { status: 'running' } });
    }
    await interruptAbandonedRuns({ prisma: database.prisma, now: () => new Date() });
    await using second = await openOver(database);
    const lines = await (await second.service.chat({ input: 'Go', messageId, sessionSettings })).rest();
    expect(lines.filter((line) => line.graphPath?.[0] === 'final')).toHaveLength(1);
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 2 } });
    expect(second.agent.started).toBe(0);
  });

  it('turns that were interrupted keep what they cost up to their last step, though their process is gone', async () => {
    await using database = await openTestDatabase(kind);
    let now = new Date('2026-05-01T10:00:00Z');
    const request = { input: 'Go', messageId, sessionSettings: newUser() };
    await using gone = await openOver(database, { now: () => now, heartbeatMs: 2 ** 30 });
    const { turn, chatId } = await gone.start(request);
    await turn.sayText('t', 'Looking.');
    turn.request.onUsage?.(usage);
    await turn.say({ type: 'tool-call', ...call }, { type: 'tool-result', ...call, result: '{"cubes":[]}' });
    turn.request.onUsage?.({ inputTokens: 9, outputTokens: 9, steps: 2 });
    const run = () => database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    expect(await run()).toMatchObject({ status: 'running', ...usage });
    now = new Date(now.getTime() + 30_001);
    await using other = await openOver(database, { now: () => now });
    const stream = await other.service.chat(request);
    const resumed = await other.agent.nextTurn();
    expect(resumed.request.progress?.usage).toEqual(usage);
    resumed.throw(new Error('broken'));
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'failed', usage });
    expect(await run()).toMatchObject({ status: 'failed', ...usage });
    turn.end({ status: 'aborted', usage });
  });

  it('an expired lease is marked by whoever sees it; the thread accepts new input at once', async () => {
    await using database = await openTestDatabase(kind);
    let now = new Date('2026-05-01T10:00:00Z');
    const sessionSettings = newUser();
    await using gone = await openOver(database, { now: () => now, heartbeatMs: 2 ** 30 });
    const { chatId, turn, stream } = await gone.start({ input: 'Go', sessionSettings });
    await turn.sayText('t', 'Half', ' way.');
    await using other = await openOver(database, { now: () => now });
    const read = async () => (await other.service.chat({ chatId, sessionSettings })).take(3);
    expect((await read())[0]?.state).toMatchObject({ isStreaming: true });
    expect((await other.service.chat({ input: 'Next', chatId, sessionSettings })).status).toBe(409);
    now = new Date(now.getTime() + 30_001);
    const next = await other.start({ input: 'Next', chatId, sessionSettings });
    // What was given out but not stored is never given out again.
    expect(next.opening[0]?.sort).toBeGreaterThanOrEqual(4);
    // The process that was taken for dead says nothing more.
    await expect(turn.say({ type: 'answer', id: 'a', content: 'Late.' })).rejects.toThrow();
    turn.end({ status: 'completed', usage });
    // Its readers are told what became of the turn.
    expect((await stream.rest()).at(-1)).toMatchObject({ state: { status: 'interrupted' } });
    await next.turn.complete('Ok.');
    await next.stream.rest();
    const lines = await (await other.service.chat({ chatId, sessionSettings })).rest();
    const said = ['Go', 'Half way.', 'Next', 'Ok.'];
    expect(lines.slice(1, -1).map((line) => line.content)).toEqual(said);
  });

  it('what nobody will finish is withdrawn from its readers when its turn is marked interrupted', async () => {
    await using database = await openTestDatabase(kind);
    let now = new Date('2026-05-01T10:00:00Z');
    const sessionSettings = newUser();
    await using mine = await openOver(database, { now: () => now, heartbeatMs: 2 ** 30 });
    const { chatId, turn, stream } = await mine.start({ input: 'Go', messageId, sessionSettings });
    await turn.sayText('t', 'Looking.');
    await turn.say(
      { type: 'text-delta', id: 'u', delta: 'I th' },
      { type: 'text-delta', id: 'u', delta: 'ink' },
    );
    const heard = await stream.take(4);
    const open = heard.at(-1);
    expect(open).toMatchObject({ content: 'ink', isDelta: true });
    now = new Date(now.getTime() + 30_001);
    const lines = await (await mine.service.chat({ chatId, sessionSettings })).rest();
    expect(lines.slice(1)).toMatchObject([
      { content: 'Go' },
      { content: 'Looking.' },
      { id: open?.id, content: '', isDelta: false, isInProcess: false },
      { id: '__state__', state: { status: 'interrupted', messages: { length: 3 } } },
    ]);
    const withdrawn = lines.at(-2);
    expect(withdrawn?.sort).toBeGreaterThan(open?.sort ?? 0);
    // Who had read the pieces is sent the same, and who asks again finds it withdrawn already.
    await expect(turn.say({ type: 'answer', id: 'a', content: 'Late.' })).rejects.toThrow();
    turn.end({ status: 'completed', usage });
    expect(await stream.rest()).toEqual(lines.slice(-2));
    const again = await mine.service.chat({ input: 'Go', messageId, sessionSettings });
    expect(await again.take(4)).toMatchObject([{}, { content: 'Go' }, { content: 'Looking.' }, withdrawn]);
    await (await mine.agent.nextTurn()).complete('There.');
    const all = await again.rest();
    expect(all.filter(({ id }) => id === open?.id)).toEqual([]);
    expect(all.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 4 } });
  });

  it('a heartbeat keeps the lease, and finds out when it was lost', async () => {
    await using database = await openTestDatabase(kind);
    await using mine = await openOver(database, { heartbeatMs: 5 });
    const { turn, stream, chatId } = await mine.start({ input: 'Go', sessionSettings: newUser() });
    const lease = async () =>
      (await database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } })).leaseExpiresAt;
    const first = await lease();
    await expect.poll(lease, { interval: 5 }).not.toEqual(first);
    await database.prisma.chatRun.updateMany({ data: { leaseOwner: 'somebody else' } });
    await expect.poll(() => turn.request.signal.aborted, { interval: 5 }).toBe(true);
    await turn.outcome;
    const { status } = await database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    expect(status).toBe('running');
    // Readers go on with what the one who has it now makes of it.
    await database.prisma.chatRun.updateMany({ data: { status: 'completed' } });
    expect((await stream.rest()).at(-1)).toMatchObject({ state: { status: 'completed' } });
  });

  describe('a reader of a run whose log is elsewhere', () => {
    it('a late reader gets the messages once the run has ended', async () => {
      await using database = await openTestDatabase(kind);
      const sessionSettings = newUser();
      await using here = await openOver(database);
      await using elsewhere = await openOver(database);
      const { turn, chatId } = await here.start({ input: 'Go', sessionSettings });
      const stream = await elsewhere.service.chat({ chatId, sessionSettings });
      expect(await stream.take(2)).toMatchObject([{ state: { isStreaming: true } }, { content: 'Go' }]);
      await turn.sayText('t', 'Hm.');
      await turn.complete('There.', usage);
      const lines = await stream.rest();
      expect(lines.map((line) => line.content)).toEqual(['Hm.', 'There.', undefined]);
      expect(lines.at(-1)).toMatchObject({ sort: 5, state: { status: 'completed', usage } });
    });
  });
});
