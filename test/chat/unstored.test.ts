import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, openTestDatabase } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const usage = { inputTokens: 1, outputTokens: 1, steps: 1 };

/** Lets the database refuse to store anything of turns, as one does whose disk is full. Disposing lets it store again. */
async function refuseWrites({ prisma }: Database): Promise<AsyncDisposable> {
  await prisma.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'The disk is full' USING ERRCODE = '53100'; END $$`);
  const tables = ['ChatRun', 'ChatMessage'];
  for (const table of tables) {
    await prisma.$executeRawUnsafe(
      `CREATE TRIGGER refuse BEFORE INSERT OR UPDATE ON "${table}" EXECUTE FUNCTION refuse()`,
    );
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const table of tables) await prisma.$executeRawUnsafe(`DROP TRIGGER refuse ON "${table}"`);
    },
  };
}

describeDatabases('a turn that cannot be stored', (kind) => {
  it.each([
    ['with a messageId', '1700000000000-message', 'Send the same request again to continue.'],
    ['without a messageId', undefined, 'Ask again.'],
  ])(
    'a turn %s that cannot be stored ends with what can be done and `__state__`, as does its thread',
    async (_, messageId, remedy) => {
      await using database = await openTestDatabase(kind);
      const agent = new ScriptedAgent();
      await using service = await openChatService({ database, runTurn: agent.runTurn });
      const sessionSettings = newUser();
      const request = { input: 'Go', messageId, sessionSettings };
      const { turn, stream, chatId } = await startTurn(service, agent, request);
      await turn.say({ type: 'tool-call', id: 'c', name: 'svcMeta', input: '{}' });
      await turn.say({ type: 'text-delta', id: 't', delta: 'Forty-' });
      const read = async () => (await service.chat({ chatId, sessionSettings })).rest();
      const heard = await stream.take(2);
      {
        await using _refused = await refuseWrites(database);
        turn.end({ status: 'completed', usage });
        const lines = await stream.rest();
        const [called, said] = heard;
        expect(lines).toMatchObject([
          { id: said?.id, content: '', isDelta: false, isInProcess: false },
          { id: called?.id, toolCall: { result: expect.stringContaining('ended') }, isInProcess: false },
          { id: '__error__', code: 'UNAVAILABLE', error: `The answer could not be stored. ${remedy}` },
          { id: '__state__', state: { status: 'interrupted', isStreaming: false, messages: { length: 3 } } },
        ]);
        const late = await read();
        expect(late[0]?.state).toMatchObject({ isStreaming: false });
        expect(late.slice(-2)).toEqual(lines.slice(-2));
      }
      // Its process stores the end as soon as that is possible again.
      const running = () => database.prisma.chatRun.count({ where: { status: 'running' } });
      await expect.poll(running, { timeout: 10_000 }).toBe(0);
      const stored = await read();
      expect(stored[0]?.state).toMatchObject({ isStreaming: false });
      expect(stored.at(-1)?.state).toMatchObject({ status: 'interrupted', messages: { length: 3 } });
      const sorts = stored.slice(1, -2).map(({ sort }) => sort);
      expect(sorts).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));

      const again = await service.chat({ ...request, ...(messageId === undefined && { chatId }) });
      await (await agent.nextTurn()).complete('Forty-two.');
      expect((await again.rest()).at(-1)?.state).toMatchObject({ chatId, status: 'completed' });
      const answers = (await read()).filter((line) => line.graphPath?.[0] === 'final');
      expect(answers.map(({ content }) => content)).toEqual(['Forty-two.']);
    },
  );
});
