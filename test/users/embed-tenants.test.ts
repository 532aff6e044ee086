import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { type Door, doorNames, openDoor } from '../support/doors.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { storedUser } from '../support/user-access.ts';

/** Embed-tenant admin endpoints (spec: Endpoints, 2), and the same in GraphQL. */
describeDatabases('embed tenants', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [
        { name: 'acme', groups: ['analysts'], users: ['ada'] },
        { name: 'rival' },
        { name: 'starter', plan: 'starter' },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  let count = 0;
  const fresh = () => {
    count += 1;
    return `tenant-${count}`;
  };
  /** Makes a tenant with these groups and attributes, and `members` of its first group. */
  const define = async (
    tenant: string,
    groups: string[],
    attributes: string[] = [],
    members = 0,
    key?: string,
  ) => {
    const body = {
      deploymentId: 1,
      embedTenantName: tenant,
      creatorMode: true,
      groupDefinitions: groups.map((name) => ({ name })),
      userAttributeDefinitions: attributes.map((name) => ({ name, type: 'string' })),
    };
    for (let index = 0; index < Math.max(1, members); index += 1) {
      const membership = members === 0 ? {} : { groups: groups.slice(0, 1) };
      const minted = await openDoor(service, 'REST').generate(
        { ...body, externalId: `m${index}`, ...membership },
        key,
      );
      expect(minted.code).toBe('OK');
    }
  };

  describe.each(doorNames)('through %s', (name) => {
    let door: Door;
    beforeAll(() => {
      door = openDoor(service, name);
    });

    it('lists groups with their users counted, and attributes, in the order they were made', async () => {
      const tenant = fresh();
      await define(tenant, ['b', 'a'], ['y', 'x'], 3);
      const groups = (await door.groups(tenant)).result;
      expect(groups.items).toEqual([
        { id: expect.any(Number), name: 'a', description: null, userCount: 0 },
        { id: expect.any(Number), name: 'b', description: null, userCount: 3 },
      ]);
      expect(groups.pageInfo).toEqual({
        hasNextPage: false,
        hasPreviousPage: false,
        startCursor: expect.any(String),
        endCursor: expect.any(String),
      });
      const none = { displayName: null, defaultValue: null, description: null };
      expect((await door.userAttributes(tenant)).result.items).toEqual([
        { id: expect.any(Number), name: 'x', type: 'string', ...none },
        { id: expect.any(Number), name: 'y', type: 'string', ...none },
      ]);
    });

    it('an empty list has no cursors', async () => {
      const tenant = fresh();
      await openDoor(service, 'REST').generate({
        deploymentId: 1,
        internalId: 'ada',
        embedTenantName: tenant,
      });
      const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null };
      expect((await door.groups(tenant)).result).toEqual({ items: [], pageInfo });
      expect((await door.userAttributes(tenant)).result).toEqual({ items: [], pageInfo });
    });

    it('pages: 20 unless asked, at most 100, by cursor', async () => {
      const tenant = fresh();
      const names = Array.from({ length: 45 }, (_, index) => `g${String(index).padStart(2, '0')}`);
      await define(tenant, names, names);
      for (const list of [door.groups, door.userAttributes]) {
        const seen: string[] = [];
        let after: string | undefined;
        const sizes: number[] = [];
        do {
          const { items, pageInfo } = (await list(tenant, after === undefined ? {} : { after })).result;
          expect(pageInfo.hasPreviousPage).toBe(after !== undefined);
          seen.push(...items.map((item: { name: string }) => item.name));
          sizes.push(items.length);
          after = pageInfo.hasNextPage ? pageInfo.endCursor : undefined;
        } while (after !== undefined);
        expect(seen).toEqual(names);
        expect(sizes).toEqual([20, 20, 5]);
        expect((await list(tenant, { first: 100 })).result.items).toHaveLength(45);
        expect((await list(tenant, { first: 45 })).result.pageInfo.hasNextPage).toBe(false);
        expect((await list(tenant, { first: 44 })).result.pageInfo.hasNextPage).toBe(true);
      }
    });

    it.each([0, -1, 101, 999_999_999])('refuses first=%i', async (first) => {
      await define('pages', ['g']);
      expect(await door.groups('pages', { first })).toMatchObject({
        code: 'VALIDATION_FAILED',
        paths: ['first'],
      });
      expect((await door.userAttributes('pages', { first })).code).toBe('VALIDATION_FAILED');
    });

    const cursor = (text: string) => Buffer.from(text).toString('base64url');
    it.each([
      '',
      'x',
      cursor('key:'),
      cursor('key:-1'),
      cursor('key:1e3'),
      cursor('key:99999999999'),
      cursor('key:2147483648'),
      `${cursor('key:1')}=`,
      cursor("key:1' OR 1=1"),
      cursor('key:01890a5d-ac96-774b-bcce-b302099a8057'),
      '\u0000',
      'é',
    ])('refuses the cursor %j', async (after) => {
      await define('pages', ['g']);
      expect(await door.groups('pages', { after })).toMatchObject({
        code: 'VALIDATION_FAILED',
        paths: ['after'],
      });
    });

    it('a cursor stays good when the row it stands for is gone, and nothing is skipped or repeated', async () => {
      const tenant = fresh();
      await define(tenant, ['a', 'b', 'c', 'd']);
      const first = (await door.groups(tenant, { first: 2 })).result;
      for (const { id } of first.items) expect((await door.deleteGroup(tenant, id)).code).toBe('OK');
      await define(tenant, ['aa']);
      const rest = (await door.groups(tenant, { after: first.pageInfo.endCursor })).result;
      expect(rest.items.map((item: { name: string }) => item.name)).toEqual(['c', 'd', 'aa']);
    });

    it('deleting a group removes its memberships, deleting an attribute its values', async () => {
      const tenant = fresh();
      const body = {
        deploymentId: 1,
        externalId: 'member',
        embedTenantName: tenant,
        creatorMode: true,
        groupDefinitions: [{ name: 'g' }, { name: 'kept' }],
        groups: ['g', 'kept'],
        userAttributeDefinitions: [
          { name: 'a', type: 'string' },
          { name: 'kept', type: 'string' },
        ],
        userAttributes: [
          { name: 'a', value: 'x' },
          { name: 'kept', value: 'y' },
        ],
      };
      await openDoor(service, 'REST').generate(body);
      const idOf = (items: { id: number; name: string }[], what: string) =>
        items.find((item) => item.name === what)?.id ?? 0;
      const groupId = idOf((await door.groups(tenant)).result.items, 'g');
      const attributeId = idOf((await door.userAttributes(tenant)).result.items, 'a');
      expect((await door.deleteGroup(tenant, groupId)).code).toBe('OK');
      expect((await door.deleteUserAttribute(tenant, attributeId)).code).toBe('OK');
      expect(await storedUser(service, service.account().id, 'member', tenant)).toMatchObject({
        groups: [`${tenant}:kept`],
        values: { [`${tenant}:kept`]: 'y' },
      });
      expect((await door.deleteGroup(tenant, groupId)).code).toBe('NOT_FOUND');
      expect((await door.deleteUserAttribute(tenant, attributeId)).code).toBe('NOT_FOUND');
    });

    it('deletes nothing of another tenant, of another account, or tenant-wide: 404 each', async () => {
      const [mine, other] = [fresh(), fresh()];
      await define(mine, ['g'], ['a']);
      await define(other, ['g'], ['a']);
      const rival = service.account('rival').adminKey;
      await define(mine, ['g'], ['a'], 0, rival);
      const [group] = (await door.groups(mine)).result.items;
      const [attribute] = (await door.userAttributes(mine)).result.items;
      const wide = await service.database.prisma.group.findFirstOrThrow({ where: { embedTenantId: null } });
      const attempts = [
        door.deleteGroup(other, group.id),
        door.deleteGroup('no-such-tenant', group.id),
        door.deleteGroup(mine, group.id, rival),
        door.deleteGroup(mine, wide.id),
        door.deleteGroup(mine, 2_147_483_647),
        door.deleteGroup(mine, 9_999_999_999),
        door.deleteUserAttribute(other, attribute.id),
        door.deleteUserAttribute(mine, attribute.id, rival),
        door.deleteUserAttribute(mine, group.id + 1_000_000),
      ];
      for (const attempt of attempts) expect((await attempt).code).toBe('NOT_FOUND');
      expect((await door.groups(mine)).result.items).toEqual([group]);
      expect((await door.userAttributes(mine)).result.items).toEqual([attribute]);
      expect((await door.deleteGroup(mine, group.id)).code).toBe('OK');
    });

    it('a tenant that nobody named does not exist, nor one of another account', async () => {
      const tenant = fresh();
      await define(tenant, ['g']);
      for (const unknown of ['never-named', 'x', 'NORTH', '../north', 'a b', '\ud800'.toWellFormed()]) {
        expect((await door.groups(unknown)).code).toBe('NOT_FOUND');
        expect((await door.userAttributes(unknown)).code).toBe('NOT_FOUND');
      }
      expect((await door.groups(tenant, {}, service.account('rival').adminKey)).code).toBe('NOT_FOUND');
    });

    it('needs an admin key and the plan', async () => {
      const tenant = fresh();
      await define(tenant, ['g']);
      const [{ id }] = (await door.groups(tenant)).result.items;
      const cases = [
        [null, 'UNAUTHENTICATED'],
        ['wrong', 'UNAUTHENTICATED'],
        [service.account().chatKey, 'FORBIDDEN'],
        [service.account('starter').adminKey, 'PLAN_REQUIRED'],
      ] as const;
      for (const [key, code] of cases) {
        expect((await door.groups(tenant, {}, key)).code).toBe(code);
        expect((await door.userAttributes(tenant, {}, key)).code).toBe(code);
        expect((await door.deleteGroup(tenant, id, key)).code).toBe(code);
        expect((await door.deleteUserAttribute(tenant, id, key)).code).toBe(code);
      }
      expect((await door.groups(tenant)).result.items).toHaveLength(1);
    });
  });

  describe('over REST', () => {
    it.each(['abc', '1.5', '-1', '1e3', '0x1', '%31%20', '99999999999999'])(
      'the id %s is unknown',
      async (id) => {
        await define('pages', ['g']);
        for (const list of ['groups', 'user-attributes']) {
          const answer = await service.rest('DELETE', `/api/v1/embed-tenants/pages/${list}/${id}`);
          expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
        }
      },
    );
    it.each(['x', '', '1.5', '1e1', ' 1', '99999999999'])('first=%j is a 400', async (first) => {
      await define('pages', ['g']);
      const query = new URLSearchParams({ first });
      const answer = await service.rest('GET', `/api/v1/embed-tenants/pages/groups?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'first' }] } });
    });
    it('HEAD answers as GET does, without the body', async () => {
      const tenant = fresh();
      await define(tenant, ['g']);
      const path = `/api/v1/embed-tenants/${tenant}/groups`;
      const [got, head] = [await service.rest('GET', path), await service.rest('HEAD', path)];
      expect([head.status, head.body]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toBe(got.headers.get('content-type'));
      expect((await service.rest('HEAD', path, undefined, null)).status).toBe(401);
    });
    it('DELETE answers 204 without a body; other methods 405 with Allow', async () => {
      const tenant = fresh();
      await define(tenant, ['g']);
      const [{ id }] = (await openDoor(service, 'REST').groups(tenant)).result.items;
      const wrong = await service.rest('POST', `/api/v1/embed-tenants/${tenant}/groups`, {});
      expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      const deleted = await service.rest('DELETE', `/api/v1/embed-tenants/${tenant}/groups/${id}`);
      expect([deleted.status, deleted.body]).toEqual([204, '']);
    });
  });

  it('GraphQL: embedTenants and their groups, attributes, users and sessions as connections', async () => {
    const tenant = fresh();
    await define(tenant, ['g'], ['a'], 2);
    const { data } = await service.graphql(
      `query($name: String!) {
        embedTenants(last: 1) { edges { node { name } } }
        embedTenant(name: $name) {
          name
          groups { edges { node { name userCount embedTenant { name } } } }
          userAttributes { edges { node { name type } } }
          users { edges { node { identifier kind groups { edges { node { name } } } } } }
          sessions(first: 1) { edges { node { user { identifier } creatorMode embedTenant { name } } } pageInfo { hasNextPage } }
        }
      }`,
      { name: tenant },
    );
    const member = (identifier: string) => ({
      node: { identifier, kind: 'EXTERNAL', groups: { edges: [{ node: { name: 'g' } }] } },
    });
    expect(data).toEqual({
      embedTenants: { edges: [{ node: { name: tenant } }] },
      embedTenant: {
        name: tenant,
        groups: { edges: [{ node: { name: 'g', userCount: 2, embedTenant: { name: tenant } } }] },
        userAttributes: { edges: [{ node: { name: 'a', type: 'STRING' } }] },
        users: { edges: [member('m0'), member('m1')] },
        sessions: {
          edges: [{ node: { user: { identifier: 'm1' }, creatorMode: true, embedTenant: { name: tenant } } }],
          pageInfo: { hasNextPage: true },
        },
      },
    });
  });

  it('GraphQL: pages backwards as well', async () => {
    const tenant = fresh();
    await define(tenant, ['a', 'b', 'c', 'd', 'e']);
    const page = async (args: string) => {
      const { data, code } = await service.graphql(
        `query($name: String!) { embedTenant(name: $name) { groups(${args}) {
          edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } } } }`,
        { name: tenant },
      );
      if (code !== undefined) return { code };
      const { edges, pageInfo } = data.embedTenant.groups;
      return {
        names: edges.map((edge: { node: { name: string } }) => edge.node.name).join(''),
        pageInfo,
        cursors: edges.map((edge: { cursor: string }) => edge.cursor),
      };
    };
    const last = await page('last: 2');
    expect(last).toMatchObject({ names: 'de', pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    const before = await page(`last: 2, before: "${last.cursors?.[0]}"`);
    expect(before).toMatchObject({ names: 'bc', pageInfo: { hasNextPage: true, hasPreviousPage: true } });
    expect(await page(`last: 2, before: "${before.cursors?.[0]}"`)).toMatchObject({
      names: 'a',
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    expect(await page('first: 2, last: 2')).toEqual({ code: 'VALIDATION_FAILED' });
  });

  it('GraphQL: pages between two cursors, from either end', async () => {
    const tenant = fresh();
    await define(tenant, ['a', 'b', 'c', 'd', 'e']);
    const page = async (args: string) => {
      const { data } = await service.graphql(
        `query($name: String!) { embedTenant(name: $name) { groups(${args}) {
          edges { cursor node { name } } pageInfo { hasNextPage hasPreviousPage } } } }`,
        { name: tenant },
      );
      const { edges, pageInfo } = data.embedTenant.groups;
      const names = edges.map((edge: { node: { name: string } }) => edge.node.name).join('');
      return { edges, shown: [names, pageInfo.hasPreviousPage, pageInfo.hasNextPage] };
    };
    const [a, , , , e] = (await page('first: 5')).edges;
    const between = `after: "${a.cursor}", before: "${e.cursor}"`;
    expect((await page(`first: 2, ${between}`)).shown).toEqual(['bc', true, true]);
    expect((await page(`last: 2, ${between}`)).shown).toEqual(['cd', true, true]);
    // What lies beyond the other cursor does not count, so that a walk between two cursors ends.
    expect((await page(`first: 3, ${between}`)).shown).toEqual(['bcd', true, false]);
    expect((await page(`last: 3, ${between}`)).shown).toEqual(['bcd', false, true]);
    expect((await page(between)).shown).toEqual(['bcd', true, false]);
  });
});
