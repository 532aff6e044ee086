import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDatabases, recordStatements } from '../support/database.ts';
import { openDoor } from '../support/doors.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { countRows, storedUser } from '../support/user-access.ts';

/** What generate-session promises when requests come at the same time, and what it costs. */
describeDatabases('generate-session in parallel', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [
        { name: 'acme', groups: ['a', 'b', 'c'], userAttributes: { city: 'string' }, users: ['ada'] },
        { name: 'tiny', maxExternalUsers: 5 },
        { name: 'mixed', maxExternalUsers: 3 },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  /** As many requests at once, through both doors in turn. */
  const mintAll = (bodies: readonly object[], key?: string) => {
    const doors = [openDoor(service, 'REST'), openDoor(service, 'GraphQL')];
    return Promise.all(
      bodies.map(async (body, index) => doors[index % 2]?.generate({ deploymentId: 1, ...body }, key)),
    );
  };
  const codes = (outcomes: Awaited<ReturnType<typeof mintAll>>) =>
    Object.fromEntries(
      Map.groupBy(outcomes, (outcome) => outcome?.code ?? '')
        .entries()
        .map(([code, all]) => [code, all.length]),
    );

  it('thirty identical first-time creator-mode requests all succeed and leave one of everything', async () => {
    const before = await countRows(service);
    const body = {
      externalId: 'first',
      embedTenantName: 'north',
      creatorMode: true,
      groupDefinitions: [{ name: 'g', description: 'd' }],
      userAttributeDefinitions: [{ name: 'x', type: 'number' }],
      groups: ['g'],
      userAttributes: [{ name: 'x', value: 1 }],
    };
    expect(codes(await mintAll(Array.from({ length: 30 }, () => body)))).toEqual({ OK: 30 });
    const after = await countRows(service);
    const added = Object.entries(after).map(([name, count]) => [name, count - Reflect.get(before, name)]);
    expect(Object.fromEntries(added)).toEqual({
      users: 1,
      tenants: 1,
      groups: 1,
      attributes: 1,
      memberships: 1,
      values: 1,
      sessions: 30,
      events: 30,
      externalUserCount: 1,
    });
  });

  it('thirty first-time requests for one user without a tenant make one user', async () => {
    const bodies = Array.from({ length: 30 }, () => ({ externalId: 'once', groups: ['a'] }));
    expect(codes(await mintAll(bodies))).toEqual({ OK: 30 });
    expect(await service.database.prisma.user.count({ where: { identifier: 'once' } })).toBe(1);
  });

  it('the limit of external users holds under a race, and the count stays right', async () => {
    const { id, adminKey } = service.account('tiny');
    const bodies = Array.from({ length: 30 }, (_, index) => ({ externalId: `racer-${index % 15}` }));
    const outcomes = await mintAll(bodies, adminKey);
    expect(codes(outcomes)).toEqual({ OK: 10, EXTERNAL_USER_LIMIT: 20 });
    expect(await service.database.prisma.user.count({ where: { accountId: id } })).toBe(5);
    const account = await service.database.prisma.account.findUniqueOrThrow({ where: { id } });
    expect(account.externalUserCount).toBe(5);
  });

  it('ephemeral users of chat do not count until a session makes them permanent, and then under the same limit', async () => {
    const { id, adminKey } = service.account('mixed');
    const { prisma } = service.database;
    await prisma.user.createMany({
      data: Array.from({ length: 6 }, (_, index) => ({
        accountId: id,
        kind: 'external' as const,
        identifier: `guest-${index}`,
        ephemeral: true,
        expiresAt: new Date(service.clock.now.getTime() + 1_000),
      })),
    });
    const outcomes = await mintAll(
      Array.from({ length: 6 }, (_, index) => ({ externalId: `guest-${index}` })),
      adminKey,
    );
    expect(codes(outcomes)).toEqual({ OK: 3, EXTERNAL_USER_LIMIT: 3 });
    const permanent = { accountId: id, ephemeral: false, expiresAt: null };
    expect(await prisma.user.count({ where: permanent })).toBe(3);
    const account = await prisma.account.findUniqueOrThrow({ where: { id } });
    expect(account.externalUserCount).toBe(3);
  });

  it('two requests with different groups end in the state of one of them, not in a mixture', async () => {
    const body = { externalId: 'torn' };
    await mintAll([{ ...body, groups: ['c'] }]);
    for (let round = 0; round < 5; round += 1) {
      const outcomes = await mintAll([
        { ...body, groups: ['a'], userAttributes: [{ name: 'city', value: 'A' }] },
        { ...body, groups: ['b', 'c'], userAttributes: [{ name: 'city', value: 'B' }] },
        { ...body, groups: ['a'], userAttributes: [{ name: 'city', value: 'A' }] },
        { ...body, groups: ['b', 'c'], userAttributes: [{ name: 'city', value: 'B' }] },
      ]);
      expect(codes(outcomes)).toEqual({ OK: 4 });
      const user = await storedUser(service, service.account().id, 'torn');
      expect([
        [['a'], { city: 'A' }],
        [['b', 'c'], { city: 'B' }],
      ]).toContainEqual([user?.groups, user?.values]);
    }
  });

  it('minting while the groups it names are deleted either succeeds or says that they are gone', async () => {
    const door = openDoor(service, 'REST');
    for (let round = 0; round < 5; round += 1) {
      const define = {
        externalId: `builder-${round}`,
        embedTenantName: 'moving',
        creatorMode: true,
        groupDefinitions: [{ name: 'g' }],
      };
      await mintAll([define]);
      const [group] = (await door.groups('moving')).result.items;
      const use = (index: number) => ({
        externalId: `mover-${round}-${index}`,
        embedTenantName: 'moving',
        creatorMode: true,
        groups: ['g'],
      });
      const [outcomes, deleted] = await Promise.all([
        mintAll(Array.from({ length: 6 }, (_, index) => use(index))),
        door.deleteGroup('moving', group.id),
      ]);
      expect(deleted.code).toBe('OK');
      for (const outcome of outcomes) expect(['OK', 'BAD_REQUEST']).toContain(outcome?.code);
    }
  });

  it('exchanges a session once, also when thirty try at once', async () => {
    const door = openDoor(service, 'REST');
    const { result } = await door.generate({ deploymentId: 1, externalId: 'exchanger' });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => door.exchange(result.sessionId)));
    expect(codes(outcomes)).toEqual({ OK: 1, UNAUTHENTICATED: 29 });
  });

  it.each([
    ['a new user', { externalId: 'new-1' }],
    [
      'a user that exists',
      { externalId: 'known', groups: ['a'], userAttributes: [{ name: 'city', value: 'Oslo' }] },
    ],
    ['a new user in a known embed tenant', { externalId: 'new-2', embedTenantName: 'known-tenant' }],
    [
      'a creator-mode user that exists',
      { externalId: 'maker', embedTenantName: 'known-tenant', creatorMode: true },
    ],
    ['an internal user', { internalId: 'ada' }],
    ['an internal user in a new embed tenant', { internalId: 'ada', embedTenantName: 'just-named' }],
  ])('a mint for %s takes three round trips, authentication included', async (_case, body) => {
    await mintAll([
      { externalId: 'known', groups: ['a'], userAttributes: [{ name: 'city', value: 'Oslo' }] },
      { externalId: 'maker', embedTenantName: 'known-tenant' },
    ]);
    using recording = recordStatements(service.database);
    const outcome = await openDoor(service, 'REST').generate({ deploymentId: 1, ...body });
    expect(outcome.code).toBe('OK');
    expect(recording.statements).toHaveLength(3);
  });
});
