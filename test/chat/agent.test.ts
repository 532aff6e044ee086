import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../support/test-service.ts';

/** The agent as those who chat with it know it. */
describe('chatAgent', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ withData: true, accounts: [{ name: 'acme' }, { name: 'rival' }] });
    const { prisma } = service.database;
    const agent = await prisma.agent.findFirstOrThrow({ where: { number: 1 } });
    await prisma.certifiedQuery.createMany({
      data: [
        { agentId: agent.id, question: 'How much did we sell?', sql: 'SELECT COUNT(*) AS n FROM sales' },
        { agentId: agent.id, question: 'What does nobody know?', sql: 'SELECT missing FROM sales' },
      ],
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const user = { externalId: 'emma' };

  async function tokenOf(externalId: string): Promise<string> {
    const session = { deploymentId: 1, externalId };
    const { body } = await service.rest('POST', '/api/v1/embed/generate-session', session);
    const exchanged = await service.rest('POST', '/api/v1/embed/session/token', body, null);
    return exchanged.body.token;
  }

  it("chatAgent is the first of a session's deployment, unless another is named", async () => {
    const token = await tokenOf('emma');
    const query =
      'query($agentId: Int) { chatAgent(agentId: $agentId) { agentId name deploymentId timezone } }';
    const first = await service.graphql(query, {}, token);
    expect(first.data.chatAgent).toEqual({ agentId: 1, name: 'Agent 1', deploymentId: 1, timezone: 'UTC' });
    expect((await service.graphql(query, { agentId: 1 }, token)).data).toEqual(first.data);
    // An agent of another deployment looks to an end user like none.
    for (const agentId of [2, 3]) {
      const refused = await service.graphql(query, { agentId }, token);
      expect(refused).toMatchObject({ code: 'NOT_FOUND', message: `Agent ${agentId} not found.` });
    }
    expect((await service.graphql(query)).code).toBe('VALIDATION_FAILED');
    expect((await service.graphql(query, { agentId: 1 }, service.account().chatKey)).code).toBe('FORBIDDEN');
  });

  it('chatAgent is the first of the deployment that is named', async () => {
    const query = 'query($deploymentId: Int) { chatAgent(deploymentId: $deploymentId) { agentId } }';
    for (const deploymentId of [1, 2]) {
      expect((await service.graphql(query, { deploymentId })).data.chatAgent.agentId).toBe(deploymentId);
    }
    const token = await tokenOf('emma');
    expect((await service.graphql(query, { deploymentId: 1 }, token)).data.chatAgent.agentId).toBe(1);
    expect((await service.graphql(query, { deploymentId: 2 }, token)).code).toBe('FORBIDDEN');
    expect((await service.graphql(query, { deploymentId: 3 })).code).toBe('NOT_FOUND');
  });

  it('suggests certified questions first, but for those about what the user may not see', async () => {
    const query = `query($user: SessionSettingsInput) {
      chatAgent(agentId: 1) { suggestedQuestions(sessionSettings: $user) } }`;
    const { data } = await service.graphql(query, { user });
    expect(data.chatAgent.suggestedQuestions[0]).toBe('How much did we sell?');
    expect(data.chatAgent.suggestedQuestions).not.toContain('What does nobody know?');
  });

  it('suggests nothing for a thread of somebody else', async () => {
    const query = 'query($chatId: String) { chatAgent { suggestedQuestions(chatId: $chatId) } }';
    const thread = await service.database.prisma.chatThread.create({
      data: {
        id: '00000000-0000-7000-8000-000000000001',
        title: 'Secret',
        account: { connect: { id: service.account().id } },
        agent: { connect: { accountId_number: { accountId: service.account().id, number: 1 } } },
        user: { create: { accountId: service.account().id, kind: 'external', identifier: 'someone' } },
      },
    });
    const refused = await service.graphql(query, { chatId: thread.id }, await tokenOf('emma'));
    expect(refused.code).toBe('NOT_FOUND');
    expect(
      (await service.graphql(query, { chatId: thread.id }, await tokenOf('someone'))).code,
    ).toBeUndefined();
  });
});
