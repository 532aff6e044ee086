import { encodeGlobalID } from '@pothos/plugin-relay';
import type { GraphQLArgument } from 'graphql';
import { getNamedType, isInputObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { type BoundWorld, openBoundWorld } from '../support/bound-world.ts';
import { describeDatabases } from '../support/database.ts';
import { rootFields } from '../support/schema-walk.ts';

/** A thread of the user with the agent of deployment 1. */
interface Thread {
  readonly chatId: string;
  readonly messageId: string;
}

type Outcome = 'found' | 'not there';

/** A session is minted for one deployment: threads of its user that are held elsewhere do not exist for it. */
describeDatabases("a session's threads", (kind) => {
  let world: BoundWorld;
  let externalId: string;
  /** Of the same user, by the deployment that their sessions were minted for. */
  let tokens: { one: string; two: string };

  beforeAll(async () => {
    world = await openBoundWorld(kind);
    ({ externalId } = await world.person([1, 2]));
    const tokenFor = async (deploymentId: number): Promise<string> => {
      const sessionId = await world.mint({ deploymentId, externalId });
      const { body } = await world.service.rest('POST', '/api/v1/embed/session/token', { sessionId }, null);
      return body.token;
    };
    tokens = { one: await tokenFor(1), two: await tokenFor(2) };
  });
  afterAll(async () => {
    expect(world.service.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  async function newThread(): Promise<Thread> {
    const chatId = await world.thread(externalId, 1);
    const where = { threadId: chatId, role: 'assistant' as const };
    const { id } = await world.service.database.prisma.chatMessage.findFirstOrThrow({ where });
    return { chatId, messageId: id };
  }

  const graphql = async (query: string, variables: object, token: string): Promise<Outcome> => {
    const { code, data } = await world.service.graphql(query, variables, token);
    if (code === 'NOT_FOUND' || code === 'FORBIDDEN') return 'not there';
    expect(code, query).toBeUndefined();
    const [found] = Object.values(data ?? {}).flat();
    return found == null ? 'not there' : 'found';
  };
  const mutation = (name: string, input: object, selection: string, token: string) => {
    const type = `${name.replace(/^./, (first) => first.toUpperCase())}Input`;
    return graphql(
      `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input },
      token,
    );
  };
  const subscription = async (query: string, variables: object, token: string): Promise<Outcome> => {
    const request = new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await (await world.service.gateway.fetch(request)).text();
    if (/"code":"(NOT_FOUND|FORBIDDEN)"/.test(text)) return 'not there';
    expect(text).toContain('ChatEnded');
    return 'found';
  };
  const rest = async (path: string, body: object, token: string): Promise<Outcome> => {
    const base = '/api/v1/public/acme/agents/1/chat/stream-chat-state';
    const { status } = await world.service.rest('POST', `${base}${path}`, body, token);
    if (status === 403 || status === 404) return 'not there';
    expect([200, 204]).toContain(status);
    return 'found';
  };
  const node = (type: string, id: string, token: string) =>
    graphql('query($id: ID!) { node(id: $id) { id } }', { id: encodeGlobalID(type, id) }, token);

  /** Everything that names a thread or a message, each with what it does on one. */
  const operations: Readonly<Record<string, (thread: Thread, token: string) => Promise<Outcome>>> = {
    'Query.chatThread': ({ chatId }, token) =>
      graphql('query($chatId: String!) { chatThread(chatId: $chatId) { title } }', { chatId }, token),
    'Query.node, a thread': ({ chatId }, token) => node('ChatThread', chatId, token),
    'Query.node, a message': ({ messageId }, token) => node('ChatMessage', messageId, token),
    'Query.nodes': ({ chatId, messageId }, token) =>
      graphql(
        'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        { ids: [encodeGlobalID('ChatThread', chatId), encodeGlobalID('ChatMessage', messageId)] },
        token,
      ),
    'Agent.suggestedQuestions': ({ chatId }, token) =>
      graphql(
        'query($chatId: String) { chatAgent { suggestedQuestions(chatId: $chatId) } }',
        { chatId },
        token,
      ),
    'Subscription.chatEvents': ({ chatId }, token) =>
      subscription(
        'subscription($chatId: String!) { chatEvents(chatId: $chatId) { __typename } }',
        { chatId },
        token,
      ),
    'Subscription.chatStream': ({ chatId }, token) =>
      subscription(
        'subscription($input: ChatStreamInput!) { chatStream(input: $input) { __typename } }',
        { input: { agentId: 1, chatId } },
        token,
      ),
    'Mutation.renameChatThread': ({ chatId }, token) =>
      mutation('renameChatThread', { id: chatId, title: 'after' }, 'chatThread { title }', token),
    'Mutation.deleteChatThread': ({ chatId }, token) =>
      mutation('deleteChatThread', { id: chatId }, 'chatId', token),
    'Mutation.rateChatMessage': ({ messageId }, token) =>
      mutation('rateChatMessage', { id: messageId, rating: 'GOOD' }, 'chatMessage { rating }', token),
    'Mutation.abortChat': ({ chatId }, token) =>
      mutation('abortChat', { agentId: 1, chatId }, 'chatId', token),
    'REST chat': ({ chatId }, token) => rest('', { chatId }, token),
    'REST abort': ({ chatId }, token) => rest('/abort', { chatId }, token),
  };

  describe.each(Object.entries(operations))('%s', (_, run) => {
    it('finds a thread of its deployment, and none of another', async () => {
      const thread = await newThread();
      const { prisma } = world.service.database;
      const stored = () =>
        prisma.chatThread.findMany({ where: { id: thread.chatId }, include: { messages: true } });
      const before = await stored();
      expect(await run(thread, tokens.two)).toBe('not there');
      expect(await stored()).toEqual(before);
      expect(await run(thread, tokens.one)).toBe('found');
    });
  });

  it('are listed without those of other deployments', async () => {
    const inOne = await newThread();
    const inTwo = await world.thread(externalId, 2);
    const list = async (token: string, filter = '') => {
      const query = `{ chatThreads(first: 100 ${filter}) { edges { node { chatId messages { edges { node { id } } } } } } }`;
      const { data } = await world.service.graphql(query, {}, token);
      return data.chatThreads.edges.map((edge: { node: { chatId: string } }) => edge.node.chatId);
    };
    expect(await list(tokens.one)).toContain(inOne.chatId);
    expect(await list(tokens.one)).not.toContain(inTwo);
    expect(await list(tokens.two)).toEqual([inTwo]);
    expect(await list(tokens.two, 'filter: {agentId: 1}')).toEqual([]);
    expect(await list(tokens.two, 'filter: {agentId: 2}')).toEqual([inTwo]);
  });

  it('are named by nothing but what is in this table', () => {
    const names = /^(chatId|messageId)$/;
    const naming = (args: readonly Pick<GraphQLArgument, 'name' | 'type'>[]): boolean =>
      args.some(({ name, type }) => {
        const named = getNamedType(type);
        return names.test(name) || (isInputObjectType(named) && naming(Object.values(named.getFields())));
      });
    const roots = (['query', 'mutation', 'subscription'] as const).flatMap((root) =>
      rootFields(schema, root)
        .filter(({ name, args }) => naming(args) || /Chat(Thread|Message)$/.test(name))
        .map(({ name }) => `${root.replace(/^./, (first) => first.toUpperCase())}.${name}`),
    );
    const nested = Object.values(schema.getTypeMap()).flatMap((type) =>
      'getFields' in type && !/^(Query|Mutation|Subscription)$/.test(type.name)
        ? Object.values(type.getFields())
            .filter((field) => 'args' in field && naming(field.args))
            .map(({ name }) => `${type.name}.${name}`)
        : [],
    );
    const inTable = Object.keys(operations).filter((name) => !/^(REST|Query\.nodes?)/.test(name));
    // Certifying an answer takes an admin key, which is held to its deployments elsewhere.
    expect([...roots, ...nested].sort()).toEqual([...inTable, 'Mutation.certifyAnswer'].sort());
  });
});
