import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RunLogError } from '../../src/runs/run-log.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import type { TurnRequest } from '../../src/services/chat/turn.ts';
import { deleteUser } from '../../src/services/erasure/delete-user.ts';
import { sweepExpiredUsers } from '../../src/services/erasure/sweep-expired-users.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases, describePostgres } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

interface Rows {
  readonly users: number;
  readonly sessions: number;
  readonly threads: number;
  readonly results: number;
  readonly values: number;
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly data: any;
  readonly code: string | undefined;
}

/** What a client does to a service over its socket. */
function clientOf(service: () => ChatService) {
  async function post(path: string, body: object, credentials: string | null = keys.admin) {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (credentials !== null) headers['authorization'] = `Bearer ${credentials}`;
    const response = await fetch(`${service().url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, body: JSON.parse(await response.text()) };
  }
  async function graphql(query: string, variables = {}, credentials?: string | null): Promise<Answer> {
    const { body } = await post('/graphql', { query, variables }, credentials);
    return { data: body.data, code: body.errors?.[0]?.extensions.code };
  }
  const change = (name: string, input: object, selection: string, credentials?: string | null) => {
    const type = `${name.replace(/^./, (first) => first.toUpperCase())}Input`;
    const query = `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
    return graphql(query, { input }, credentials);
  };
  const mint = (body: object) => post('/api/v1/embed/generate-session', { deploymentId: 1, ...body });
  const exchange = (sessionId: string) => post('/api/v1/embed/session/token', { sessionId }, null);
  return {
    graphql,
    mint,
    exchange,
    async tokenOf(body: object): Promise<string> {
      return (await exchange((await mint(body)).body.sessionId)).body.token;
    },
    /** What the token's user is told of itself. */
    works: async (token: string) => (await graphql('{ viewer { kind } }', {}, token)).code ?? 'OK',
    deleteUser: (id: number, credentials?: string | null) =>
      change('deleteExternalUser', { id: String(id) }, 'deletedUserId databaseId', credentials),
    deleteTenant: (name: string, credentials?: string | null) =>
      change('deleteEmbedTenant', { name }, 'deletedEmbedTenantId deletedUsers', credentials),
    change,
  };
}

/** Rows of everything that users and tenants leave. */
async function countRows({ database: { prisma } }: ChatService): Promise<Rows> {
  const [row] = await prisma.$queryRaw<Rows[]>`
    SELECT (SELECT count(*)::int FROM "User") AS users, (SELECT count(*)::int FROM "EmbedTenant") AS tenants,
      (SELECT count(*)::int FROM "Group") AS groups, (SELECT count(*)::int FROM "Session") AS sessions,
      (SELECT count(*)::int FROM "UserAttributeDefinition") AS attributes,
      (SELECT count(*)::int FROM "GroupMembership") AS memberships,
      (SELECT count(*)::int FROM "UserAttributeValue") AS "values",
      (SELECT count(*)::int FROM "ChatThread") AS threads, (SELECT count(*)::int FROM "ChatRun") AS runs,
      (SELECT count(*)::int FROM "ChatMessage") AS messages, (SELECT count(*)::int FROM "QueryResult") AS results,
      (SELECT "externalUserCount" FROM "Account" WHERE name = 'acme') AS counted`;
  if (row === undefined) throw new Error('A count returned no row.');
  return row;
}

describeDatabases('deleting users and embed tenants', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });
  const client = clientOf(() => service);
  const { mint, tokenOf, works } = client;

  const idOf = async (identifier: string) =>
    (await service.database.prisma.user.findFirstOrThrow({ where: { identifier } })).id;
  const events = async (action: string) =>
    service.database.prisma.auditEvent.findMany({ where: { action }, orderBy: { id: 'desc' }, take: 1 });
  const rights = { groups: ['analysts'], userAttributes: [{ name: 'region', value: ['EU'] }] };

  /** A user with a session, a token, a thread, a result, a group and a value. */
  async function wellKnown(externalId: string, more: object = {}) {
    const token = await tokenOf({ externalId, email: `${externalId}@person.test`, ...rights, ...more });
    const headers = { authorization: `Bearer ${token}` };
    const { turn, stream } = await startTurn(service, agent, { input: 'Hi' }, { headers });
    const sql = { sqlQuery: 'SELECT item FROM sales', queryTitle: '', description: '', userRequest: '' };
    await turn.request.data.runSql(sql, turn.request.signal);
    await turn.complete('Ok.');
    await stream.rest();
    return { token, id: await idOf(externalId) };
  }

  describe('an external user', () => {
    it('makes room under the limit, which minting was refused by', async () => {
      const { account } = service.database.prisma;
      const { externalId } = newUser();
      await mint({ externalId });
      const { externalUserCount } = await account.findUniqueOrThrow({ where: { name: 'acme' } });
      await account.update({ where: { name: 'acme' }, data: { maxExternalUsers: externalUserCount } });
      const another = newUser();
      expect((await mint(another)).body.code).toBe('EXTERNAL_USER_LIMIT');
      const id = await idOf(externalId);
      const { data } = await client.deleteUser(id);
      expect(data.deleteExternalUser).toEqual({ deletedUserId: btoa(`User:${id}`), databaseId: id });
      expect((await mint(another)).status).toBe(200);
      expect((await mint({ externalId })).body.code).toBe('EXTERNAL_USER_LIMIT');
      await account.update({ where: { name: 'acme' }, data: { maxExternalUsers: 10_000 } });
      expect((await mint({ externalId })).status).toBe(200);
      expect(await idOf(externalId)).not.toBe(id);
    });

    it('a deleted user leaves no data and takes nothing else along; the audit event has no personal data', async () => {
      await wellKnown(newUser().externalId);
      const before = await countRows(service);
      const { externalId } = newUser();
      const { token, id } = await wellKnown(externalId);
      const unused = (await mint({ externalId })).body.sessionId;
      expect(await countRows(service)).toMatchObject({
        users: before.users + 1,
        threads: before.threads + 1,
        results: before.results + 1,
        values: before.values + 1,
      });
      expect((await client.deleteUser(id)).code).toBeUndefined();
      expect(await countRows(service)).toEqual(before);
      expect(await works(token)).toBe('UNAUTHENTICATED');
      expect((await client.exchange(unused)).status).toBe(401);
      const [event] = await events('user.delete');
      expect(event).toMatchObject({ subject: `user:${id}`, details: {}, deployments: [] });
      expect(event?.actor).toMatch(/^apiKey:\d+$/);
      // Nor does any event of before, such as that of its sessions, which tells it by its number.
      const all = await service.database.prisma.auditEvent.findMany();
      expect(JSON.stringify(all)).not.toContain(externalId);
      expect(all.filter(({ details }) => Object(details).userId === id)).toHaveLength(2);
      expect((await client.deleteUser(id)).code).toBe('NOT_FOUND');
    });

    it('that is ephemeral goes too, and was never counted', async () => {
      const user = newUser();
      const before = await countRows(service);
      const { turn, stream } = await startTurn(service, agent, { input: 'Hi', sessionSettings: user });
      await turn.complete('Ok.');
      await stream.rest();
      expect((await client.deleteUser(await idOf(user.externalId))).code).toBeUndefined();
      expect(await countRows(service)).toEqual(before);
    });

    it('deleting a user stops running turns and ends their streams', async () => {
      const user = { ...newUser(), isEphemeral: false };
      const started = await startTurn(service, agent, { input: 'Hi', sessionSettings: user });
      await started.turn.say({ type: 'text-delta', id: 't', delta: 'I was say' });
      const token = await tokenOf({ externalId: user.externalId });
      const reading = await service.chat(
        { chatId: started.chatId },
        { headers: { authorization: `Bearer ${token}` } },
      );
      await reading.take(1);
      expect((await client.deleteUser(await idOf(user.externalId))).code).toBeUndefined();
      expect(started.turn.request.signal.aborted).toBe(true);
      expect((await started.stream.rest()).at(-1)).toMatchObject({
        id: '__state__',
        state: { isStreaming: false, status: 'aborted' },
      });
      expect((await reading.rest()).at(-1)).toMatchObject({ id: '__error__', code: 'UNAUTHENTICATED' });
    });

    it("is an admin's to delete, of its own account; an internal user is not one", async () => {
      const { externalId } = newUser();
      const token = await tokenOf({ externalId });
      const id = await idOf(externalId);
      expect((await client.deleteUser(id, keys.rival)).code).toBe('NOT_FOUND');
      expect((await client.deleteUser(id, keys.chat)).code).toBe('FORBIDDEN');
      expect((await client.deleteUser(id, token)).code).toBe('FORBIDDEN');
      expect((await client.deleteUser(id, null)).code).toBe('UNAUTHENTICATED');
      expect((await client.deleteUser(await idOf('ada'))).code).toBe('NOT_FOUND');
      expect((await client.deleteUser(2_147_483_647)).code).toBe('NOT_FOUND');
      expect(await works(token)).toBe('OK');
    });

    it('a later sweep erases a user whose deletion was cut short', async () => {
      const user = { ...newUser(), isEphemeral: false };
      const before = await countRows(service);
      const { stream } = await startTurn(service, agent, { input: 'Hi', sessionSettings: user });
      const token = await tokenOf({ externalId: user.externalId });
      const id = await idOf(user.externalId);
      const unreachable = () => Promise.reject(new RunLogError('unavailable', 'gone'));
      const warned: unknown[] = [];
      const { services } = service;
      const logger = Object.assign(Object.create(services.logger), {
        warn: (what: object) => warned.push(what),
      });
      const context = { ...services, logger, runLog: { ...services.runLog, read: unreachable } };
      const admin = await authenticate(services, services.tokens, `Api-Key ${keys.admin}`);
      await deleteUser(context, admin, 'external', id);
      expect(warned).toMatchObject([{ user: id }]);
      // Ended, though not yet erased: nothing of it works, and its name is free.
      expect(await works(token)).toBe('UNAUTHENTICATED');
      expect((await client.deleteUser(id)).code).toBe('NOT_FOUND');
      const again = await tokenOf({ externalId: user.externalId });
      expect(await works(again)).toBe('OK');
      await sweepExpiredUsers(services);
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      await client.deleteUser(await idOf(user.externalId));
      expect(await countRows(service)).toEqual(before);
    });
  });

  it('an internal user has its turns at work stopped too', async () => {
    const input = { username: 'guest@acme.test' };
    const made = await client.change('createInternalUser', input, 'user { id }');
    const settings = { sessionSettings: { internalId: input.username } };
    const { stream, turn } = await startTurn(service, agent, { input: 'Hi', ...settings });
    const { id } = made.data.createInternalUser.user;
    expect((await client.change('deleteInternalUser', { id }, 'databaseId')).code).toBeUndefined();
    expect(turn.request.signal.aborted).toBe(true);
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
    expect((await client.change('createInternalUser', input, 'user { id }')).code).toBeUndefined();
  });

  describe('an embed tenant', () => {
    const embedTenantName = 'northern';
    const creator = {
      embedTenantName,
      creatorMode: true,
      groupDefinitions: [{ name: 'scoped' }],
      userAttributeDefinitions: [{ name: 'scoped', type: 'string' }],
      groups: ['scoped'],
      userAttributes: [{ name: 'scoped', value: 'x' }],
    };
    let before: Rows;
    beforeEach(async () => {
      await wellKnown(newUser().externalId, { embedTenantName: 'southern' });
      before = await countRows(service);
    });

    it('deleting an embed tenant deletes its users, groups, attributes, sessions, threads and results, and nothing else', async () => {
      const users = [newUser(), newUser(), newUser()];
      const tokens: string[] = [];
      for (const { externalId } of users) tokens.push((await wellKnown(externalId, creator)).token);
      // An internal user is the account's own: only its sessions in the tenant go.
      const internal = await tokenOf({ internalId: 'ada', embedTenantName });
      const elsewhere = await tokenOf({ internalId: 'ada' });
      const headers = { authorization: `Bearer ${tokens[0]}` };
      const { stream } = await startTurn(service, agent, { input: 'Hi' }, { headers });
      const { data } = await client.deleteTenant(embedTenantName);
      expect(data.deleteEmbedTenant).toEqual({
        deletedEmbedTenantId: expect.any(String),
        deletedUsers: users.length,
      });
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      expect(await countRows(service)).toEqual({ ...before, sessions: before.sessions + 1 });
      for (const token of [...tokens, internal]) expect(await works(token)).toBe('UNAUTHENTICATED');
      expect(await works(elsewhere)).toBe('OK');
      const [event] = await events('embedTenant.delete');
      const [, tenantId] = atob(data.deleteEmbedTenant.deletedEmbedTenantId).split(':');
      expect(event).toMatchObject({ subject: `embedTenant:${tenantId}`, details: { users: 3 } });
      expect(JSON.stringify(event)).not.toMatch(new RegExp(`${embedTenantName}|user-`));
      expect((await client.deleteTenant(embedTenantName)).code).toBe('NOT_FOUND');
      const found = await client.graphql(`{ embedTenant(name: "${embedTenantName}") { name } }`);
      expect(found.code).toBe('NOT_FOUND');
      // The name is free for another, which has nothing of the earlier one.
      const fresh = { ...newUser(), embedTenantName, creatorMode: true, groups: ['scoped'] };
      expect((await mint(fresh)).body.detail).toBe('Groups with names scoped not found');
    });

    it('is erased in batches: a thousand users leave nothing', async () => {
      await mint({ ...newUser(), embedTenantName });
      const { prisma } = service.database;
      const { id, accountId } = await prisma.embedTenant.findFirstOrThrow({
        where: { name: embedTenantName },
      });
      const data = Array.from({ length: 999 }, (_, index) => ({
        accountId,
        embedTenantId: id,
        kind: 'external' as const,
        identifier: `many-${index}`,
      }));
      await prisma.user.createMany({ data });
      await prisma.account.update({
        where: { id: accountId },
        data: { externalUserCount: { increment: data.length } },
      });
      const { data: deleted } = await client.deleteTenant(embedTenantName);
      expect(deleted.deleteEmbedTenant.deletedUsers).toBe(1_000);
      expect(await countRows(service)).toEqual(before);
    });

    it("is an admin's to delete, of its own account", async () => {
      const token = await tokenOf({ ...newUser(), embedTenantName });
      expect((await client.deleteTenant(embedTenantName, keys.rival)).code).toBe('NOT_FOUND');
      expect((await client.deleteTenant(embedTenantName, keys.chat)).code).toBe('FORBIDDEN');
      expect((await client.deleteTenant(embedTenantName, token)).code).toBe('FORBIDDEN');
      expect((await client.deleteTenant(embedTenantName, null)).code).toBe('UNAUTHENTICATED');
      expect((await client.deleteTenant('a\u0000b')).code).toBe('VALIDATION_FAILED');
      expect(await works(token)).toBe('OK');
      expect((await client.deleteTenant(embedTenantName)).code).toBeUndefined();
    });
  });
});

/** At one moment a user or a tenant is deleted, and something of it is made: one comes first, and the other sees it. */
describePostgres('deleting a user or an embed tenant while it is used', () => {
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind: 'postgres', runTurn: answerSlowly });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });
  const client = clientOf(() => service);
  const { mint, tokenOf, works } = client;

  /** Takes its time between its words, so that it is met at work. */
  async function answerSlowly({ emit, signal }: TurnRequest) {
    const usage = { inputTokens: 0, outputTokens: 0, steps: 1 };
    try {
      for (let said = 0; said < 5; said += 1) await emit({ type: 'text', id: `t${said}`, content: 'Hm.' });
      await emit({ type: 'answer', id: 'a', content: 'Ok.' });
      return { status: 'completed', usage } as const;
    } catch (error) {
      if (signal.aborted) return { status: 'aborted', usage } as const;
      throw error;
    }
  }

  const find = (identifier: string) =>
    service.database.prisma.user.findFirst({ where: { identifier, kind: 'external' } });
  const waiting = async (): Promise<number> => {
    const [row] = await service.database.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row?.count ?? 0;
  };

  /** Begins `first` and then `second` while the user's row is held, so that they go on in that order. */
  async function inOrder<First, Second>(
    id: number,
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> {
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const holding = service.database.prisma.$transaction(
      async (transaction) => {
        await transaction.$queryRaw`SELECT FROM "User" WHERE id = ${id} FOR UPDATE`;
        held.resolve();
        await release.promise;
      },
      { timeout: 60_000 },
    );
    await held.promise;
    const begun = first();
    await expect.poll(waiting).toBe(1);
    const then = second();
    await expect.poll(waiting).toBe(2);
    release.resolve();
    const [one, two] = await Promise.all([begun, then, holding]);
    return [one, two];
  }

  it('minted with other rights just behind the deletion, it is somebody new', async () => {
    const { externalId } = newUser();
    const token = await tokenOf({ externalId });
    const id = (await find(externalId))?.id ?? 0;
    const changed = { externalId, groups: ['analysts'] };
    const [deleted, minted] = await inOrder(
      id,
      () => client.deleteUser(id),
      () => mint(changed),
    );
    expect([deleted.code, minted.status]).toEqual([undefined, 200]);
    expect((await find(externalId))?.id).toBeGreaterThan(id);
    expect(await works(token)).toBe('UNAUTHENTICATED');
    const fresh = (await client.exchange(minted.body.sessionId)).body.token;
    expect(await works(fresh)).toBe('OK');
  });

  it('minted again just behind the deletion, it is somebody new', async () => {
    const { externalId } = newUser();
    await mint({ externalId });
    const id = (await find(externalId))?.id ?? 0;
    const [deleted, minted] = await inOrder(
      id,
      () => client.deleteUser(id),
      () => mint({ externalId }),
    );
    expect([deleted.code, minted.status]).toEqual([undefined, 200]);
    expect((await find(externalId))?.id).toBeGreaterThan(id);
    const fresh = (await client.exchange(minted.body.sessionId)).body.token;
    expect(await works(fresh)).toBe('OK');
  });

  it('asked just behind the deletion, it begins no turn', async () => {
    for (const isNewThread of [true, false]) {
      const { externalId } = newUser();
      const headers = { authorization: `Bearer ${await tokenOf({ externalId })}` };
      const [cutoff] = await (await service.chat({ input: 'Hi' }, { headers })).rest();
      const id = (await find(externalId))?.id ?? 0;
      const body = { input: 'Again', ...(isNewThread ? {} : { chatId: cutoff?.state?.chatId }) };
      const [deleted, asked] = await inOrder(
        id,
        () => client.deleteUser(id),
        () => service.chat(body, { headers }),
      );
      expect([deleted.code, asked.status]).toEqual([undefined, 404]);
      expect(await service.database.prisma.chatRun.count({ where: { userId: id } })).toBe(0);
    }
  });

  it('minted, changed, asked and deleted all at once, it is whole or gone, and counted right', async () => {
    const { prisma } = service.database;
    const permanent = { account: { name: 'acme' }, kind: 'external' as const, ephemeral: false };
    const people = [newUser(), newUser(), newUser()].map(({ externalId }) => externalId);
    const embedTenantName = 'rushed';
    const place = [{}, { embedTenantName }];
    const outcomes = new Set<string>();
    const sessions: string[] = [];
    const mintOne = async (round: number, externalId: string) => {
      const groups = round % 3 === 0 ? undefined : [round % 3 === 1 ? 'analysts' : 'managers'];
      const { status, body } = await mint({
        externalId,
        groups,
        deploymentId: 1 + (round % 2),
        ...place[round % 2],
      });
      outcomes.add(`mint ${status} ${body.code ?? ''}`);
      if (status === 200) sessions.push(body.sessionId);
    };
    const chatOne = async (externalId: string) => {
      const sessionSettings = { externalId, isEphemeral: false };
      const stream = await service.chat({ input: 'Hi', sessionSettings });
      const last = stream.status === 200 ? (await stream.rest()).at(-1) : undefined;
      outcomes.add(`chat ${stream.status} ${last?.id ?? ''}`);
    };
    const deleteOne = async (externalId: string) => {
      const user = await find(externalId);
      if (user !== null) outcomes.add(`delete ${(await client.deleteUser(user.id)).code ?? 'OK'}`);
    };
    for (let round = 0; round < 9; round += 1) {
      await Promise.all(
        people.flatMap((externalId) => [
          mintOne(round, externalId),
          chatOne(externalId),
          deleteOne(externalId),
          mintOne(round + 1, externalId),
        ]),
      );
      if (round % 3 === 2) {
        const deletion = client.deleteTenant(embedTenantName);
        await Promise.all([deletion, ...people.map((externalId) => mintOne(1, externalId))]);
        outcomes.add(`delete ${(await deletion).code ?? 'OK'}`);
      }
    }
    const counted = async () =>
      (await prisma.account.findFirstOrThrow({ where: { name: 'acme' } })).externalUserCount;
    expect(await counted()).toBe(await prisma.user.count({ where: permanent }));
    expect([...outcomes].sort()).toEqual(
      ['chat 200 __state__', 'chat 404 ', 'delete NOT_FOUND', 'delete OK', 'mint 200 '].filter((each) =>
        outcomes.has(each),
      ),
    );
    // What of them is there is whole: a session that can be exchanged has a user whom it lets in.
    const tokens = await Promise.all(sessions.map((sessionId) => client.exchange(sessionId)));
    for (const { status, body } of tokens) if (status === 200) expect(await works(body.token)).toBe('OK');
    await client.deleteTenant(embedTenantName);
    for (const externalId of people) await deleteOne(externalId);
    for (const { status, body } of tokens)
      if (status === 200) expect(await works(body.token)).toBe('UNAUTHENTICATED');
    expect(await prisma.user.count({ where: { identifier: { in: people } } })).toBe(0);
    expect(await prisma.user.count({ where: { expiresAt: { not: null } } })).toBe(0);
    expect(await prisma.chatRun.count({ where: { status: 'running' } })).toBe(0);
    expect(await counted()).toBe(await prisma.user.count({ where: permanent }));
  });
});
