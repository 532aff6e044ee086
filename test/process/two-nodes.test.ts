import { describe, expect, it } from 'vitest';
import type { RedisRunLogOptions } from '../../src/runs/redis-run-log.ts';
import { keys, newUser, openChatService } from '../support/chat-service.ts';
import { openTestDatabase } from '../support/database.ts';
import { saidBy } from '../support/fold-lines.ts';
import { LineClient } from '../support/line-client.ts';
import { newPrefix, openWay, RedisOperator, redisUrl } from '../support/redis.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;
const messageId = '1700000000000-message';

/** Two nodes on one PostgreSQL and one Redis; the first one's way to Redis can be cut. */
async function openNodes(
  agents = [new ScriptedAgent(), new ScriptedAgent()],
  options: Partial<RedisRunLogOptions> = {},
) {
  await using stack = new AsyncDisposableStack();
  const prefix = newPrefix();
  stack.use(new RedisOperator(prefix));
  const database = stack.use(await openTestDatabase('postgres'));
  const way = stack.use(await openWay());
  const node = async (url: string, agent = new ScriptedAgent()) => {
    const redis = { url, prefix, patienceMs: 200, leaseMs: 1_000, ...options };
    const service = stack.use(await openChatService({ database, runTurn: agent.runTurn, redis }));
    return {
      agent,
      service,
      start: (body: object) => startTurn(service, agent, body),
      abort: (body: object) =>
        LineClient.open(`${service.chatUrl()}/abort`, {
          body,
          headers: { authorization: `Api-Key ${keys.admin}` },
        }),
    };
  };
  const [a, b] = [await node(way.url, agents[0]), await node(redisUrl, agents[1])];
  const disposables = stack.move();
  return { a, b, way, database, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

describe.skipIf(!databaseUrl || !redisUrl)('two nodes on one PostgreSQL and one Redis', () => {
  it('two nodes on one PostgreSQL and one Redis start a turn on one, join and abort it on the other', async () => {
    await using nodes = await openNodes();
    const { a, b } = nodes;
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await a.start({ input: 'Go', sessionSettings });
    await turn.say({ type: 'text-delta', id: 't', delta: 'I ' });
    await stream.take(1);
    const joined = await b.service.chat({ chatId, sessionSettings });
    expect(await joined.take(3)).toMatchObject([
      { id: '__cutoff__', state: { isStreaming: true } },
      { content: 'Go', sort: 1 },
      { content: 'I ', isDelta: true, sort: 3 - 1 },
    ]);
    await turn.say({ type: 'text-delta', id: 't', delta: 'th' });
    expect(await joined.next()).toMatchObject({ content: 'th', isDelta: true, sort: 3 });
    const busy = await b.service.chat({ input: 'Me too', chatId, sessionSettings });
    expect([busy.status, await busy.json()]).toMatchObject([409, { code: 'THREAD_BUSY' }]);
    expect((await b.abort({ chatId, sessionSettings })).status).toBe(204);
    // Once it is answered, the turn has ended, wherever it ran.
    const run = await nodes.database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    expect(run.status).toBe('aborted');
    const [here, there] = [await stream.rest(), await joined.rest()];
    expect(there).toEqual(here.slice(1));
    expect(there.at(-1)?.state).toMatchObject({ status: 'aborted' });
    expect(turn.request.signal.aborted).toBe(true);
    const next = await b.start({ input: 'Next', chatId, sessionSettings });
    await next.turn.complete('Ok.');
    expect((await next.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect([...a.service.faults, ...b.service.faults]).toEqual([]);
  });

  it('delete a user on one whose turn is at work on the other: the streams of both end, and nothing is left', async () => {
    await using nodes = await openNodes();
    const { a, b, database } = nodes;
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await a.start({ input: 'Go', sessionSettings });
    await turn.say({ type: 'text-delta', id: 't', delta: 'I ' });
    const joined = await b.service.chat({ chatId, sessionSettings });
    await joined.take(3);
    const where = { identifier: sessionSettings.externalId };
    const { id } = await database.prisma.user.findFirstOrThrow({ where });
    const query = `mutation { deleteExternalUser(input: {id: "${id}"}) { databaseId } }`;
    const deleted = await LineClient.open(`${b.service.url}/graphql`, {
      body: { query },
      headers: { authorization: `Api-Key ${keys.admin}` },
    });
    expect(JSON.parse(await deleted.text())).toMatchObject({
      data: { deleteExternalUser: { databaseId: id } },
    });
    expect(turn.request.signal.aborted).toBe(true);
    for (const reader of [stream, joined]) {
      expect((await reader.rest()).at(-1)).toMatchObject({ id: '__state__', state: { status: 'aborted' } });
    }
    expect(await database.prisma.user.count({ where: { id } })).toBe(0);
    expect(await database.prisma.chatThread.count({ where: { id: chatId } })).toBe(0);
    expect([...a.service.faults, ...b.service.faults]).toEqual([]);
  });

  it('two nodes on one PostgreSQL and one Redis run a message once that is sent to both at the same moment', async () => {
    const agent = new ScriptedAgent();
    await using nodes = await openNodes([agent, agent]);
    const { a, b } = nodes;
    for (let round = 0; round < 5; round += 1) {
      const request = { input: 'Go', messageId, sessionSettings: newUser() };
      const streams = await Promise.all([a, b, a, b].map(({ service }) => service.chat(request)));
      const turn = await agent.nextTurn();
      await turn.sayText('t', 'Look', 'ing.');
      await turn.complete('There.');
      const all = await Promise.all(streams.map((stream) => stream.rest()));
      const whole = saidBy(all[0] ?? []);
      for (const lines of all) {
        expect(saidBy(lines)).toEqual(whole);
        expect(lines.at(-1)).toEqual(all[0]?.at(-1));
      }
      expect(all[0]?.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
      expect(agent.started).toBe(round + 1);
    }
    expect([...a.service.faults, ...b.service.faults]).toEqual([]);
  });

  it('finish and store turns while Redis is gone, tell readers the end, and refuse new turns', async () => {
    await using nodes = await openNodes();
    const { a, b, way } = nodes;
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await a.start({ input: 'Go', sessionSettings });
    const joined = await b.service.chat({ chatId, sessionSettings });
    await joined.take(2);
    const elsewhere = await b.start({ input: 'There', sessionSettings: newUser() });
    way.cut();
    const refused = await a.service.chat({ input: 'New', sessionSettings: newUser() });
    expect([refused.status, refused.headers['retry-after'], await refused.json()]).toMatchObject([
      503,
      '2',
      { code: 'UNAVAILABLE' },
    ]);
    await turn.sayText('t', 'Half', ' way.');
    await turn.complete('Done.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    // Its log breaks off on the other node; the database has the rest.
    const lines = await joined.rest();
    expect(lines.map((line) => line.content)).toEqual(['Half way.', 'Done.', undefined]);
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
    way.mend();
    // Rejects until the way is there again.
    await expect.poll(() => a.service.services.runLog.lastSort('none')).toBeNull();
    const again = await a.start({ input: 'Again', chatId, sessionSettings });
    await again.turn.complete('Fine.');
    await elsewhere.turn.complete('Fine too.');
    expect((await again.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect((await elsewhere.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect([...a.service.faults, ...b.service.faults]).toEqual([]);
  });

  it('two nodes on one PostgreSQL and one Redis do not acknowledge an abort of a turn whose node cannot be told', async () => {
    await using nodes = await openNodes();
    const { a, b, way } = nodes;
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await a.start({ input: 'Go', sessionSettings });
    way.cut();
    // Told of while the log seems live, and found to be gone: neither has stopped the turn.
    const [during, after] = [
      await b.abort({ chatId, sessionSettings }),
      await b.abort({ chatId, sessionSettings }),
    ];
    for (const refused of [during, after]) {
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
      expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' });
    }
    expect(turn.request.signal.aborted).toBe(false);
    await turn.complete('Done.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect((await b.abort({ chatId, sessionSettings })).status).toBe(204);
    expect([...a.service.faults, ...b.service.faults]).toEqual([]);
  });

  it('tell a reader whose node comes back only once the log has expired the rest from the database', async () => {
    await using nodes = await openNodes(undefined, { graceMs: 50, leaseMs: 1_000, patienceMs: 60_000 });
    const { a, b, way } = nodes;
    const sessionSettings = newUser();
    const { chatId, turn, stream } = await b.start({ input: 'Go', sessionSettings });
    const behind = await a.service.chat({ chatId, sessionSettings });
    await behind.take(2);
    way.cut();
    await turn.sayText('t', 'Half', ' way.');
    await turn.complete('Done.');
    const lines = await stream.rest();
    const { id } = await nodes.database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } });
    await expect.poll(() => b.service.services.runLog.lastSort(id)).toBeNull();
    way.mend();
    const rest = await behind.rest();
    expect(rest.map((line) => line.content)).toEqual(['Half way.', 'Done.', undefined]);
    expect(rest.at(-1)).toEqual(lines.at(-1));
  });
});
