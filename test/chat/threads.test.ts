import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noUsage } from '../../src/services/chat/chat-line.ts';
import type { TurnOutcome } from '../../src/services/chat/turn.ts';
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
      const { prisma } = service.database;
      const [run] = await prisma.chatRun.findMany({ where: { threadId: chatId } });
      const readLog = () => service.services.runLog.read(run?.id ?? '', 0);
      await (await readLog())?.return();
      const { data } = await graphql(remove, { chatId }, who === 'its user' ? token : admin);
      expect(await readLog()).toBeNull();
      const id = Buffer.from(`ChatThread:${chatId}`).toString('base64');
      expect(data.deleteChatThread).toEqual({ deletedChatThreadId: id, chatId });
      expect(await prisma.chatMessage.count({ where: { threadId: chatId } })).toBe(0);
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

    it('rateChatMessage keeps why an answer is bad, until it is rated otherwise', async () => {
      const { token, messages } = await thread();
      const document = `mutation($id: ID!, $rating: ChatRating!, $reason: ChatRatingReason, $comment: String) {
        rateChatMessage(input: { id: $id, rating: $rating, reason: $reason, comment: $comment }) {
          chatMessage { ratingReason ratingComment } } }`;
      const rateAs = async (variables: object) => {
        const { data, code } = await graphql(document, { id: messages[2], ...variables }, token);
        return code ?? data.rateChatMessage.chatMessage;
      };
      const why = { reason: 'WRONG_FIGURES', comment: '  It was 12.\nNot 7. ' };
      const kept = { ratingReason: 'WRONG_FIGURES', ratingComment: 'It was 12.\nNot 7.' };
      expect(await rateAs({ rating: 'BAD', ...why })).toEqual(kept);
      expect(await rateAs({ rating: 'GOOD', ...why })).toEqual({ ratingReason: null, ratingComment: null });
      expect(await rateAs({ rating: 'BAD', comment: ' ' })).toEqual({
        ratingReason: null,
        ratingComment: null,
      });
      expect(await rateAs({ rating: 'BAD', comment: 'x'.repeat(1_001) })).toBe('VALIDATION_FAILED');
      expect(await rateAs({ rating: 'BAD', comment: 'a\u0000b' })).toBe('VALIDATION_FAILED');
    });

    it('rateChatMessage of the agent only, by either id', async () => {
      const { token, messages } = await thread();
      const [asked, said] = messages;
      expect((await graphql(rate, { messageId: asked, rating: 'GOOD' }, token)).code).toBe('NOT_FOUND');
      expect((await graphql(rate, { messageId: 'nothing', rating: 'GOOD' }, token)).code).toBe('NOT_FOUND');
      expect((await graphql(rate, { messageId: idOf(said), rating: 'BAD' }, token)).code).toBeUndefined();
    });
  });

  describe('the quality inbox', () => {
    const inbox = `query($filter: ChatTurnFilter) { chatTurns(filter: $filter) { edges { node {
      id problems timesAsked stopReason error handledAt question { content } answer { content } thread { chatId } } } } }`;
    const list = async (filter: object, authorization = admin) =>
      (await graphql(inbox, { filter }, authorization)).data.chatTurns.edges.map(
        ({ node }: { node: object }) => node,
      );

    /** A turn that ends so. @returns its thread */
    async function asked(input: string, outcome: Partial<TurnOutcome>): Promise<string> {
      const { chatId, turn, stream } = await startTurn(service, agent, { input, sessionSettings: newUser() });
      await turn.say({ type: 'answer', id: 'answer', content: 'So.' });
      turn.end({ status: 'completed', usage: noUsage, ...outcome } as TurnOutcome);
      await stream.rest();
      return chatId;
    }

    it('finds turns that were refused, failed, rated bad or asked again, and forgets those that were handled', async () => {
      await asked('Fine?', { stopReason: 'stop' });
      const refused = await asked('Why is that?', { stopReason: 'no_answer' });
      const limited = await asked('How long?', { stopReason: 'step_limit' });
      const failed = await asked('Broken', {
        status: 'failed',
        error: { code: 'UNAVAILABLE', message: 'The model did not answer.' },
      });
      const again = await asked('  WHY is\n that ', { stopReason: 'stop' });
      const rated = await thread();
      await graphql(rate, { messageId: rated.messages[2], rating: 'BAD' }, rated.token);

      const threadsWith = async (problem: string) =>
        (await list({ problems: [problem], agentId: 1 })).map(
          ({ thread: { chatId } }: { thread: { chatId: string } }) => chatId,
        );
      expect(await threadsWith('REFUSED')).toEqual([refused]);
      expect(await threadsWith('FAILED')).toEqual([failed, limited]);
      expect(await threadsWith('RATED_BAD')).toContain(rated.chatId);
      expect(await threadsWith('REPEATED')).toContain(again);
      expect(await threadsWith('REPEATED')).not.toContain(refused);
      const [turn] = await list({ problems: ['REPEATED'], text: 'why' });
      expect(turn).toMatchObject({ timesAsked: 2, problems: ['REPEATED'], answer: { content: 'So.' } });
      expect(await list({ problems: ['REFUSED'] }, rival)).toEqual([]);

      const activity = `{ chatActivity(by: AGENT, from: "${new Date(Date.now() - 86_400_000).toISOString()}") {
        agentName day questions activeUsers failed refused ratedBad medianSeconds p95Seconds } }`;
      const [of] = (await graphql(activity, {}, admin)).data.chatActivity;
      expect(of).toMatchObject({ day: null, refused: 1, failed: 1, medianSeconds: expect.any(Number) });
      expect(of.questions).toBeGreaterThanOrEqual(6);
      expect(of.activeUsers).toBe(of.questions);
      expect((await graphql(activity, {}, rival)).data.chatActivity).toEqual([]);
      const long = '{ chatActivity(by: DAY, from: "2001-01-01T00:00:00.000Z") { day } }';
      expect((await graphql(long, {}, admin)).code).toBe('VALIDATION_FAILED');

      const handle = `mutation($id: ID!, $isHandled: Boolean!) {
        handleChatTurn(input: { id: $id, isHandled: $isHandled }) { chatTurn { handledAt } } }`;
      const [{ id }] = await list({ problems: ['FAILED'] });
      expect((await graphql(handle, { id, isHandled: true }, rival)).code).toBe('NOT_FOUND');
      const { data } = await graphql(handle, { id, isHandled: true }, admin);
      expect(data.handleChatTurn.chatTurn.handledAt).not.toBeNull();
      expect(await list({ problems: ['FAILED'], isHandled: false })).toHaveLength(1);
      await graphql(handle, { id, isHandled: false }, admin);
      expect(await list({ problems: ['FAILED'], isHandled: false })).toHaveLength(2);
      await graphql(rate, { messageId: rated.messages[2], rating: 'NONE' }, rated.token);
      expect(await threadsWith('RATED_BAD')).not.toContain(rated.chatId);
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
