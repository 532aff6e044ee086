import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { tokenLifetimeSeconds } from '../../src/services/access/session-token.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import {
  chatEventsDocument,
  chatStreamDocument,
  sseClient,
  subscribe,
} from '../support/chat-subscription.ts';
import { openTestDatabase } from '../support/database.ts';
import type { Line } from '../support/line-client.ts';
import { newPrefix, openWay, redisUrl } from '../support/redis.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

/** What runs under credentials when these end. */

const { TEST_DATABASE_URL: databaseUrl } = process.env;
const ended = { id: '__error__', code: 'UNAUTHENTICATED', error: 'The credentials have ended.' };

describe('in one process', () => suite(false));
describe.skipIf(!databaseUrl || !redisUrl)('of two processes on Redis', () => suite(true));

interface Session {
  readonly sessionId: string;
  /** The header of requests with its token. */
  readonly authorization: string;
}

function suite(onRedis: boolean): void {
  const agent = new ScriptedAgent();
  let later = 0;
  let database: Database;
  /** Where sessions are revoked and where turns run; they are one process without Redis. */
  let [acting, working]: ChatService[] = [];

  beforeAll(async () => {
    database = await openTestDatabase(onRedis ? 'postgres' : 'pglite');
    acting = await openNode();
    working = onRedis ? await openNode() : acting;
  });
  afterAll(async () => {
    expect([...service(acting).faults, ...service(working).faults]).toEqual([]);
    if (working !== acting) await working?.[Symbol.asyncDispose]();
    await acting?.[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const prefix = newPrefix();
  const openNode = (url = redisUrl) =>
    openChatService({
      database,
      now: () => new Date(Date.now() + later),
      runTurn: agent.runTurn,
      ...(onRedis && { redis: { url, prefix, patienceMs: 200, leaseMs: 1_000 } }),
    });
  const service = (of: ChatService | undefined): ChatService => {
    if (of === undefined) throw new TypeError('It is not open.');
    return of;
  };

  const post = (path: string, body: object, authorization = `Api-Key ${keys.admin}`) =>
    fetch(`${service(acting).url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(body),
    });
  const open = async (externalId: string): Promise<Session> => {
    const minted = await post('/api/v1/embed/generate-session', { deploymentId: 1, externalId });
    const { sessionId } = (await minted.json()) as { sessionId: string };
    const exchanged = await post('/api/v1/embed/session/token', { sessionId });
    const { token } = (await exchanged.json()) as { token: string };
    return { sessionId, authorization: `Bearer ${token}` };
  };
  const revokeWith = {
    REST: ({ sessionId }: Session) => post('/api/v1/embed/session/revoke', { sessionId }),
    GraphQL: ({ sessionId }: Session) =>
      post('/graphql', {
        query: `mutation { revokeSession(input: {sessionId: "${sessionId}"}) { sessionId } }`,
      }),
    'a list': async ({ authorization }: Session) => {
      const id = await rowOf(authorization);
      const query = `mutation { revokeListedSession(input: {id: "${btoa(`Session:${id}`)}"}) { session { id } } }`;
      return post('/graphql', { query });
    },
  };
  const rowOf = async (authorization: string) => {
    const [, claims = ''] = authorization.split('.');
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub;
  };

  /** A turn of a session, amid its answer. */
  const start = async ({ authorization }: Session, input = 'Go') => {
    const started = await startTurn(service(working), agent, { input }, { headers: { authorization } });
    await started.turn.say({ type: 'text-delta', id: 't', delta: 'I ' });
    expect(await started.stream.next()).toMatchObject({ content: 'I ' });
    return started;
  };
  /** Reads a thread with a token, through REST or GraphQL, up to the piece that was said. */
  const read = (on: ChatService | undefined, { authorization }: Session, chatId: string) =>
    service(on).chat({ chatId }, { headers: { authorization } });
  const subscribed = async ({ authorization }: Session, chatId: string, on = acting) => {
    const lines = subscribe(sseClient(service(on), authorization), chatEventsDocument, { chatId });
    await upTo(lines, 'I ');
    return lines;
  };
  const upTo = async (lines: AsyncGenerator<Line, void>, content: string) => {
    for (;;) {
      const { value } = await lines.next();
      if (value?.content === content) return;
    }
  };
  const statusOf = async (chatId: string) =>
    (await database.prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } })).status;

  it.each(['REST', 'GraphQL', 'a list'] as const)(
    'a session that is revoked through %s ends the streams of its token at once, and aborts the turn that the token started',
    async (door) => {
      const { externalId } = newUser();
      const [revoked, kept] = [await open(externalId), await open(externalId)];
      const { stream, turn, chatId } = await start(revoked);
      const [joined, events, others] = [
        await read(acting, revoked, chatId),
        await subscribed(revoked, chatId),
        await read(acting, kept, chatId),
      ];
      await Promise.all([joined.take(3), others.take(3)]);
      expect((await revokeWith[door](revoked)).ok).toBe(true);
      expect(await stream.rest()).toEqual([ended]);
      expect(await joined.rest()).toEqual([ended]);
      await expect(events.next()).rejects.toMatchObject({
        codes: ['UNAUTHENTICATED'],
        message: 'The credentials have ended.',
      });
      expect((await others.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      expect(turn.request.signal.aborted).toBe(true);
      expect(await statusOf(chatId)).toBe('aborted');
      const next = await startTurn(
        service(acting),
        agent,
        { input: 'Next', chatId },
        { headers: { authorization: kept.authorization } },
      );
      await next.turn.complete('Ok.');
      expect((await next.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    },
  );

  it('a question of chatStream ends with its session too', async () => {
    const session = await open(newUser().externalId);
    const { authorization } = session;
    const lines = subscribe(sseClient(service(working), authorization), chatStreamDocument, {
      input: { agentId: 1, input: 'Go' },
    });
    await upTo(lines, 'Go');
    const turn = await agent.nextTurn();
    await revokeWith.REST(session);
    await expect(lines.next()).rejects.toMatchObject({ codes: ['UNAUTHENTICATED'] });
    await expect.poll(() => turn.request.signal.aborted).toBe(true);
  });

  it('a turn goes on when the session of a reader is revoked that did not start it', async () => {
    const { externalId } = newUser();
    const [asking, reading] = [await open(externalId), await open(externalId)];
    const { stream, turn, chatId } = await start(asking);
    const joined = await read(working, reading, chatId);
    await joined.take(3);
    await revokeWith.REST(reading);
    expect(await joined.rest()).toEqual([ended]);
    await turn.complete('Gone on.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('a turn that was resumed with another session goes on without the first one', async () => {
    const { externalId } = newUser();
    const [first, second] = [await open(externalId), await open(externalId)];
    const messageId = '1700000000001-message';
    const ask = (session: Session) =>
      startTurn(
        service(working),
        agent,
        { input: 'Go', messageId },
        { headers: { authorization: session.authorization } },
      );
    const { stream, turn } = await ask(first);
    turn.end({ status: 'interrupted', usage: { inputTokens: 0, outputTokens: 0, steps: 0 } });
    await stream.rest();
    const resumed = await ask(second);
    const joined = await read(working, first, resumed.chatId);
    await joined.take(2);
    await revokeWith.REST(first);
    expect(await joined.rest()).toEqual([ended]);
    await resumed.turn.complete('Done.');
    expect((await resumed.stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it('a user who is deleted leaves no stream open', async () => {
    const { externalId } = newUser();
    const { stream, turn } = await start(await open(externalId));
    const user = await database.prisma.user.findFirstOrThrow({ where: { identifier: externalId } });
    const query = `mutation { deleteExternalUser(input: {id: "${user.id}"}) { databaseId } }`;
    expect(await (await post('/graphql', { query })).json()).toMatchObject({ data: expect.anything() });
    expect(await stream.rest()).toEqual([ended]);
    expect(turn.request.signal.aborted).toBe(true);
  });

  it('a stream ends within 30 seconds of the expiry of its token, and the turn goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      later = 0;
      vi.useRealTimers();
    });
    const { stream, turn, chatId } = await start(await open(newUser().externalId));
    later = tokenLifetimeSeconds * 1_000;
    vi.advanceTimersByTime(30_000);
    expect(await stream.rest()).toEqual([ended]);
    await turn.complete('Done.');
    await expect.poll(() => statusOf(chatId)).toBe('completed');
  });

  it.runIf(onRedis)(
    'a stream ends within 30 seconds of its session on a process that lost Redis',
    async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      await using way = await openWay();
      await using cutOff = await openNode(way.url);
      const { externalId } = newUser();
      const [asking, reading] = [await open(externalId), await open(externalId)];
      const { stream, turn, chatId } = await start(asking);
      const joined = await read(cutOff, reading, chatId);
      await joined.take(3);
      way.cut();
      await revokeWith.REST(reading);
      vi.advanceTimersByTime(30_000);
      expect(await joined.rest()).toEqual([ended]);
      await turn.complete('Done.');
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    },
  );

  it('a stream ends within 30 seconds of its API key, and the turn goes on', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const query = 'mutation { createApiKey(input: {name: "ending", role: CHAT}) { secret apiKey { id } } }';
    const { data } = (await (await post('/graphql', { query })).json()) as {
      data: { createApiKey: { secret: string; apiKey: { id: string } } };
    };
    const { secret, apiKey } = data.createApiKey;
    const body = { input: 'Go', sessionSettings: newUser() };
    const { stream, turn, chatId } = await startTurn(service(working), agent, body, { key: secret });
    await post('/graphql', {
      query: `mutation { revokeApiKey(input: {id: "${apiKey.id}"}) { apiKey { id } } }`,
    });
    vi.advanceTimersByTime(30_000);
    expect(await stream.rest()).toEqual([ended]);
    await turn.complete('Done.');
    await expect.poll(() => statusOf(chatId)).toBe('completed');
  });
}
