import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { openDoor } from '../support/doors.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Administration in GraphQL: catalogues, internal users, keys, what was done. */
describeDatabases('administration', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [
        {
          name: 'acme',
          groups: ['analysts', 'managers'],
          userAttributes: { city: 'string', level: 'number' },
        },
        { name: 'rival', groups: ['analysts'], users: ['eve'] },
        { name: 'archive' },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const mutate = async (
    name: string,
    type: string,
    selection: string,
    input: object,
    key?: string | null,
  ) => {
    const query = `mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
    const answer = await service.graphql(query, { input }, key);
    return { ...answer, payload: answer.data?.[name] };
  };
  const rival = () => service.account('rival').adminKey;
  const lastEvents = async (first: number, key?: string) => {
    const query =
      'query($first: Int) { auditEvents(first: $first) { edges { node { action actorRef subjectRef details } } } }';
    const { data } = await service.graphql(query, { first }, key);
    return data.auditEvents.edges.map((edge: { node: unknown }) => edge.node);
  };

  describe('the export of the audit log', () => {
    const exported = async (query = '', key?: string | null) => {
      const { status, body } = await service.rest('GET', `/api/v1/audit-events${query}`, undefined, key);
      if (status !== 200) return { status, events: [] };
      const lines = String(body).trimEnd().split('\n');
      return { status, events: lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)])) };
    };

    it('is every event of the account that matches, oldest first, over as many pages as there are', async () => {
      const { prisma } = service.database;
      const { id } = service.account('archive');
      await prisma.$executeRaw`INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject, details)
        SELECT gen_random_uuid(), ${id}, timestamptz '2020-01-01Z' + n * interval '1 minute', 'workspace',
          'test.export', 'group:' || n, '{"n": 1}' FROM generate_series(1, 250) n`;
      const { events } = await exported('?action=test.export', service.account('archive').adminKey);
      expect(events.map(({ subject }) => subject)).toEqual(
        Array.from({ length: 250 }, (_, i) => `group:${i + 1}`),
      );
      expect(events[0]).toEqual({
        id: expect.any(String),
        at: '2020-01-01T00:01:00.000Z',
        actor: 'workspace',
        action: 'test.export',
        subject: 'group:1',
        details: { n: 1 },
      });
      const part = '?from=2020-01-01T00:10:00Z&before=2020-01-01T01:12:00%2B01:00&actor=workspace';
      const { events: some } = await exported(part, service.account('archive').adminKey);
      expect(some.map(({ subject }) => subject)).toEqual(['group:10', 'group:11']);
      expect((await exported('?action=test.export')).events).toEqual([]);
    });

    it('is for admin keys', async () => {
      const { chatKey } = service.account();
      expect((await exported('', chatKey)).status).toBe(403);
      expect((await exported('', null)).status).toBe(401);
      expect((await exported('?before=soon')).status).toBe(400);
    });
  });

  describe('tenant-wide groups', () => {
    const group = 'group { id databaseId name description userCount embedTenant { name } }';
    it('are made, changed and deleted, each with an audit event', async () => {
      const made = await mutate('createGroup', 'CreateGroupInput', group, {
        name: 'editors',
        description: 'edit',
      });
      const { id, databaseId } = made.payload.group;
      expect(made.payload.group).toEqual({
        id,
        databaseId,
        name: 'editors',
        description: 'edit',
        userCount: 0,
        embedTenant: null,
      });
      await openDoor(service, 'REST').generate({ deploymentId: 1, externalId: 'ed', groups: ['editors'] });
      const renamed = await mutate('updateGroup', 'UpdateGroupInput', group, { id, name: 'writers' });
      expect(renamed.payload.group).toMatchObject({ name: 'writers', description: 'edit', userCount: 1 });
      const cleared = await mutate('updateGroup', 'UpdateGroupInput', group, {
        id: String(databaseId),
        description: null,
      });
      expect(cleared.payload.group).toMatchObject({ name: 'writers', description: null });
      const deleted = await mutate('deleteGroup', 'DeleteGroupInput', 'deletedGroupId databaseId', { id });
      expect(deleted.payload).toEqual({ deletedGroupId: id, databaseId });
      expect((await mutate('deleteGroup', 'DeleteGroupInput', 'databaseId', { id })).code).toBe('NOT_FOUND');
      expect((await lastEvents(5)).map((event: { action: string }) => event.action)).toEqual([
        'group.delete',
        'group.update',
        'group.update',
        'session.generate',
        'group.create',
      ]);
      expect((await lastEvents(1))[0]).toMatchObject({
        subjectRef: `group:${databaseId}`,
        actorRef: expect.stringMatching(/^apiKey:\d+$/),
      });
    });
    it('have names of their own', async () => {
      const taken = await mutate('createGroup', 'CreateGroupInput', group, { name: 'analysts' });
      expect(taken).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('"analysts"') });
      const [managers] = (await service.database.prisma.group.findMany({ where: { name: 'managers' } })).map(
        ({ id }) => id,
      );
      const renamed = await mutate('updateGroup', 'UpdateGroupInput', group, {
        id: String(managers),
        name: 'analysts',
      });
      expect(renamed.code).toBe('CONFLICT');
    });
    it.each([
      { name: '' },
      { name: 'a\u0000' },
      { name: 'x'.repeat(256) },
      { name: 'ok', description: '\ud800' },
    ])('are refused as %j', async (input) => {
      const answer = await mutate('createGroup', 'CreateGroupInput', group, input);
      expect(answer.code).toBe('VALIDATION_FAILED');
      expect(answer.issues).toHaveLength(1);
    });
    it('are listed without those of embed tenants, which their mutations do not touch either', async () => {
      await openDoor(service, 'REST').generate({
        deploymentId: 1,
        externalId: 'x',
        embedTenantName: 'north',
        creatorMode: true,
        groupDefinitions: [{ name: 'locals' }],
      });
      const { data } = await service.graphql('{ groups { edges { node { name } } } }');
      const names = data.groups.edges.map((edge: { node: { name: string } }) => edge.node.name);
      expect(names).toEqual(['analysts', 'managers']);
      const locals = await service.database.prisma.group.findFirstOrThrow({ where: { name: 'locals' } });
      const id = String(locals.id);
      expect((await mutate('updateGroup', 'UpdateGroupInput', group, { id, name: 'x' })).code).toBe(
        'NOT_FOUND',
      );
      expect((await mutate('deleteGroup', 'DeleteGroupInput', 'databaseId', { id })).code).toBe('NOT_FOUND');
    });
  });

  describe('tenant-wide user attributes', () => {
    const attribute = 'userAttribute { id databaseId name type displayName defaultValue description }';
    it('are made, changed and deleted', async () => {
      const made = await mutate('createUserAttribute', 'CreateUserAttributeInput', attribute, {
        name: 'stores',
        type: 'NUMBER_ARRAY',
        displayName: 'Stores',
        defaultValue: '[1]',
      });
      const { id } = made.payload.userAttribute;
      expect(made.payload.userAttribute).toMatchObject({
        type: 'NUMBER_ARRAY',
        displayName: 'Stores',
        defaultValue: '[1]',
        description: null,
      });
      const changed = await mutate('updateUserAttribute', 'UpdateUserAttributeInput', attribute, {
        id,
        displayName: null,
        defaultValue: '[2, 3]',
      });
      expect(changed.payload.userAttribute).toMatchObject({ displayName: null, defaultValue: '[2, 3]' });
      const wrong = await mutate('updateUserAttribute', 'UpdateUserAttributeInput', attribute, {
        id,
        defaultValue: 'x',
      });
      expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'defaultValue' }] });
      const minted = await openDoor(service, 'REST').generate({
        deploymentId: 1,
        externalId: 'shopper',
        userAttributes: [{ name: 'stores', value: [7] }],
      });
      expect(minted.code).toBe('OK');
      const deleted = await mutate(
        'deleteUserAttribute',
        'DeleteUserAttributeInput',
        'deletedUserAttributeId',
        { id },
      );
      expect(deleted.payload).toEqual({ deletedUserAttributeId: id });
      expect(await service.database.prisma.userAttributeValue.count()).toBe(0);
    });
    it('are refused with a default that does not fit, and when the name is taken', async () => {
      const input = { name: 'bad', type: 'NUMBER', defaultValue: 'ten' };
      const wrong = await mutate('createUserAttribute', 'CreateUserAttributeInput', attribute, input);
      expect(wrong).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'defaultValue' }] });
      const twice = await mutate('createUserAttribute', 'CreateUserAttributeInput', attribute, {
        name: 'city',
        type: 'STRING',
      });
      expect(twice.code).toBe('CONFLICT');
    });
  });

  describe('internal users', () => {
    const user = `user { id databaseId identifier kind email groups { edges { node { name } } }
      userAttributes { name value type isScoped } }`;
    it('are made with groups and values, changed, deleted, and named by sessions', async () => {
      const made = await mutate('createInternalUser', 'CreateInternalUserInput', user, {
        username: 'Ada@acme.test',
        email: 'ada@acme.test',
        groups: ['analysts'],
        userAttributes: [{ name: 'city', value: 'Oslo' }],
      });
      const { id, databaseId } = made.payload.user;
      expect(made.payload.user).toEqual({
        id,
        databaseId,
        identifier: 'Ada@acme.test',
        kind: 'INTERNAL',
        email: 'ada@acme.test',
        groups: { edges: [{ node: { name: 'analysts' } }] },
        userAttributes: [{ name: 'city', value: 'Oslo', type: 'STRING', isScoped: false }],
      });
      const session = { deploymentId: 1, internalId: 'Ada@acme.test' };
      expect((await openDoor(service, 'REST').generate(session)).code).toBe('OK');
      const changed = await mutate('updateInternalUser', 'UpdateInternalUserInput', user, {
        id,
        groups: ['managers'],
        userAttributes: [
          { name: 'city', value: null },
          { name: 'level', value: 4 },
        ],
      });
      expect(changed.payload.user).toMatchObject({
        email: 'ada@acme.test',
        groups: { edges: [{ node: { name: 'managers' } }] },
        userAttributes: [{ name: 'level', value: 4 }],
      });
      const cleared = await mutate('updateInternalUser', 'UpdateInternalUserInput', user, {
        id,
        email: null,
      });
      expect(cleared.payload.user).toMatchObject({ email: null, groups: changed.payload.user.groups });
      const listed = await service.graphql(
        '{ users(filter: {kind: INTERNAL}) { edges { node { identifier } } } }',
      );
      expect(listed.data.users.edges).toEqual([{ node: { identifier: 'Ada@acme.test' } }]);
      const deleted = await mutate('deleteInternalUser', 'DeleteInternalUserInput', 'deletedUserId', { id });
      expect(deleted.payload).toEqual({ deletedUserId: id });
      expect((await openDoor(service, 'REST').generate(session)).code).toBe('NOT_FOUND');
    });
    it('are refused with unknown names or a username that is taken, and a failed change changes nothing', async () => {
      const make = (input: object) => mutate('createInternalUser', 'CreateInternalUserInput', user, input);
      const before = await lastEvents(1);
      expect((await make({ username: 'bob', groups: ['ghosts'] })).message).toBe(
        'Groups with names ghosts not found',
      );
      const unknown = await make({ username: 'bob', userAttributes: [{ name: 'ghost', value: 1 }] });
      expect(unknown.message).toBe('User attributes not found: ghost');
      expect((await make({ username: 'bob', userAttributes: [{ name: 'level', value: 'x' }] })).code).toBe(
        'VALIDATION_FAILED',
      );
      expect(await lastEvents(1)).toEqual(before);
      const { payload } = await make({ username: 'bob', groups: ['analysts'] });
      expect((await make({ username: 'bob' })).code).toBe('CONFLICT');
      const { id } = payload.user;
      const failed = await mutate('updateInternalUser', 'UpdateInternalUserInput', user, {
        id,
        email: 'b@x.test',
        groups: ['ghosts'],
      });
      expect(failed.code).toBe('BAD_REQUEST');
      const stored = await service.database.prisma.user.findFirstOrThrow({
        where: { identifier: 'bob' },
        include: { memberships: true },
      });
      expect([stored.email, stored.memberships.length]).toEqual([null, 1]);
    });
    it('do not include external users', async () => {
      await openDoor(service, 'REST').generate({ deploymentId: 1, externalId: 'outsider' });
      const { id } = await service.database.prisma.user.findFirstOrThrow({
        where: { identifier: 'outsider' },
      });
      const input = { id: String(id) };
      expect(
        (await mutate('deleteInternalUser', 'DeleteInternalUserInput', 'deletedUserId', input)).code,
      ).toBe('NOT_FOUND');
      expect((await mutate('updateInternalUser', 'UpdateInternalUserInput', user, input)).code).toBe(
        'NOT_FOUND',
      );
    });
    it('ten identical ones made at once leave one', async () => {
      const make = () =>
        mutate('createInternalUser', 'CreateInternalUserInput', user, {
          username: 'twin',
          groups: ['analysts'],
        });
      const codes = (await Promise.all(Array.from({ length: 10 }, make))).map(({ code }) => code ?? 'OK');
      expect(codes.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'CONFLICT'), 'OK']);
    });
  });

  describe('API keys', () => {
    const key = 'secret apiKey { id databaseId name hint role deployments isManaged expiresAt revokedAt }';
    const make = (input: object, by?: string) => mutate('createApiKey', 'CreateApiKeyInput', key, input, by);
    const revoke = (id: string, by?: string) =>
      mutate('revokeApiKey', 'RevokeApiKeyInput', 'apiKey { revokedAt }', { id }, by);
    const works = async (secret: string) =>
      (await service.graphql('{ viewer { role } }', {}, secret)).code ?? 'OK';

    it('are made with a role, shown once, stored as a hash', async () => {
      const { payload } = await make({ name: 'backend', role: 'ADMIN' });
      expect(payload.secret).toMatch(/^inlay_[\w-]{43}$/);
      expect(payload.apiKey).toMatchObject({
        name: 'backend',
        hint: payload.secret.slice(-4),
        role: 'ADMIN',
        deployments: [],
        isManaged: false,
        expiresAt: null,
        revokedAt: null,
      });
      expect(await works(payload.secret)).toBe('OK');
      const { prisma } = service.database;
      const everything = JSON.stringify([await prisma.apiKey.findMany(), await prisma.auditEvent.findMany()]);
      expect(everything).not.toContain(payload.secret);
      const listed = await service.graphql('{ apiKeys { edges { node { name hint } } } }');
      expect(JSON.stringify(listed.data)).not.toContain(payload.secret);
      expect(listed.data.apiKeys.edges.at(-1).node).toEqual({
        name: 'backend',
        hint: payload.secret.slice(-4),
      });
    });
    it('with the role chat administer nothing', async () => {
      const { payload } = await make({ name: 'chatter', role: 'CHAT' });
      const viewer = await service.graphql('{ viewer { kind role } }', {}, payload.secret);
      expect(viewer.data.viewer).toEqual({ kind: 'API_KEY', role: 'CHAT' });
      const fields = [
        'account { name }',
        'groups { edges { cursor } }',
        'userAttributes { edges { cursor } }',
        'users { edges { cursor } }',
        'sessions { edges { cursor } }',
        'embedTenants { edges { cursor } }',
        'apiKeys { edges { cursor } }',
        'auditEvents { edges { cursor } }',
        'deployments { edges { cursor } }',
        'agents { edges { cursor } }',
        'embedTenant(name: "north") { name }',
      ];
      for (const field of fields) {
        expect((await service.graphql(`{ ${field} }`, {}, payload.secret)).code).toBe('FORBIDDEN');
        expect((await service.graphql(`{ ${field} }`, {}, null)).code).toBe('UNAUTHENTICATED');
      }
      expect((await make({ name: 'more', role: 'ADMIN' }, payload.secret)).code).toBe('FORBIDDEN');
    });
    it('bound to deployments get 403 elsewhere, and see no others', async () => {
      const { payload } = await make({ name: 'bound', role: 'ADMIN', deployments: [2, 2] });
      expect(payload.apiKey.deployments).toEqual([2]);
      const door = openDoor(service, 'REST');
      expect((await door.generate({ deploymentId: 2, externalId: 'b' }, payload.secret)).code).toBe('OK');
      expect((await door.generate({ deploymentId: 1, externalId: 'b' }, payload.secret)).code).toBe(
        'FORBIDDEN',
      );
      expect((await door.generate({ deploymentId: 9, externalId: 'b' }, payload.secret)).code).toBe(
        'FORBIDDEN',
      );
      const { data } = await service.graphql(
        '{ deployments { edges { node { deploymentId } } } agents { edges { node { agentId } } } sessions { edges { node { deployment { deploymentId } } } } }',
        {},
        payload.secret,
      );
      expect(data).toEqual({
        deployments: { edges: [{ node: { deploymentId: 2 } }] },
        agents: { edges: [{ node: { agentId: 2 } }] },
        sessions: { edges: [{ node: { deployment: { deploymentId: 2 } } }] },
      });
    });
    it('bound to deployments make, rotate and revoke no key of wider reach', async () => {
      const bound = (await make({ name: 'bound', role: 'ADMIN', deployments: [1] })).payload;
      const wide = (await make({ name: 'wide', role: 'CHAT' })).payload;
      expect((await make({ name: 'x', role: 'ADMIN' }, bound.secret)).code).toBe('FORBIDDEN');
      expect((await make({ name: 'x', role: 'ADMIN', deployments: [1, 2] }, bound.secret)).code).toBe(
        'FORBIDDEN',
      );
      expect((await make({ name: 'x', role: 'CHAT', deployments: [1] }, bound.secret)).code).toBeUndefined();
      expect((await revoke(wide.apiKey.id, bound.secret)).code).toBe('FORBIDDEN');
      const rotate = await mutate(
        'rotateApiKey',
        'RotateApiKeyInput',
        key,
        { id: wide.apiKey.id },
        bound.secret,
      );
      expect(rotate.code).toBe('FORBIDDEN');
    });
    it('are refused for unknown deployments and a time that is past', async () => {
      expect((await make({ name: 'x', role: 'ADMIN', deployments: [7] })).code).toBe('NOT_FOUND');
      const past = await make({ name: 'x', role: 'ADMIN', expiresAt: service.clock.now.toISOString() });
      expect(past).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'expiresAt' }] });
      expect((await make({ name: '', role: 'ADMIN' })).code).toBe('VALIDATION_FAILED');
      expect((await make({ name: 'x', role: 'root' })).code).toBe('VALIDATION_FAILED');
    });
    it('stop working when they expire or are revoked', async () => {
      const expiresAt = new Date(service.clock.now.getTime() + 60_000).toISOString();
      const brief = (await make({ name: 'brief', role: 'ADMIN', expiresAt })).payload;
      const revoked = (await make({ name: 'revoked', role: 'ADMIN' })).payload;
      expect([await works(brief.secret), await works(revoked.secret)]).toEqual(['OK', 'OK']);
      const first = await revoke(revoked.apiKey.id);
      expect(first.payload.apiKey.revokedAt).toBe(service.clock.now.toISOString());
      service.clock.advance(60_000);
      expect([await works(brief.secret), await works(revoked.secret)]).toEqual([
        'UNAUTHENTICATED',
        'UNAUTHENTICATED',
      ]);
      const again = await revoke(revoked.apiKey.id);
      expect(again.payload).toEqual(first.payload);
    });
    it('rotate with an overlap, in which both work', async () => {
      const lifetimeMs = 3_600_000;
      const expiresAt = new Date(service.clock.now.getTime() + lifetimeMs).toISOString();
      const old = (await make({ name: 'rotating', role: 'CHAT', deployments: [1], expiresAt })).payload;
      service.clock.advance(1_000);
      const rotate = (id: string, overlapSeconds?: number) =>
        mutate('rotateApiKey', 'RotateApiKeyInput', key, { id, overlapSeconds });
      const { payload } = await rotate(old.apiKey.id, 60);
      expect(payload.apiKey).toMatchObject({
        name: 'rotating',
        role: 'CHAT',
        deployments: [1],
        expiresAt: new Date(service.clock.now.getTime() + lifetimeMs).toISOString(),
      });
      expect([await works(old.secret), await works(payload.secret)]).toEqual(['OK', 'OK']);
      service.clock.advance(60_000);
      expect([await works(old.secret), await works(payload.secret)]).toEqual(['UNAUTHENTICATED', 'OK']);
      expect((await rotate(old.apiKey.id)).code).toBe('CONFLICT');
      expect((await rotate(payload.apiKey.id, -1)).code).toBe('VALIDATION_FAILED');
      const now = await rotate(payload.apiKey.id, 0);
      expect([await works(payload.secret), await works(now.payload.secret)]).toEqual([
        'UNAUTHENTICATED',
        'OK',
      ]);
      expect((await lastEvents(1))[0]).toMatchObject({
        action: 'apiKey.rotate',
        subjectRef: `apiKey:${now.payload.apiKey.databaseId}`,
        details: { replaces: payload.apiKey.databaseId },
      });
    });
    it('rotate once each, also when asked at the same time, so that a new key lives as long as its first', async () => {
      const { apiKey } = (await make({ name: 'for ever', role: 'CHAT' })).payload;
      const rotate = () => mutate('rotateApiKey', 'RotateApiKeyInput', key, { id: apiKey.id });
      const rotations = await Promise.all([rotate(), rotate(), rotate()]);
      expect(rotations.map(({ code }) => code).toSorted()).toEqual(['CONFLICT', 'CONFLICT', undefined]);
      const made = rotations.find(({ code }) => code === undefined);
      expect(made?.payload.apiKey.expiresAt).toBeNull();
      expect((await rotate()).message).toMatch(/was rotated already/);
      const again = await mutate('rotateApiKey', 'RotateApiKeyInput', key, { id: made?.payload.apiKey.id });
      expect(again.payload.apiKey.expiresAt).toBeNull();
    });
    it('of the workspace are changed there', async () => {
      const managed = await service.database.prisma.apiKey.findFirstOrThrow({ where: { managed: true } });
      const id = String(managed.id);
      const rotated = await mutate('rotateApiKey', 'RotateApiKeyInput', key, { id });
      for (const { code, message } of [await revoke(id), rotated]) {
        expect(code).toBe('WORKSPACE_MANAGED');
        expect(message).toMatch(
          /Edit apiKeys .*in inlay\.yml, then reload \(SIGHUP\) or restart the service/,
        );
      }
    });
  });

  it('names of what is made are trimmed, and none is blank', async () => {
    const names: [string, string, string, string, object][] = [
      ['createGroup', 'CreateGroupInput', 'group', 'name', {}],
      ['createUserAttribute', 'CreateUserAttributeInput', 'userAttribute', 'name', { type: 'STRING' }],
      ['createInternalUser', 'CreateInternalUserInput', 'user', 'identifier', {}],
      ['createApiKey', 'CreateApiKeyInput', 'apiKey', 'name', { role: 'CHAT' }],
    ];
    for (const [mutation, type, made, field, input] of names) {
      const name = field === 'identifier' ? 'username' : 'name';
      const make = (text: string) =>
        mutate(mutation, type, `${made} { ${field} }`, { ...input, [name]: text });
      expect(await make('   ')).toMatchObject({
        code: 'VALIDATION_FAILED',
        issues: [{ path: name, message: 'must not be empty' }],
      });
      expect((await make(' in the middle ')).payload[made]).toEqual({ [field]: 'in the middle' });
    }
  });

  it('deployments and agents can be read, with the address of the chat', async () => {
    const { data } = await service.graphql(
      '{ deployments { edges { node { deploymentId name agents { edges { node { name } } } } } } agents { edges { node { agentId chatApiUrl deployment { deploymentId } } } } }',
    );
    expect(data.deployments.edges[0].node).toEqual({
      deploymentId: 1,
      name: 'Deployment 1',
      agents: { edges: [{ node: { name: 'Agent 1' } }] },
    });
    expect(data.agents.edges[1].node).toEqual({
      agentId: 2,
      chatApiUrl: 'https://inlay.test/api/v1/public/acme/agents/2/chat/stream-chat-state',
      deployment: { deploymentId: 2 },
    });
  });

  it('what is retired is no longer there', async () => {
    const { prisma } = service.database;
    const { id } = service.account('rival');
    const where = { accountId: id, number: 2 };
    await prisma.deployment.updateMany({ where, data: { retiredAt: service.clock.now } });
    const { data } = await service.graphql(
      '{ deployments { edges { node { deploymentId } } } agents { edges { node { agentId } } } }',
      {},
      rival(),
    );
    expect(data.deployments.edges).toEqual([{ node: { deploymentId: 1 } }]);
    expect(data.agents.edges).toEqual([{ node: { agentId: 1 } }]);
    const minted = await openDoor(service, 'REST').generate({ deploymentId: 2, externalId: 'x' }, rival());
    expect(minted.code).toBe('NOT_FOUND');
  });

  describe('another account', () => {
    /** One object of each kind that the first account has, by global id. */
    const ids = async () => {
      await openDoor(service, 'REST').generate({
        deploymentId: 1,
        externalId: 'seen',
        embedTenantName: 'north',
        creatorMode: true,
        groupDefinitions: [{ name: 'locals' }],
        userAttributeDefinitions: [{ name: 'a', type: 'string' }],
      });
      const lists = [
        'groups',
        'userAttributes',
        'users',
        'sessions',
        'embedTenants',
        'deployments',
        'agents',
        'apiKeys',
        'auditEvents',
      ];
      const { data } = await service.graphql(
        `{ account { id } ${lists.map((list) => `${list}(first: 1) { edges { node { id } } }`).join(' ')} }`,
      );
      return [data.account.id, ...lists.map((list) => data[list].edges[0].node.id)] as string[];
    };
    const node = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

    it('finds nothing of this one by id, where this one finds all', async () => {
      const all = await ids();
      const own = await service.graphql(node, { ids: all });
      expect(own.data.nodes.map((each: { id: string }) => each.id)).toEqual(all);
      const other = await service.graphql(node, { ids: all }, rival());
      expect(other.code).toBeUndefined();
      expect(other.data.nodes).toEqual(all.map(() => null));
    });

    it('cannot change anything of this one', async () => {
      const all = await ids();
      const [, group = '', attribute = '', user = '', , , , , apiKey = ''] = all;
      const attempts = [
        mutate('updateGroup', 'UpdateGroupInput', 'group { id }', { id: group, name: 'stolen' }, rival()),
        mutate('deleteGroup', 'DeleteGroupInput', 'databaseId', { id: group }, rival()),
        mutate(
          'updateUserAttribute',
          'UpdateUserAttributeInput',
          'userAttribute { id }',
          { id: attribute },
          rival(),
        ),
        mutate('deleteUserAttribute', 'DeleteUserAttributeInput', 'databaseId', { id: attribute }, rival()),
        mutate('updateInternalUser', 'UpdateInternalUserInput', 'user { id }', { id: user }, rival()),
        mutate('deleteInternalUser', 'DeleteInternalUserInput', 'databaseId', { id: user }, rival()),
        mutate('rotateApiKey', 'RotateApiKeyInput', 'secret', { id: apiKey }, rival()),
        mutate('revokeApiKey', 'RevokeApiKeyInput', 'apiKey { id }', { id: apiKey }, rival()),
      ];
      for (const attempt of attempts) expect((await attempt).code).toBe('NOT_FOUND');
    });

    it('an id that is none, or of another type, is unknown', async () => {
      const [, group = '', attribute = ''] = await ids();
      for (const id of ['', 'x', '-1', '1.5', '99999999999', attribute, btoa('Group:x'), btoa('Group:')]) {
        expect((await mutate('deleteGroup', 'DeleteGroupInput', 'databaseId', { id })).code).toBe(
          'NOT_FOUND',
        );
      }
      expect(
        (await service.graphql('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [group] })).code,
      ).toBeUndefined();
    });
  });

  it('audit events name who did what, newest first, and only those of the account', async () => {
    const [event] = await lastEvents(1, rival());
    expect(event).toBeUndefined();
    await openDoor(service, 'REST').generate({ deploymentId: 1, internalId: 'eve' }, rival());
    const eve = await service.database.prisma.user.findFirstOrThrow({ where: { identifier: 'eve' } });
    const keys = await service.graphql('{ apiKeys { edges { node { databaseId role } } } }', {}, rival());
    const { databaseId } = keys.data.apiKeys.edges[0].node;
    expect(await lastEvents(5, rival())).toEqual([
      {
        action: 'session.generate',
        actorRef: `apiKey:${databaseId}`,
        subjectRef: expect.stringMatching(/^session:[0-9a-f-]{36}$/),
        details: { deploymentId: 1, userId: eve.id },
      },
    ]);
  });
});
