import { encodeGlobalID } from '@pothos/plugin-relay';
import { createGateway } from '../../src/gateway.ts';
import type { AppContext } from '../../src/services/create-services.ts';
import { hashSecret } from '../../src/services/secret.ts';
import type { ArgumentTable, WalkedRequest } from './schema-walk.ts';
import { openTestService } from './test-service.ts';

/** `self` and `other` are end users of acme; `rival` is an admin key of another account. */
export type CallerName = 'nobody' | 'rival' | 'chatKey' | 'other' | 'self' | 'admin';

/** Also an admin key of acme that is bound to deployment 1. */
export type CredentialName = CallerName | 'boundKey';

export interface WalkedAnswer {
  readonly text: string;
  readonly data: unknown;
  /** Of the first error. */
  readonly code: string | undefined;
}

/** An account full of everything, whose every text holds a mark, and another account to look at it from. */
export interface AccessService extends AsyncDisposable {
  readonly services: AppContext;
  /** Undefined for nobody. */
  readonly credentials: Readonly<Record<CredentialName, string | undefined>>;
  /** What either door answers to `POST /graphql`. */
  send(caller: CredentialName, body: object, accept?: string): Promise<string>;
  /** A global id of an object of acme, and of user one, by its type. */
  readonly ids: Readonly<Record<string, string>>;
  ask(caller: CallerName, query: string, variables?: object): Promise<WalkedAnswer>;
  /** Many requests, a batch at a time, in their order. */
  askEach(
    caller: CallerName,
    requests: readonly WalkedRequest[],
  ): AsyncGenerator<[WalkedRequest, WalkedAnswer]>;
  /** Names what acme has, by global ids or by numbers. */
  arguments(form: 'global' | 'number'): ArgumentTable;
  /** Names a session that can be exchanged, once. */
  readonly exchangeable: ArgumentTable;
  /** What the text holds that is not the caller's to see, beyond what it sent. */
  leaks(caller: CallerName, text: string, sent: string): string[];
  /** All rows of acme. */
  state(): Promise<unknown>;
  /** Cursors of acme's lists, each with a query of the list; and those of user one's messages. */
  cursors(): Promise<{
    list: [query: string, cursor: string][];
    thread: string[];
  }>;
  faults(): readonly unknown[];
}

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

function answerOf(result: Result): WalkedAnswer {
  const { data = null, errors } = result;
  const code = errors && (errors[0]?.extensions?.code ?? errors[0]?.message);
  return { text: JSON.stringify(result), data, code };
}

const batchSize = 40;

const select = 'SELECT * FROM sales';
const refinable =
  "SELECT DATE_TRUNC('year', sold_at) AS year, city, COUNT(*) AS n FROM sales WHERE sold_at >= DATE '2024-01-01'" +
  " AND sold_at < DATE '2025-01-01' AND city <> 'nowhere' AND id IS NOT NULL GROUP BY 1, 2 LIMIT 5";
/** What the agent reads in every turn. */
const result = {
  uuid: '01920000-0000-7000-8000-000000000000',
  queryTitle: 'Sales',
  description: 'All sales',
  sqlQuery: select,
  schema: [{ name: 'item', column_type: 'String' }],
  data: [['pen']],
  totalRows: 1,
};

const mark = 'zzacme';
const marks = { one: 'zzone', two: 'zztwo' };
const tenant = `${mark}-tenant`;

export async function openAccessService(): Promise<AccessService> {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(
    await openTestService({
      withData: true,
      accounts: [
        {
          name: 'acme',
          groups: [`${mark}-group`, 'analysts'],
          userAttributes: { [`${mark}-attribute`]: 'string', level: 'number' },
        },
        { name: 'rival', groups: ['rival-group'] },
      ],
      evaluations: async () =>
        [1, 2].map((agent) => ({
          ...{ at: '2026-02-01T00:00:00.000Z', account: 'acme', agent, model: mark, questions: mark },
          ...{ asked: 4, right: 1, wrong: 1, declined: 1, failed: 1 },
        })),
      runTurn: async ({ emit, input, onModelCall }) => {
        onModelCall?.({
          provider: mark,
          model: input,
          hasFailed: true,
          inputTokens: 1,
          cachedInputTokens: 1,
          outputTokens: 1,
          reasoningTokens: 1,
        });
        const asked = { searchQuery: mark, queryTitle: mark, sqlQuery: mark };
        const call = { id: 'query', name: 'svcSqlApi', input: JSON.stringify(asked) };
        await emit({ type: 'tool-call', ...call });
        await emit({ type: 'tool-result', ...call, result: JSON.stringify(result) });
        await emit({ type: 'answer', id: 'answer', content: `${input} heard` });
        return { status: 'completed', usage: { inputTokens: 1, outputTokens: 1, steps: 1 } };
      },
    }),
  );
  const { prisma } = service.database;
  const { services } = service;
  // The walk goes deeper than clients may, each time for one leaf.
  const limits = {
    depth: 100,
    breadth: Number.POSITIVE_INFINITY,
    complexity: Number.POSITIVE_INFINITY,
    batch: batchSize,
  };
  const gateway = createGateway({ services, checks: [], logger: services.logger, graphiql: false, limits });
  const acme = service.account('acme');
  const rival = service.account('rival');
  await prisma.group.updateMany({ where: { accountId: acme.id }, data: { description: mark } });
  await prisma.userAttributeDefinition.updateMany({
    where: { accountId: acme.id, type: 'string' },
    data: { description: mark, displayName: mark, defaultValue: mark },
  });
  await prisma.agent.updateMany({
    where: { accountId: acme.id },
    data: {
      accessibleViews: [mark, 'sales'],
      fallback: [mark],
      reasoning: 'low',
      temperature: 0.5,
      limits: { steps: 1, seconds: 1, tokens: 1, firstTokenSeconds: 1, silenceSeconds: 1 },
    },
  });
  const [agent] = await prisma.agent.findMany({ where: { accountId: acme.id }, orderBy: { id: 'asc' } });
  const agentId = agent?.id ?? 0;
  const rule = await prisma.agentRule.create({ data: { agentId, text: mark } });
  const certified = await prisma.certifiedQuery.create({ data: { agentId, question: mark, sql: mark } });
  await prisma.apiKey.updateMany({ where: { accountId: acme.id }, data: { deployments: [] } });
  const bound = await service.graphql(
    `mutation { createApiKey(input: {name: "${mark}", role: ADMIN, deployments: [1]}) { secret apiKey { id } } }`,
  );

  async function mint(externalId: string, more: object): Promise<string> {
    const body = { deploymentId: 1, externalId, email: `${externalId}@${mark}.test`, ...more };
    const { status, body: answer } = await service.rest('POST', '/api/v1/embed/generate-session', body);
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return answer.sessionId;
  }
  async function tokenOf(sessionId: string): Promise<string> {
    const { body } = await service.rest('POST', '/api/v1/embed/session/token', { sessionId }, null);
    return body.token;
  }
  const creator = {
    creatorMode: true,
    embedTenantName: tenant,
    groupDefinitions: [{ name: `${mark}-scoped`, description: mark }],
    userAttributeDefinitions: [
      { name: `${mark}-scoped`, type: 'string', displayName: mark, defaultValue: mark, description: mark },
    ],
    groups: [`${mark}-scoped`],
    userAttributes: [{ name: `${mark}-scoped`, value: mark }],
    securityContext: { secret: mark },
  };
  const own = {
    groups: [`${mark}-group`, 'analysts'],
    userAttributes: [
      { name: `${mark}-attribute`, value: mark },
      { name: 'level', value: 9 },
    ],
  };
  const tokens = {
    self: await tokenOf(await mint(marks.one, own)),
    other: await tokenOf(
      await mint(marks.two, { userAttributes: [{ name: `${mark}-attribute`, value: marks.two }] }),
    ),
  };
  await tokenOf(await mint(`${mark}-three`, creator));
  const fresh = await mint(marks.one, own);
  await service.graphql(`mutation { createInternalUser(input: {username: "${mark}-internal", email: "${mark}@x.test",
    groups: ["${mark}-group"]}) { user { id } } }`);

  const credentials: AccessService['credentials'] = {
    nobody: undefined,
    rival: rival.adminKey,
    chatKey: acme.chatKey,
    admin: acme.adminKey,
    boundKey: bound.data.createApiKey.secret,
    ...tokens,
  };
  const send: AccessService['send'] = async (caller, body, accept = 'application/json') => {
    const secret = credentials[caller];
    const response = await gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept,
          ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        },
        body: JSON.stringify(body),
      }),
    );
    return response.text();
  };
  const ask: AccessService['ask'] = async (caller, query, variables = {}) => {
    const subscribes = query.startsWith('subscription');
    const accept = subscribes ? 'text/event-stream' : 'application/json';
    const text = await send(caller, { query, variables }, accept);
    const json = subscribes ? /^data: (\{.*)$/m.exec(text)?.[1] : text;
    return { ...answerOf(JSON.parse(json ?? '{}')), text };
  };

  const chats: Record<string, string> = {};
  for (const [caller, name] of [
    ['self', marks.one],
    ['other', marks.two],
  ] as const) {
    const { text } = await ask(
      caller,
      `subscription { chatStream(input: {agentId: 1, input: "${name} asks"}) { ... on ChatStarted { chatId } } }`,
    );
    chats[caller] = /"chatId":"([^"]+)"/.exec(text)?.[1] ?? '';
  }
  const chatId = chats['self'] ?? '';

  const one = { where: { accountId: acme.id } };
  const sales = { title: mark, sql: 'SELECT city FROM sales', value: 'city' };
  const { data: kept } = await ask(
    'self',
    'mutation($input: CreateDashboardInput!) { createDashboard(input: $input) { dashboard { id tiles { id } } } }',
    { input: { title: `${marks.one} keeps`, tile: { ...sales, title: `${marks.one} keeps` } } },
  );
  const { dashboard } = (kept as { createDashboard: { dashboard: { id: string; tiles: { id: string }[] } } })
    .createDashboard;
  const idOf = async (model: Promise<{ id: number } | null>) => (await model)?.id ?? 0;
  const numbers = {
    Account: acme.id,
    Agent: agentId,
    AgentRule: rule.id,
    CertifiedQuery: certified.id,
    ApiKey: Number(Buffer.from(bound.data.createApiKey.apiKey.id, 'base64').toString().split(':')[1]),
    Deployment: await idOf(prisma.deployment.findFirst(one)),
    EmbedTenant: await idOf(prisma.embedTenant.findFirst(one)),
    Group: await idOf(prisma.group.findFirst({ where: { ...one.where, name: `${mark}-group` } })),
    ScopedGroup: await idOf(
      prisma.group.findFirst({ where: { ...one.where, embedTenant: { name: tenant } } }),
    ),
    User: await idOf(prisma.user.findFirst({ where: { ...one.where, identifier: marks.one } })),
    InternalUser: await idOf(prisma.user.findFirst({ where: { ...one.where, kind: 'internal' } })),
    UserAttribute: await idOf(
      prisma.userAttributeDefinition.findFirst({ where: { ...one.where, embedTenantId: null } }),
    ),
    ScopedUserAttribute: await idOf(
      prisma.userAttributeDefinition.findFirst({ where: { ...one.where, embedTenant: { name: tenant } } }),
    ),
  };
  const acmeKey = await prisma.apiKey.findFirstOrThrow({
    where: { ...one.where, hash: hashSecret(acme.adminKey) },
  });
  const keys: Record<string, string> = {
    AuditEvent: (await prisma.auditEvent.findFirstOrThrow(one)).id,
    Session: (await prisma.session.findFirstOrThrow(one)).id,
    Viewer: `apiKey:${acmeKey.id}`,
    Dashboard: 'acme:1:walked',
    DashboardTile: 'acme:1:walked:walked',
    DashboardFilter: 'acme:1:walked:walked',
    ChatThread: chatId,
    ChatTurn: (await prisma.chatRun.findFirstOrThrow({ where: { threadId: chatId } })).id,
    ChatMessage: (
      await prisma.chatMessage.findFirstOrThrow({ where: { threadId: chatId, role: 'assistant' } })
    ).id,
  };
  const ids = Object.fromEntries(
    Object.entries({ ...numbers, ...keys }).map(([type, key]) => [
      type,
      encodeGlobalID(type.replace(/^(Scoped|Internal)/, ''), key),
    ]),
  );
  const settings = { externalId: marks.one };
  const disposables = stack.move();
  return {
    services,
    credentials,
    send,
    ids,
    ask,
    async *askEach(caller, requests) {
      for (let at = 0; at < requests.length; at += batchSize) {
        const batch = requests.slice(at, at + batchSize);
        const bodies = batch.map(({ query }) => ({ query }));
        const results =
          caller === 'nobody'
            ? // Who has no credentials has no batches.
              await Promise.all(bodies.map(async (body) => JSON.parse(await send(caller, body)) as Result))
            : (JSON.parse(await send(caller, bodies)) as Result[]);
        for (const [index, request] of batch.entries()) {
          const result = results[index];
          if (result === undefined) throw new Error(`No answer to ${request.query}`);
          yield [request, answerOf(result)];
        }
      }
    },
    arguments(form) {
      const id = (type: keyof typeof numbers) => (form === 'global' ? ids[type] : String(numbers[type]));
      return {
        chatId,
        messageId: keys['ChatMessage'],
        'chatStream.messageId': null,
        'ChatStreamInput.messageId': null,
        agentId: 1,
        deploymentId: 1,
        externalId: marks.one,
        sessionId: fresh,
        sessionSettings: settings,
        searchQuery: 'sales',
        // These let everything of acme pass that the lists have without them.
        AgentFilter: { text: '' },
        EmbedTenantFilter: { text: 'ZZ' },
        GroupFilter: { text: 'zz' },
        UserAttributeFilter: { text: '' },
        UserFilter: { text: 'zz', isEphemeral: false },
        UserOrder: { field: 'IDENTIFIER', direction: 'DESC' },
        SessionFilter: { state: 'EXCHANGED' },
        SessionOrder: { field: 'CREATED_AT', direction: 'ASC' },
        ChatThreadFilter: { text: 'ASKS', status: 'COMPLETED', agentId: 1 },
        ChatTurnFilter: { text: 'ASKS', isHandled: false, agentId: 1 },
        ChatThreadOrder: { field: 'UPDATED_AT', direction: 'ASC' },
        AuditEventFilter: { from: '2000-01-01T00:00:00.000Z', before: '2100-01-01T00:00:00.000Z' },
        AuditEventOrder: { field: 'AT', direction: 'ASC' },
        ApiKeyFilter: { state: 'ACTIVE' },
        ApiKeyOrder: { field: 'NAME', direction: 'DESC' },
        'threadChanges.userId': ids['User'],
        'engineSql.userId': ids['User'],
        'engineSql.query': select,
        'chatActivity.by': 'AGENT',
        'chatActivity.before': null,
        'chatActivity.from': new Date(services.now().getTime() - 86_400_000).toISOString(),
        embedTenantName: tenant,
        'embedTenant.name': tenant,
        'sql.query': select,
        'refinement.query': refinable,
        'refinement.changes': null,
        'values.member': 'city',
        'range.member': 'sold_at',
        'SqlStreamInput.query': select,
        'RevokeApiKeyInput.id': id('ApiKey'),
        'RotateApiKeyInput.id': id('ApiKey'),
        'RevokeListedSessionInput.id': ids['Session'],
        'UpdateAgentRuleInput.id': id('AgentRule'),
        'DeleteAgentRuleInput.id': id('AgentRule'),
        'CreateCertifiedQueryInput.sql': select,
        'UpdateCertifiedQueryInput.id': id('CertifiedQuery'),
        'UpdateCertifiedQueryInput.sql': select,
        'DeleteCertifiedQueryInput.id': id('CertifiedQuery'),
        'RenameChatThreadInput.id': form === 'global' ? ids['ChatThread'] : chatId,
        'DeleteChatThreadInput.id': form === 'global' ? ids['ChatThread'] : chatId,
        'RateChatMessageInput.id': form === 'global' ? ids['ChatMessage'] : keys['ChatMessage'],
        UserDashboardFilter: { text: 'zz' },
        'DashboardTileInput.sql': sales.sql,
        'DashboardTileInput.value': sales.value,
        'DashboardTileInput.spec': null,
        'AddDashboardTileInput.dashboardId': dashboard.id,
        'UpdateDashboardInput.id': dashboard.id,
        'UpdateDashboardInput.isShared': false,
        'DeleteDashboardInput.id': dashboard.id,
        'UpdateDashboardTileInput.id': dashboard.tiles[0]?.id,
        'DeleteDashboardTileInput.id': dashboard.tiles[0]?.id,
        'HandleChatTurnInput.id': ids['ChatTurn'],
        'UpdateGroupInput.id': id('Group'),
        'DeleteGroupInput.id': id('Group'),
        'DeleteEmbedTenantGroupInput.id': id('ScopedGroup'),
        'UpdateInternalUserInput.id': id('InternalUser'),
        'DeleteInternalUserInput.id': id('InternalUser'),
        'DeleteExternalUserInput.id': id('User'),
        'DeleteEmbedTenantInput.name': tenant,
        'UpdateUserAttributeInput.id': id('UserAttribute'),
        'DeleteUserAttributeInput.id': id('UserAttribute'),
        'DeleteEmbedTenantUserAttributeInput.id': id('ScopedUserAttribute'),
        // Whoever has an unused session id may exchange it: that is what it is for.
        'exchangeSession.input': { sessionId: '0'.repeat(32) },
      };
    },
    exchangeable: { 'exchangeSession.input': { sessionId: fresh } },
    leaks(caller, text, sent) {
      const hidden = {
        nobody: [mark, marks.one, marks.two],
        rival: [mark, marks.one, marks.two],
        // A chat key knows its own account's name and nothing else.
        chatKey: [mark, marks.one, marks.two],
        self: [marks.two],
        other: [marks.one, tenant, `${mark}-scoped`, `${mark}-internal`, `${mark}-three`],
        admin: [],
      }[caller];
      const words = new Set(sent.match(/[\w-]+/g) ?? []);
      // A message may repeat what was sent.
      const found = (text.match(/zz[\w-]+/g) ?? []).filter((word) => !words.has(word));
      return found.filter((word) => hidden.some((each) => word.startsWith(each)));
    },
    async state() {
      const [row] = await prisma.$queryRaw<{ state: unknown }[]>`
        WITH users AS (SELECT id FROM "User" WHERE "accountId" = ${acme.id}),
             agents AS (SELECT id FROM "Agent" WHERE "accountId" = ${acme.id}),
             threads AS (SELECT id FROM "ChatThread" WHERE "accountId" = ${acme.id})
        SELECT jsonb_build_object(
          'Account', (SELECT jsonb_agg(t) FROM "Account" t WHERE id = ${acme.id}),
          'Deployment', (SELECT jsonb_agg(t ORDER BY id) FROM "Deployment" t WHERE "accountId" = ${acme.id}),
          'Agent', (SELECT jsonb_agg(t ORDER BY id) FROM "Agent" t WHERE "accountId" = ${acme.id}),
          'AgentRule', (SELECT jsonb_agg(t ORDER BY id) FROM "AgentRule" t WHERE "agentId" IN (SELECT id FROM agents)),
          'CertifiedQuery', (SELECT jsonb_agg(t ORDER BY id) FROM "CertifiedQuery" t WHERE "agentId" IN (SELECT id FROM agents)),
          'ApiKey', (SELECT jsonb_agg(t ORDER BY id) FROM "ApiKey" t WHERE "accountId" = ${acme.id}),
          'EmbedTenant', (SELECT jsonb_agg(t ORDER BY id) FROM "EmbedTenant" t WHERE "accountId" = ${acme.id}),
          'User', (SELECT jsonb_agg(t ORDER BY id) FROM "User" t WHERE "accountId" = ${acme.id}),
          'Group', (SELECT jsonb_agg(t ORDER BY id) FROM "Group" t WHERE "accountId" = ${acme.id}),
          'Membership', (SELECT jsonb_agg(t ORDER BY "userId", "groupId") FROM "GroupMembership" t WHERE "userId" IN (SELECT id FROM users)),
          'Definition', (SELECT jsonb_agg(t ORDER BY id) FROM "UserAttributeDefinition" t WHERE "accountId" = ${acme.id}),
          'Value', (SELECT jsonb_agg(t ORDER BY "userId", "definitionId") FROM "UserAttributeValue" t WHERE "userId" IN (SELECT id FROM users)),
          'Session', (SELECT jsonb_agg(t ORDER BY id) FROM "Session" t WHERE "accountId" = ${acme.id}),
          'ChatThread', (SELECT jsonb_agg(t ORDER BY id) FROM "ChatThread" t WHERE "accountId" = ${acme.id}),
          'ChatRun', (SELECT jsonb_agg(t ORDER BY id) FROM "ChatRun" t WHERE "threadId" IN (SELECT id FROM threads)),
          'ChatMessage', (SELECT jsonb_agg(t ORDER BY id) FROM "ChatMessage" t WHERE "threadId" IN (SELECT id FROM threads)),
          'QueryResult', (SELECT jsonb_agg(t ORDER BY id) FROM "QueryResult" t WHERE "accountId" = ${acme.id}),
          'UserDashboard', (SELECT jsonb_agg(t ORDER BY id) FROM "UserDashboard" t WHERE "accountId" = ${acme.id}),
          'UserDashboardTile', (SELECT jsonb_agg(t ORDER BY id) FROM "UserDashboardTile" t WHERE "dashboardId" IN
            (SELECT id FROM "UserDashboard" WHERE "accountId" = ${acme.id})),
          'AuditEvent', (SELECT jsonb_agg(t ORDER BY id) FROM "AuditEvent" t WHERE "accountId" = ${acme.id})
        ) AS state`;
      return row?.state;
    },
    async cursors() {
      const lists = [
        'agents',
        'apiKeys',
        'auditEvents',
        'chatThreads',
        'deployments',
        'embedTenants',
        'groups',
      ];
      const list: [string, string][] = [];
      for (const name of [...lists, 'sessions', 'userAttributes', 'users']) {
        const { data } = await ask('admin', `{ ${name} { edges { cursor } } }`);
        const page = (data as Record<string, { edges: { cursor: string }[] }>)[name];
        for (const { cursor } of page?.edges ?? [])
          list.push([`{ ${name}(%) { edges { node { id } } } }`, cursor]);
      }
      const { data } = await ask(
        'self',
        `{ chatThread(chatId: "${chatId}") { messages { edges { cursor } } } }`,
      );
      const { edges } = (data as { chatThread: { messages: { edges: { cursor: string }[] } } }).chatThread
        .messages;
      return { list, thread: edges.map(({ cursor }) => cursor) };
    },
    faults: () => service.faults,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
}
