import { encodeGlobalID } from '@pothos/plugin-relay';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enumName } from '../../src/contract/enum-names.ts';
import { describeDatabases } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Filters and orders of the lists: a walk over the pages gives what filtering and sorting in memory gives. */

/** A filter as clients send it, and what it means. */
interface Condition<Row> {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly passes: (row: Row) => boolean;
}
type Compare<Row> = (a: Row, b: Row) => number;
interface Edges {
  readonly edges: readonly { readonly cursor: string; readonly node: { readonly id: string } }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}

const hour = 3_600_000;
const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);
const byKey = (a: { id: number | string }, b: { id: number | string }) => (a.id < b.id ? -1 : 1);
const byTime = (a: Date, b: Date) => a.getTime() - b.getTime();
const byCodePoints = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const includes = (text: string | null, sought: string) =>
  text?.toLowerCase().includes(sought.toLowerCase()) ?? false;

/** Any of the conditions on different fields, all of which are to hold. */
function allOf<Row>(...each: fc.Arbitrary<Condition<Row>>[]): fc.Arbitrary<Condition<Row>> {
  return fc
    .tuple(...each.map((one) => fc.option(one, { freq: 2, nil: { filter: {}, passes: () => true } })))
    .map((conditions) => ({
      filter: Object.assign({}, ...conditions.map(({ filter }) => filter)) as Record<string, unknown>,
      passes: (row) => conditions.every(({ passes }) => passes(row)),
    }));
}

function oneOf<Row, Value>(
  name: string,
  values: readonly Value[],
  passes: (row: Row, value: Value) => boolean,
): fc.Arbitrary<Condition<Row>> {
  return anyOf(...values).map((value) => ({
    filter: { [name]: value },
    passes: (row) => passes(row, value),
  }));
}

describeDatabases('filtered and sorted lists', (kind) => {
  let service: TestService;
  let start: Date;
  const at = (hours: number) => new Date(start.getTime() + hours * hour);
  beforeAll(async () => {
    service = await openTestService({ kind, accounts: [{ name: 'acme' }, { name: 'rival' }] });
    start = service.services.now();
    for (const account of ['rival', 'acme']) await seed(service, account);
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  const ask = async (list: string, of: string, args: object): Promise<Edges> => {
    const { code, message, data } = await service.graphql(
      `query($filter: ${of}Filter, $orderBy: ${of}Order, $first: Int, $after: String, $last: Int, $before: String) {
        ${list}(filter: $filter, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
          edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      args,
    );
    expect(message, code).toBeUndefined();
    return data[list];
  };

  /** Walks to the end, forward or backward, and puts the pages together in the order of the list. */
  const walk = async (list: string, of: string, args: object, size: number, forward: boolean) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    for (;;) {
      const direction = forward ? { first: size, after: cursor } : { last: size, before: cursor };
      const { edges, pageInfo }: Edges = await ask(list, of, { ...args, ...direction });
      const page = edges.map(({ node }) => node.id);
      if (forward) ids.push(...page);
      else ids.unshift(...page);
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
        edges.at(0)?.cursor ?? null,
        edges.at(-1)?.cursor ?? null,
      ]);
      const more = forward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
      if (!more) return ids;
      cursor = forward ? pageInfo.endCursor : pageInfo.startCursor;
    }
  };

  const holds = async <Row extends { id: number | string }>(
    list: string,
    of: string,
    rows: readonly Row[],
    conditions: fc.Arbitrary<Condition<Row>>,
    orders: Readonly<Record<string, Compare<Row>>>,
  ) => {
    let found = 0;
    const order = fc.record({ field: anyOf(...Object.keys(orders)), direction: anyOf('ASC', 'DESC') });
    await fc.assert(
      fc.asyncProperty(
        conditions,
        order,
        fc.integer({ min: 3, max: 30 }),
        fc.boolean(),
        async ({ filter, passes }, orderBy, size, forward) => {
          const sign = orderBy.direction === 'ASC' ? 1 : -1;
          const compare = orders[orderBy.field];
          const expected = rows
            .filter(passes)
            .sort((a, b) => sign * (compare?.(a, b) || byKey(a, b)))
            .map(({ id }) => encodeGlobalID(of, id));
          found += expected.length;
          expect(
            await walk(
              list,
              of,
              { filter, orderBy: { ...orderBy, field: enumName(orderBy.field) } },
              size,
              forward,
            ),
          ).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(0);
  };

  const mine = () => ({ where: { accountId: service.account('acme').id } });

  it('users', async () => {
    const rows = await service.database.prisma.user.findMany({ ...mine(), include: { embedTenant: true } });
    type Row = (typeof rows)[number];
    await holds<Row>(
      'users',
      'User',
      rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > start),
      allOf<Row>(
        oneOf('kind', ['INTERNAL', 'EXTERNAL'], (row, kind) => enumName(row.kind) === kind),
        oneOf('isEphemeral', [true, false], (row, is) => row.ephemeral === is),
        oneOf('embedTenantName', ['north', 'south', 'none'], (row, name) => row.embedTenant?.name === name),
        oneOf('text', ['user', 'A', '%', '_', '\\', 'x.test', 'nobody', ''], (row, text) =>
          [row.identifier, row.email].some((value) => includes(value, text)),
        ),
      ),
      {
        createdAt: byKey,
        identifier: (a, b) => byCodePoints(a.identifier, b.identifier),
      },
    );
  });

  it('a user is fetched by its global ID exactly if the list of users holds it', async () => {
    const rows = await service.database.prisma.user.findMany({ ...mine(), orderBy: { id: 'asc' } });
    const living = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > start);
    expect(living.length).toBeLessThan(rows.length);
    const found: number[] = [];
    for (let from = 0; from < rows.length; from += 100) {
      const ids = rows.slice(from, from + 100).map(({ id }) => encodeGlobalID('User', id));
      const { data } = await service.graphql(
        'query($ids: [ID!]!) { nodes(ids: $ids) { ... on User { databaseId } } }',
        { ids },
      );
      found.push(...data.nodes.flatMap((node: { databaseId: number } | null) => node?.databaseId ?? []));
    }
    expect(found).toEqual(living.map(({ id }) => id));
  });

  it('sessions', async () => {
    const rows = await service.database.prisma.session.findMany(mine());
    type Row = (typeof rows)[number];
    const stateOf = ({ revokedAt, exchangedAt, expiresAt }: Row) => {
      if (revokedAt) return 'revoked';
      if (exchangedAt) return 'exchanged';
      return expiresAt > start ? 'pending' : 'expired';
    };
    const users = [...new Set(rows.map(({ userId }) => userId))];
    await holds<Row>(
      'sessions',
      'Session',
      rows,
      allOf<Row>(
        oneOf('userId', users.map(String), (row, id) => row.userId === Number(id)),
        oneOf(
          'state',
          ['PENDING', 'EXCHANGED', 'REVOKED', 'EXPIRED'],
          (row, is) => enumName(stateOf(row)) === is,
        ),
      ),
      { createdAt: byKey },
    );
  });

  it('chatThreads', async () => {
    const rows = await service.database.prisma.chatThread.findMany({
      ...mine(),
      include: { agent: true, runs: { orderBy: { startSort: 'asc' } } },
    });
    type Row = (typeof rows)[number];
    const statusOf = ({ runs }: Row) => {
      const last = runs.at(-1);
      return last?.status === 'running' && last.leaseExpiresAt <= start ? 'interrupted' : last?.status;
    };
    const users = [...new Set(rows.map(({ userId }) => userId))];
    await holds<Row>(
      'chatThreads',
      'ChatThread',
      rows,
      allOf<Row>(
        oneOf('userId', users.map(String), (row, id) => row.userId === Number(id)),
        oneOf('agentId', [1, 2, 9], (row, number) => row.agent.number === number),
        oneOf(
          'status',
          ['RUNNING', 'COMPLETED', 'ABORTED', 'FAILED', 'INTERRUPTED'],
          (row, status) => statusOf(row)?.toUpperCase() === status,
        ),
        oneOf('text', ['orders', '100%', 'a_b', 'nothing'], (row, text) => includes(row.title, text)),
        oneOf('from', [at(0), at(2), at(5)], (row, time) => row.createdAt >= time),
        oneOf('before', [at(1), at(3), at(9)], (row, time) => row.createdAt < time),
      ),
      {
        createdAt: (a, b) => byTime(a.createdAt, b.createdAt),
        updatedAt: (a, b) => byTime(a.updatedAt, b.updatedAt),
      },
    );
    const { data } = await service.graphql('{ chatThreads(first: 100) { edges { node { id status } } } }');
    const told = new Map<string, string | null>(
      data.chatThreads.edges.map(({ node }: { node: { id: string; status: string | null } }) => [
        node.id,
        node.status,
      ]),
    );
    for (const row of rows)
      expect(told.get(encodeGlobalID('ChatThread', row.id)) ?? undefined).toBe(statusOf(row)?.toUpperCase());
  });

  it('auditEvents', async () => {
    const rows = await service.database.prisma.auditEvent.findMany(mine());
    type Row = (typeof rows)[number];
    await holds<Row>(
      'auditEvents',
      'AuditEvent',
      rows,
      allOf<Row>(
        oneOf('action', ['group.create', 'group.delete', 'group%'], (row, action) => row.action === action),
        oneOf('actor', ['workspace', 'apiKey:1', 'apiKey:2'], (row, actor) => row.actor === actor),
        oneOf('subject', ['group:1', 'group:2'], (row, subject) => row.subject === subject),
        oneOf('from', [at(0), at(2), at(5)], (row, time) => row.at >= time),
        oneOf('before', [at(1), at(3), at(9)], (row, time) => row.at < time),
      ),
      { at: (a, b) => byTime(a.at, b.at) },
    );
  });

  it('apiKeys', async () => {
    const rows = await service.database.prisma.apiKey.findMany(mine());
    type Row = (typeof rows)[number];
    const stateOf = ({ revokedAt, expiresAt }: Row) => {
      if (revokedAt) return 'revoked';
      return expiresAt === null || expiresAt > start ? 'active' : 'expired';
    };
    await holds<Row>(
      'apiKeys',
      'ApiKey',
      rows,
      allOf<Row>(
        oneOf('state', ['ACTIVE', 'EXPIRED', 'REVOKED'], (row, is) => enumName(stateOf(row)) === is),
      ),
      { createdAt: byKey, name: (a, b) => byCodePoints(a.name, b.name) },
    );
  });

  describe('nested lists', () => {
    interface Nested {
      readonly id: string;
      readonly list: Edges;
    }
    /** Walks the pages of a list in every object of another, two at a time, all parents in step. */
    const walkEach = async (parents: string, selection: string, forward: boolean) => {
      const found = new Map<string, string[]>();
      const walkOne = async (id: string, cursor: string | null): Promise<void> => {
        const page = forward
          ? `first: 2${cursor === null ? '' : `, after: "${cursor}"`}`
          : `last: 2${cursor === null ? '' : `, before: "${cursor}"`}`;
        const type = Buffer.from(id, 'base64').toString().split(':')[0];
        const { message, data } = await service.graphql(
          `query($id: ID!) { node(id: $id) { ... on ${type} { list: ${selection.replace('%', page)} {
            edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } }`,
          { id },
        );
        expect(message).toBeUndefined();
        const { edges, pageInfo } = (data as { node: { list: Edges } }).node.list;
        const page_ = edges.map(({ node }) => node.id);
        const known = found.get(id) ?? [];
        found.set(id, forward ? [...known, ...page_] : [...page_, ...known]);
        const more = forward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
        if (more) await walkOne(id, forward ? pageInfo.endCursor : pageInfo.startCursor);
      };
      const { data } = await service.graphql(`{ ${parents} { edges { node { id } } } }`);
      const [list] = Object.values(data as Record<string, { edges: { node: Nested }[] }>);
      for (const { node } of list?.edges ?? []) await walkOne(node.id, null);
      return found;
    };

    type Thread = Awaited<ReturnType<typeof threadRows>>[number];
    const threadRows = () =>
      service.database.prisma.chatThread.findMany({ ...mine(), include: { user: true } });
    const newestFirst = (a: Thread, b: Thread) => byTime(b.createdAt, a.createdAt) || -byKey(a, b);

    it.each([
      ['users', (row: Thread) => encodeGlobalID('User', row.userId)],
      ['agents', (row: Thread) => encodeGlobalID('Agent', row.agentId)],
      [
        'embedTenants',
        (row: Thread) => row.user.embedTenantId && encodeGlobalID('EmbedTenant', row.user.embedTenantId),
      ],
    ])(
      'the threads of %s are those of the account that belong to it, newest first',
      async (parents, parentOf) => {
        const rows = (await threadRows()).toSorted(newestFirst);
        const filter = 'chatThreads(%, filter: {text: "orders"})';
        const matching = rows.filter(({ title }) => includes(title, 'orders'));
        const forward = await walkEach(`${parents}(first: 100)`, 'chatThreads(%)', true);
        const backward = await walkEach(`${parents}(first: 100)`, filter, false);
        const idsOf = (some: readonly Thread[], parent: string) =>
          some.filter((row) => parentOf(row) === parent).map(({ id }) => encodeGlobalID('ChatThread', id));
        for (const [parent, ids] of forward) expect(ids, parent).toEqual(idsOf(rows, parent));
        for (const [parent, ids] of backward) expect(ids, parent).toEqual(idsOf(matching, parent));
        expect([...forward.values()].flat().length).toBeGreaterThan(10);
        expect([...backward.values()].flat().length).toBeLessThan([...forward.values()].flat().length);
      },
    );

    it('the members of groups are their users, and those of an embed tenant are filtered alike', async () => {
      const { prisma } = service.database;
      const members = await prisma.groupMembership.findMany({
        where: { user: { ...mine().where, OR: [{ expiresAt: null }, { expiresAt: { gt: start } }] } },
        include: { user: true },
        orderBy: { userId: 'asc' },
      });
      const kept = members.filter(
        ({ user }) => user.kind === 'external' && includes(user.identifier, 'user'),
      );
      const filter = 'users(%, filter: {kind: EXTERNAL, text: "user"})';
      const found = await walkEach('groups', filter, true);
      expect(found.size).toBe(2);
      for (const [group, ids] of found) {
        expect(ids.length).toBeGreaterThan(5);
        expect(ids).toEqual(
          kept
            .filter(({ groupId }) => encodeGlobalID('Group', groupId) === group)
            .map(({ userId }) => encodeGlobalID('User', userId)),
        );
      }
      for (const [tenant, ids] of await walkEach('embedTenants', filter, false)) {
        const own = new Set(kept.map(({ userId }) => encodeGlobalID('User', userId)));
        expect(ids.length, tenant).toBeGreaterThan(2);
        for (const id of ids) expect(own).toContain(id);
      }
    });

    it.each([
      ['embedTenants(filter: {text: "OR"})', ['north']],
      ['embedTenants(filter: {text: "%"})', []],
      ['groups(filter: {text: "WRITE"})', ['Writers']],
      ['groups(filter: {text: "0%"})', ['readers']],
      ['agents(filter: {text: "zz"})', []],
    ])('%s finds %j', async (list, names) => {
      const { message, data } = await service.graphql(`{ list: ${list} { edges { node { name } } } }`);
      expect(message).toBeUndefined();
      expect(data.list.edges.map(({ node }: { node: { name: string } }) => node.name)).toEqual(names);
    });

    it('the total count is that of the filtered list, on any page of it', async () => {
      const { data } = await service.graphql(`{
        groups(first: 1) { totalCount edges { cursor } } some: groups(filter: {text: "write"}) { totalCount }
        apiKeys(first: 3, filter: {state: REVOKED}) { totalCount edges { cursor } }
        users(first: 100) { totalCount edges { node { groups(first: 1) { totalCount edges { cursor } } } } } }`);
      expect(data.users.totalCount).toBe(data.users.edges.length);
      const revoked = { ...mine().where, revokedAt: { not: null } };
      expect([data.groups, data.some, data.apiKeys]).toMatchObject([
        { totalCount: 2, edges: [{}] },
        { totalCount: 1 },
        { totalCount: await service.database.prisma.apiKey.count({ where: revoked }), edges: [{}, {}, {}] },
      ]);
      const counts = data.users.edges.map(
        (edge: { node: { groups: { totalCount: number } } }) => edge.node.groups.totalCount,
      );
      expect(counts.toSorted()).toContain(1);
      expect(counts.toSorted()).toContain(2);
    });

    it('a total count stops at 10,000', async () => {
      const { prisma } = service.database;
      const { id } = await prisma.account.findFirstOrThrow({ where: { name: 'rival' } });
      await prisma.$executeRaw`INSERT INTO "AuditEvent" (id, "accountId", actor, action, subject)
        SELECT gen_random_uuid(), ${id}, 'workspace', 'group.create', 'group:' || n FROM generate_series(1, 10001) n`;
      const count = '{ auditEvents(first: 1) { totalCount } }';
      const { data } = await service.graphql(count, {}, service.account('rival').adminKey);
      expect(data.auditEvents.totalCount).toBe(10_000);
    });
  });

  describe('cursors', () => {
    const page = (args: string) => `{ users(${args}) { edges { cursor node { id } } } }`;
    const cursorOf = async (args: string): Promise<string> => {
      const { data } = await service.graphql(page(`first: 2${args}`));
      return data.users.edges[1].cursor;
    };
    const views = {
      'no filter': '',
      'a filter': ', filter: {text: "user"}',
      'another filter': ', filter: {text: "use"}',
      'an order': ', orderBy: {field: IDENTIFIER}',
      'its other direction': ', orderBy: {field: IDENTIFIER, direction: DESC}',
      'a filter and an order': ', filter: {text: "user"}, orderBy: {field: IDENTIFIER}',
    };
    const pairs = Object.keys(views).flatMap((a) => Object.keys(views).map((b) => [a, b] as const));

    it.each(pairs)('of a list with %s, used with %s', async (of, used) => {
      const argsOf = (name: string) => Object.entries(views).find(([view]) => view === name)?.[1] ?? '';
      const cursor = await cursorOf(argsOf(of));
      const { code, message, issues } = await service.graphql(page(`after: "${cursor}"${argsOf(used)}`));
      if (of === used) expect(message, code).toBeUndefined();
      else {
        expect(code).toBe('VALIDATION_FAILED');
        expect(message).toBe(
          'after: is not a cursor of this list; use an endCursor or startCursor that it returned with the same filter and orderBy',
        );
        expect(issues?.[0]?.path).toBe('after');
      }
    });

    it("cursors of a list's default order also work when that order is requested", async () => {
      const cursor = await cursorOf('');
      const { code } = await service.graphql(
        page(`after: "${cursor}", filter: {}, orderBy: {field: CREATED_AT, direction: ASC}`),
      );
      expect(code).toBeUndefined();
    });

    const forge = (text: string) => Buffer.from(text).toString('base64url');
    const decoded = (cursor: string) => Buffer.from(cursor, 'base64url').toString();

    it('of one list are refused by every other list', async () => {
      const lists = [
        'users',
        'groups',
        'embedTenants',
        'deployments',
        'agents',
        'apiKeys',
        'chatThreads',
        'auditEvents',
      ];
      const page = (name: string, args: string) =>
        service.graphql(`{ ${name}(${args}) { edges { cursor } } }`);
      for (const of of lists) {
        const { data } = await page(of, 'first: 1');
        const { cursor } = data[of].edges[0];
        for (const name of lists) {
          const { code } = await page(name, `after: "${cursor}"`);
          expect(code, `${of} in ${name}`).toBe(of === name ? undefined : 'VALIDATION_FAILED');
        }
        const { code } = await service.graphql(
          `{ chatThreads(first: 1) { edges { node { messages(after: "${cursor}") { edges { cursor } } } } } }`,
        );
        expect(code, `${of} in messages`).toBe('VALIDATION_FAILED');
      }
    });

    it('that name no list, as earlier versions gave them, are still accepted', async () => {
      for (const args of ['', views['an order']]) {
        const cursor = await cursorOf(args);
        const earlier = forge(decoded(cursor).replace(/^User\./, ''));
        expect(earlier).not.toBe(cursor);
        const read = (after: string) => service.graphql(page(`after: "${after}"${args}`));
        expect(await read(earlier)).toEqual(await read(cursor));
      }
    });

    it.each<[string, (view: string) => string]>([
      ['no value', (view) => `${view}:1`],
      ['no key', (view) => `${view}::user`],
      ['a key that is none', (view) => `${view}:x:user`],
      ['a key that is too large', (view) => `${view}:99999999999:user`],
      ['NUL', (view) => `${view}:1:a\0b`],
      ['nothing', () => ''],
      ['another view', () => '0123456789abcdef:1:user'],
    ])('forged, with %s, are refused', async (_, text) => {
      const [view = ''] = Buffer.from(await cursorOf(views['an order']), 'base64url')
        .toString()
        .split(':');
      const { code } = await service.graphql(page(`after: "${forge(text(view))}"${views['an order']}`));
      expect(code).toBe('VALIDATION_FAILED');
    });

    it.each(['', 'yesterday', '0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', '2026-02-30'])(
      'forged, with the time %j, are refused',
      async (time) => {
        const id = uuidv7();
        const { code } = await service.graphql(
          `{ auditEvents(after: "${forge(`key:${id}:${time}`)}") { edges { cursor } } }`,
        );
        expect(code).toBe('VALIDATION_FAILED');
      },
    );
  });

  it.each([
    ['users', '{text: "a\\u0000b"}', 'text'],
    ['users', `{text: "${'x'.repeat(256)}"}`, 'text'],
    ['chatThreads', '{from: "0001-01-01T00:00:00Z"}', 'from'],
    ['auditEvents', '{subject: "\\u0000"}', 'subject'],
  ])('%s refuses the filter %s', async (list, filter, path) => {
    const { code, issues } = await service.graphql(`{ ${list}(filter: ${filter}) { edges { cursor } } }`);
    expect(code).toBe('VALIDATION_FAILED');
    expect(issues?.map((issue) => issue.path)).toEqual([path]);
  });
});

/** Sixty of everything, with values that repeat, in an account. */
async function seed(service: TestService, accountName: string): Promise<void> {
  const { prisma } = service.database;
  const { id: accountId } = service.account(accountName);
  const start = service.services.now().getTime();
  const at = (hours: number) => new Date(start + hours * hour);
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const pick = <T>(values: readonly [T, ...T[]], index: number): T =>
    values[index % values.length] ?? values[0];
  const tenants = await prisma.embedTenant.createManyAndReturn({
    data: ['north', 'south'].map((name) => ({ accountId, name })),
  });
  const identifiers = ['user', 'User', '100%', 'a_b', 'a\\b', 'ümlaut', '\u{1f600}', '\uffee'] as const;
  const users = await prisma.user.createManyAndReturn({
    data: numbers.map((n) => ({
      accountId,
      embedTenantId: n % 5 === 0 ? null : (tenants[n % 2]?.id ?? null),
      kind: n % 10 === 0 ? ('internal' as const) : ('external' as const),
      // The same name in both tenants.
      identifier: `${pick(identifiers, n >> 1)} ${n >> 2}${n % 5 === 0 ? ` of ${n}` : ''} ${n % 4 > 1 ? n : ''}`,
      email: n % 3 === 0 ? `U${n}@x.test` : null,
      ephemeral: n % 7 === 1,
      expiresAt: n % 7 === 1 ? at(pick([-1, 0, 1], n)) : null,
    })),
  });
  const groups = await prisma.group.createManyAndReturn({
    data: ['readers', 'Writers'].map((name, n) => ({
      accountId,
      name,
      description: n === 0 ? '100%' : null,
    })),
  });
  await prisma.groupMembership.createMany({
    data: users.flatMap(({ id: userId }, n) =>
      groups.filter((_, g) => n % 3 !== g).map(({ id: groupId }) => ({ userId, groupId })),
    ),
  });
  const some = users.filter(({ expiresAt }) => expiresAt === null).slice(0, 4);
  const userOf = (n: number) => some[n % some.length]?.id ?? 0;
  const deployment = await prisma.deployment.findFirstOrThrow({ where: { accountId } });
  const agents = await prisma.agent.findMany({ where: { accountId }, orderBy: { number: 'asc' } });
  await prisma.session.createMany({
    data: numbers.map((n) => ({
      id: uuidv7(),
      accountId,
      deploymentId: deployment.id,
      userId: userOf(n),
      hash: `${accountName} ${n}`,
      createdAt: at(n % 3),
      expiresAt: at(pick([-1, 0, 1], n)),
      exchangedAt: n % 4 === 1 ? at(0) : null,
      revokedAt: n % 5 === 2 ? at(0) : null,
    })),
  });
  const threads = numbers.map((n) => ({
    id: uuidv7(),
    accountId,
    userId: userOf(n >> 1),
    embedTenantId: some[(n >> 1) % some.length]?.embedTenantId ?? null,
    agentId: agents[n % 2]?.id ?? 0,
    title: pick(['Orders by region', 'orders at 100%', 'a_b', 'axb', 'Else'], n),
    createdAt: at((n * 7) % 11),
    updatedAt: at((n * 5) % 3),
  }));
  await prisma.chatThread.createMany({ data: threads });
  const statuses = ['completed', 'aborted', 'failed', 'interrupted', 'running'] as const;
  await prisma.chatRun.createMany({
    // One thread in ten was never asked; the others had one or two turns.
    data: threads.flatMap(({ id: threadId, userId, agentId }, n) =>
      Array.from({ length: n % 10 === 9 ? 0 : 1 + (n % 2) }, (_, turn) => ({
        id: uuidv7(),
        threadId,
        userId,
        agentId,
        status: turn < n % 2 ? ('failed' as const) : pick(statuses, n >> 1),
        startSort: turn * 10,
        leaseOwner: 'test',
        leaseExpiresAt: at(pick([-1, 0, 1], n)),
      })),
    ),
  });
  await prisma.auditEvent.createMany({
    data: numbers.map((n) => ({
      id: uuidv7(),
      accountId,
      at: at((n * 7) % 11),
      actor: pick(['workspace', 'apiKey:1', 'apiKey:2'], n),
      action: pick(['group.create', 'group.delete'], n >> 1),
      subject: `group:${n % 4}`,
    })),
  });
  await prisma.apiKey.createMany({
    data: numbers.map((n) => ({
      accountId,
      name: pick(['backend', 'Backend', 'ümlaut', '\u{1f600}', '\uffee'], n),
      hash: `${accountName} ${n}`,
      hint: 'hint',
      role: 'chat' as const,
      expiresAt: n % 3 === 0 ? at(pick([-1, 0, 1], n >> 1)) : null,
      revokedAt: n % 5 === 0 ? at(0) : null,
    })),
  });
}
