import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { AgentProfile, TurnRequest } from '../../src/services/chat/turn.ts';
import { describeDatabases } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Rules and certified queries that administrators give an agent through the API. */
describeDatabases('knowledge of agents', (kind) => {
  let service: TestService;
  /** What agents were told in their turns. */
  const told: AgentProfile[] = [];
  /** What the agent reads in its next turn, if anything. */
  let reads: readonly string[] = [];

  beforeAll(async () => {
    service = await openTestService({
      kind,
      withData: true,
      accounts: [{ name: 'acme' }, { name: 'rival' }],
      runTurn,
    });
  });
  beforeEach(async () => {
    const { prisma } = service.database;
    await prisma.agentRule.deleteMany();
    await prisma.certifiedQuery.deleteMany();
    reads = [];
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  async function runTurn({ agent, emit }: TurnRequest) {
    told.push(agent);
    for (const [index, sqlQuery] of reads.entries()) {
      const call = { id: `call-${index}`, name: 'svcSqlApi', input: JSON.stringify({ sqlQuery }) };
      await emit({ type: 'tool-call', ...call });
      await emit({
        type: 'tool-result',
        ...call,
        result: JSON.stringify({ sqlQuery, schema: [], data: [] }),
      });
    }
    const failed = { id: 'failed', name: 'svcSqlApi', input: '{}' };
    await emit({ type: 'tool-call', ...failed });
    await emit({ type: 'tool-result', ...failed, result: '{"error":"No.","sqlQuery":"SELECT none"}' });
    await emit({ type: 'answer', id: 'answer', content: 'ok' });
    return { status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 1 } } as const;
  }

  const user = { externalId: 'emma' };

  /** @returns what the agent of this number was told, and the lines of the stream */
  async function ask(agent = 1, input = 'How  many\nsales?') {
    const path = `/api/v1/public/acme/agents/${agent}/chat/stream-chat-state`;
    const { body } = await service.rest('POST', path, { input, sessionSettings: user });
    const lines = body
      .trim()
      .split('\n')
      .map((line: string) => JSON.parse(line));
    return { profile: told.at(-1), lines };
  }

  async function change(name: string, input: object, key?: string) {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    const payload = /^delete/.test(name)
      ? '__typename'
      : /Rule/.test(name)
        ? 'agentRule { id databaseId text isManaged }'
        : 'certifiedQuery { id databaseId question sql isManaged }';
    const answer = await service.graphql(
      `mutation($input: ${type}!) { ${name}(input: $input) { ${payload} } }`,
      { input },
      key,
    );
    const made = answer.data?.[name];
    return { ...answer, made: made?.agentRule ?? made?.certifiedQuery };
  }

  async function listed(): Promise<{ rules: string[]; queries: string[] }[]> {
    const { data } = await service.graphql(`{ agents { edges { node {
      rules { edges { node { text } } } certifiedQueries { edges { node { question } } } } } } }`);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
    return data.agents.edges.map(({ node }: any) => ({
      rules: node.rules.edges.map((edge: { node: { text: string } }) => edge.node.text),
      queries: node.certifiedQueries.edges.map((edge: { node: { question: string } }) => edge.node.question),
    }));
  }

  const sql = 'SELECT COUNT(*) AS n FROM sales';

  it("an agent's next turn follows what was created, changed and deleted, and no other agent's does", async () => {
    const rule = await change('createAgentRule', { agentId: 1, text: 'Answer in euros.' });
    expect(rule.made).toMatchObject({ text: 'Answer in euros.', isManaged: false });
    const query = await change('createCertifiedQuery', { agentId: 1, question: 'How many?', sql });
    expect(query.made).toMatchObject({ question: 'How many?', sql, isManaged: false });
    expect(await listed()).toEqual([
      { rules: ['Answer in euros.'], queries: ['How many?'] },
      { rules: [], queries: [] },
    ]);
    expect((await ask(1)).profile).toMatchObject({
      rules: ['Answer in euros.'],
      certifiedQueries: [{ question: 'How many?', sql }],
    });
    expect((await ask(2)).profile).toMatchObject({ rules: [], certifiedQueries: [] });

    await change('updateAgentRule', { id: rule.made.id, text: 'Answer in dollars.' });
    await change('updateCertifiedQuery', { id: String(query.made.databaseId), question: 'How many sales?' });
    expect((await ask(1)).profile).toMatchObject({
      rules: ['Answer in dollars.'],
      certifiedQueries: [{ question: 'How many sales?', sql }],
    });

    expect((await change('deleteAgentRule', { id: rule.made.id })).code).toBeUndefined();
    expect((await change('deleteCertifiedQuery', { id: query.made.id })).code).toBeUndefined();
    expect((await ask(1)).profile).toMatchObject({ rules: [], certifiedQueries: [] });
    expect((await change('deleteAgentRule', { id: rule.made.id })).code).toBe('NOT_FOUND');
  });

  it('each change leaves an audit event about the deployment of the agent', async () => {
    const { made } = await change('createAgentRule', { agentId: 2, text: 'Be brief.' });
    await change('updateAgentRule', { id: made.id, text: 'Be very brief.' });
    await change('deleteAgentRule', { id: made.id });
    const events = await service.database.prisma.auditEvent.findMany({
      where: { subject: `agentRule:${made.databaseId}` },
      orderBy: { id: 'asc' },
    });
    expect(events.map(({ action, deployments }) => [action, deployments])).toEqual([
      ['agentRule.create', [2]],
      ['agentRule.update', [2]],
      ['agentRule.delete', [2]],
    ]);
    expect(JSON.stringify(events)).not.toContain('brief');
  });

  it('what comes from the workspace says where to change it', async () => {
    const { prisma } = service.database;
    const { id: agentId } = await prisma.agent.findFirstOrThrow({ where: { number: 1 } });
    const rule = await prisma.agentRule.create({ data: { agentId, text: 'Fixed', managed: true } });
    const query = await prisma.certifiedQuery.create({
      data: { agentId, question: 'Fixed?', sql, managed: true },
    });
    for (const [name, input] of Object.entries({
      updateAgentRule: { id: String(rule.id), text: 'Loose' },
      deleteAgentRule: { id: String(rule.id) },
      updateCertifiedQuery: { id: String(query.id), question: 'Loose?' },
      deleteCertifiedQuery: { id: String(query.id) },
    })) {
      const { code, message } = await change(name, input);
      expect([name, code]).toEqual([name, 'WORKSPACE_MANAGED']);
      expect(message).toContain('Edit agents in inlay.yml');
    }
    expect((await listed())[0]).toEqual({ rules: ['Fixed'], queries: ['Fixed?'] });
  });

  it.each([
    ['a member that does not exist', 'SELECT citi FROM sales', /"citi".*Did you mean "city"/],
    ['a relation that does not exist', 'SELECT * FROM nothing', /nothing/],
    ['a statement that writes', 'DELETE FROM sales', /./],
  ])('a query with %s is refused with the reason', async (_name, broken, reason) => {
    const { made } = await change('createCertifiedQuery', { agentId: 1, question: 'How many?', sql });
    for (const answer of [
      await change('createCertifiedQuery', { agentId: 1, question: 'Broken?', sql: broken }),
      await change('updateCertifiedQuery', { id: made.id, sql: broken }),
    ]) {
      expect(answer.code).toBe('VALIDATION_FAILED');
      expect(answer.issues).toEqual([{ path: 'sql', message: expect.stringMatching(reason) }]);
    }
    expect((await listed())[0]?.queries).toEqual(['How many?']);
  });

  it('a query may read only the views that its agent may use', async () => {
    const { prisma } = service.database;
    await prisma.agent.updateMany({ where: { number: 2 }, data: { accessibleViews: ['others'] } });
    const refused = await change('createCertifiedQuery', { agentId: 2, question: 'How many?', sql });
    await prisma.agent.updateMany({ where: { number: 2 }, data: { accessibleViews: [] } });
    expect(refused.code).toBe('VALIDATION_FAILED');
  });

  it.each<[name: string, mutation: string, input: object, path: string]>([
    ['an empty rule', 'createAgentRule', { agentId: 1, text: ' ' }, 'text'],
    ['a long rule', 'createAgentRule', { agentId: 1, text: 'x'.repeat(2_001) }, 'text'],
    ['a question of two lines', 'createCertifiedQuery', { agentId: 1, question: 'a\nb', sql }, 'question'],
    ['a long question', 'createCertifiedQuery', { agentId: 1, question: 'x'.repeat(2_001), sql }, 'question'],
    ['a long query', 'createCertifiedQuery', { agentId: 1, question: 'a', sql: 'x'.repeat(20_001) }, 'sql'],
  ])('refuses %s', async (_name, mutation, input, path) => {
    const { code, issues } = await change(mutation, input);
    expect([code, issues?.map((issue) => issue.path)]).toEqual(['VALIDATION_FAILED', [path]]);
  });

  it('an agent has at most 100 rules and 100 certified queries beside those of the workspace', async () => {
    const { prisma } = service.database;
    const { id: agentId } = await prisma.agent.findFirstOrThrow({ where: { number: 1 } });
    const many = (count: number, managed: boolean) =>
      Array.from({ length: count }, () => ({ agentId, managed }));
    const all = [...many(3, true), ...many(99, false)];
    await prisma.agentRule.createMany({ data: all.map((each) => ({ ...each, text: 'x' })) });
    await prisma.certifiedQuery.createMany({ data: all.map((each) => ({ ...each, question: 'x', sql })) });
    const creations = {
      createAgentRule: (text: string) => ({ agentId: 1, text }),
      createCertifiedQuery: (question: string) => ({ agentId: 1, question, sql }),
    };
    for (const [name, input] of Object.entries(creations)) {
      expect((await change(name, input('y'))).code).toBeUndefined();
      const { code, message } = await change(name, input('z'));
      expect(code).toBe('CONFLICT');
      expect(message).toMatch(/^Agent 1 already has 100 .* Delete one first\.$/);
    }
  });

  it('creations at the same time do not exceed the bound of an agent', async () => {
    const { prisma } = service.database;
    const { id: agentId } = await prisma.agent.findFirstOrThrow({ where: { number: 1 } });
    await prisma.agentRule.createMany({
      data: Array.from({ length: 98 }, () => ({ agentId, text: 'x' })),
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => change('createAgentRule', { agentId: 1, text: `y${index}` })),
    );
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(2);
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(10);
    expect(await prisma.agentRule.count({ where: { agentId } })).toBe(100);
  });

  it("keys reach only the agents of their own account and of the deployments that they're bound to", async () => {
    const bound = await service.graphql(
      'mutation { createApiKey(input: {name: "bound", role: ADMIN, deployments: [1]}) { secret } }',
    );
    const key = bound.data.createApiKey.secret;
    const { made } = await change('createAgentRule', { agentId: 2, text: 'Theirs' });
    const rival = service.account('rival').adminKey;
    for (const [other, agentId] of [
      [key, 2],
      [rival, 3],
    ] as const) {
      expect((await change('createAgentRule', { agentId, text: 'Mine' }, other)).code).toBe('NOT_FOUND');
      expect((await change('updateAgentRule', { id: made.id, text: 'Mine' }, other)).code).toBe('NOT_FOUND');
      expect((await change('deleteAgentRule', { id: made.id }, other)).code).toBe('NOT_FOUND');
    }
    expect((await change('createAgentRule', { agentId: 1, text: 'Mine' }, key)).code).toBeUndefined();
    expect((await listed())[1]?.rules).toEqual(['Theirs']);
  });

  it('an answer is certified with the question of its user and the last query that it read', async () => {
    reads = ['SELECT id FROM sales', sql];
    const { lines } = await ask();
    const final = lines.find(({ graphPath }: { graphPath?: string[] }) => graphPath?.[0] === 'final');
    const { made } = await change('certifyAnswer', { messageId: final.id });
    expect(made).toMatchObject({ question: 'How many sales?', sql });
    expect((await ask()).profile?.certifiedQueries).toEqual([{ question: 'How many sales?', sql }]);
  });

  it('an agent has the same rule or certified query once, also when it is added at the same time', async () => {
    const query = { agentId: 1, question: 'How many sales?', sql };
    const rule = { agentId: 1, text: 'Answer in euros.' };
    const both = [
      ['createCertifiedQuery', query],
      ['createAgentRule', rule],
    ] as const;
    for (const [mutation, input] of both) {
      const added = await Promise.all([change(mutation, input), change(mutation, input)]);
      expect(added.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', undefined]);
    }
    expect((await change('createCertifiedQuery', { ...query, question: 'Sales?' })).code).toBeUndefined();
    expect((await change('createAgentRule', { ...rule, agentId: 2 })).code).toBeUndefined();
  });

  it('an earlier query of an answer is certified by the message of its call, with a question of its own', async () => {
    reads = ['SELECT id FROM sales', sql];
    const { lines } = await ask();
    const call = lines.find(({ toolCall }: { toolCall?: { result?: string } }) => toolCall?.result);
    const { made } = await change('certifyAnswer', { messageId: call.id, question: 'Which ids?' });
    expect(made).toMatchObject({ question: 'Which ids?', sql: 'SELECT id FROM sales' });
  });

  it('certifies no answer without a query, no question, and no answer of another account', async () => {
    const without = await ask();
    const of = (lines: { id: string; role?: string; graphPath?: string[] }[], path: string | undefined) =>
      lines.find(
        ({ role, graphPath }) => role !== undefined && graphPath !== undefined && graphPath[0] === path,
      )?.id;
    const empty = await change('certifyAnswer', { messageId: of(without.lines, 'final') });
    expect([empty.code, empty.message]).toEqual([
      'VALIDATION_FAILED',
      'messageId: is of a turn that read no rows',
    ]);
    reads = [sql];
    const { lines } = await ask();
    const messageId = of(lines, 'final');
    expect((await change('certifyAnswer', { messageId: of(lines, undefined) })).code).toBe('NOT_FOUND');
    expect((await change('certifyAnswer', { messageId: 'nothing' })).code).toBe('NOT_FOUND');
    const rival = service.account('rival').adminKey;
    expect((await change('certifyAnswer', { messageId }, rival)).code).toBe('NOT_FOUND');
    expect((await listed())[0]?.queries).toEqual([]);
  });
});
