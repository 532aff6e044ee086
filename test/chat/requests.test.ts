import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { chatStreamDocument, SubscriptionError, sseClient, subscribe } from '../support/chat-subscription.ts';
import { describeDatabases } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

interface Problem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly error: string;
  readonly issues?: readonly { readonly path: string }[];
}

async function problemOf(answer: LineClient): Promise<Problem> {
  const problem = (await answer.json()) as Problem;
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(problem).toMatchObject({ status: answer.status, error: problem.detail });
  return problem;
}

let milliseconds = 1_700_000_000_000;
function newMessageId(): string {
  milliseconds += 1;
  return `${milliseconds}-message`;
}

describeDatabases('chat (spec: Chat request body)', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const start = (body: object, options?: Parameters<ChatService['chat']>[1]) =>
    startTurn(service, agent, body, options);

  async function finishedThread(sessionSettings: object, options?: Parameters<ChatService['chat']>[1]) {
    const { stream, chatId, turn } = await start({ input: 'Hello', sessionSettings }, options);
    await turn.complete('Hi.');
    await stream.rest();
    return chatId;
  }

  const chatId = '01890a5d-ac96-774b-bcce-b302099a8057';
  const external = { externalId: 'table' };
  const internal = { internalId: 'ada@acme.test' };
  it.each<[string, object, string[]]>([
    ['neither input nor chatId', { sessionSettings: external }, ['input']],
    ['no sessionSettings', { input: 'Hi' }, ['sessionSettings']],
    ['nobody', { input: 'Hi', sessionSettings: {} }, ['sessionSettings.externalId']],
    [
      'two users',
      { input: 'Hi', sessionSettings: { ...external, ...internal } },
      ['sessionSettings.externalId'],
    ],
    ['an input of spaces', { input: ' \n', sessionSettings: external }, ['input']],
    ['an input that is too long', { input: 'x'.repeat(20_001), sessionSettings: external }, ['input']],
    ['an input of another type', { input: 5, sessionSettings: external }, ['input']],
    [
      'an externalId in uppercase',
      { input: 'Hi', sessionSettings: { externalId: 'Ada' } },
      ['sessionSettings.externalId'],
    ],
    [
      'an externalId with a space',
      { input: 'Hi', sessionSettings: { externalId: 'a b' } },
      ['sessionSettings.externalId'],
    ],
    [
      'a life of no seconds',
      { input: 'Hi', sessionSettings: { ...external, ephemeralTtlSeconds: 0 } },
      ['sessionSettings.ephemeralTtlSeconds'],
    ],
    [
      'a life of half a second',
      { input: 'Hi', sessionSettings: { ...external, ephemeralTtlSeconds: 0.5 } },
      ['sessionSettings.ephemeralTtlSeconds'],
    ],
    [
      'a life of over a year',
      { input: 'Hi', sessionSettings: { ...external, ephemeralTtlSeconds: 31_536_001 } },
      ['sessionSettings.ephemeralTtlSeconds'],
    ],
    [
      'a messageId without milliseconds',
      { input: 'Hi', messageId: 'message', sessionSettings: external },
      ['messageId'],
    ],
    [
      'a messageId of 12 digits',
      { input: 'Hi', messageId: '170000000000-message', sessionSettings: external },
      ['messageId'],
    ],
    [
      'groups with internalId',
      { input: 'Hi', sessionSettings: { ...internal, groups: [] } },
      ['sessionSettings.groups'],
    ],
    [
      'roles with internalId',
      { input: 'Hi', sessionSettings: { ...internal, roles: [] } },
      ['sessionSettings.roles'],
    ],
    [
      'userAttributes with internalId',
      { input: 'Hi', sessionSettings: { ...internal, userAttributes: [] } },
      ['sessionSettings.userAttributes'],
    ],
    [
      'securityContext with internalId',
      { input: 'Hi', sessionSettings: { ...internal, securityContext: {} } },
      ['sessionSettings.securityContext'],
    ],
    [
      'an attribute twice',
      {
        input: 'Hi',
        sessionSettings: {
          ...external,
          userAttributes: [
            { name: 'region', value: ['EU'] },
            { name: 'region', value: null },
          ],
        },
      },
      ['sessionSettings.userAttributes.1.name'],
    ],
  ])('400 for %s', async (_, body, paths) => {
    const started = agent.started;
    const problem = await problemOf(await service.chat(body));
    expect(problem).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(problem.issues?.map((issue) => issue.path)).toEqual(paths);
    expect(agent.started).toBe(started);
  });

  it('chat takes internalId with what may go along, and what may be left out as null', async () => {
    const { turn, stream } = await start({
      input: 'Hi',
      chatId: null,
      messageId: null,
      activeBranchName: null,
      unknown: { field: true },
      sessionSettings: {
        ...internal,
        email: 'ada@acme.test',
        groups: null,
        securityContext: null,
        isEphemeral: true,
      },
    });
    await turn.complete('Hi Ada.');
    expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'completed' });
    expect(await service.database.prisma.user.count({ where: { identifier: { startsWith: 'ada' } } })).toBe(
      1,
    );
  });

  it.each(['01', '+1', '1.0', '1e0'])('a chat request to agent %s is not one to agent 1', async (agent) => {
    const answer = await LineClient.open(service.chatUrl(agent), {
      body: { input: 'Hi', sessionSettings: external },
      headers: { authorization: `Api-Key ${keys.admin}` },
    });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
  });

  it.each<[string, object, Parameters<ChatService['chat']>[1], number, string]>([
    [
      'an unknown internal user',
      { input: 'Hi', sessionSettings: { internalId: 'nobody@acme.test' } },
      {},
      404,
      'NOT_FOUND',
    ],
    ['an unknown agent', { input: 'Hi', sessionSettings: external }, { agent: 99 }, 404, 'NOT_FOUND'],
    [
      'an unknown account',
      { input: 'Hi', sessionSettings: external },
      { account: 'nobody' },
      404,
      'NOT_FOUND',
    ],
    [
      "another account's path",
      { input: 'Hi', sessionSettings: external },
      { account: 'rival' },
      404,
      'NOT_FOUND',
    ],
    ['a thread that does not exist', { chatId, sessionSettings: external }, {}, 404, 'NOT_FOUND'],
    [
      'input on a thread that does not exist',
      { input: 'Hi', chatId, sessionSettings: external },
      {},
      404,
      'NOT_FOUND',
    ],
    [
      'a chatId that nobody made',
      { input: 'Hi', chatId: 'mine', sessionSettings: external },
      {},
      404,
      'NOT_FOUND',
    ],
    ['an empty chatId', { input: 'Hi', chatId: '', sessionSettings: external }, {}, 404, 'NOT_FOUND'],
    [
      'an unknown branch',
      { input: 'Hi', activeBranchName: 'nope', sessionSettings: external },
      {},
      400,
      'BRANCH_NOT_FOUND',
    ],
    [
      'an unknown branch that is said not to be the default',
      { input: 'Hi', activeBranchName: 'nope', isDefaultBranch: false, sessionSettings: external },
      {},
      400,
      'BRANCH_NOT_FOUND',
    ],
    [
      'an unknown group',
      { input: 'Hi', sessionSettings: { ...external, groups: ['analysts', 'a', 'b'] } },
      {},
      400,
      'BAD_REQUEST',
    ],
    [
      'an unknown attribute',
      { input: 'Hi', sessionSettings: { ...external, userAttributes: [{ name: 'x', value: 1 }] } },
      {},
      400,
      'BAD_REQUEST',
    ],
    [
      'an attribute of another type',
      { input: 'Hi', sessionSettings: { ...external, userAttributes: [{ name: 'level', value: 'high' }] } },
      {},
      400,
      'VALIDATION_FAILED',
    ],
    [
      'no such key',
      { input: 'Hi', sessionSettings: external },
      { key: 'a-key-that-nobody-has-given-out' },
      401,
      'UNAUTHENTICATED',
    ],
    [
      'a key of other deployments',
      { input: 'Hi', sessionSettings: external },
      { key: keys.bound },
      403,
      'FORBIDDEN',
    ],
    [
      'a plan without chat',
      { input: 'Hi', sessionSettings: external },
      { key: keys.starter, account: 'starter' },
      403,
      'PLAN_REQUIRED',
    ],
  ])('chat refuses %s', async (_, body, options, status, code) => {
    const started = agent.started;
    expect(await problemOf(await service.chat(body, options))).toMatchObject({ status, code });
    expect(agent.started).toBe(started);
  });

  it('chat says what is missing in the words of the spec', async () => {
    const settings = (more: object) => ({ input: 'Hi', sessionSettings: { ...newUser(), ...more } });
    const groups = await problemOf(await service.chat(settings({ groups: ['analysts', 'a', 'b'] })));
    expect(groups.detail).toBe('Groups with names a, b not found');
    const attributes = await problemOf(
      await service.chat(settings({ userAttributes: [{ name: 'x', value: 1 }] })),
    );
    expect(attributes.detail).toBe('User attributes not found: x');
  });

  it('chat takes a chat key as it takes an admin key', async () => {
    const { stream, turn } = await start({ input: 'Hi', sessionSettings: newUser() }, { key: keys.chat });
    await turn.complete('Hi.');
    expect((await stream.rest()).at(-1)?.id).toBe('__state__');
  });

  it('hides threads from other users, agents and accounts, and shows them to their own', async () => {
    const owner = newUser();
    const thread = await finishedThread(owner);
    const read = (sessionSettings: object, options?: Parameters<ChatService['chat']>[1]) =>
      service.chat({ chatId: thread, sessionSettings }, options);
    expect((await read(owner)).status).toBe(200);
    expect((await read(newUser())).status).toBe(404);
    expect((await read(internal)).status).toBe(404);
    expect((await read(owner, { agent: 2 })).status).toBe(404);
    expect((await read(owner, { key: keys.rival, account: 'rival' })).status).toBe(404);
    const asOther = { input: 'Mine now', chatId: thread, sessionSettings: newUser() };
    expect((await service.chat(asOther)).status).toBe(404);
  });

  it('chat keeps groups and attributes with the user, by the rules of generate-session', async () => {
    const user = newUser();
    const access = () =>
      service.database.prisma.user.findFirst({
        where: { identifier: user.externalId },
        select: {
          email: true,
          memberships: { select: { group: { select: { name: true } } } },
          attributeValues: { select: { value: true, definition: { select: { name: true } } } },
        },
      });
    const chat = async (more: object) => {
      const { stream, turn } = await start({ input: 'Hi', sessionSettings: { ...user, ...more } });
      await turn.complete('Hi.');
      await stream.rest();
    };
    await chat({
      email: 'x@y.test',
      groups: ['analysts', 'managers'],
      userAttributes: [
        { name: 'region', value: ['EU'] },
        { name: 'level', value: 3 },
      ],
    });
    await chat({ userAttributes: [{ name: 'level', value: null }] });
    expect(await access()).toMatchObject({
      email: 'x@y.test',
      memberships: [{ group: { name: 'analysts' } }, { group: { name: 'managers' } }],
      attributeValues: [{ value: ['EU'], definition: { name: 'region' } }],
    });
    await chat({ groups: [] });
    expect(await access()).toMatchObject({ memberships: [], attributeValues: [{ value: ['EU'] }] });
  });

  it('chat runs queries under the policies of the user, on the branch asked for', async () => {
    const sum = async (sessionSettings: object, more: object = {}) => {
      const { stream, turn } = await start({ input: 'Sum', sessionSettings, ...more });
      const { data } = turn.request;
      const input = {
        sqlQuery: 'SELECT MEASURE(amount) AS amount FROM sales',
        queryTitle: '',
        description: '',
        userRequest: '',
      };
      const { rows } = await data.runSql(input, turn.request.signal);
      await turn.complete('Ok.');
      await stream.rest();
      return rows[0]?.[0];
    };
    const inRegions = (...value: string[]) => ({ ...newUser(), userAttributes: [{ name: 'region', value }] });
    expect(await sum(inRegions('EU'))).toBe(30);
    expect(await sum(inRegions('EU', 'UK'))).toBe(70);
    expect(await sum(newUser())).toBe(null);
    expect(await sum(internal)).toBe(150);
    const branch = { activeBranchName: 'discounts' };
    expect(await sum(inRegions('EU'), branch)).toBe(60);
    expect(await sum(inRegions('EU'), { ...branch, isDefaultBranch: false })).toBe(60);
    expect(await sum(inRegions('EU'), { ...branch, isDefaultBranch: true })).toBe(30);
    expect(await sum(inRegions('EU'), { activeBranchName: 'master', isDefaultBranch: true })).toBe(30);
  });

  it('409 while the thread is streaming, and only then', async () => {
    const sessionSettings = newUser();
    const { stream, chatId: thread, turn } = await start({ input: 'One', sessionSettings });
    const busy = await service.chat({ input: 'Two', chatId: thread, sessionSettings });
    expect(await problemOf(busy)).toMatchObject({
      status: 409,
      code: 'THREAD_BUSY',
      detail: 'Streaming for thread is in progress',
    });
    const elsewhere = await start({ input: 'Another thread', sessionSettings });
    await elsewhere.turn.complete('Yes.');
    await turn.complete('One.');
    await stream.rest();
    const { turn: next, stream: third } = await start({ input: 'Two', chatId: thread, sessionSettings });
    await next.complete('Two.');
    const contents = (await third.rest()).at(-1)?.state?.messages?.map((line) => line.content);
    expect(contents).toEqual(['Two', 'Two.']);
  });

  it('chat lets one of many inputs at the same moment in', async () => {
    const sessionSettings = newUser();
    const thread = await finishedThread(sessionSettings);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => service.chat({ input: `${i}`, chatId: thread, sessionSettings })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array<number>(9).fill(409)]);
    await (await agent.nextTurn()).complete('Ok.');
  });

  describe('messageId makes a request safe to repeat', () => {
    it.each(['a new thread', 'a thread'])('for requests at the same moment on %s', async (where) => {
      const sessionSettings = newUser();
      const thread = where === 'a thread' ? await finishedThread(sessionSettings) : undefined;
      const body = { input: 'Once', messageId: newMessageId(), chatId: thread, sessionSettings };
      const started = agent.started;
      const streams = await Promise.all(Array.from({ length: 6 }, () => service.chat(body)));
      expect(streams.map((stream) => stream.status)).toEqual(Array(6).fill(200));
      const turn = await agent.nextTurn();
      const openings = await Promise.all(streams.map((stream) => stream.take(2)));
      expect(new Set(openings.map((lines) => JSON.stringify(lines))).size).toBe(1);
      await turn.sayText('t', 'a', 'b');
      await turn.complete('Once.');
      const all = await Promise.all(streams.map((stream) => stream.rest()));
      expect(new Set(all.map((lines) => JSON.stringify(lines))).size).toBe(1);
      expect(all[0]?.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
      expect(agent.started).toBe(started + 1);
    });

    it('re-attaches while the turn runs and after it ended, with and without chatId', async () => {
      const sessionSettings = newUser();
      const body = { input: 'Once', messageId: newMessageId(), sessionSettings };
      const { stream, chatId: thread, opening, turn } = await start(body);
      await turn.say({ type: 'text-delta', id: 't', delta: 'Wor' });
      await stream.take(1);
      const during = await service.chat(body);
      expect(await during.take(3)).toEqual([...opening, expect.objectContaining({ content: 'Wor' })]);
      await turn.complete('Done.');
      expect(await during.rest()).toEqual(await stream.rest());
      await service.services.runLog.trim(
        (await service.database.prisma.chatRun.findFirstOrThrow({ where: { threadId: thread } })).id,
      );
      for (const request of [body, { ...body, chatId: thread }]) {
        const lines = await (await service.chat(request)).rest();
        expect(lines[0]).toEqual({ ...opening[0], state: { chatId: thread, isStreaming: false } });
        expect(lines.map((line) => line.content)).toEqual([undefined, 'Once', 'Wor', 'Done.', undefined]);
        expect(lines.at(-1)).toMatchObject({
          sort: 5,
          state: { status: 'completed', messages: { length: 3 } },
        });
      }
    });

    it('a repeated messageId gives an earlier turn alone once the thread went on', async () => {
      const sessionSettings = newUser();
      const first = { input: 'First', messageId: newMessageId(), sessionSettings };
      const { stream, chatId: thread, turn } = await start(first);
      await turn.complete('First.');
      await stream.rest();
      const second = await start({
        input: 'Second',
        messageId: newMessageId(),
        chatId: thread,
        sessionSettings,
      });
      const again = await (await service.chat(first)).rest();
      expect(again.map((line) => line.content)).toEqual([undefined, 'First', 'First.', undefined]);
      expect(again.at(-1)?.state).toMatchObject({ status: 'completed' });
      const other = await service.chat({ ...first, chatId: thread, messageId: newMessageId() });
      expect(other.status).toBe(409);
      await second.turn.complete('Second.');
    });

    it.each(['REST', 'GraphQL'] as const)(
      'a messageId is refused for another message or thread through %s, and names its turn to equal requests',
      async (door) => {
        const sessionSettings = newUser();
        const otherThread = await finishedThread(sessionSettings);
        const first = { input: 'First', messageId: newMessageId(), sessionSettings };
        const { stream, chatId, turn } = await start(first);
        const refusalOf = async (body: object) => {
          if (door === 'REST') return problemOf(await service.chat(body));
          const input = { agentId: 1, ...body };
          const answer = subscribe(sseClient(service), chatStreamDocument, { input }).next();
          const error = await answer.catch((thrown: unknown) => thrown);
          return error instanceof SubscriptionError
            ? { status: 409, code: error.codes[0], detail: error.message }
            : error;
        };
        const started = agent.started;
        const refusals = () =>
          Promise.all([
            refusalOf({ ...first, input: 'Second' }),
            refusalOf({ ...first, input: 'Second', chatId }),
            refusalOf({ ...first, chatId: otherThread }),
          ]);
        const refused = { status: 409, code: 'CONFLICT', detail: expect.stringContaining('new messageId') };
        expect(await refusals()).toMatchObject(Array(3).fill(refused));
        await turn.complete('Done.');
        await stream.rest();
        expect(await refusals()).toMatchObject(Array(3).fill(refused));
        expect((await (await service.chat(first)).rest()).map((line) => line.content)).toContain('Done.');
        expect(agent.started).toBe(started);
      },
    );

    it('one of different messages that are sent under one messageId at the same moment is asked, and the others are refused', async () => {
      const sessionSettings = newUser();
      const messageId = newMessageId();
      const started = agent.started;
      const streams = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          service.chat({ input: `Question ${at}`, messageId, sessionSettings }),
        ),
      );
      const refused = streams.filter(({ status }) => status !== 200);
      expect(await Promise.all(refused.map((each) => each.json()))).toMatchObject(
        Array(5).fill({ status: 409, code: 'CONFLICT' }),
      );
      await (await agent.nextTurn()).complete('Done.');
      const asked = streams.find(({ status }) => status === 200);
      expect((await asked?.rest())?.at(-1)?.state).toMatchObject({ status: 'completed' });
      expect(agent.started).toBe(started + 1);
    });

    it("a messageId is the user's own with this agent", async () => {
      const messageId = newMessageId();
      const sessionSettings = newUser();
      for (const [sender, number] of [
        [sessionSettings, 1],
        [sessionSettings, 2],
        [newUser(), 1],
        [newUser(), 2],
      ] as const) {
        const { stream, opening, turn } = await start(
          { input: 'Mine', messageId, sessionSettings: sender },
          { agent: number },
        );
        expect(opening[0]?.sort).toBe(0);
        await turn.complete('Yours.');
        await stream.rest();
      }
    });

    it('a used messageId for a thread that is not there for the user and agent is refused like any message for it', async () => {
      const sessionSettings = newUser();
      const first = { input: 'First', messageId: newMessageId(), sessionSettings };
      const { stream, chatId, turn } = await start(first);
      await turn.complete('Done.');
      await stream.rest();
      const foreign = await finishedThread(newUser());
      const nowhere = '00000000-0000-4000-8000-000000000000';
      const refused = { status: 404, code: 'NOT_FOUND' };
      for (const thread of [foreign, nowhere, 'none'])
        expect(await problemOf(await service.chat({ ...first, chatId: thread })), thread).toMatchObject(
          refused,
        );
      expect(await problemOf(await service.chat({ ...first, chatId }, { agent: 2 }))).toMatchObject(refused);
    });
  });

  it('chat answers in the time zone asked for, else the default one', async () => {
    for (const [timezone, expected] of [
      ['Europe/Berlin', 'Europe/Berlin'],
      ['europe/berlin', 'Europe/Berlin'],
      ['Mars/Olympus', 'UTC'],
      ['+02:00', 'UTC'],
      ['x'.repeat(101), 'UTC'],
      ['', 'UTC'],
      [undefined, 'UTC'],
    ]) {
      const { turn } = await start({ input: 'When?', sessionSettings: { ...newUser(), timezone } });
      expect(turn.request.timezone).toBe(expected);
      await turn.complete('Now.');
    }
  });
});
