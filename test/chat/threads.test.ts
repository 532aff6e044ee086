import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { describeDatabases } from '../support/database.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly data: any;
  readonly code: string | undefined;
}

describeDatabases('threads over GraphQL', (kind) => {
  const agent = new ScriptedAgent();
  let service: ChatService;
  beforeAll(async () => {
    service = await openChatService({ kind, runTurn: agent.runTurn });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  async function send(path: string, body: object, authorization?: string): Promise<unknown> {
    const headers = new Headers({ 'content-type': 'application/json' });
    if (authorization !== undefined) headers.set('authorization', authorization);
    const request = new Request(`${service.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await service.gateway.fetch(request)).json();
  }

  async function graphql(query: string, variables: object, authorization: string): Promise<Answer> {
    const { data, errors } = (await send('/graphql', { query, variables }, authorization)) as {
      data: unknown;
      errors?: { extensions: { code: string } }[];
    };
    return { data, code: errors?.[0]?.extensions.code };
  }

  const admin = `Api-Key ${keys.admin}`;
  const rival = `Api-Key ${keys.rival}`;

  /** A finished turn of a user, and the user's own token. */
  async function thread(): Promise<{ chatId: string; token: string; messages: string[] }> {
    const user = { ...newUser(), isEphemeral: false };
    const { chatId, turn, stream } = await startTurn(service, agent, {
      input: '  How\n many?',
      sessionSettings: user,
    });
    await turn.sayText('t', 'Well', '.');
    await turn.complete('Three.');
    const lines = await stream.rest();
    const { sessionId } = (await send(
      '/api/v1/embed/generate-session',
      { deploymentId: 1, externalId: user.externalId },
      admin,
    )) as { sessionId: string };
    const { token } = (await send('/api/v1/embed/session/token', { sessionId })) as { token: string };
    const messages = lines.at(-1)?.state?.messages?.map((line) => line.id) ?? [];
    return { chatId, token: `Bearer ${token}`, messages };
  }

  const idOf = (uuid = '') => btoa(`ChatMessage:${uuid}`);
  const read = `query($chatId: String!, $first: Int, $after: String, $last: Int, $before: String) {
    chatThread(chatId: $chatId) { id chatId title
      messages(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { id sort role kind content rating } }
        pageInfo { hasNextPage hasPreviousPage endCursor } } } }`;
  const rename = `mutation($chatId: ID!, $title: String!) {
    renameChatThread(input: { id: $chatId, title: $title }) { chatThread { chatId title } } }`;
  const remove = `mutation($chatId: ID!) {
    deleteChatThread(input: { id: $chatId }) { deletedChatThreadId chatId } }`;
  const rate = `mutation($messageId: ID!, $rating: ChatRating!) {
    rateChatMessage(input: { id: $messageId, rating: $rating }) { chatMessage { id rating } } }`;

  it('threads over GraphQL are listed newest first to their users alone, and read page by page', async () => {
    const mine = await thread();
    const { data } = await graphql('{ chatThreads { edges { node { chatId title } } } }', {}, mine.token);
    expect(data.chatThreads.edges).toEqual([{ node: { chatId: mine.chatId, title: 'How many?' } }]);
    const first = await graphql(read, { chatId: mine.chatId, first: 2 }, mine.token);
    const page = first.data.chatThread.messages;
    expect(page.edges.map((edge: { node: object }) => edge.node)).toMatchObject([
      { id: idOf(mine.messages[0]), sort: 1, role: 'USER', content: '  How\n many?', rating: 'NONE' },
      { id: idOf(mine.messages[1]), sort: 4, role: 'ASSISTANT', kind: 'TEXT', content: 'Well.' },
    ]);
    const after = page.pageInfo.endCursor;
    const second = await graphql(read, { chatId: mine.chatId, first: 2, after }, mine.token);
    expect(second.data.chatThread.messages).toMatchObject({
      edges: [{ node: { content: 'Three.', kind: 'ANSWER' } }],
      pageInfo: { hasNextPage: false },
    });
    const nodes = `query($ids: [ID!]!) { nodes(ids: $ids) { __typename } }`;
    const ids = [first.data.chatThread.id, page.edges[0].node.id];
    expect((await graphql(nodes, { ids }, mine.token)).data.nodes).toEqual([
      { __typename: 'ChatThread' },
      { __typename: 'ChatMessage' },
    ]);
    const other = await thread();
    for (const stranger of [other.token, rival]) {
      expect((await graphql(nodes, { ids }, stranger)).data?.nodes ?? [null, null]).toEqual([null, null]);
      expect((await graphql(read, { chatId: mine.chatId }, stranger)).code).toBe('NOT_FOUND');
    }
    expect((await graphql(read, { chatId: mine.chatId }, `Api-Key ${keys.chat}`)).code).toBe('FORBIDDEN');
  });

  it('threads over GraphQL are those of its deployments for a key that is bound to some', async () => {
    const mine = await thread();
    const elsewhere = await startTurn(
      service,
      agent,
      { input: 'Elsewhere?', sessionSettings: newUser() },
      { agent: 3 },
    );
    await elsewhere.turn.complete('There.');
    await elsewhere.stream.rest();
    const { data: made } = await graphql(
      'mutation { createApiKey(input: {name: "bound", role: ADMIN, deployments: [2]}) { secret } }',
      {},
      admin,
    );
    const bound = `Api-Key ${made.createApiKey.secret}`;
    const list =
      '{ chatThreads(first: 100) { edges { node { chatId messages { edges { node { id } } } } } } }';
    const { data } = await graphql(list, {}, bound);
    const seen = data.chatThreads.edges.map((edge: { node: { chatId: string } }) => edge.node.chatId);
    expect(seen).toContain(elsewhere.chatId);
    expect(seen).not.toContain(mine.chatId);
    expect(data.chatThreads.edges[0].node.messages.edges).toHaveLength(2);

    const { data: all } = await graphql(read, { chatId: mine.chatId }, admin);
    const { id, messages } = all.chatThread;
    const ids = [id, messages.edges[0].node.id];
    const nodes = await graphql('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids }, bound);
    expect(nodes.data.nodes).toEqual([null, null]);
    for (const [query, variables] of [
      [read, { chatId: mine.chatId }],
      [rename, { chatId: mine.chatId, title: 'Mine' }],
      [remove, { chatId: mine.chatId }],
      [rate, { messageId: mine.messages[1], rating: 'GOOD' }],
    ] as const) {
      expect((await graphql(query, variables, bound)).code, query).toBe('NOT_FOUND');
    }
    const usage = '{ account { usage { turns } } }';
    const [whole, part] = [await graphql(usage, {}, admin), await graphql(usage, {}, bound)];
    expect(part.data.account.usage.turns).toBe(1);
    expect(whole.data.account.usage.turns).toBeGreaterThan(1);
    expect((await graphql(read, { chatId: elsewhere.chatId }, bound)).code).toBeUndefined();
    expect(
      (await graphql(rename, { chatId: elsewhere.chatId, title: 'Its own' }, bound)).code,
    ).toBeUndefined();
  });

  it.each([
    ['a negative page', { first: -1 }],
    ['a cursor of nothing', { first: 1, after: 'nothing' }],
  ])('threads over GraphQL refuses %s with a code of the closed list', async (_, page) => {
    const { chatId, token } = await thread();
    const { code } = await graphql(read, { chatId, ...page }, token);
    expect(code).toMatch(/^(VALIDATION_FAILED|BAD_REQUEST)$/);
  });

  describe('renameChatThread', () => {
    it.each(['its user', 'an admin key'])('by %s', async (who) => {
      const { chatId, token } = await thread();
      const authorization = who === 'its user' ? token : admin;
      const { data } = await graphql(rename, { chatId, title: ' Sales, Größe 🌍 ' }, authorization);
      expect(data.renameChatThread.chatThread).toEqual({ chatId, title: 'Sales, Größe 🌍' });
      const events = await service.database.prisma.auditEvent.findMany({
        where: { subject: `chatThread:${chatId}` },
      });
      expect(events).toMatchObject(who === 'its user' ? [] : [{ action: 'chatThread.rename' }]);
    });

    it.each(['', '   ', 'a\nb', 'x'.repeat(256)])('not to %j', async (title) => {
      const { chatId, token } = await thread();
      expect((await graphql(rename, { chatId, title }, token)).code).toBe('VALIDATION_FAILED');
    });
  });

  describe('deleteChatThread', () => {
    it.each(['its user', 'an admin key'])('by %s, with all that is in it', async (who) => {
      const { chatId, token } = await thread();
      const { data } = await graphql(remove, { chatId }, who === 'its user' ? token : admin);
      const id = Buffer.from(`ChatThread:${chatId}`).toString('base64');
      expect(data.deleteChatThread).toEqual({ deletedChatThreadId: id, chatId });
      expect(await service.database.prisma.chatMessage.count({ where: { threadId: chatId } })).toBe(0);
      expect((await graphql(remove, { chatId }, token)).code).toBe('NOT_FOUND');
      expect((await graphql(read, { chatId }, token)).code).toBe('NOT_FOUND');
    });

    it('deleteChatThread stops the turn at work in it, and tells its readers', async () => {
      const sessionSettings = newUser();
      const { chatId, turn, stream } = await startTurn(service, agent, { input: 'Go', sessionSettings });
      expect((await graphql(remove, { chatId }, admin)).code).toBeUndefined();
      expect(turn.request.signal.aborted).toBe(true);
      expect((await stream.rest()).at(-1)?.state).toMatchObject({ status: 'aborted' });
      expect((await service.chat({ chatId, sessionSettings })).status).toBe(404);
    });
  });

  describe('rateChatMessage', () => {
    it('rateChatMessage keeps the last rating', async () => {
      const { chatId, token, messages } = await thread();
      const messageId = messages[2];
      for (const [rating, authorization] of [
        ['GOOD', token],
        ['BAD', admin],
        ['NONE', token],
        ['GOOD', token],
      ] as const) {
        const { data } = await graphql(rate, { messageId, rating }, authorization);
        expect(data.rateChatMessage.chatMessage).toEqual({ id: idOf(messageId), rating });
      }
      const { data } = await graphql(read, { chatId }, token);
      expect(data.chatThread.messages.edges.at(-1).node.rating).toBe('GOOD');
    });

    it('rateChatMessage of the agent only, by either id', async () => {
      const { token, messages } = await thread();
      const [asked, said] = messages;
      expect((await graphql(rate, { messageId: asked, rating: 'GOOD' }, token)).code).toBe('NOT_FOUND');
      expect((await graphql(rate, { messageId: 'nothing', rating: 'GOOD' }, token)).code).toBe('NOT_FOUND');
      expect((await graphql(rate, { messageId: idOf(said), rating: 'BAD' }, token)).code).toBeUndefined();
    });
  });

  it('threads over GraphQL are changed by nobody else', async () => {
    const { chatId, messages } = await thread();
    const { token: stranger } = await thread();
    const messageId = messages[2];
    for (const [authorization, code] of [
      [stranger, 'NOT_FOUND'],
      [rival, 'NOT_FOUND'],
      [`Api-Key ${keys.chat}`, 'FORBIDDEN'],
    ] as const) {
      expect((await graphql(rename, { chatId, title: 'Mine' }, authorization)).code).toBe(code);
      expect((await graphql(remove, { chatId }, authorization)).code).toBe(code);
      expect((await graphql(rate, { messageId, rating: 'GOOD' }, authorization)).code).toBe(code);
    }
    const { data } = await graphql(read, { chatId }, admin);
    expect(data.chatThread.title).toBe('How many?');
    expect(
      data.chatThread.messages.edges.map((edge: { node: { rating: string } }) => edge.node.rating),
    ).toEqual(['NONE', 'NONE', 'NONE']);
  });
});
