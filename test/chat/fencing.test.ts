import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, describePostgres, openTestDatabase } from '../support/database.ts';
import { ScriptedAgent, type ScriptedTurn } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const messageId = '1700000000000-message';

/** Two processes on one state and one clock; the first sends no heartbeat, as if it were paused. */
async function openTwo(database: Database) {
  await using stack = new AsyncDisposableStack();
  const clock = { now: new Date('2026-05-01T10:00:00Z') };
  const open = async (heartbeatMs: number) => {
    const agent = new ScriptedAgent();
    const now = () => clock.now;
    const service = stack.use(await openChatService({ database, runTurn: agent.runTurn, now, heartbeatMs }));
    return { agent, service };
  };
  const [paused, other] = [await open(2 ** 30), await open(2 ** 30)];
  const disposables = stack.move();
  return {
    paused,
    other,
    passLease: () => {
      clock.now = new Date(clock.now.getTime() + 30_001);
    },
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}

/** What is kept of a thread: its row, runs and messages. */
async function stateOf({ prisma }: Database, threadId: string) {
  return {
    thread: await prisma.chatThread.findUniqueOrThrow({ where: { id: threadId } }),
    runs: await prisma.chatRun.findMany({ where: { threadId } }),
    messages: await prisma.chatMessage.findMany({ where: { threadId }, orderBy: { sort: 'asc' } }),
  };
}

describeDatabases('a process whose turn was taken over owns it no longer', (kind) => {
  /** A turn that is half said by one process, and taken up by the other one. */
  async function takenOver(database: Database, two: Awaited<ReturnType<typeof openTwo>>) {
    const { paused, other, passLease } = two;
    const request = { input: 'Go', messageId, sessionSettings: newUser() };
    const { turn, stream, chatId } = await startTurn(paused.service, paused.agent, request);
    await turn.sayText('t', 'Half');
    await stream.take(2);
    passLease();
    const resumed = await other.service.chat(request);
    const successor = await other.agent.nextTurn();
    return { turn, stream, chatId, resumed, successor, before: await stateOf(database, chatId) };
  }

  const writes: Record<string, (turn: ScriptedTurn) => Promise<void>> = {
    'a message': (turn) => turn.sayText('u', 'Mine!'),
    'an answer': (turn) => turn.say({ type: 'answer', id: 'a', content: 'Mine!' }),
    'numbers beyond those it has': async (turn) => {
      for (let i = 0; i < 300; i += 1) await turn.say({ type: 'text-delta', id: 'u', delta: 'more ' });
    },
  };

  it.each(Object.keys(writes))(
    'a process whose turn was taken over owns it no longer cannot store %s, nor its outcome, and its readers follow the other',
    async (what) => {
      await using database = await openTestDatabase(kind);
      await using two = await openTwo(database);
      const { turn, stream, chatId, resumed, successor, before } = await takenOver(database, two);
      await expect(writes[what]?.(turn)).rejects.toMatchObject({ name: 'LeaseLostError' });
      turn.end({
        status: 'failed',
        usage: { inputTokens: 9, outputTokens: 9, steps: 9 },
        error: { code: 'INTERNAL', message: 'x' },
      });
      // The successor's numbers are past all that the other one may have given out.
      await successor.sayText('u', ' way.');
      const after = await stateOf(database, chatId);
      expect(after.runs).toEqual(before.runs);
      // The step that the other one was in began again.
      expect(after.messages.map((message) => message.content)).toEqual(['Go', '', ' way.']);
      expect(after.messages[2]?.sort).toBeGreaterThan(256);
      expect(after.thread).toEqual(before.thread);
      await successor.complete('There.');
      const lines = await resumed.rest();
      expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 4 } });
      const told = await stream.rest();
      expect(told.at(-1)).toEqual(lines.at(-1));
      expect(told.filter((line) => line.isDelta === false).map((line) => line.content)).toEqual([
        '',
        ' way.',
        'There.',
      ]);
      expect([...two.paused.service.faults, ...two.other.service.faults]).toEqual([]);
    },
  );
});

describeDatabases('a process that learns from a write that its turn was taken over', (kind) => {
  it('ends the turn without a fault where its agent fails because of that', async () => {
    await using database = await openTestDatabase(kind);
    await using two = await openTwo(database);
    const { paused, other, passLease } = two;
    const request = { input: 'Go', messageId, sessionSettings: newUser() };
    const { turn, stream } = await startTurn(paused.service, paused.agent, request);
    await turn.sayText('t', 'Half');
    await stream.take(2);
    passLease();
    const resumed = await other.service.chat(request);
    const successor = await other.agent.nextTurn();
    turn.throw(await turn.sayText('u', 'Mine!').catch((error: unknown) => error));
    await successor.complete('There.');
    const [told, lines] = await Promise.all([stream.rest(), resumed.rest()]);
    expect(told.at(-1)).toEqual(lines.at(-1));
    expect([...paused.service.faults, ...other.service.faults]).toEqual([]);
  });
});

describePostgres('a write that waits while its turn is taken over', () => {
  it('writes are refused once another process owns the turn', async () => {
    await using database = await openTestDatabase('postgres');
    await using two = await openTwo(database);
    const { agent, service } = two.paused;
    const { turn, chatId } = await startTurn(service, agent, { input: 'Go', sessionSettings: newUser() });
    const { prisma } = database;
    let said: Promise<void> | undefined;
    await prisma.$transaction(async (transaction) => {
      await transaction.chatRun.updateMany({
        where: { threadId: chatId },
        data: { leaseOwner: 'somebody else' },
      });
      said = turn.sayText('t', 'Mine!').catch((error: unknown) => Promise.reject(error));
      said.catch(() => {});
      // Committed only once the write has begun, with what it saw then.
      await expect
        .poll(
          () => prisma.$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
                                     AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO "ChatMessage"%'`,
        )
        .toHaveLength(1);
    });
    await expect(said).rejects.toMatchObject({ name: 'LeaseLostError' });
    expect((await stateOf(database, chatId)).messages.map((message) => message.content)).toEqual(['Go']);
    turn.end({ status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 0 } });
    await prisma.chatRun.updateMany({ data: { status: 'interrupted' } });
  });
});
