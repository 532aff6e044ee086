import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases, recordStatements } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** No N+1: a list costs a bounded number of SQL statements, whatever the page size. */
describeDatabases('statements of a list query', (kind) => {
  const size = 40;
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ kind });
    await seed(service, size);
  }, 60_000);
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const count = async (query: string, first: number) => {
    using recording = recordStatements(service.database);
    const { code, message, data } = await service.graphql(query, { first });
    expect(message, code).toBeUndefined();
    return { statements: recording.statements, data };
  };
  const group = 'name userCount embedTenant { name createdAt }';
  const message = 'content sort rating';

  /** What is asked for, and how many statements that may cost; one of them finds the key's account. */
  it.each<[name: string, query: string, atMost: number]>([
    [
      'deployments with agents',
      `deployments(first: $first) { edges { node { name agents(first: 5) { edges { node { name chatApiUrl deployment { name } } } } } } }`,
      6,
    ],
    [
      'agents',
      `agents(first: $first) { edges { node { name chatApiUrl deployment { name agents(first: 3) { edges { node { name } } } } } } }`,
      8,
    ],
    ['apiKeys', 'apiKeys(first: $first) { edges { node { name role hint state } } }', 3],
    [
      'apiKeys, filtered and sorted',
      'apiKeys(first: $first, filter: {state: ACTIVE}, orderBy: {field: NAME}) { edges { node { name } } }',
      3,
    ],
    ['auditEvents', 'auditEvents(first: $first) { edges { node { action subjectRef details } } }', 3],
    [
      'auditEvents with who did what to what',
      'auditEvents(first: $first) { edges { node { actor { ... on ApiKey { name } } subject { ... on Group { name } ... on Node { id } } } } }',
      4,
    ],
    [
      'auditEvents, filtered and sorted',
      'auditEvents(first: $first, filter: {action: "test", actor: "workspace"}, orderBy: {field: AT}) { edges { node { at } } }',
      3,
    ],
    [
      'groups with members',
      'groups(first: $first) { totalCount edges { node { users(first: 2, filter: {kind: EXTERNAL}) { edges { node { identifier } } } } } }',
      4,
    ],
    [
      'users with their threads and counted groups',
      'users(first: $first) { edges { node { groups(first: 1) { totalCount edges { node { name } } } chatThreads(first: 2, filter: {agentId: 1}) { edges { node { title } } } } } }',
      6,
    ],
    [
      'embedTenants with threads and filtered children',
      'embedTenants(first: $first, filter: {text: "tenant"}) { edges { node { chatThreads(last: 2) { edges { node { title } } } groups(filter: {text: "scoped"}) { totalCount } sessions(filter: {state: EXPIRED}) { edges { node { state } } } } } }',
      7,
    ],
    [
      'agents with threads',
      'agents(first: $first) { totalCount edges { node { chatThreads(first: 2) { edges { node { title } } } } } }',
      4,
    ],
    ['groups with counts', `groups(first: $first) { edges { node { ${group} } } }`, 4],
    ['userAttributes', 'userAttributes(first: $first) { edges { node { name embedTenant { name } } } }', 3],
    [
      'users with groups and values',
      `users(first: $first) { edges { node { identifier embedTenant { name }
        groups(first: 5) { edges { node { ${group} } } } userAttributes { name type value } } } }`,
      11,
    ],
    [
      'users, filtered and sorted',
      'users(first: $first, filter: {text: "user", kind: EXTERNAL}, orderBy: {field: IDENTIFIER}) { edges { node { identifier } } }',
      3,
    ],
    [
      'users with sessions',
      'users(first: $first) { edges { node { sessions(last: 2) { edges { node { createdAt deployment { name } user { identifier } } } } } } }',
      7,
    ],
    [
      'embedTenants with everything',
      `embedTenants(first: $first) { edges { node { name
        groups(first: 5) { edges { node { ${group} } } }
        userAttributes(first: 5) { edges { node { name } } }
        sessions(first: 2) { edges { node { expiresAt user { identifier } deployment { name } } } }
        users(first: 2) { edges { node { identifier groups(first: 2) { edges { node { name } } } userAttributes { name value } } } } } } }`,
      24,
    ],
    [
      'sessions',
      'sessions(first: $first) { edges { node { createdAt embedTenant { name } deployment { name } user { identifier userAttributes { name value } } } } }',
      9,
    ],
    [
      'sessions, filtered and sorted',
      'sessions(first: $first, filter: {state: PENDING}, orderBy: {field: CREATED_AT}) { edges { node { state } } }',
      3,
    ],
    [
      'chatThreads with their status, user and agent, filtered and sorted',
      'chatThreads(first: $first, filter: {status: COMPLETED, agentId: 1, text: "thread"}, orderBy: {field: UPDATED_AT}) { edges { node { status user { identifier } agent { name } } } }',
      6,
    ],
    [
      'chatThreads with their last messages',
      `chatThreads(first: $first) { edges { node { title messages(last: 5) { edges { node { ${message} } } } } } }`,
      3,
    ],
    [
      'two pages of the messages of each',
      `chatThreads(first: $first) { edges { node { title
        newest: messages(last: 1) { edges { node { ${message} } } } oldest: messages(first: 1) { edges { node { ${message} } } } } } }`,
      4,
    ],
  ])('%s', async (_, selection, atMost) => {
    const query = `query($first: Int!) { ${selection} }`;
    const few = await count(query, 2);
    const many = await count(query, size);
    expect(edgesOf(few.data)).toBe(2);
    expect(edgesOf(many.data)).toBe(size);
    expect(many.statements).toHaveLength(few.statements.length);
    expect(many.statements.length).toBeLessThanOrEqual(atMost);
  });

  describe('nodes', () => {
    const lists = {
      Agent: 'agents',
      ApiKey: 'apiKeys',
      AuditEvent: 'auditEvents',
      ChatThread: 'chatThreads',
      Deployment: 'deployments',
      EmbedTenant: 'embedTenants',
      Group: 'groups',
      Session: 'sessions',
      User: 'users',
      UserAttribute: 'userAttributes',
    };
    const idsOf = async (list: string): Promise<string[]> => {
      const { data } = await service.graphql(`{ list: ${list}(first: ${size}) { edges { node { id } } } }`);
      return data.list.edges.map((edge: { node: { id: string } }) => edge.node.id);
    };
    const messages = async (): Promise<string[]> => {
      const { data } = await service.graphql(
        `{ chatThreads(first: ${size}) { edges { node { messages(first: 1) { edges { node { id } } } } } } }`,
      );
      return data.chatThreads.edges.map(
        (edge: { node: { messages: { edges: { node: { id: string } }[] } } }) =>
          edge.node.messages.edges[0]?.node.id,
      );
    };
    const cost = async (ids: string[], key: string) => {
      using recording = recordStatements(service.database);
      const text = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
      const { data } = await service.graphql(text, { ids }, key);
      expect(data.nodes.map((found: { id: string } | null) => found?.id)).toEqual(ids);
      return recording.statements.length;
    };
    const keyOf = async (deployments: number[]): Promise<string> => {
      const { data } = await service.graphql(
        'mutation($deployments: [Int!]!) { createApiKey(input: {name: "nodes", role: ADMIN, deployments: $deployments}) { secret } }',
        { deployments },
      );
      return data.createApiKey.secret;
    };
    const numbers = Array.from({ length: size }, (_, index) => index + 11);

    it.each([...Object.entries(lists), ['ChatMessage', null] as const])(
      'of %s cost one statement, whatever the key is bound to',
      async (type, list) => {
        const ids = list === null ? await messages() : await idsOf(list);
        expect(ids.length).toBe(size);
        expect(await cost(ids, service.account().adminKey), type).toBe(2);
        if (type === 'Session') expect(await cost(ids, await keyOf([1])), type).toBe(2);
        if (type === 'Deployment') expect(await cost(ids.slice(2), await keyOf(numbers)), type).toBe(2);
      },
    );

    it('nodes of several types cost one statement per type', async () => {
      const [groups, users, threads] = await Promise.all([
        idsOf('groups'),
        idsOf('users'),
        idsOf('chatThreads'),
      ]);
      const mixed = groups
        .flatMap((id, index) => [id, users[index] ?? '', threads[index] ?? ''])
        .slice(0, 99);
      expect(await cost(mixed, service.account().adminKey)).toBe(4);
    });

    it('nodes are null where the key may see nothing, and repeated where an id is repeated', async () => {
      const [id = ''] = await idsOf('groups');
      const { data } = await service.graphql('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: [id, Buffer.from('Group:999999').toString('base64'), id],
      });
      expect(data.nodes).toEqual([{ id }, null, { id }]);
    });
  });

  it('nested pages hold what belongs to each, in both directions, and go on at their cursors', async () => {
    const { data } = await service.graphql(`{ chatThreads(first: 3) { edges { node { chatId
      oldest: messages(first: 2) { edges { cursor node { sort content } } pageInfo { hasNextPage hasPreviousPage endCursor } }
      newest: messages(last: 2) { edges { node { sort } } pageInfo { hasNextPage hasPreviousPage } } } } } }`);
    for (const { node } of data.chatThreads.edges) {
      expect(node.oldest.edges.map((edge: { node: object }) => edge.node)).toEqual([
        { sort: 1, content: `1 of ${node.chatId}` },
        { sort: 2, content: `2 of ${node.chatId}` },
      ]);
      expect(node.oldest.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
      expect(node.newest.edges.map((edge: { node: { sort: number } }) => edge.node.sort)).toEqual([5, 6]);
      expect(node.newest.pageInfo).toEqual({ hasNextPage: false, hasPreviousPage: true });
      // The message that a cursor stands on may be gone.
      await service.database.prisma.chatMessage.deleteMany({ where: { threadId: node.chatId, sort: 2 } });
      const after = node.oldest.pageInfo.endCursor;
      const rest = await service.graphql(
        'query($id: String!, $after: String) { chatThread(chatId: $id) { messages(first: 3, after: $after) { edges { node { sort } } } } }',
        { id: node.chatId, after },
      );
      const sorts = rest.data.chatThread.messages.edges.map(
        (edge: { node: { sort: number } }) => edge.node.sort,
      );
      expect(sorts).toEqual([3, 4, 5]);
    }
  });

  it.each(['groups', 'userAttributes', 'users', 'sessions'])('%s of a tenant are its own', async (list) => {
    const { data } = await service.graphql(
      `{ embedTenants(first: 5) { edges { node { id ${list}(first: 5) { edges { node { embedTenant { id } } } } } } } }`.replace(
        'node { embedTenant { id } }',
        'node { embedTenant { id } }',
      ),
    );
    for (const { node } of data.embedTenants.edges) {
      expect(node[list].edges.length).toBeGreaterThan(0);
      for (const edge of node[list].edges) expect(edge.node.embedTenant.id).toBe(node.id);
    }
  });
});

function edgesOf(data: Record<string, { edges: unknown[] }>): number {
  return Object.values(data)[0]?.edges.length ?? 0;
}

/** `size` of everything, and children of everything that has children. */
async function seed(service: TestService, size: number): Promise<void> {
  const { prisma } = service.database;
  const accountId = service.account().id;
  const numbers = Array.from({ length: size }, (_, index) => index + 1);
  const rows = async (table: string, sql: string): Promise<void> => {
    const changed = await prisma.$executeRawUnsafe(sql);
    if (changed < size) throw new Error(`${table}: ${changed} rows`);
  };
  const series = `FROM generate_series(1, ${size}) n`;
  const uuid = (prefix: string) =>
    `('${prefix}' || lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')`;
  await prisma.deployment.createMany({
    data: numbers.map((number) => ({ accountId, number: number + 10, name: `Deployment ${number}` })),
  });
  const deployments = await prisma.deployment.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  await prisma.agent.createMany({
    data: deployments.map(({ id: deploymentId, number }) => ({
      accountId,
      number: number + 100,
      name: 'Agent',
      model: 'planner',
      deploymentId,
    })),
  });
  await prisma.apiKey.createMany({
    data: numbers.map((n) => ({
      accountId,
      name: `Key ${n}`,
      hash: `hash ${n}`,
      hint: 'hint',
      role: 'chat' as const,
    })),
  });
  await rows(
    'EmbedTenant',
    `INSERT INTO "EmbedTenant" ("accountId", name) SELECT ${accountId}, 'tenant-' || n ${series}`,
  );
  const tenants = `FROM "EmbedTenant" t WHERE t."accountId" = ${accountId}`;
  await rows('Group', `INSERT INTO "Group" ("accountId", name) SELECT ${accountId}, 'group ' || n ${series}`);
  await rows(
    'Group',
    `INSERT INTO "Group" ("accountId", "embedTenantId", name) SELECT ${accountId}, t.id, 'scoped ' || t.id ${tenants}`,
  );
  await rows(
    'Definition',
    `INSERT INTO "UserAttributeDefinition" ("accountId", name, type) SELECT ${accountId}, 'attribute ' || n, 'string' ${series}`,
  );
  await rows(
    'Definition',
    `INSERT INTO "UserAttributeDefinition" ("accountId", "embedTenantId", name, type) SELECT ${accountId}, t.id, 'scoped', 'string' ${tenants}`,
  );
  await rows(
    'User',
    `INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier) SELECT ${accountId}, t.id, 'external', 'user-' || t.id ${tenants}`,
  );
  const users = `FROM "User" u WHERE u."accountId" = ${accountId}`;
  await rows(
    'Membership',
    `INSERT INTO "GroupMembership" ("userId", "groupId") SELECT u.id, g.id FROM "User" u, "Group" g WHERE u."accountId" = ${accountId} AND g.name LIKE 'group _'`,
  );
  await rows(
    'Value',
    `INSERT INTO "UserAttributeValue" ("userId", "definitionId", value) SELECT u.id, d.id, '"x"' FROM "User" u, "UserAttributeDefinition" d WHERE u."accountId" = ${accountId} AND d.name LIKE 'attribute _'`,
  );
  await rows(
    'Session',
    `INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "expiresAt")
    SELECT gen_random_uuid(), ${accountId}, ${deployments[0]?.id}, u.id, u."embedTenantId", 'hash ' || u.id || '/' || n, now() FROM "User" u, generate_series(1, 3) n WHERE u."accountId" = ${accountId}`,
  );
  await rows(
    'AuditEvent',
    `INSERT INTO "AuditEvent" (id, "accountId", actor, action, subject) SELECT gen_random_uuid(), ${accountId}, 'workspace', 'test', 'group:' || n ${series}`,
  );
  await rows(
    'ChatThread',
    `INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "lastSort")
    SELECT ${uuid('')}::uuid, ${accountId}, (SELECT min(u.id) ${users}), (SELECT min(id) FROM "Agent"), 'Thread ' || n, 6 ${series}`,
  );
  await rows(
    'ChatRun',
    `INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", status, "startSort", "leaseOwner", "leaseExpiresAt")
    SELECT h.id, h.id, h."userId", h."agentId", 'completed', 0, 'test', now() FROM "ChatThread" h`,
  );
  await rows(
    'ChatMessage',
    `INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content)
    SELECT gen_random_uuid(), h.id, h.id, n, 'assistant', n || ' of ' || h.id FROM "ChatThread" h, generate_series(1, 6) n`,
  );
}
