import { encodeGlobalID } from '@pothos/plugin-relay';
import { getNamedType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { schema } from '../../src/schema/index.ts';
import { type BoundWorld, openBoundWorld } from '../support/bound-world.ts';
import { describeDatabase } from '../support/database.ts';
import { rootFields, type WalkedRequest, walkLeaves, walkOperations } from '../support/schema-walk.ts';

/** Everything of deployment 1 that has a text holds the one mark, everything of deployment 2 the other. */
const [mine, theirs] = ['zzone', 'zztwo'];

/** Lists that show a bound key less than the account has. What users are given by name is the whole account's. */
const catalogues = ['groups', 'userAttributes'];

describeDatabase('what keys bound to deployments see', (kind) => {
  let world: BoundWorld;
  let gateway: Gateway;
  /** Global ids of what deployment 2 alone has, and of what both have, by what they are. */
  let outside: Record<string, string>;
  let inside: Record<string, string>;

  beforeAll(async () => {
    world = await openBoundWorld(kind);
    const { services } = world.service;
    const limits = { depth: 100, complexity: Number.POSITIVE_INFINITY, batch: 50 };
    gateway = createGateway({ services, checks: [], logger: services.logger, graphiql: false, limits });
    inside = await seed(mine, 1);
    outside = await seed(theirs, 2);
  }, 60_000);
  afterAll(async () => {
    expect(world.service.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  async function seed(mark: string, number: number): Promise<Record<string, string>> {
    const { prisma } = world.service.database;
    const { id: accountId } = world.service.account();
    const by = { accountId, number };
    await prisma.deployment.updateMany({ where: by, data: { name: `${mark}-deployment` } });
    await prisma.agent.updateMany({ where: by, data: { name: `${mark}-agent` } });
    const mint = (body: object) =>
      world.mint({ deploymentId: number, securityContext: { mark }, email: `${mark}@x.test`, ...body });
    const externalId = `${mark}-user`;
    await mint({ externalId, groups: ['readers'], userAttributes: [{ name: 'city', value: mark }] });
    await mint({
      externalId: `${mark}-of-tenant`,
      embedTenantName: `${mark}-tenant`,
      creatorMode: true,
      groupDefinitions: [{ name: `${mark}-scoped`, description: mark }],
      userAttributeDefinitions: [{ name: `${mark}-scoped`, type: 'string', defaultValue: mark }],
      groups: [`${mark}-scoped`],
      userAttributes: [{ name: `${mark}-scoped`, value: mark }],
    });
    const { unboundAdmin } = world.keys;
    const made = async (name: string, input: object, selection: string) => {
      const { code, payload } = await world.mutate(name, input, selection, unboundAdmin);
      if (code !== 'OK') throw new Error(`${name}: ${code}`);
      return payload;
    };
    const internal = { username: `${mark}-internal`, email: `${mark}-internal@x.test`, groups: ['readers'] };
    await made('createInternalUser', internal, 'user { id }');
    await world.mint({ deploymentId: number, internalId: internal.username });
    const chatId = await world.thread(externalId, number);
    await prisma.chatRun.updateMany({ where: { threadId: chatId }, data: { model: `${mark}-model` } });
    await made('renameChatThread', { id: chatId, title: `${mark} title` }, 'chatThread { id }');
    const key = { name: `${mark}-key`, role: 'ADMIN', deployments: [number] };
    const { apiKey } = await made('createApiKey', key, 'apiKey { id }');
    const where = { accountId };
    const idOf = async (type: string, row: Promise<{ id: number | string }>) =>
      encodeGlobalID(type, (await row).id);
    return {
      ApiKey: apiKey.id,
      User: await idOf('User', prisma.user.findFirstOrThrow({ where: { ...where, identifier: externalId } })),
      InternalUser: await idOf(
        'User',
        prisma.user.findFirstOrThrow({ where: { ...where, identifier: internal.username } }),
      ),
      EmbedTenant: await idOf(
        'EmbedTenant',
        prisma.embedTenant.findFirstOrThrow({ where: { ...where, name: `${mark}-tenant` } }),
      ),
      Group: await idOf('Group', prisma.group.findFirstOrThrow({ where: { name: `${mark}-scoped` } })),
      UserAttribute: await idOf(
        'UserAttribute',
        prisma.userAttributeDefinition.findFirstOrThrow({ where: { name: `${mark}-scoped` } }),
      ),
      Session: await idOf('Session', prisma.session.findFirstOrThrow({ where: { deployment: by } })),
      AuditEvent: await idOf(
        'AuditEvent',
        prisma.auditEvent.findFirstOrThrow({
          where: { action: 'session.generate', details: { path: ['deploymentId'], equals: number } },
        }),
      ),
      ChatThread: encodeGlobalID('ChatThread', chatId),
      ChatMessage: await idOf(
        'ChatMessage',
        prisma.chatMessage.findFirstOrThrow({ where: { threadId: chatId } }),
      ),
      Deployment: await idOf('Deployment', prisma.deployment.findFirstOrThrow({ where: by })),
      Agent: await idOf('Agent', prisma.agent.findFirstOrThrow({ where: by })),
    };
  }

  async function ask(bodies: readonly object[], key: string): Promise<string[]> {
    const request = new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Api-Key ${key}` },
      body: JSON.stringify(bodies),
    });
    const answers = (await (await gateway.fetch(request)).json()) as object[];
    return answers.map((answer) => JSON.stringify(answer));
  }

  const list = async (selection: string, key: string) => {
    const { data, code } = await world.service.graphql(`{ ${selection} }`, {}, key);
    expect(code).toBeUndefined();
    const [connection] = Object.values(data) as { edges: { node: Record<string, unknown> }[] }[];
    return connection?.edges.map(({ node }) => node) ?? [];
  };

  it('a bound key reads nothing about other deployments in any field; an unbound key reads both', async () => {
    const table = {
      chatId: '',
      agentId: 1,
      deploymentId: 1,
      sessionSettings: { externalId: `${mine}-user` },
      searchQuery: 'sales',
      'embedTenant.name': `${mine}-tenant`,
      'sql.query': 'SELECT id FROM sales',
      name: 'walked',
    };
    // Rows and the data model are what the deployment is for.
    const others = /^(nodes?|chatThread|sql|searchMetadata|dashboards?|userDashboards)$/;
    const isAbout = ({ rootField }: WalkedRequest) => !others.test(rootField);
    const seen = { bound: new Map<string, Set<string>>(), unbound: new Map<string, Set<string>>() };
    for (const [who, key, requests] of [
      ['bound', world.keys.boundAdmin, walkLeaves(schema, table).filter(isAbout)],
      ['unbound', world.keys.unboundAdmin, walkOperations(schema, 'query', table).filter(isAbout)],
    ] as const) {
      for (let at = 0; at < requests.length; at += 50) {
        const batch = requests.slice(at, at + 50);
        const answers = await ask(
          batch.map(({ query }) => ({ query })),
          key,
        );
        for (const [index, { rootField, query }] of batch.entries()) {
          const text = answers[index] ?? '';
          const marks = [mine, theirs].filter((mark) => text.includes(mark));
          if (who === 'bound') expect(marks, query).not.toContain(theirs);
          const known = seen[who].get(rootField) ?? new Set();
          seen[who].set(rootField, new Set([...known, ...marks]));
        }
      }
    }
    const lists = rootFields(schema, 'query')
      .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
      .map(({ name }) => name)
      .filter((name) => !catalogues.includes(name) && !others.test(name));
    expect(lists.length).toBeGreaterThanOrEqual(8);
    for (const name of lists) {
      expect([...(seen.bound.get(name) ?? [])], name).toEqual([mine]);
      expect([...(seen.unbound.get(name) ?? [])].sort(), name).toEqual([mine, theirs]);
    }
  }, 240_000);

  it('an object of another deployment is null by its id, while an unbound key finds it', async () => {
    const query = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    const found = async (ids: readonly string[], key: string) => {
      const { data } = await world.service.graphql(query, { ids }, key);
      return data.nodes.map((node: { id: string } | null) => node?.id ?? null);
    };
    const [theirIds, myIds] = [Object.values(outside), Object.values(inside)];
    expect(await found(theirIds, world.keys.unboundAdmin)).toEqual(theirIds);
    expect(await found(theirIds, world.keys.boundAdmin)).toEqual(theirIds.map(() => null));
    expect(await found(myIds, world.keys.boundAdmin)).toEqual(myIds);
  });

  it.each([`embedTenant(name: "${theirs}-tenant") { name }`, `chatThread(chatId: "%chatId") { title }`])(
    'is nothing by its name: %s',
    async (selection) => {
      const [, chatId = ''] = Buffer.from(outside['ChatThread'] ?? '', 'base64')
        .toString()
        .split(':');
      const query = `{ ${selection.replace('%chatId', chatId)} }`;
      expect((await world.service.graphql(query, {}, world.keys.boundAdmin)).code).toBe('NOT_FOUND');
      expect((await world.service.graphql(query, {}, world.keys.unboundAdmin)).code).toBeUndefined();
    },
  );

  it('REST shows the catalogue of no embed tenant of other deployments', async () => {
    for (const list of ['groups', 'user-attributes']) {
      const read = async (tenant: string, key: string) =>
        (await world.service.rest('GET', `/api/v1/embed-tenants/${tenant}/${list}`, undefined, key)).status;
      expect(await read(`${theirs}-tenant`, world.keys.boundAdmin)).toBe(404);
      expect(await read(`${theirs}-tenant`, world.keys.unboundAdmin)).toBe(200);
      expect(await read(`${mine}-tenant`, world.keys.boundAdmin)).toBe(200);
    }
  });

  describe('users', () => {
    const identifiers = async (key: string) =>
      (await list('users(first: 100) { edges { node { identifier } } }', key)).map(
        ({ identifier }) => identifier,
      );

    it('are those who have been in its deployments, also elsewhere', async () => {
      const both = await world.person([1, 2]);
      const never = { username: world.newName('never') };
      await world.mutate('createInternalUser', never, 'user { id }', world.keys.unboundAdmin);
      const seen = await identifiers(world.keys.boundAdmin);
      expect(seen).toContain(both.externalId);
      expect(seen).toContain(`${mine}-internal`);
      expect(seen).not.toContain(never.username);
      expect(await identifiers(world.keys.unboundAdmin)).toContain(never.username);
    });

    it('are counted in a group as far as they are seen', async () => {
      const counts = async (key: string) =>
        Object.fromEntries(
          (await list('groups { edges { node { name userCount } } }', key)).map(({ name, userCount }) => [
            name,
            userCount,
          ]),
        );
      const before = await counts(world.keys.boundAdmin);
      await world.person([2]);
      expect(await counts(world.keys.boundAdmin)).toEqual(before);
      await world.person([1]);
      expect((await counts(world.keys.boundAdmin))['readers']).toBe(Number(before['readers']) + 1);
      expect(Number((await counts(world.keys.unboundAdmin))['readers'])).toBeGreaterThan(
        Number(before['readers']) + 1,
      );
    });

    it('of an embed tenant are those that it sees', async () => {
      const embedTenantName = `${mine}-shared`;
      for (const deploymentId of [1, 2]) {
        await world.mint({ deploymentId, externalId: `shared-${deploymentId}`, embedTenantName });
      }
      const of = async (key: string) => {
        const query = `{ embedTenant(name: "${embedTenantName}") { users { edges { node { identifier } } } } }`;
        const { data } = await world.service.graphql(query, {}, key);
        return data.embedTenant.users.edges.map(
          (edge: { node: { identifier: string } }) => edge.node.identifier,
        );
      };
      expect(await of(world.keys.boundAdmin)).toEqual(['shared-1']);
      expect(await of(world.keys.unboundAdmin)).toEqual(['shared-1', 'shared-2']);
    });
  });

  it('API keys are those that are bound to no other deployments', async () => {
    for (const deployments of [[], [1, 2], [2]]) {
      const input = { name: `${theirs}-of-${deployments.join('-')}`, role: 'CHAT', deployments };
      await world.mutate('createApiKey', input, 'secret', world.keys.unboundAdmin);
    }
    const names = async (key: string) =>
      (await list('apiKeys(first: 100) { edges { node { name } } }', key)).map(({ name }) => name);
    expect((await names(world.keys.boundAdmin)).sort()).toEqual(['bound admin', 'bound chat', `${mine}-key`]);
    expect(await names(world.keys.unboundAdmin)).toContain(`${theirs}-of-1-2`);
  });

  it('audit events are those of its sessions, threads and keys, and what keys of its binding did', async () => {
    const { boundAdmin, unboundAdmin } = world.keys;
    const events = async (key: string) =>
      list('auditEvents(first: 100) { edges { node { action subjectRef actorRef } } }', key);
    const keyId = (await list('apiKeys(first: 100) { edges { node { name databaseId } } }', boundAdmin)).find(
      ({ name }) => name === 'bound admin',
    )?.['databaseId'];
    await world.mutate('createGroup', { name: world.newName('group') }, 'group { id }', unboundAdmin);
    await world.mutate('createGroup', { name: world.newName('group') }, 'group { id }', boundAdmin);
    const seen = await events(boundAdmin);
    const did = (action: string, actor?: string) =>
      seen.filter(
        (event) => event['action'] === action && (actor === undefined || event['actorRef'] === actor),
      );
    expect(did('session.generate').length).toBeGreaterThan(0);
    expect(did('chatThread.rename')).toHaveLength(1);
    expect(did('apiKey.create')).toHaveLength(3);
    expect(did('group.create')).toEqual(did('group.create', `apiKey:${keyId}`));
    expect(did('group.create')).toHaveLength(1);
    const all = await events(unboundAdmin);
    expect(all.length).toBeGreaterThan(seen.length);
    const exported = await world.service.rest('GET', '/api/v1/audit-events', undefined, boundAdmin);
    expect(String(exported.body).trimEnd().split('\n')).toHaveLength(seen.length);
  });
});
