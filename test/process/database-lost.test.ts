import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { newUser, openChatService } from '../support/chat-service.ts';
import type { Line, LineClient } from '../support/line-client.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const usage = { inputTokens: 1, outputTokens: 1, steps: 1 };
const call = { id: 'c', name: 'svcMeta', input: '{}' };

/** The last line that comes, and whether the stream ended as it should. */
async function endOf(stream: LineClient): Promise<{ last: Line | undefined; complete: boolean }> {
  let last: Line | undefined;
  try {
    for (let line = await stream.next(); line !== undefined; line = await stream.next()) last = line;
  } catch {
    return { last, complete: false };
  }
  return { last, complete: stream.complete };
}

describe.skipIf(postgresPrograms === undefined)('PostgreSQL that is lost in the middle of turns', () => {
  it('readers learn that PostgreSQL is lost; acknowledged data is there afterwards, and turns continue', async () => {
    await using postgres = await PostgresServer.open();
    await using database = await openDatabase({ databaseUrl: postgres.url });
    const { prisma } = database;
    const agent = new ScriptedAgent();
    await using service = await openChatService({ database, runTurn: agent.runTurn });
    const start = async (index: number) => {
      const request = {
        input: `Turn ${index}`,
        messageId: `170000000000${index}-message`,
        sessionSettings: newUser(),
      };
      const started = await startTurn(service, agent, request);
      const joined = await service.chat({ chatId: started.chatId, sessionSettings: request.sessionSettings });
      await joined.take(2);
      return { ...started, joined, request };
    };
    const turns = [];
    for (let index = 0; index < 4; index += 1) turns.push(await start(index));
    const [speaking, calling, answering, waiting] = turns.map(({ turn }) => turn);
    await speaking?.sayText('t', 'Look', 'ing.');
    await speaking?.say({ type: 'text-delta', id: 'u', delta: 'Half ' });
    await calling?.say({ type: 'tool-call', ...call });

    await postgres.kill();
    // What needs no store is still said; everything else is refused, and ends its turn.
    await speaking?.say({ type: 'text-delta', id: 'u', delta: 'way.' });
    const refused = [
      speaking?.say({ type: 'text', id: 'u', content: 'Half way.' }),
      calling?.say({ type: 'tool-result', ...call, result: '{"cubes":[]}' }),
      answering?.say({ type: 'answer', id: 'a', content: 'Forty-two.' }),
    ];
    for (const outcome of await Promise.allSettled(refused.map((said) => Promise.resolve(said)))) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TurnNotStoredError' } });
    }
    for (const [index, { turn }] of turns.entries()) {
      if (index < refused.length) turn.throw(await refused[index]?.catch((error: unknown) => error));
      else turn.end({ status: 'completed', usage });
    }
    expect(waiting?.request.signal.aborted).toBe(false);
    for (const { stream, joined } of turns) {
      for (const { last } of [await endOf(stream), await endOf(joined)]) {
        expect(last).toMatchObject({ id: '__state__', state: { status: 'interrupted' } });
      }
    }
    const down = await service.chat({ input: 'Anybody?', sessionSettings: newUser() });
    expect(down.status).toBeGreaterThanOrEqual(500);
    expect(await (await fetch(`${service.url}/health`)).text()).toContain('ok');

    await postgres.start();
    // Their process stores their ends, before their leases expire.
    const running = () => prisma.chatRun.count({ where: { status: 'running' } });
    await expect.poll(running, { timeout: 20_000 }).toBe(0);
    for (const { chatId, request } of turns) {
      const lines = await (await service.chat({ chatId, sessionSettings: request.sessionSettings })).rest();
      expect(lines.filter((line) => line.role === 'user').map((line) => line.content)).toEqual([
        request.input,
      ]);
      expect(lines.at(-1)?.state).toMatchObject({ status: 'interrupted' });
      const stream = await service.chat(request);
      const turn = await agent.nextTurn();
      if (request === turns[0]?.request) {
        // What was stored of the step that was cut off is known, and the step begins again.
        expect(turn.request.progress?.said).toEqual([]);
      }
      await turn.complete('There.');
      const again = await stream.rest();
      expect(again.at(-1)?.state).toMatchObject({ chatId, status: 'completed' });
      const sorts = again.slice(1).map((line) => line.sort);
      expect(sorts).toEqual([...new Set(sorts)].toSorted((a, b) => a - b));
    }
    expect(await prisma.chatMessage.count({ where: { role: 'user' } })).toBe(4);
    expect(await prisma.chatRun.count()).toBe(4);
    expect(service.faults.length).toBeGreaterThan(0);
  });
});
