import { encodeGlobalID } from '@pothos/plugin-relay';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { type BoundWorld, type KeyName, openBoundWorld } from '../support/bound-world.ts';
import { describeDatabase } from '../support/database.ts';
import { rootFields } from '../support/schema-walk.ts';

/** Where what a mutation is about has been: in deployment 1, which the bound keys are bound to, in 2, or in both. */
type Place = 'inside' | 'outside' | 'both';
const places: Readonly<Record<Place, readonly number[]>> = { inside: [1], outside: [2], both: [1, 2] };

interface Attempt {
  readonly code: string;
  readonly changes: boolean;
}

interface Case {
  readonly mutation: string;
  readonly what?: string;
  /** Makes what the mutation is about. @returns the mutation's input */
  readonly prepare: (place: Place) => Promise<object>;
  readonly selection: string;
  /** What a bound admin key is answered for what has been elsewhere; it changes nothing. @default FORBIDDEN */
  readonly refusal?: string;
  /** What a chat key may do as well. */
  readonly isChat?: true;
  /** There is no such thing as an inside and an outside. */
  readonly only?: Place;
}

describeDatabase('what keys bound to deployments change', (kind) => {
  let world: BoundWorld;
  beforeAll(async () => {
    world = await openBoundWorld(kind);
  });
  afterAll(async () => {
    expect(world.service.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const { newName, mutate, key } = {
    newName: (mark?: string) => world.newName(mark),
    key: (name: KeyName) => world.keys[name],
    mutate: (name: string, input: object, selection: string, by: KeyName = 'unboundAdmin') =>
      world.mutate(name, input, selection, world.keys[by]),
  };
  const made = async (name: string, input: object, selection: string) => {
    const { code, message, payload } = await mutate(name, input, selection);
    if (code !== 'OK') throw new Error(`${name}: ${code} ${message}`);
    return payload;
  };

  async function group(place: Place): Promise<string> {
    const name = newName('group');
    const { group: stored } = await made('createGroup', { name }, 'group { id }');
    await world.person(places[place], 'session', { groups: [name] });
    return stored.id;
  }
  async function attribute(place: Place): Promise<string> {
    const name = newName('attribute');
    const input = { name, type: 'STRING' };
    const { userAttribute } = await made('createUserAttribute', input, 'userAttribute { id }');
    await world.person(places[place], 'session', { userAttributes: [{ name, value: 'x' }] });
    return userAttribute.id;
  }
  /** A tenant with a scoped group and attribute. */
  async function tenant(place: Place): Promise<{ name: string; groupId: string; attributeId: string }> {
    const name = newName('tenant');
    for (const deploymentId of places[place]) {
      await world.mint({
        deploymentId,
        externalId: newName('of-tenant'),
        embedTenantName: name,
        creatorMode: true,
        groupDefinitions: [{ name: 'scoped', description: 'before' }],
        userAttributeDefinitions: [{ name: 'scoped', type: 'string', description: 'before' }],
      });
    }
    const { prisma } = world.service.database;
    const where = { embedTenant: { name } };
    const [storedGroup, definition] = await Promise.all([
      prisma.group.findFirstOrThrow({ where }),
      prisma.userAttributeDefinition.findFirstOrThrow({ where }),
    ]);
    return { name, groupId: String(storedGroup.id), attributeId: String(definition.id) };
  }
  async function internalUser(place: Place): Promise<{ id: string; username: string }> {
    const username = newName('internal');
    const { user } = await made('createInternalUser', { username, groups: ['readers'] }, 'user { id }');
    for (const deploymentId of places[place]) await world.mint({ deploymentId, internalId: username });
    return { id: user.id, username };
  }
  async function apiKey(place: Place): Promise<string> {
    const input = { name: newName('key'), role: 'CHAT', deployments: places[place] };
    return (await made('createApiKey', input, 'apiKey { id }')).apiKey.id;
  }
  async function thread(place: Place): Promise<{ chatId: string; agentId: number; externalId: string }> {
    const [agentId = 0] = places[place];
    const { externalId } = await world.person([agentId]);
    return { chatId: await world.thread(externalId, agentId), agentId, externalId };
  }
  /** Each deployment has the agent of its own number. */
  const agentIn = (place: Place) => places[place][0];
  async function rule(place: Place): Promise<string> {
    const input = { agentId: agentIn(place), text: newName('rule') };
    return (await made('createAgentRule', input, 'agentRule { id }')).agentRule.id;
  }
  async function certifiedQuery(place: Place): Promise<string> {
    const input = { agentId: agentIn(place), question: newName('question'), sql: 'SELECT id FROM sales' };
    return (await made('createCertifiedQuery', input, 'certifiedQuery { id }')).certifiedQuery.id;
  }
  /** A dashboard that a user made, with a tile. */
  async function dashboard(place: Place): Promise<{ id: string; tileId: string }> {
    const [number = 0] = places[place];
    const { id: userId } = await world.person([number]);
    const { newId } = world.service.services;
    const { prisma } = world.service.database;
    const { accountId, id: deploymentId } = await prisma.deployment.findFirstOrThrow({ where: { number } });
    const tile = { title: 'before', sql: 'SELECT id FROM sales', columns: [], width: 6, height: 5 };
    const { id, tiles } = await prisma.userDashboard.create({
      data: {
        ...{ id: newId(), accountId, userId, deploymentId, title: 'before' },
        tiles: { create: { ...tile, id: newId(), position: 0, view: { kind: 'table' } } },
      },
      include: { tiles: true },
    });
    return {
      id: btoa(`Dashboard:acme:${number}:${id}`),
      tileId: btoa(`DashboardTile:acme:${number}:${id}:${tiles[0]?.id}`),
    };
  }
  const inTenant = (embedTenantName: string, more: object) => ({
    deploymentId: 1,
    externalId: newName('minted'),
    embedTenantName,
    creatorMode: true,
    ...more,
  });

  const cases: readonly Case[] = [
    {
      mutation: 'createGroup',
      only: 'inside',
      prepare: async () => ({ name: newName('group') }),
      selection: 'group { name }',
    },
    {
      mutation: 'updateGroup',
      prepare: async (place) => ({ id: await group(place), name: newName('group') }),
      selection: 'group { name }',
    },
    {
      mutation: 'updateGroup',
      what: 'its description',
      prepare: async (place) => ({ id: await group(place), description: 'after' }),
      selection: 'group { name }',
    },
    {
      mutation: 'deleteGroup',
      prepare: async (place) => ({ id: await group(place) }),
      selection: 'databaseId',
    },
    {
      mutation: 'deleteEmbedTenantGroup',
      async prepare(place) {
        const { name, groupId } = await tenant(place);
        return { embedTenantName: name, id: groupId };
      },
      selection: 'databaseId',
    },
    {
      mutation: 'createUserAttribute',
      only: 'inside',
      prepare: async () => ({ name: newName('attribute'), type: 'STRING' }),
      selection: 'userAttribute { name }',
    },
    {
      mutation: 'createUserAttribute',
      what: 'with a default, which every user of the account has',
      only: 'outside',
      prepare: async () => ({ name: newName('attribute'), type: 'STRING', defaultValue: 'x' }),
      selection: 'userAttribute { name }',
    },
    {
      mutation: 'updateUserAttribute',
      prepare: async (place) => ({ id: await attribute(place), displayName: 'after' }),
      selection: 'userAttribute { name }',
    },
    {
      mutation: 'updateUserAttribute',
      what: 'a default, which every user of the account has',
      only: 'outside',
      prepare: async () => ({ id: await attribute('inside'), defaultValue: 'x' }),
      selection: 'userAttribute { name }',
    },
    {
      mutation: 'updateUserAttribute',
      what: 'away a default, which every user of the account has',
      only: 'outside',
      async prepare() {
        const input = { name: newName('attribute'), type: 'STRING', defaultValue: 'x' };
        const { userAttribute } = await made('createUserAttribute', input, 'userAttribute { id }');
        return { id: userAttribute.id, defaultValue: null };
      },
      selection: 'userAttribute { name }',
    },
    {
      mutation: 'deleteUserAttribute',
      prepare: async (place) => ({ id: await attribute(place) }),
      selection: 'databaseId',
    },
    {
      mutation: 'deleteEmbedTenantUserAttribute',
      async prepare(place) {
        const { name, attributeId } = await tenant(place);
        return { embedTenantName: name, id: attributeId };
      },
      selection: 'databaseId',
    },
    {
      mutation: 'createInternalUser',
      only: 'inside',
      prepare: async () => ({ username: newName('internal'), groups: ['bosses'] }),
      selection: 'user { identifier }',
    },
    {
      mutation: 'updateInternalUser',
      prepare: async (place) => ({ id: (await internalUser(place)).id, groups: ['bosses'] }),
      selection: 'user { identifier }',
    },
    {
      mutation: 'updateInternalUser',
      what: 'the email address that chats know it by',
      prepare: async (place) => ({ id: (await internalUser(place)).id, email: `${newName()}@x.test` }),
      selection: 'user { identifier }',
    },
    {
      mutation: 'deleteInternalUser',
      prepare: async (place) => ({ id: (await internalUser(place)).id }),
      selection: 'databaseId',
    },
    {
      mutation: 'deleteExternalUser',
      prepare: async (place) => ({ id: String((await world.person(places[place])).id) }),
      selection: 'databaseId',
    },
    {
      mutation: 'deleteEmbedTenant',
      prepare: async (place) => ({ name: (await tenant(place)).name }),
      selection: 'deletedUsers',
    },
    {
      mutation: 'generateSession',
      what: 'groups of the user',
      async prepare(place) {
        const { externalId } = await world.person(places[place]);
        return { deploymentId: 1, externalId, groups: ['bosses'] };
      },
      selection: 'sessionId',
    },
    {
      mutation: 'generateSession',
      what: 'for another deployment',
      only: 'outside',
      prepare: async () => ({ deploymentId: 2, externalId: newName('minted') }),
      selection: 'sessionId',
    },
    {
      mutation: 'generateSession',
      what: 'new definitions in an embed tenant',
      only: 'inside',
      async prepare() {
        const { name } = await tenant('outside');
        return inTenant(name, {
          groupDefinitions: [{ name: 'scoped' }, { name: 'new', description: 'new' }],
          userAttributeDefinitions: [
            { name: 'scoped', type: 'STRING' },
            { name: 'new', type: 'NUMBER', description: 'new' },
          ],
        });
      },
      selection: 'sessionId',
    },
    {
      mutation: 'generateSession',
      what: 'a new default in an embed tenant',
      prepare: async (place) =>
        inTenant((await tenant(place)).name, {
          userAttributeDefinitions: [{ name: 'new', type: 'STRING', defaultValue: 'x' }],
        }),
      selection: 'sessionId',
    },
    {
      mutation: 'generateSession',
      what: 'a group definition of an embed tenant',
      prepare: async (place) =>
        inTenant((await tenant(place)).name, {
          groupDefinitions: [{ name: 'scoped', description: 'after' }],
        }),
      selection: 'sessionId',
    },
    {
      mutation: 'generateSession',
      what: 'an attribute definition of an embed tenant',
      prepare: async (place) =>
        inTenant((await tenant(place)).name, {
          userAttributeDefinitions: [{ name: 'scoped', type: 'STRING', defaultValue: 'after' }],
        }),
      selection: 'sessionId',
    },
    {
      mutation: 'revokeSession',
      // Revoking is safe to repeat, so what is not there is no error.
      refusal: 'OK',
      async prepare(place) {
        const deploymentId = places[place].at(-1);
        return { sessionId: await world.mint({ deploymentId, externalId: newName('revoked') }) };
      },
      selection: 'sessionId',
    },
    {
      mutation: 'revokeListedSession',
      refusal: 'NOT_FOUND',
      async prepare(place) {
        const deploymentId = places[place].at(-1);
        await world.mint({ deploymentId, externalId: newName('revoked') });
        const { data } = await world.service.graphql('{ sessions(first: 1) { edges { node { id } } } }');
        return { id: data.sessions.edges[0].node.id };
      },
      selection: 'session { state }',
    },
    {
      mutation: 'createApiKey',
      prepare: async (place) => ({ name: newName('key'), role: 'CHAT', deployments: places[place] }),
      selection: 'apiKey { name }',
    },
    {
      mutation: 'rotateApiKey',
      prepare: async (place) => ({ id: await apiKey(place) }),
      selection: 'apiKey { name }',
    },
    {
      mutation: 'revokeApiKey',
      prepare: async (place) => ({ id: await apiKey(place) }),
      selection: 'apiKey { name }',
    },
    {
      mutation: 'renameChatThread',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: (await thread(place)).chatId, title: 'after' }),
      selection: 'chatThread { title }',
    },
    {
      mutation: 'deleteChatThread',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: (await thread(place)).chatId }),
      selection: 'chatId',
    },
    {
      mutation: 'rateChatMessage',
      refusal: 'NOT_FOUND',
      async prepare(place) {
        const { chatId } = await thread(place);
        const where = { threadId: chatId, role: 'assistant' as const };
        const message = await world.service.database.prisma.chatMessage.findFirstOrThrow({ where });
        return { id: message.id, rating: 'GOOD' };
      },
      selection: 'chatMessage { rating }',
    },
    {
      mutation: 'handleChatTurn',
      refusal: 'NOT_FOUND',
      async prepare(place) {
        const { chatId } = await thread(place);
        const where = { threadId: chatId };
        const { id } = await world.service.database.prisma.chatRun.findFirstOrThrow({ where });
        return { id: encodeGlobalID('ChatTurn', id) };
      },
      selection: 'chatTurn { handledAt }',
    },
    {
      mutation: 'createAgentRule',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ agentId: agentIn(place), text: newName('rule') }),
      selection: 'agentRule { text }',
    },
    {
      mutation: 'updateAgentRule',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: await rule(place), text: 'after' }),
      selection: 'agentRule { text }',
    },
    {
      mutation: 'deleteAgentRule',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: await rule(place) }),
      selection: 'deletedAgentRuleId',
    },
    {
      mutation: 'createCertifiedQuery',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({
        agentId: agentIn(place),
        question: newName('question'),
        sql: 'SELECT id FROM sales',
      }),
      selection: 'certifiedQuery { question }',
    },
    {
      mutation: 'updateCertifiedQuery',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: await certifiedQuery(place), question: 'after' }),
      selection: 'certifiedQuery { question }',
    },
    {
      mutation: 'deleteCertifiedQuery',
      refusal: 'NOT_FOUND',
      prepare: async (place) => ({ id: await certifiedQuery(place) }),
      selection: 'deletedCertifiedQueryId',
    },
    {
      mutation: 'certifyAnswer',
      refusal: 'NOT_FOUND',
      async prepare(place) {
        const { chatId } = await thread(place);
        const { chatMessage } = world.service.database.prisma;
        const where = { threadId: chatId, role: 'assistant' as const };
        const { id } = await chatMessage.findFirstOrThrow({ where });
        const result = { sqlQuery: 'SELECT id FROM sales', schema: [], data: [] };
        const call = { toolName: 'svcSqlApi', toolInput: '{}', toolResult: JSON.stringify(result) };
        await chatMessage.update({ where: { id }, data: call });
        return { messageId: id, question: `What was ${id}?` };
      },
      selection: 'certifiedQuery { question }',
    },
    {
      mutation: 'updateDashboard',
      prepare: async (place) => ({ id: (await dashboard(place)).id, title: 'after' }),
      selection: 'dashboard { title }',
    },
    {
      mutation: 'deleteDashboard',
      prepare: async (place) => ({ id: (await dashboard(place)).id }),
      selection: 'deletedDashboardId',
    },
    {
      mutation: 'updateDashboardTile',
      prepare: async (place) => ({ id: (await dashboard(place)).tileId, title: 'after' }),
      selection: 'tile { title }',
    },
    {
      mutation: 'deleteDashboardTile',
      prepare: async (place) => ({ id: (await dashboard(place)).tileId }),
      selection: 'deletedDashboardTileId',
    },
    {
      mutation: 'abortChat',
      isChat: true,
      async prepare(place) {
        const { chatId, agentId, externalId } = await thread(place);
        return { chatId, agentId, sessionSettings: { externalId } };
      },
      selection: 'chatId',
    },
  ];

  /** All that is stored, but for events. */
  async function state(): Promise<string> {
    const { prisma } = world.service.database;
    const tables = await Promise.all([
      prisma.apiKey.findMany({ orderBy: { id: 'asc' } }),
      prisma.embedTenant.findMany({ orderBy: { id: 'asc' } }),
      prisma.user.findMany({ orderBy: { id: 'asc' } }),
      prisma.group.findMany({ orderBy: { id: 'asc' } }),
      prisma.groupMembership.findMany({ orderBy: [{ userId: 'asc' }, { groupId: 'asc' }] }),
      prisma.userAttributeDefinition.findMany({ orderBy: { id: 'asc' } }),
      prisma.userAttributeValue.findMany({ orderBy: [{ userId: 'asc' }, { definitionId: 'asc' }] }),
      prisma.session.findMany({ orderBy: { id: 'asc' } }),
      prisma.chatThread.findMany({ orderBy: { id: 'asc' } }),
      prisma.chatMessage.findMany({ orderBy: { id: 'asc' } }),
      prisma.chatRun.findMany({ select: { handledAt: true }, orderBy: { id: 'asc' } }),
      prisma.agentRule.findMany({ orderBy: { id: 'asc' } }),
      prisma.certifiedQuery.findMany({ orderBy: { id: 'asc' } }),
      prisma.userDashboard.findMany({ orderBy: { id: 'asc' } }),
      prisma.userDashboardTile.findMany({ orderBy: { id: 'asc' } }),
    ]);
    return JSON.stringify(tables);
  }

  async function attempt(
    { mutation, prepare, selection }: Case,
    place: Place,
    by: KeyName,
  ): Promise<Attempt> {
    const input = await prepare(place);
    const before = await state();
    const { code, payload } = await world.mutate(mutation, input, selection, key(by));
    if (code === 'OK') expect(payload).toMatchObject({});
    // Aborting a turn that has ended changes nothing.
    return { code, changes: mutation === 'abortChat' ? code === 'OK' : (await state()) !== before };
  }

  const titled = cases.map((each) => ({ ...each, title: [each.mutation, each.what].join(' ').trim() }));
  describe.each(titled)('$title', (each) => {
    const { only, refusal = 'FORBIDDEN', isChat } = each;
    const inside = only === undefined || only === 'inside';
    const outside: readonly Place[] =
      only === 'inside' ? [] : only === 'outside' ? ['outside'] : ['outside', 'both'];
    const done = { code: 'OK', changes: true };

    if (inside) {
      it('is done by a bound admin key for what has been in its deployments only', async () => {
        expect(await attempt(each, 'inside', 'boundAdmin')).toEqual(done);
      });
    }

    // What lives in one deployment cannot be in both.
    const livesInOne = /Chat|Dashboard|Session$|AgentRule$|CertifiedQuery$|^certifyAnswer$/;
    const alsoBoth = !livesInOne.test(each.mutation) || each.mutation === 'generateSession';
    it.each(outside.filter((place) => place === 'outside' || alsoBoth))(
      'is refused to a bound admin key for what has been %s',
      async (place) => {
        expect(await attempt(each, place, 'boundAdmin')).toEqual({ code: refusal, changes: false });
      },
    );

    it('is done by an admin key that is not bound, wherever', async () => {
      for (const place of [...(inside ? (['inside'] as const) : []), ...outside]) {
        expect(await attempt(each, place, 'unboundAdmin'), place).toEqual(done);
      }
    });

    if (isChat) {
      it('is done by chat keys, by a bound one in its deployments', async () => {
        expect(await attempt(each, 'inside', 'boundChat')).toEqual(done);
        expect(await attempt(each, 'outside', 'boundChat')).toEqual({ code: refusal, changes: false });
        expect(await attempt(each, 'outside', 'unboundChat')).toEqual(done);
      });
    } else {
      it('is refused to chat keys', async () => {
        for (const by of ['boundChat', 'unboundChat'] as const) {
          expect(await attempt(each, only ?? 'inside', by)).toEqual({ code: 'FORBIDDEN', changes: false });
        }
      });
    }
  });

  it('every mutation is in this table', () => {
    // Exchanging takes no key; users make dashboards with session tokens.
    const byUsers = ['exchangeSession', 'createDashboard', 'addDashboardTile'];
    const all = rootFields(schema, 'mutation').map(({ name }) => name);
    const inTable = [...new Set(cases.map(({ mutation }) => mutation)), ...byUsers];
    expect(inTable.sort()).toEqual(all.sort());
  });

  it('what a session brings again, unchanged, is not a change of what others have', async () => {
    const { name } = await tenant('both');
    const again = {
      groupDefinitions: [{ name: 'scoped', description: 'before' }],
      userAttributeDefinitions: [{ name: 'scoped', type: 'STRING', description: 'before' }],
    };
    expect((await mutate('generateSession', inTenant(name, again), 'sessionId', 'boundAdmin')).code).toBe(
      'OK',
    );
  });

  it('an internal user that a bound key makes, or changes before it was anywhere, is of its deployments', async () => {
    const list = async () => {
      const { data } = await world.service.graphql(
        '{ users(first: 100, filter: {kind: INTERNAL}, orderBy: {field: CREATED_AT, direction: DESC}) { edges { node { id } } } }',
        {},
        key('boundAdmin'),
      );
      return data.users.edges.map((edge: { node: { id: string } }) => edge.node.id);
    };
    const user = 'user { id groups { edges { node { name } } } }';
    const input = { username: newName('internal'), groups: ['readers'] };
    const { payload } = await mutate('createInternalUser', input, user, 'boundAdmin');
    expect(await list()).toContain(payload.user.id);
    const other = await made('createInternalUser', { ...input, username: newName('internal') }, user);
    expect(await list()).not.toContain(other.user.id);
    const change = { id: other.user.id, groups: ['bosses'] };
    const changed = await mutate('updateInternalUser', change, user, 'boundAdmin');
    expect(changed.payload.user.groups.edges).toEqual([{ node: { name: 'bosses' } }]);
    expect(await list()).toContain(other.user.id);
  });
});
