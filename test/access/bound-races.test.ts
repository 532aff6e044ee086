import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BoundWorld, openBoundWorld } from '../support/bound-world.ts';
import { describePostgres } from '../support/database.ts';

/**
 * A bound key's change and the first session of another deployment, at one moment: the session was minted first, so the
 * change is refused, although there was nothing to see of the session when the change began.
 */
describePostgres('a bound key, while another deployment mints', () => {
  let world: BoundWorld;
  beforeAll(async () => {
    world = await openBoundWorld('postgres');
  });
  afterAll(async () => {
    expect(world.service.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const waiting = async (): Promise<number> => {
    const [row] = await world.service.database.prisma.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return row?.count ?? 0;
  };

  /**
   * Mints in deployment 2 and holds the statement just before its end, begins the change, lets the mint end.
   * @returns the codes of both
   */
  async function race(
    session: object,
    change: () => Promise<string>,
  ): Promise<{ minted: string; changed: string }> {
    const { prisma } = world.service.database;
    const held = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const where = { accountId: world.service.account().id, number: 2 };
    const { id } = await prisma.deployment.findFirstOrThrow({ where });
    const holding = prisma.$transaction(
      async (transaction) => {
        // What refers to the deployment waits for it when all else was written.
        await transaction.$queryRaw`SELECT FROM "Deployment" WHERE id = ${id} FOR UPDATE`;
        held.resolve();
        await release.promise;
      },
      { timeout: 60_000 },
    );
    await held.promise;
    const body = { deploymentId: 2, ...session };
    const minting = world.service.rest('POST', '/api/v1/embed/generate-session', body);
    await expect.poll(waiting).toBe(1);
    let isOver = false;
    const changing = change().finally(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await waiting()) === 2).toBe(true);
    release.resolve();
    const [{ status, body: answer }, changed] = await Promise.all([minting, changing, holding]);
    return { minted: status === 200 ? 'OK' : answer.code, changed };
  }

  const mutate = async (name: string, input: object, selection: string) =>
    (await world.mutate(name, input, selection, world.keys.boundAdmin)).code;
  const made = async (name: string, input: object, selection: string) =>
    (await world.mutate(name, input, selection, world.keys.unboundAdmin)).payload;
  const mintedFirst = { minted: 'OK', changed: 'FORBIDDEN' };

  it('does not change the rights of the user', async () => {
    const { externalId } = await world.person([1]);
    const before = await world.rightsOf(externalId);
    const input = { deploymentId: 1, externalId, groups: ['bosses'] };
    const change = () => mutate('generateSession', input, 'sessionId');
    expect(await race({ externalId }, change)).toEqual(mintedFirst);
    expect(await world.rightsOf(externalId)).toEqual(before);
  });

  it.each([
    ['updateInternalUser', { groups: ['bosses'] }, 'user { id }'],
    ['deleteInternalUser', {}, 'databaseId'],
  ] as const)('does not change the internal user with %s', async (name, more, selection) => {
    const username = world.newName('internal');
    const { user } = await made('createInternalUser', { username, groups: ['readers'] }, 'user { id }');
    const before = await world.rightsOf(username);
    const change = () => mutate(name, { id: user.id, ...more }, selection);
    expect(await race({ internalId: username }, change)).toEqual(mintedFirst);
    expect(await world.rightsOf(username)).toEqual(before);
  });

  it('does not delete the external user', async () => {
    const { externalId, id } = await world.person([1]);
    const before = await world.rightsOf(externalId);
    const change = () => mutate('deleteExternalUser', { id: String(id) }, 'databaseId');
    expect(await race({ externalId }, change)).toEqual(mintedFirst);
    expect(await world.rightsOf(externalId)).toEqual(before);
  });

  it('does not delete the embed tenant', async () => {
    const embedTenantName = world.newName('tenant');
    const session = { externalId: world.newName('user'), embedTenantName };
    await world.mint({ deploymentId: 1, ...session });
    const change = () => mutate('deleteEmbedTenant', { name: embedTenantName }, 'deletedUsers');
    expect(await race(session, change)).toEqual(mintedFirst);
    const users = { where: { identifier: session.externalId, embedTenant: { name: embedTenantName } } };
    expect(await world.service.database.prisma.user.count(users)).toBe(1);
  });

  it.each([
    ['deleteEmbedTenantGroup', 'databaseId'],
    ['generateSession', 'sessionId'],
  ] as const)('does not change definitions of the embed tenant with %s', async (name, selection) => {
    const embedTenantName = world.newName('tenant');
    const groupDefinitions = [{ name: 'scoped', description: 'before' }];
    const session = { externalId: world.newName('user'), embedTenantName, creatorMode: true };
    await world.mint({ deploymentId: 1, ...session, groupDefinitions });
    const { prisma } = world.service.database;
    const find = () => prisma.group.findFirst({ where: { embedTenant: { name: embedTenantName } } });
    const before = await find();
    const changed = [{ name: 'scoped', description: 'after' }];
    const input = {
      deleteEmbedTenantGroup: { embedTenantName, id: String(before?.id) },
      generateSession: { deploymentId: 1, ...session, groupDefinitions: changed },
    }[name];
    expect(await race(session, () => mutate(name, input, selection))).toEqual(mintedFirst);
    expect(await find()).toEqual(before);
  });

  it('does not take a group from its new member', async () => {
    const name = world.newName('group');
    const { group } = await made('createGroup', { name }, 'group { id }');
    const externalId = world.newName('user');
    const change = () => mutate('deleteGroup', { id: group.id }, 'databaseId');
    const outcome = await race({ externalId, groups: [name] }, change);
    // One of the two came first, and the other saw it.
    expect([mintedFirst, { minted: 'BAD_REQUEST', changed: 'OK' }]).toContainEqual(outcome);
    const rights = await world.rightsOf(externalId);
    if (outcome.minted === 'OK') expect(rights).toMatchObject({ groups: [name] });
    else expect(rights).toBeNull();
  });

  it('does not take an attribute from the user who gets a value', async () => {
    const name = world.newName('attribute');
    const input = { name, type: 'STRING' };
    const { userAttribute } = await made('createUserAttribute', input, 'userAttribute { id }');
    const externalId = world.newName('user');
    const session = { externalId, userAttributes: [{ name, value: 'x' }] };
    const change = () => mutate('deleteUserAttribute', { id: userAttribute.id }, 'databaseId');
    const outcome = await race(session, change);
    expect([mintedFirst, { minted: 'BAD_REQUEST', changed: 'OK' }]).toContainEqual(outcome);
    const rights = await world.rightsOf(externalId);
    if (outcome.minted === 'OK') expect(rights).toMatchObject({ values: { [name]: 'x' } });
    else expect(rights).toBeNull();
  });
});
