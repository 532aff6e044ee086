import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import { watchThreads } from '../../src/services/chat/threads/watch-threads.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { openTestDatabase } from '../support/database.ts';
import { newPrefix, openWay, type RedisWay, redisUrl } from '../support/redis.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

/** What open pages of a user are told of the user's threads. */

interface Told {
  readonly kind?: string;
  readonly chatId?: string;
  readonly threadId?: string;
  readonly chatThread?: { readonly title: string; readonly status: string } | null;
  /** The code of an error, which is the last event. */
  readonly code?: string;
}

const document = `subscription($userId: ID) { threadChanges(userId: $userId) {
  kind chatId threadId chatThread { title status } } }`;
const { TEST_DATABASE_URL: databaseUrl } = process.env;

describe('in one process', () => suite(false));
describe.skipIf(!databaseUrl || !redisUrl)('of two processes on Redis', () => suite(true));

function suite(onRedis: boolean): void {
  const agent = new ScriptedAgent();
  let database: Database;
  let way: RedisWay | undefined;
  /** Where things happen, and where pages listen. */
  let [acting, listening]: ChatService[] = [];

  beforeAll(async () => {
    database = await openTestDatabase(onRedis ? 'postgres' : 'pglite');
    const prefix = newPrefix();
    const open = (url: string) => {
      const redis = { url, prefix, patienceMs: 200, leaseMs: 1_000 };
      return openChatService({ database, runTurn: agent.runTurn, ...(onRedis && { redis }) });
    };
    acting = await open(redisUrl);
    way = onRedis ? await openWay() : undefined;
    listening = way === undefined ? acting : await open(way.url);
  });
  afterAll(async () => {
    expect([...service(acting).faults, ...service(listening).faults]).toEqual([]);
    if (listening !== acting) await listening?.[Symbol.asyncDispose]();
    await acting?.[Symbol.asyncDispose]();
    await way?.[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });
  const service = (of: ChatService | undefined): ChatService => {
    if (of === undefined) throw new TypeError('It is not open.');
    return of;
  };

  const post = async (path: string, body: object, authorization = `Api-Key ${keys.admin}`) => {
    const headers = { 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return fetch(`${service(acting).url}${path}`, init);
  };
  const ask = async (query: string, authorization?: string) => {
    const answer = (await (await post('/graphql', { query }, authorization)).json()) as Record<
      string,
      unknown
    >;
    expect(answer['errors']).toBeUndefined();
    return answer['data'] as Record<string, Record<string, string>>;
  };
  const session = async (externalId: string, deploymentId = 1) => {
    const minted = await post('/api/v1/embed/generate-session', { deploymentId, externalId });
    const { sessionId } = (await minted.json()) as { sessionId: string };
    const exchanged = await post('/api/v1/embed/session/token', { sessionId });
    const { token } = (await exchanged.json()) as { token: string };
    return { sessionId, authorization: `Bearer ${token}` };
  };

  /** Listens from when this resolves on. Leaving the loop disconnects. */
  const listen = async (authorization: string, userId?: string) => {
    const leaving = new AbortController();
    const response = await fetch(`${service(listening).url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization },
      body: JSON.stringify({ query: document, variables: { userId } }),
      signal: leaving.signal,
    });
    async function* events(): AsyncGenerator<Told, void> {
      let text = '';
      for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(
        new TextDecoderStream(),
      )) {
        text += piece;
        for (const [frame, json] of text.matchAll(/event: next\ndata: (.*)\n\n/g)) {
          text = text.replace(frame, '');
          const { data, errors } = JSON.parse(json ?? '') as {
            data?: { threadChanges: Told };
            errors?: { extensions: { code: string; requestId: string } }[];
          };
          for (const { extensions } of errors ?? [])
            expect(extensions.requestId).toBe(response.headers.get('x-request-id'));
          yield data?.threadChanges ?? { code: errors?.[0]?.extensions.code ?? '' };
        }
      }
    }
    const iterator = events();
    return {
      status: response.status,
      next: async () => (await iterator.next()).value,
      leave: () => leaving.abort(),
    };
  };

  it('a page hears of its own threads, in order, and no other page does', async () => {
    const [user, other] = [newUser(), newUser()];
    const own = await session(user.externalId);
    const page = await listen(own.authorization);
    const admin = await listen(`Api-Key ${keys.admin}`, await idOf(user.externalId));
    const [stranger, elsewhere] = [
      await listen((await session(other.externalId)).authorization),
      await listen((await session(user.externalId, 2)).authorization),
    ];
    const { turn, stream, chatId } = await startTurn(service(acting), agent, {
      input: 'How many?',
      sessionSettings: { ...user, isEphemeral: false },
    });
    expect(await page.next()).toEqual({
      kind: 'CREATED',
      chatId,
      threadId: btoa(`ChatThread:${chatId}`),
      chatThread: { title: 'How many?', status: 'RUNNING' },
    });
    await turn.complete('One.');
    await stream.rest();
    const ended = { kind: 'TURN_ENDED', chatThread: { status: 'COMPLETED' } };
    expect(await page.next()).toMatchObject(ended);
    await ask(
      `mutation { renameChatThread(input: {id: "${chatId}", title: "Count"}) { chatThread { id } } }`,
    );
    expect(await page.next()).toMatchObject({ kind: 'RENAMED', chatThread: { title: 'Count' } });
    const again = await startTurn(service(acting), agent, {
      input: 'And now?',
      chatId,
      sessionSettings: user,
    });
    expect(await page.next()).toMatchObject({ kind: 'TURN_STARTED', chatThread: { status: 'RUNNING' } });
    await again.turn.complete('Two.');
    await again.stream.rest();
    expect(await page.next()).toMatchObject(ended);
    await ask(`mutation { deleteChatThread(input: {id: "${chatId}"}) { chatId } }`, own.authorization);
    expect(await page.next()).toMatchObject({ kind: 'DELETED', chatId, chatThread: null });
    const heard = [];
    while (heard.at(-1) !== 'DELETED') heard.push((await admin.next())?.kind);
    expect(heard).toEqual(['CREATED', 'TURN_ENDED', 'RENAMED', 'TURN_STARTED', 'TURN_ENDED', 'DELETED']);
    // What these hear first is what comes after all of that.
    const theirs = await startTurn(service(acting), agent, { input: 'Mine', sessionSettings: other });
    await theirs.turn.complete('Yours.');
    expect(await stranger.next()).toMatchObject({ kind: 'CREATED', chatId: theirs.chatId });
    await endSessions(user.externalId);
    expect(await elsewhere.next()).toEqual({ code: 'UNAUTHENTICATED' });
    for (const each of [page, admin, stranger, elsewhere]) each.leave();
  });

  const idOf = async (identifier: string) =>
    String((await database.prisma.user.findFirstOrThrow({ where: { identifier } })).id);
  const endSessions = async (identifier: string) => {
    const sessions = await database.prisma.session.findMany({ where: { user: { identifier } } });
    for (const { id } of sessions) {
      await ask(
        `mutation { revokeListedSession(input: {id: "${btoa(`Session:${id}`)}"}) { session { id } } }`,
      );
    }
  };

  it('a page hears nothing more once its session is revoked, and another session of the user goes on', async () => {
    const { externalId } = newUser();
    const [revoked, kept] = [await session(externalId), await session(externalId)];
    const [ending, page] = [await listen(revoked.authorization), await listen(kept.authorization)];
    const { sessionId } = revoked;
    expect((await post('/api/v1/embed/session/revoke', { sessionId })).status).toBe(204);
    expect(await ending.next()).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await ending.next()).toBeUndefined();
    const { turn } = await startTurn(service(acting), agent, {
      input: 'Go',
      sessionSettings: { externalId },
    });
    expect(await page.next()).toMatchObject({ kind: 'CREATED' });
    await turn.complete('Gone.');
    await ask(`mutation { deleteExternalUser(input: {id: "${await idOf(externalId)}"}) { databaseId } }`);
    const last = [await page.next(), await page.next(), await page.next()];
    expect(last.map((told) => told?.code).filter((code) => code !== undefined)).toEqual(['UNAUTHENTICATED']);
  });

  it('a stream ends within 30 seconds of its API key, of whose end nothing is told', async () => {
    const { externalId } = newUser();
    await session(externalId);
    const { createApiKey: made } = await ask(
      'mutation { createApiKey(input: {name: "ending", role: ADMIN}) { secret apiKey { id } } }',
    );
    const { secret, apiKey } = made as unknown as { secret: string; apiKey: { id: string } };
    const { services } = service(listening);
    const caller = await authenticate(services, services.tokens, `Api-Key ${secret}`);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await using stream = await watchThreads(services, caller, Number(await idOf(externalId)));
    const ended = expect(stream.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await ask(`mutation { revokeApiKey(input: {id: "${apiKey.id}"}) { apiKey { id } } }`);
    vi.advanceTimersByTime(30_000);
    await ended;
  });

  it('is refused to others than the user and administrators', async () => {
    const { externalId } = newUser();
    const own = await session(externalId);
    const userId = await idOf(externalId);
    const input = '{name: "bound", role: ADMIN, deployments: [2]}';
    const { createApiKey: bound } = await ask(`mutation { createApiKey(input: ${input}) { secret } }`);
    const refusals = await Promise.all(
      [
        [`Api-Key ${keys.chat}`, userId],
        [`Api-Key ${keys.rival}`, userId],
        [`Api-Key ${bound?.['secret']}`, userId],
        [`Api-Key ${keys.admin}`, undefined],
      ].map(async ([authorization = '', id]) => (await (await listen(authorization, id)).next())?.code),
    );
    expect(refusals).toEqual(['FORBIDDEN', 'NOT_FOUND', 'NOT_FOUND', 'VALIDATION_FAILED']);
    const pages = await Promise.all(Array.from({ length: 20 }, () => listen(own.authorization)));
    expect(await (await listen(own.authorization)).next()).toEqual({ code: 'TOO_MANY_REQUESTS' });
    for (const page of pages) page.leave();
    await expect
      .poll(async () => {
        const page = await listen(own.authorization);
        page.leave();
        return page.status;
      })
      .toBe(200);
  });

  const itOnRedis = onRedis ? it : () => {};
  itOnRedis('a page that may have missed something is told so', async () => {
    const own = await session(newUser().externalId);
    const page = await listen(own.authorization);
    way?.cut();
    expect(await page.next()).toEqual({ code: 'UNAVAILABLE' });
    way?.mend();
    await expect.poll(async () => (await listen(own.authorization)).status, { timeout: 20_000 }).toBe(200);
  });

  it('a page is sent elsewhere when its process stops', async () => {
    const own = await session(newUser().externalId);
    const page = await listen(own.authorization);
    await service(listening).stopTurns();
    expect(await page.next()).toEqual({ code: 'UNAVAILABLE' });
    expect(await (await listen(own.authorization)).next()).toEqual({ code: 'UNAVAILABLE' });
  });
}
