import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { createPostgresDatabase, describePostgres } from '../support/database.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import type { ScriptedAgent } from '../support/scripted-agent.ts';
import { openTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

/** What clients are told of lost connections to PostgreSQL, if they are: never an internal error, and to come back. */
interface Answer {
  readonly status: number;
  readonly code: string;
  readonly retryAfter: string | null;
}

const creator = () => ({
  deploymentId: 1,
  ...newUser(),
  creatorMode: true,
  embedTenantName: 'customer-1',
  groupDefinitions: [{ name: 'night', description: newUser().externalId }],
  groups: ['night'],
});

/** Each is stopped by a lock on the tables that it needs besides those that say who asks. */
const requests: Readonly<Record<string, (service: ChatService) => Promise<Response>>> = {
  'a statement that writes, over REST': (service) =>
    post(service, '/api/v1/embed/generate-session', { deploymentId: 1, ...newUser() }),
  'a transaction, over REST': (service) => post(service, '/api/v1/embed/generate-session', creator()),
  'a chat': (service) =>
    post(service, '/api/v1/public/acme/agents/1/chat/stream-chat-state', {
      input: 'Question',
      sessionSettings: newUser(),
    }),
  'a list over GraphQL': (service) => graphql(service, '{ users { edges { node { identifier } } } }'),
  'a list over GraphQL with relations': (service) =>
    graphql(service, '{ users { edges { node { groups { edges { node { name } } } } } } }'),
  'a mutation over GraphQL': (service) =>
    graphql(service, `mutation { createGroup(input: {name: "${newUser().externalId}"}) { group { name } } }`),
  'a transaction over GraphQL': (service) =>
    graphql(
      service,
      `mutation { createInternalUser(input: {username: "${newUser().externalId}"}) { user { identifier } } }`,
    ),
};

function post(
  service: ChatService,
  path: string,
  body: object,
  accept = 'application/json',
): Promise<Response> {
  return fetch(service.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, authorization: `Api-Key ${keys.admin}` },
    body: JSON.stringify(body),
  });
}

function graphql(service: ChatService, query: string): Promise<Response> {
  return post(service, '/graphql', { query });
}

async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const response = await asked;
  const text = await response.text();
  const [, code = 'OK'] = /"code":"(\w+)"/.exec(text) ?? [];
  return { status: response.status, code, retryAfter: response.headers.get('retry-after') };
}

const told = { status: 503, code: 'UNAVAILABLE', retryAfter: expect.stringMatching(/^[1-9]/) };

async function openService(stack: AsyncDisposableStack, databaseUrl: string) {
  const database: Database = stack.use(await openDatabase({ databaseUrl, poolTimeoutMs: 20_000 }));
  const runTurn = async ({ emit }: Parameters<ScriptedAgent['runTurn']>[0]) => {
    await emit({ type: 'answer', id: 'answer', content: 'ok' });
    return { status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 1 } } as const;
  };
  return stack.use(await openChatService({ database, runTurn }));
}

describePostgres('PostgreSQL that loses its connections', () => {
  const stack = new AsyncDisposableStack();
  let service: ChatService;
  let proxy: TcpProxy;
  let locks: pg.Client;
  /** Sees what is new also while the other is in a transaction. */
  let watch: pg.Client;
  beforeAll(async () => {
    const { url } = stack.use(await createPostgresDatabase());
    proxy = stack.use(await openTcpProxy(url));
    const proxied = new URL(url);
    proxied.host = new URL(proxy.url).host;
    service = await openService(stack, proxied.href);
    [locks, watch] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
    for (const client of [locks, watch]) {
      await client.connect();
      stack.defer(() => client.end());
    }
    for (const ask of Object.values(requests))
      expect(await answerOf(ask(service))).toMatchObject({ code: 'OK' });
  });
  afterAll(async () => {
    await stack.disposeAsync();
  });

  const others = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'inlay'`;
  const count = async (condition: string) =>
    Number((await watch.query(`SELECT count(*) ${others} AND ${condition}`)).rows[0].count);

  /** Loses the connections while statements are at work on them. */
  async function losing(asked: () => Promise<Response>[], lose: () => unknown): Promise<Answer[]> {
    await locks.query('BEGIN');
    await locks.query('LOCK TABLE "User", "Group", "Session", "ChatThread" IN ACCESS EXCLUSIVE MODE');
    try {
      const answers = asked().map(answerOf);
      await expect
        .poll(() => count(`wait_event_type = 'Lock'`), { interval: 5, timeout: 5_000 })
        .toBe(answers.length);
      await lose();
      await locks.query('ROLLBACK');
      return await Promise.all(answers);
    } catch (error) {
      await locks.query('ROLLBACK');
      throw error;
    }
  }

  const ways: Readonly<Record<string, () => unknown>> = {
    'an administrator ends': () => watch.query(`SELECT pg_terminate_backend(pid, 5000) ${others}`),
    'a network cuts': () => proxy.cut(),
  };

  /** What may come of a request. Its statements are repeated where that is safe, but for those of transactions. */
  const expectOutcome = (way: string, name: string, answer: Answer | undefined) => {
    const isRepeated = way === 'an administrator ends' && !name.includes('transaction');
    if (answer?.status === 200 || isRepeated || name.includes('list')) {
      expect(answer, name).toMatchObject({ code: 'OK' });
    } else expect(answer, name).toEqual(told);
  };

  describe.each(Object.keys(ways))('%s, in the middle of', (way) => {
    it.each(Object.keys(requests))('%s', async (name) => {
      const request = requests[name];
      if (request === undefined) throw new TypeError(name);
      const [answer] = await losing(() => [request(service)], ways[way] ?? (() => {}));
      expectOutcome(way, name, answer);
      // An idle connection that was lost as well may be used once more before its end is known.
      await expect.poll(async () => (await answerOf(request(service))).code).toBe('OK');
      expect(service.faults).toEqual([]);
    });

    it('all of them at once, and of what waits in them', async () => {
      const all = Object.values(requests);
      const answers = await losing(() => all.map((request) => request(service)), ways[way] ?? (() => {}));
      for (const [index, name] of Object.keys(requests).entries()) expectOutcome(way, name, answers[index]);
      expect(service.faults).toEqual([]);
    });
  });

  it('takes no connections, until it does', async () => {
    proxy.refuse();
    proxy.cut();
    for (const request of Object.values(requests)) expect(await answerOf(request(service))).toEqual(told);
    expect(await answerOf(fetch(`${service.url}/health`))).toMatchObject({ status: 200 });
    await proxy.listen();
    for (const request of Object.values(requests)) {
      expect(await answerOf(request(service))).toMatchObject({ code: 'OK' });
    }
    expect(service.faults).toEqual([]);
  });
});

describe.skipIf(postgresPrograms === undefined)('PostgreSQL that restarts under load', () => {
  it('a restart of the database never causes an internal error', async () => {
    await using stack = new AsyncDisposableStack();
    const postgres = stack.use(await PostgresServer.open());
    const service = await openService(stack, postgres.url);
    const seen = new Map<string, number>();
    let stopping = false;
    const workers = Array.from({ length: 6 }, async (_, index) => {
      const all = Object.values(requests);
      for (let turn = index; !stopping; turn += 1) {
        const request = all[turn % all.length] ?? (() => fetch(service.url));
        const { status, code } = await answerOf(request(service));
        seen.set(`${status} ${code}`, (seen.get(`${status} ${code}`) ?? 0) + 1);
      }
    });
    const answered = () => seen.get('200 OK') ?? 0;
    for (let restarts = 0; restarts < 2; restarts += 1) {
      const before = answered();
      await expect.poll(answered, { timeout: 10_000 }).toBeGreaterThan(before + 30);
      await postgres.restart();
    }
    const before = answered();
    await expect.poll(answered, { timeout: 10_000 }).toBeGreaterThan(before + 30);
    stopping = true;
    await Promise.all(workers);
    // A turn that had begun is told in its stream.
    for (const outcome of ['200 OK', '503 UNAVAILABLE', '200 UNAVAILABLE']) seen.delete(outcome);
    expect([...seen]).toEqual([]);
    // Of each turn that was lost the operator is told, and of nothing else.
    const logged = service.faults.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(logged.filter((line) => !/^turn .*stored$/.test(line))).toEqual([]);
  }, 60_000);
});
