import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createUserSweeper, sweepExpiredUsers } from '../../src/services/erasure/sweep-expired-users.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

const week = 604_800;

describeDatabases('users of chat (spec: sessionSettings)', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  let now = new Date('2026-05-01T10:00:00Z');
  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn, now: () => now });
  });
  beforeEach(async () => {
    // Only the test's own users are due from here on.
    pass(week);
    await sweepExpiredUsers(service.services);
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  /** A finished turn of this user. */
  async function chat(sessionSettings: object): Promise<string> {
    const started = await startTurn(service, agent, { input: 'Hi', sessionSettings });
    await started.turn.complete('Hi.');
    await started.stream.rest();
    return started.chatId;
  }

  const lifeOf = (user: { externalId: string }) =>
    service.database.prisma.user.findFirst({
      where: { identifier: user.externalId },
      select: { ephemeral: true, expiresAt: true },
    });
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);

  it('live a week by default, or as long as was said, counted from when they were made', async () => {
    const [default_, short, year] = [newUser(), newUser(), newUser()];
    const made = now;
    await chat(default_);
    await chat({ ...short, ephemeralTtlSeconds: 60 });
    await chat({ ...year, isEphemeral: true, ephemeralTtlSeconds: 31_536_000 });
    const end = (seconds: number) => ({
      ephemeral: true,
      expiresAt: new Date(made.getTime() + seconds * 1000),
    });
    expect(await lifeOf(default_)).toEqual(end(week));
    expect(await lifeOf(short)).toEqual(end(60));
    expect(await lifeOf(year)).toEqual(end(31_536_000));
    pass(30);
    // However often they come back.
    await chat(default_);
    await chat(short);
    expect(await lifeOf(default_)).toEqual(end(week));
    expect(await lifeOf(short)).toEqual(end(60));
  });

  it('users of chat may have their life shortened by a later call, never lengthened', async () => {
    const user = newUser();
    await chat({ ...user, ephemeralTtlSeconds: 1_000 });
    const end = inSeconds(1_000);
    await chat({ ...user, ephemeralTtlSeconds: 2_000 });
    expect((await lifeOf(user))?.expiresAt).toEqual(end);
    await chat({ ...user, ephemeralTtlSeconds: 500 });
    expect((await lifeOf(user))?.expiresAt).toEqual(inSeconds(500));
  });

  it('become permanent with isEphemeral false, and never ephemeral again', async () => {
    const [from, start] = [newUser(), newUser()];
    await chat({ ...from, ephemeralTtlSeconds: 10 });
    await chat({ ...from, isEphemeral: false });
    await chat({ ...start, isEphemeral: false });
    for (const user of [from, start]) {
      await chat({ ...user, isEphemeral: true, ephemeralTtlSeconds: 10 });
      expect(await lifeOf(user)).toEqual({ ephemeral: false, expiresAt: null });
    }
  });

  it('users of chat count towards the limit of external users only when they are permanent', async () => {
    const { account } = service.database.prisma;
    const count = async () =>
      (await account.findUniqueOrThrow({ where: { name: 'acme' } })).externalUserCount;
    const before = await count();
    const user = newUser();
    await chat(user);
    expect(await count()).toBe(before);
    await account.update({ where: { name: 'acme' }, data: { maxExternalUsers: before } });
    const refused = await service.chat({ input: 'Hi', sessionSettings: { ...user, isEphemeral: false } });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'EXTERNAL_USER_LIMIT',
    ]);
    await chat(newUser());
    await account.update({ where: { name: 'acme' }, data: { maxExternalUsers: 10_000 } });
    await chat({ ...user, isEphemeral: false });
    expect(await count()).toBe(before + 1);
  });

  it('users of chat are gone once their time has passed, with all that was theirs, before any sweep', async () => {
    const user = newUser();
    const access = { groups: ['analysts'], userAttributes: [{ name: 'region', value: ['EU'] }] };
    const chatId = await chat({ ...user, ...access, ephemeralTtlSeconds: 100 });
    pass(99);
    expect((await service.chat({ chatId, sessionSettings: user })).status).toBe(200);
    pass(1);
    expect((await service.chat({ chatId, sessionSettings: user })).status).toBe(404);
    // The same externalId is somebody new.
    const another = await chat(user);
    expect(another).not.toBe(chatId);
    expect(await lifeOf(user)).toEqual({ ephemeral: true, expiresAt: inSeconds(week) });
    const { groupMembership, userAttributeValue, chatThread } = service.database.prisma;
    const where = { user: { identifier: user.externalId } };
    expect(await groupMembership.count({ where })).toBe(0);
    expect(await userAttributeValue.count({ where })).toBe(0);
    expect(await chatThread.count({ where: { id: chatId } })).toBe(0);
  });

  /** Aborts over either door. @returns the code of the answer */
  async function abort(door: 'REST' | 'GraphQL', chatId: string, sessionSettings: object): Promise<string> {
    const headers = { authorization: `Api-Key ${keys.admin}`, 'content-type': 'application/json' };
    const post = (url: string, body: object) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (door === 'REST') {
      const answer = await post(`${service.chatUrl()}/abort`, { chatId, sessionSettings });
      return answer.status === 204 ? 'OK' : ((await answer.json()) as { code: string }).code;
    }
    const query = 'mutation($input: AbortChatInput!) { abortChat(input: $input) { chatId } }';
    const variables = { input: { chatId, agentId: 1, sessionSettings } };
    const answer = await post(`${service.url}/graphql`, { query, variables });
    const { errors } = (await answer.json()) as { errors?: { extensions: { code: string } }[] };
    return errors?.[0]?.extensions.code ?? 'OK';
  }

  // A thread is gone with its user, but what still works for it, and costs, must be stoppable. Only API keys
  // come here: a session makes its user permanent, so no token is that of an ephemeral one.
  it.each(['REST', 'GraphQL'] as const)(
    'users of chat may outlive their time by a turn, which is aborted over %s by their own name; then the thread is gone',
    async (door) => {
      const user = newUser();
      const settings = { ...user, ephemeralTtlSeconds: 10 };
      const { turn, stream, chatId } = await startTurn(service, agent, {
        input: 'Hi',
        sessionSettings: settings,
      });
      pass(11);
      expect(await abort(door, chatId, newUser())).toBe('FORBIDDEN');
      expect(turn.request.signal.aborted).toBe(false);
      expect(await abort(door, chatId, user)).toBe('OK');
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      // Nothing is at work any more, so there is no thread, whoever asks and whether it was swept or not.
      for (const who of [user, newUser()]) expect(await abort(door, chatId, who)).toBe('NOT_FOUND');
      await sweepExpiredUsers(service.services);
      expect(await abort(door, chatId, user)).toBe('NOT_FOUND');
    },
  );

  it('users of chat are swept with threads, messages, values and results; others stay', async () => {
    const { prisma } = service.database;
    const counts = async () => ({
      users: await prisma.user.count(),
      threads: await prisma.chatThread.count(),
      runs: await prisma.chatRun.count(),
      messages: await prisma.chatMessage.count(),
      values: await prisma.userAttributeValue.count(),
      results: await prisma.queryResult.count(),
    });
    await chat(newUser());
    const before = await counts();
    const settings = { groups: ['analysts'], userAttributes: [{ name: 'region', value: ['EU'] }] };
    const short = { ...newUser(), ...settings, ephemeralTtlSeconds: 5 };
    const { turn, stream } = await startTurn(service, agent, { input: 'Hi', sessionSettings: short });
    const sql = { sqlQuery: 'SELECT item FROM sales', queryTitle: '', description: '', userRequest: '' };
    await turn.request.data.runSql(sql, turn.request.signal);
    await turn.complete('Ok.');
    await stream.rest();
    expect(await counts()).toEqual({
      users: before.users + 1,
      threads: before.threads + 1,
      runs: before.runs + 1,
      messages: before.messages + 2,
      values: before.values + 1,
      results: before.results + 1,
    });
    pass(4.999);
    expect(await sweepExpiredUsers(service.services)).toBe(0);
    pass(0.001);
    expect(await sweepExpiredUsers(service.services)).toBe(1);
    expect(await counts()).toEqual(before);
  });

  it('users of chat are each swept once by many at the same moment', async () => {
    const { user, account } = service.database.prisma;
    const { id: accountId } = await account.findUniqueOrThrow({ where: { name: 'rival' } });
    await user.createMany({
      data: Array.from({ length: 450 }, (_, i) => ({
        accountId,
        kind: 'external' as const,
        identifier: `swept-${i}`,
        ephemeral: true,
        expiresAt: now,
      })),
    });
    const removed = await Promise.all(Array.from({ length: 4 }, () => sweepExpiredUsers(service.services)));
    const sum = removed.reduce((total, count) => total + count, 0);
    // One that skips what others hold may leave it to the next sweep, but never counts it.
    expect(sum + (await sweepExpiredUsers(service.services))).toBe(450);
    expect(await user.count({ where: { accountId, identifier: { startsWith: 'swept-' } } })).toBe(0);
  });

  it('users of chat are not made, nor changed, by reading a thread', async () => {
    const owner = { ...newUser(), groups: ['analysts'] };
    const chatId = await chat(owner);
    const nobody = newUser();
    const refused = await service.chat({ chatId, sessionSettings: nobody });
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({ code: 'NOT_FOUND', detail: 'Chat thread not found.' });
    expect(await lifeOf(nobody)).toBeNull();

    const life = await lifeOf(owner);
    const changed = { ...owner, groups: [], isEphemeral: false };
    const read = await service.chat({ chatId, sessionSettings: changed });
    expect((await read.rest()).at(-1)?.state).toMatchObject({ chatId, status: 'completed' });
    expect(await lifeOf(owner)).toEqual(life);
    const memberships = { user: { identifier: owner.externalId } };
    expect(await service.database.prisma.groupMembership.count({ where: memberships })).toBe(1);
  });

  it('users of chat have their turns stopped before they are swept', async () => {
    const sessionSettings = { ...newUser(), ephemeralTtlSeconds: 5 };
    const { turn, stream } = await startTurn(service, agent, { input: 'Hi', sessionSettings });
    await turn.say({ type: 'text-delta', id: 't', delta: 'I was' });
    pass(5);
    expect(await sweepExpiredUsers(service.services)).toBe(1);
    expect(turn.request.signal.aborted).toBe(true);
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
  });

  it('users of chat are swept again and again until the sweeper is disposed of', async () => {
    const sweeper = createUserSweeper(service.services, 5);
    for (const round of ['first', 'second']) {
      const user = newUser();
      await chat({ ...user, ephemeralTtlSeconds: 5 });
      pass(5);
      await expect.poll(() => lifeOf(user), { interval: 5, message: round }).toBeNull();
    }
    await sweeper[Symbol.asyncDispose]();
    const user = newUser();
    await chat({ ...user, ephemeralTtlSeconds: 5 });
    pass(5);
    await setImmediate();
    expect(await lifeOf(user)).not.toBeNull();
  });

  it('chat as the internal user that exists, who is never ephemeral', async () => {
    const sessionSettings = { internalId: 'ada@acme.test', isEphemeral: true, ephemeralTtlSeconds: 1 };
    const chatId = await chat(sessionSettings);
    pass(10);
    await sweepExpiredUsers(service.services);
    const byName = await service.chat({ chatId, sessionSettings: { internalId: 'ada' } });
    expect(byName.status).toBe(200);
    expect((await service.chat({ chatId, sessionSettings }, { key: keys.chat })).status).toBe(200);
  });
});
