import { encodeGlobalID } from '@pothos/plugin-relay';
import { getNamedType, isLeafType, isNonNullType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import {
  type AccessService,
  type CallerName,
  openAccessService,
  type WalkedAnswer,
} from '../support/access-service.ts';
import {
  type ArgumentTable,
  rootFields,
  type WalkedRequest,
  walkLeaves,
  walkOperations,
} from '../support/schema-walk.ts';

/**
 * Who gets what of the GraphQL API, generated from the schema: a field that is added is walked too, by
 * everybody, with the ids of the account `acme`, whose every text holds a mark.
 */

/** Root fields that others than an admin key of the account may use. What is not named here must be refused. */
const open: Readonly<Record<'nobody' | 'chatKey' | 'endUser', readonly string[]>> = {
  nobody: ['exchangeSession'],
  chatKey: ['viewer', 'exchangeSession', 'abortChat', 'chatStream'],
  endUser: [
    'viewer',
    'agents',
    'chatAgent',
    'chatThread',
    'chatThreads',
    'dashboard',
    'dashboards',
    'userDashboards',
    'createDashboard',
    'updateDashboard',
    'deleteDashboard',
    'addDashboardTile',
    'updateDashboardTile',
    'deleteDashboardTile',
    'refinement',
    'searchMetadata',
    'sql',
    'usage',
    'exchangeSession',
    'abortChat',
    'renameChatThread',
    'deleteChatThread',
    'rateChatMessage',
    'chatStream',
    'chatEvents',
    'threadChanges',
    'sqlStream',
  ],
};

/** What is administration wherever it is met on the way: types, and fields of types that users may see. */
const administration = [
  /^(Account|AgentRule|ApiKey|AuditEvent|CertifiedQuery|ChatTurn|Deployment|Session|UserAttribute)\./,
  /^Agent\.(?!(id|agentId|name|deploymentId|timezone|suggestedQuestions)$)/,
  /^EmbedTenant\.(?!(id|name)$)/,
  /^User\.(isManaged|managedGroups|sessions)$/,
  /^Group\.(isManaged|userCount|users)$/,
  /^UserAttributeAssignment\.isManaged$/,
];

/** Fields that are null or empty for an admin key here, and why. */
const emptyForAdmin: Readonly<Record<string, string>> = {
  'Viewer.deployments': 'the key is bound to none',
  'ApiKey.expiresAt': 'the keys do not end',
  'ApiKey.revokedAt': 'the keys are not revoked',
  'Session.revokedAt': 'the sessions are not revoked',
  'SqlResult.asOf': 'results are not reused',
  'SqlToolResult.asOf': 'results are not reused',
  'SqlToolResult.certifiedQuestion': 'nobody has checked the query',
  'SqlToolResult.vegaSpec': 'the agent draws nothing',
  'ToolError.message': 'the call did not fail',
  'Account.embedOrigins': 'the workspace has none',
  'ChatTurn.model': 'the agent names none',
  'ChatActivity.day': 'activity is added up by agent',
  'ChatActivity.embedTenantName': 'activity is added up by agent',
  'DeploymentHealth.freshResults': 'results are not kept',
  'DeploymentHealth.mistakes': 'the model fits',
  'DeploymentHealth.reusedResults': 'results are not kept',
  'DeploymentHealth.warnings': 'the model fits',
  'TurnSlots.maximum': 'the account has no limits',
  'ChatMessage.ratingComment': 'the messages are not rated',
  'ChatMessage.ratingReason': 'the messages are not rated',
  'ChatTurn.error': 'the turns did not fail',
  'ChatTurn.handledAt': 'nobody has looked at the turns',
  'ChatTurn.problems': 'the turns have none',
  'User.expiresAt': 'the users are for good',
  'User.managedGroups': 'the users are not of the workspace',
  'Deployment.timezone': 'UTC',
  'DashboardColumn.filter': 'the tile shows no dimension',
  'DashboardColumn.granularity': 'the tile has no times',
  'DashboardPeriod.filter': 'the figure is of all days',
  'DashboardPeriod.months': 'the figure is of all days',
  'DescribedColumn.currency': 'the column is no amount of money',
  'DescribedColumn.format': 'the column has no format',
  'QueryDimension.granularities': 'the model defines none',
  'RefinementResult.vegaSpec': 'the query has one row',
  'ModelUsage.day': 'usage is added up by agent',
  'ModelUsage.model': 'usage is added up by agent',
  'ModelUsage.provider': 'usage is added up by agent',
  'ModelUsage.embedTenantName': 'usage is added up by agent',
  'Agent.suggestedQuestions': 'the example has too few rows to compare',
};

/** What is made with a session token, for its user: `test/data/user-dashboards.test.ts` has it. */
const ofUsersOnly = ['createDashboard', 'addDashboardTile'];

/** Its streams do not end by themselves. `test/chat/thread-changes.test.ts` has who hears what. */
const endless = 'threadChanges';

const hostile: readonly CallerName[] = ['nobody', 'rival', 'chatKey', 'other'];

describe('the rules of the schema', () => {
  interface PothosExtensions {
    readonly pothosOptions?: { readonly authScopes?: unknown };
  }
  const extensionsOf = (of: { readonly extensions: unknown }) => of.extensions as PothosExtensions;
  const isDeclared = (of: { readonly extensions: unknown }) =>
    extensionsOf(of).pothosOptions?.authScopes !== undefined;

  it.each(
    (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
      rootFields(schema, kind).map((field) => [`${kind} ${field.name}`, field] as const),
    ),
  )('%s declares who may use it', (_, field) => {
    expect(isDeclared(field)).toBe(true);
  });

  const stored = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(
      (type) =>
        type.name === 'UserAttributeAssignment' || type.getInterfaces().some(({ name }) => name === 'Node'),
    );

  it.each(stored.map((type) => [type.name, type] as const))(
    '%s, which is stored, declares it too, whatever field leads to it',
    (_, type) => {
      expect(isDeclared(type)).toBe(true);
    },
  );

  it('a field that can fail on its own is nullable, so that the rest of an answer stays', () => {
    const roots = (['query', 'mutation', 'subscription'] as const).flatMap((kind) =>
      rootFields(schema, kind),
    );
    const restricted = stored.flatMap((type) => Object.values(type.getFields())).filter(isDeclared);
    expect(restricted.length).toBeGreaterThan(15);
    expect([...roots, ...restricted].filter(({ type }) => isNonNullType(type))).toEqual([]);
  });

  it('what only an admin may read says so', () => {
    const admins = [...stored, ...stored.flatMap((type) => Object.values(type.getFields()))].filter(
      (of) => JSON.stringify(extensionsOf(of).pothosOptions?.authScopes) === '{"admin":true}',
    );
    expect(admins.length).toBeGreaterThan(25);
    expect(admins.filter(({ description }) => !/Requires an admin key\.$/.test(description ?? ''))).toEqual(
      [],
    );
  });

  it('knows all types that are stored', () => {
    expect(stored.length).toBeGreaterThanOrEqual(15);
  });
});

describe('all fields, by everybody', () => {
  let service: AccessService;
  let table: ArgumentTable;
  let leaves: WalkedRequest[];
  beforeAll(async () => {
    service = await openAccessService();
    table = service.arguments('global');
    leaves = walkLeaves(schema, table);
  });
  afterAll(async () => {
    expect(service.faults()).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const isAdministration = (steps: readonly string[]) =>
    steps.some((step) => administration.some((pattern) => pattern.test(step)));
  const mayUse = (caller: CallerName, { rootField, steps }: WalkedRequest) => {
    if (caller === 'admin' || caller === 'rival') return true;
    const fields = caller === 'self' || caller === 'other' ? open.endUser : open[caller];
    return fields.includes(rootField) && !isAdministration(steps);
  };
  const refusal = (caller: CallerName) => (caller === 'nobody' ? 'UNAUTHENTICATED' : 'FORBIDDEN');

  it('reading: an admin key of the account gets something of every field', async () => {
    const seen = new Map<string, boolean>();
    for await (const [request, answer] of service.askEach('admin', leaves)) {
      expect(answer.code, request.query).toBeUndefined();
      const step = request.steps.at(-1) ?? '';
      seen.set(step, seen.get(step) === true || hasValue(answer.data));
    }
    // What the example's data model holds is not the point here.
    const empty = [...seen].filter(([step, has]) => !has && !/Metadata/.test(step)).map(([step]) => step);
    expect(seen.get('CubeMetadata.name') && seen.get('DimensionMetadata.name')).toBe(true);
    expect(empty.sort()).toEqual(Object.keys(emptyForAdmin).sort());
  });

  const expectNothing = (caller: CallerName, request: WalkedRequest, answer: WalkedAnswer) => {
    const where = `${caller}: ${request.query}`;
    expect(service.leaks(caller, answer.text, request.query), where).toEqual([]);
    if (mayUse(caller, request)) return;
    // A rule further down the way is met only where there is something on the way.
    if (answer.code === undefined) expect(hasValue(answer.data), where).toBe(false);
    else if (answer.code !== 'NOT_FOUND' || !open.endUser.includes(request.rootField)) {
      expect(answer.code, where).toBe(refusal(caller));
    }
  };

  it.each(hostile)('reading: %s gets nothing of it, and changes nothing', async (caller) => {
    const before = await service.state();
    const allowed = new Set<string>();
    for await (const [request, answer] of service.askEach(caller, leaves)) {
      expectNothing(caller, request, answer);
      if (mayUse(caller, request)) allowed.add(answer.code ?? 'OK');
    }
    if (caller === 'rival' || caller === 'other') expect(allowed).toContain('OK');
    expect(await service.state()).toEqual(before);
  });

  it('reading: an end user gets its own, and nothing of administration', async () => {
    const seen = new Map<string, boolean>();
    for await (const [request, answer] of service.askEach('self', leaves)) {
      expect(service.leaks('self', answer.text, request.query), request.query).toEqual([]);
      if (mayUse('self', request)) {
        expect(answer.code, request.query).toBeUndefined();
        const step = request.steps.at(-1) ?? '';
        seen.set(step, seen.get(step) === true || hasValue(answer.data));
      } else if (answer.code === undefined) expect(hasValue(answer.data), request.query).toBe(false);
      else expect(answer.code, request.query).toBe('FORBIDDEN');
    }
    for (const own of ['ChatThread.title', 'ChatMessage.content', 'User.identifier', 'Group.name']) {
      expect(seen.get(own), own).toBe(true);
    }
  });

  describe('node and nodes', () => {
    const query = (type: string) => {
      const object = schema.getType(type);
      const fields = isObjectType(object) ? Object.values(object.getFields()) : [];
      const leaf = fields.filter(({ type: of, args }) => args.length === 0 && isLeafType(getNamedType(of)));
      const names = leaf
        .map(({ name }) => name)
        .filter((name) => !['userCount', 'isManaged', 'managedGroups'].includes(name));
      return `query($id: ID!) { node(id: $id) { __typename ... on ${type} { ${names.join(' ')} } }
        nodes(ids: [$id]) { __typename ... on ${type} { ${names.join(' ')} } } }`;
    };
    /** What end users may reach by its id. */
    const ofDeployment = ['Agent', 'Dashboard', 'DashboardFilter', 'DashboardTile'];
    const ofUsers = [...ofDeployment, 'ChatMessage', 'ChatThread', 'Group', 'User'];
    const nodeTypes = () => {
      const node = schema.getType('Node');
      if (node === undefined || !('resolveType' in node)) throw new TypeError('no Node');
      return schema.getPossibleTypes(node).map(({ name }) => name);
    };

    it.each(nodeTypes())('%s', async (type) => {
      const id = service.ids[type];
      if (id === undefined) throw new TypeError(`Seed an object of the type ${type}.`);
      const admin = await service.ask('admin', query(type), { id });
      expect(admin.data).toMatchObject({ node: { __typename: type, id }, nodes: [{ __typename: type, id }] });
      const self = await service.ask('self', query(type), { id });
      if (ofUsers.includes(type)) expect(self.data).toMatchObject({ node: { id }, nodes: [{ id }] });
      else expect(gives(self.data)).toBe(false);
      for (const caller of hostile) {
        // All users of a deployment have its agents and dashboards.
        if (ofDeployment.includes(type) && caller === 'other') continue;
        const answer = await service.ask(caller, query(type), { id });
        expect(gives(answer.data), caller).toBe(false);
        expect(service.leaks(caller, answer.text, id), caller).toEqual([]);
        expect(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', undefined]).toContain(answer.code);
        if (caller === 'nobody') expect(answer.code).toBe('UNAUTHENTICATED');
      }
    });

    it.each([
      'nothing',
      '',
      encodeGlobalID('Nothing', 1),
      ...nodeTypes().flatMap((type) =>
        ['', 'x', '-1', '99999999999', '\0', "1' OR 1=1", '00000000-0000-0000-0000-000000000000'].map((key) =>
          encodeGlobalID(type, key),
        ),
      ),
    ])('%s names nothing, and is no fault', async (id) => {
      const text = 'query($id: ID!) { node(id: $id) { id } nodes(ids: [$id]) { id } }';
      for (const caller of ['admin', 'self'] as const) {
        const answer = await service.ask(caller, text, { id });
        expect(gives(answer.data)).toBe(false);
        expect(answer.code).not.toBe('INTERNAL');
      }
    });

    it('an id that is refused takes nothing from the others', async () => {
      const { ChatThread: thread, User: user, Account: account } = service.ids;
      const ids = [encodeGlobalID('User', 'x'), thread, account, encodeGlobalID('User', 2 ** 31 - 1), user];
      const text = 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }';
      const found = (...seen: unknown[]) => ({ nodes: seen.map((id) => (id === null ? null : { id })) });
      const own = await service.ask('self', text, { ids });
      expect(own.data).toEqual(found(null, thread, null, null, user));
      expect(own.code).toBe('VALIDATION_FAILED');
      const admin = await service.ask('admin', text, { ids });
      expect(admin.data).toEqual(found(null, thread, account, null, user));
    });

    const gives = (data: unknown) =>
      Object.values((data ?? {}) as Record<string, unknown>)
        .flat()
        .some((value) => value != null);
  });

  describe.each(['global', 'number'] as const)('changing, by %s ids', (form) => {
    it.each(hostile)('%s changes nothing and learns nothing', async (caller) => {
      const mine = service.arguments(form);
      const before = await service.state();
      for (const request of walkOperations(schema, 'mutation', mine)) {
        // What it makes is its own.
        if (caller === 'other' && request.rootField === 'createDashboard') continue;
        const answer = await service.ask(caller, request.query);
        const where = `${caller}: ${request.query}`;
        expect(service.leaks(caller, answer.text, request.query), where).toEqual([]);
        if (!mayUse(caller, request)) {
          expect(answer.code, where).toBe(refusal(caller));
          expect(hasValue(answer.data), where).toBe(false);
        } else {
          expect([
            'OK',
            'NOT_FOUND',
            'UNAUTHENTICATED',
            'FORBIDDEN',
            'VALIDATION_FAILED',
            'CONFLICT',
          ]).toContain(answer.code ?? 'OK');
        }
      }
      expect(await service.state()).toEqual(before);
    });
  });

  it.each(hostile)('subscribing: %s follows nothing of it', async (caller) => {
    const before = await service.state();
    for (const request of walkOperations(schema, 'subscription', table)) {
      // A chat key chats on behalf of whom it names: that is what it is for.
      if (caller === 'chatKey' && mayUse(caller, request)) continue;
      // Its own threads, without an end.
      if (caller === 'other' && request.rootField === endless) continue;
      const answer = await service.ask(caller, request.query);
      const where = `${caller}: ${request.query}`;
      expect(service.leaks(caller, answer.text, request.query), where).toEqual([]);
      if (!mayUse(caller, request)) expect(answer.code, where).toBe(refusal(caller));
      // The others name a thread or a deployment of acme, or user one's.
      else if (caller !== 'other' || request.rootField !== 'sqlStream') {
        expect(['NOT_FOUND', 'FORBIDDEN'], where).toContain(answer.code);
      }
    }
    expect(await service.state()).toEqual(before);
  });

  it('filters by what belongs to others find nothing of theirs', async () => {
    const id = service.ids['User'];
    for (const [list, filter] of [
      ['users', '{embedTenantName: "zzacme-tenant"}'],
      ['users', '{text: "zzone"}'],
      ['sessions', `{userId: "${id}"}`],
      ['chatThreads', `{userId: "${id}"}`],
      ['auditEvents', '{actor: "apiKey:1"}'],
      ['auditEvents', '{action: "session.generate"}'],
    ] as const) {
      const query = `{ ${list}(filter: ${filter}) { edges { node { id } } } }`;
      const found = await Promise.all(
        (['admin', 'rival'] as const).map(async (caller) => {
          const { data } = await service.ask(caller, query);
          return (data as Record<string, { edges: { node: { id: string } }[] }>)[list]?.edges ?? [];
        }),
      );
      // By now the rival may have things of these names of its own.
      const [mine, theirs] = found.map((edges) => new Set(edges.map(({ node }) => node.id)));
      expect(mine?.size, query).toBeGreaterThan(0);
      expect(theirs?.isDisjointFrom(mine ?? new Set()), query).toBe(true);
    }
    const threads = `{ chatThreads(filter: {userId: "${id}"}) { edges { node { id } } } }`;
    expect((await service.ask('other', threads)).data).toEqual({ chatThreads: { edges: [] } });
    expect(hasValue((await service.ask('self', threads)).data)).toBe(true);
  });

  it('cursors of another account or thread move nothing into sight', async () => {
    const { list, thread } = await service.cursors();
    for (const [query, cursor] of list) {
      for (const at of [`after: "${cursor}"`, `before: "${cursor}", last: 5`]) {
        const answer = await service.ask('rival', query.replace('%', at));
        expect(service.leaks('rival', answer.text, query), query).toEqual([]);
        expect(answer.code, query).toBeUndefined();
      }
    }
    // A cursor of a message is its number in its thread: it names no thread, so there is none to be found out by it.
    expect(thread.length).toBeGreaterThan(0);
    for (const cursor of thread) {
      expect(Buffer.from(cursor, 'base64url').toString()).toMatch(/^ChatMessage\.key:\d+$/);
      const answer = await service.ask(
        'other',
        `{ chatThreads { edges { node { messages(after: "${cursor}") { edges { node { content } } } } } } }`,
      );
      expect(answer.code).toBeUndefined();
      expect(service.leaks('other', answer.text, '')).toEqual([]);
    }
  });

  it('what was refused works: an end user follows its thread, an admin key does every operation', async () => {
    for (const caller of ['self', 'admin'] as const) {
      for (const request of walkOperations(schema, 'subscription', table)) {
        if (request.rootField === endless) continue;
        const answer = await service.ask(caller, request.query);
        expect(answer.code, `${caller}: ${request.query}`).toBeUndefined();
        expect(answer.text).toContain('event: next');
      }
    }
    // What takes others with it comes last.
    const rank = (name: string) => {
      if (!/^(delete|revoke)/.test(name)) return 0;
      return /^delete(Dashboard|ExternalUser|EmbedTenant)$/.test(name) ? 2 : 1;
    };
    const operations = walkOperations(schema, 'mutation', { ...table, ...service.exchangeable });
    const inOrder = operations.toSorted((a, b) => rank(a.rootField) - rank(b.rootField));
    for (const request of inOrder) {
      if (ofUsersOnly.includes(request.rootField)) continue;
      const caller = request.rootField === 'exchangeSession' ? 'nobody' : 'admin';
      const answer = await service.ask(caller, request.query);
      expect(answer.code, `${request.query}: ${answer.text}`).toBeUndefined();
      expect(hasValue(answer.data)).toBe(true);
    }
  });
});

/** Whether there is anything in it but nulls, empty lists and objects of them. */
function hasValue(data: unknown): boolean {
  if (data === null || data === undefined) return false;
  if (typeof data !== 'object') return true;
  return Object.values(data).some(hasValue);
}
