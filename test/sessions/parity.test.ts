import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { type Door, type Outcome, openDoor } from '../support/doors.ts';
import {
  type AccountSeed,
  openTestService,
  type SeededAccount,
  type TestService,
} from '../support/test-service.ts';
import { storedUser } from '../support/user-access.ts';

interface Case {
  readonly name: string;
  readonly code: string;
  readonly run: (door: Door, account: SeededAccount) => Promise<Outcome>;
  /** Refused by the door itself, before the service: by GraphQL's type system, or for want of credentials. */
  readonly ownWords?: true;
}

const user = { deploymentId: 1, externalId: 'anne' };
const creator = { ...user, embedTenantName: 'north', creatorMode: true };
const definitions = {
  groupDefinitions: [{ name: 'locals', description: 'of north' }, { name: 'others' }],
  userAttributeDefinitions: [{ name: 'stock', type: 'number', displayName: 'Stock', defaultValue: '1' }],
};
const generate =
  (body: object) =>
  (door: Door, { adminKey }: SeededAccount) =>
    door.generate(body, adminKey);
const idOf = async (outcome: Promise<Outcome>) => Number((await outcome).result.items[0].id);

/** In order: later cases meet what earlier ones left. */
const cases: readonly Case[] = [
  { name: 'mint', code: 'OK', run: generate(user) },
  {
    name: 'mint again',
    code: 'OK',
    run: generate({ ...user, email: 'anne@example.com', groups: ['analysts'] }),
  },
  { name: 'mint for an internal user', code: 'OK', run: generate({ deploymentId: 1, internalId: 'ada' }) },
  { name: 'bootstrap', code: 'OK', run: generate({ ...creator, ...definitions, groups: ['locals'] }) },
  {
    name: 'values',
    code: 'OK',
    run: generate({ ...user, userAttributes: [{ name: 'city', value: 'Oslo' }] }),
  },
  { name: 'no key', code: 'UNAUTHENTICATED', ownWords: true, run: (door) => door.generate(user, null) },
  { name: 'an unknown key', code: 'UNAUTHENTICATED', run: (door) => door.generate(user, 'unknown') },
  { name: 'a chat key', code: 'FORBIDDEN', run: (door, { chatKey }) => door.generate(user, chatKey) },
  { name: 'unknown deployment', code: 'NOT_FOUND', run: generate({ ...user, deploymentId: 9 }) },
  { name: 'unknown internal user', code: 'NOT_FOUND', run: generate({ deploymentId: 1, internalId: 'bob' }) },
  { name: 'both ids', code: 'VALIDATION_FAILED', run: generate({ ...user, internalId: 'ada' }) },
  { name: 'neither id', code: 'VALIDATION_FAILED', run: generate({ deploymentId: 1 }) },
  {
    name: 'an uppercase externalId',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, externalId: 'Anne' }),
  },
  { name: 'a short tenant', code: 'VALIDATION_FAILED', run: generate({ ...user, embedTenantName: 'abcd' }) },
  { name: 'unknown groups', code: 'BAD_REQUEST', run: generate({ ...user, groups: ['x', 'analysts', 'y'] }) },
  {
    name: 'unknown attribute',
    code: 'BAD_REQUEST',
    run: generate({ ...user, userAttributes: [{ name: 'x', value: 1 }] }),
  },
  {
    name: 'wrong value',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, userAttributes: [{ name: 'city', value: 1 }] }),
  },
  {
    name: 'mixed list',
    code: 'VALIDATION_FAILED',
    ownWords: true,
    run: generate({ ...user, userAttributes: [{ name: 'city', value: ['a', 1] }] }),
  },
  {
    name: 'missing value',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, userAttributes: [{ name: 'city' }] }),
  },
  {
    name: 'duplicate',
    code: 'VALIDATION_FAILED',
    run: generate({
      ...user,
      userAttributes: [
        { name: 'city', value: 'a' },
        { name: 'city', value: 'b' },
      ],
    }),
  },
  {
    name: 'type change',
    code: 'BAD_REQUEST',
    run: generate({ ...creator, userAttributeDefinitions: [{ name: 'stock', type: 'string' }] }),
  },
  {
    name: 'definitions, no mode',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, ...definitions, embedTenantName: 'north' }),
  },
  {
    name: 'definitions, no tenant',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, ...definitions, creatorMode: true }),
  },
  {
    name: 'wrong default',
    code: 'VALIDATION_FAILED',
    run: generate({
      ...creator,
      userAttributeDefinitions: [{ name: 'n', type: 'number', defaultValue: 'x' }],
    }),
  },
  {
    name: 'deep context',
    code: 'VALIDATION_FAILED',
    run: generate({ ...user, securityContext: JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) }),
  },
  { name: 'no deployment', code: 'VALIDATION_FAILED', ownWords: true, run: generate({ externalId: 'anne' }) },
  {
    name: 'a type that is none',
    code: 'VALIDATION_FAILED',
    ownWords: true,
    run: generate({ ...creator, userAttributeDefinitions: [{ name: 'n', type: 'date' }] }),
  },
  {
    name: 'exchange',
    code: 'OK',
    run: async (door, { adminKey }) => {
      const outcome = await door.exchange((await door.generate(user, adminKey)).result.sessionId);
      return {
        ...outcome,
        result: { parts: outcome.result.token.split('.').length, expiresAt: outcome.result.expiresAt },
      };
    },
  },
  {
    name: 'second exchange',
    code: 'UNAUTHENTICATED',
    run: async (door, { adminKey }) => {
      const { sessionId } = (await door.generate(user, adminKey)).result;
      await door.exchange(sessionId);
      return door.exchange(sessionId);
    },
  },
  { name: 'unknown exchange', code: 'UNAUTHENTICATED', run: (door) => door.exchange('0'.repeat(32)) },
  {
    name: 'revoke',
    code: 'OK',
    run: async (door, { adminKey }) =>
      door.revoke((await door.generate(user, adminKey)).result.sessionId, adminKey),
  },
  {
    name: 'revoked exchange',
    code: 'UNAUTHENTICATED',
    run: async (door, { adminKey }) => {
      const { sessionId } = (await door.generate(user, adminKey)).result;
      await door.revoke(sessionId, adminKey);
      return door.exchange(sessionId);
    },
  },
  { name: 'revoke unknown', code: 'OK', run: (door, { adminKey }) => door.revoke('x', adminKey) },
  { name: 'revoke, chat key', code: 'FORBIDDEN', run: (door, { chatKey }) => door.revoke('x', chatKey) },
  { name: 'groups', code: 'OK', run: (door, { adminKey }) => door.groups('north', {}, adminKey) },
  {
    name: 'groups, one',
    code: 'OK',
    run: (door, { adminKey }) => door.groups('north', { first: 1 }, adminKey),
  },
  {
    name: 'groups, none',
    code: 'NOT_FOUND',
    run: (door, { adminKey }) => door.groups('south', {}, adminKey),
  },
  {
    name: 'groups, 0',
    code: 'VALIDATION_FAILED',
    run: (door, { adminKey }) => door.groups('north', { first: 0 }, adminKey),
  },
  {
    name: 'groups, bad cursor',
    code: 'VALIDATION_FAILED',
    run: (door, { adminKey }) => door.groups('north', { after: 'x' }, adminKey),
  },
  {
    name: 'groups, chat key',
    code: 'FORBIDDEN',
    run: (door, { chatKey }) => door.groups('north', {}, chatKey),
  },
  { name: 'attributes', code: 'OK', run: (door, { adminKey }) => door.userAttributes('north', {}, adminKey) },
  {
    name: 'attributes, none',
    code: 'NOT_FOUND',
    run: (door, { adminKey }) => door.userAttributes('south', {}, adminKey),
  },
  {
    name: 'delete group',
    code: 'OK',
    run: async (door, { adminKey }) =>
      door.deleteGroup('north', await idOf(door.groups('north', {}, adminKey)), adminKey),
  },
  {
    name: 'delete group of another tenant',
    code: 'NOT_FOUND',
    run: async (door, { adminKey }) => {
      const outcome = await door.deleteGroup(
        'south',
        await idOf(door.groups('north', {}, adminKey)),
        adminKey,
      );
      return { ...outcome, message: outcome.message?.replace(/\d+/, 'N') };
    },
  },
  {
    name: 'delete attribute',
    code: 'OK',
    run: async (door, { adminKey }) =>
      door.deleteUserAttribute('north', await idOf(door.userAttributes('north', {}, adminKey)), adminKey),
  },
  {
    name: 'delete attribute twice',
    code: 'NOT_FOUND',
    run: (door, { adminKey }) => door.deleteUserAttribute('north', 2_000_000, adminKey),
  },
  {
    name: 'delete, chat key',
    code: 'FORBIDDEN',
    run: (door, { chatKey }) => door.deleteGroup('north', 1, chatKey),
  },
  { name: 'limit', code: 'EXTERNAL_USER_LIMIT', run: generate({ ...user, externalId: 'one-too-many' }) },
];

/** Without what no two accounts have in common. */
function comparable({ message, paths, result, code }: Outcome, { ownWords }: Case): unknown {
  const common = JSON.parse(
    JSON.stringify(result)
      .replace(/"id":\d+/g, '"id":"N"')
      .replace(/"(sessionId|startCursor|endCursor)":"[^"]+"/g, '"$1":"S"'),
  );
  return { code, result: common, ...(ownWords ? {} : { message, paths }) };
}

/** Everything that both doors can do, once through each, in two accounts that start alike (house rule: parity). */
describeDatabases('REST and GraphQL', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    const seed: Omit<AccountSeed, 'name'> = {
      groups: ['analysts'],
      userAttributes: { city: 'string' },
      users: ['ada'],
      maxExternalUsers: 2,
    };
    service = await openTestService({
      kind,
      accounts: [
        { name: 'rest', ...seed },
        { name: 'graphql', ...seed },
      ],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  it.each(cases)('$name: $code, the same through both', async (each) => {
    const rest = await each.run(openDoor(service, 'REST'), service.account('rest'));
    const graphql = await each.run(openDoor(service, 'GraphQL'), service.account('graphql'));
    expect(rest.code).toBe(each.code);
    expect(comparable(graphql, each)).toEqual(comparable(rest, each));
  });

  it('leave the same behind', async () => {
    const [rest, graphql] = [service.account('rest'), service.account('graphql')];
    for (const [identifier, tenant] of [
      ['anne', null],
      ['anne', 'north'],
      ['ada', null],
    ] as const) {
      const left = await storedUser(service, rest.id, identifier, tenant);
      expect(left).not.toBeNull();
      expect(await storedUser(service, graphql.id, identifier, tenant)).toEqual({
        ...left,
        id: expect.any(Number),
      });
    }
    const { prisma } = service.database;
    const events = async (accountId: number) =>
      (await prisma.auditEvent.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(
        // Numbers of users are each account's own.
        ({ action, details }) => [action, { ...Object(details), userId: 0 }],
      );
    expect(await events(graphql.id)).toEqual(await events(rest.id));
  });
});
