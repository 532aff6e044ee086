import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDatabases, recordStatements } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const day = (date: number) => new Date(Date.UTC(2026, 1, date));

describeDatabases('usage of the language models', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [
        { name: 'acme', users: ['ada', 'bob', 'eve'] },
        { name: 'rival', users: ['rod'] },
      ],
    });
    await chat('ada', 1, { inputTokens: 1_000_000_000, outputTokens: 10, steps: 2 });
    await chat('ada', 2, { inputTokens: 2_000_000_000, outputTokens: 20, steps: 3 }, 'failed');
    await chat('bob', 2, { inputTokens: 300, outputTokens: 30, steps: 1 }, 'aborted', 2);
    await chat('bob', 3, { inputTokens: 0, outputTokens: 0, steps: 0 }, 'running');
    await chat('rod', 2, { inputTokens: 7, outputTokens: 7, steps: 7 });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function chat(
    identifier: string,
    date: number,
    usage: { inputTokens: number; outputTokens: number; steps: number },
    status: 'completed' | 'failed' | 'aborted' | 'running' = 'completed',
    agentNumber = 1,
  ): Promise<void> {
    const { prisma } = service.database;
    const { id: userId, accountId } = await prisma.user.findFirstOrThrow({ where: { identifier } });
    const { id: agentId } = await prisma.agent.findFirstOrThrow({
      where: { accountId, number: agentNumber },
    });
    const threadId = service.services.newId();
    await prisma.chatThread.create({ data: { id: threadId, accountId, userId, agentId, title: 'Usage' } });
    await prisma.chatRun.create({
      data: {
        id: service.services.newId(),
        threadId,
        userId,
        agentId,
        status,
        startSort: 0,
        leaseOwner: 'test',
        leaseExpiresAt: day(28),
        startedAt: day(date),
        ...usage,
      },
    });
  }

  const fields = '{ turns steps inputTokens outputTokens }';
  const accountUsage = async (range: { from?: Date; before?: Date } = {}, key?: string) =>
    service.graphql(
      `query ($from: DateTime, $before: DateTime) { account { usage(from: $from, before: $before) ${fields} } }`,
      range,
      key,
    );

  it('usage of the language models is summed for the account in one statement', async () => {
    const all = { turns: 4, steps: 6, inputTokens: 3_000_000_300, outputTokens: 60 };
    expect((await accountUsage()).data.account.usage).toEqual(all);
    using recorded = recordStatements(service.database);
    await accountUsage();
    expect(recorded.statements.filter((sql) => sql.includes('"ChatRun"'))).toHaveLength(1);
  });

  it.each([
    [
      'from a time on',
      { from: day(2) },
      { turns: 3, steps: 4, inputTokens: 2_000_000_300, outputTokens: 50 },
    ],
    ['before a time', { before: day(2) }, { turns: 1, steps: 2, outputTokens: 10 }],
    ['between two times', { from: day(2), before: day(3) }, { turns: 2, steps: 4, outputTokens: 50 }],
    ['of a time without turns', { from: day(4) }, { turns: 0, steps: 0, inputTokens: 0, outputTokens: 0 }],
  ])('usage of the language models is summed %s', async (_, range, sum) => {
    expect((await accountUsage(range)).data.account.usage).toMatchObject(sum);
  });

  it('usage of the language models is told of each user, all in one statement', async () => {
    const document = `{ users(first: 10) { edges { node { identifier usage(from: "2026-02-02T00:00:00Z") ${fields} } } } }`;
    await service.graphql(document);
    using recorded = recordStatements(service.database);
    const { data } = await service.graphql(document);
    expect(data.users.edges.map(({ node }: { node: object }) => node)).toEqual([
      { identifier: 'ada', usage: { turns: 1, steps: 3, inputTokens: 2_000_000_000, outputTokens: 20 } },
      { identifier: 'bob', usage: { turns: 2, steps: 1, inputTokens: 300, outputTokens: 30 } },
      { identifier: 'eve', usage: { turns: 0, steps: 0, inputTokens: 0, outputTokens: 0 } },
    ]);
    expect(recorded.statements.filter((sql) => sql.includes('"ChatRun"'))).toHaveLength(1);
  });

  it('usage of the language models is each account’s own', async () => {
    const { data } = await accountUsage({}, service.account('rival').adminKey);
    expect(data.account.usage).toEqual({ turns: 1, steps: 7, inputTokens: 7, outputTokens: 7 });
  });

  it('usage of the language models is for administrators only', async () => {
    expect((await accountUsage({}, service.account().chatKey)).code).toBe('FORBIDDEN');
    expect((await accountUsage({}, 'a-key-that-nobody-has-given-out')).code).toBe('UNAUTHENTICATED');
  });

  it('usage of the language models is refused for a time that ends before it begins', async () => {
    const { code, issues } = await accountUsage({ from: day(2), before: day(2) });
    expect([code, issues]).toEqual([
      'VALIDATION_FAILED',
      [{ path: 'before', message: 'must be later than from' }],
    ]);
  });
});
