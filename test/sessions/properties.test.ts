import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '../../src/services/secret.ts';
import { describeDatabases } from '../support/database.ts';
import { doorNames, openDoor } from '../support/doors.ts';
import {
  applyDelete,
  applyRequest,
  describeModel,
  type ModelRequest,
  type ModelState,
} from '../support/session-model.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const tenants = ['north', 'south'];
const anyOf = <T>(...values: T[]) => fc.constantFrom(...values);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const text = anyOf('one', 'two');

const definition = fc
  .record({
    name: anyOf('x', 'y'),
    type: anyOf('string' as const, 'number' as const),
    displayName: maybe(text),
    description: maybe(text),
    withDefault: fc.boolean(),
  })
  .map(({ withDefault, ...rest }) => ({ ...rest, defaultValue: withDefault ? '7' : undefined }));
const unique = { selector: (entry: { name: string }) => entry.name, maxLength: 2 };

const request: fc.Arbitrary<ModelRequest> = fc.record({
  externalId: anyOf('anne', 'bob'),
  email: maybe(anyOf('a@x.test', 'b@x.test')),
  embedTenantName: fc.oneof(
    { weight: 3, arbitrary: anyOf(...tenants) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  ),
  creatorMode: fc.oneof(
    { weight: 2, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: anyOf(false, undefined) },
  ),
  groupDefinitions: maybe(
    fc.uniqueArray(fc.record({ name: anyOf('g', 'h'), description: maybe(text) }), unique),
  ),
  userAttributeDefinitions: maybe(fc.uniqueArray(definition, unique)),
  groups: maybe(fc.array(anyOf('g', 'h', 'g', 'h', 'wide'), { maxLength: 2 })),
  userAttributes: maybe(
    fc.uniqueArray(
      fc.record({
        name: anyOf('x', 'y', 'x', 'y', 'wide'),
        value: anyOf<string | number | null>('text', 7, null),
      }),
      unique,
    ),
  ),
});

type Command =
  | { readonly kind: 'generate'; readonly account: number; readonly request: ModelRequest }
  | {
      readonly kind: 'delete';
      readonly account: number;
      readonly what: 'groups' | 'attributes';
      readonly tenant: string;
      readonly name: string;
    }
  | {
      readonly kind: 'intrude';
      readonly account: number;
      readonly what: 'groups' | 'attributes';
      readonly tenant: string;
    };

const account = anyOf(0, 0, 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('generate' as const), account, request }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      account,
      what: anyOf('groups' as const, 'attributes' as const),
      tenant: anyOf(...tenants),
      name: anyOf('g', 'h', 'x', 'y'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('intrude' as const),
      account,
      what: anyOf('groups' as const, 'attributes' as const),
      tenant: anyOf(...tenants),
    }),
  },
);

describeDatabases('properties', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ kind });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  let count = 0;
  /** A new account with one tenant-wide group and attribute, its key, and the model of its state. */
  async function newAccount() {
    count += 1;
    const key = `key-of-account-${count}-for-properties`;
    const { id } = await service.database.prisma.account.create({
      data: {
        name: `account-${count}`,
        plan: 'premium',
        cloudRegion: 'local',
        useCreatorMode: true,
        deployments: { create: { number: 1, name: 'Deployment' } },
        groups: { create: { name: 'wide' } },
        attributes: { create: { name: 'wide', type: 'string' } },
        apiKeys: { create: { name: 'admin', hash: hashSecret(key), hint: 'test', role: 'admin' } },
      },
    });
    const attribute = { type: 'string', displayName: null, defaultValue: null, description: null };
    const state: ModelState = {
      wide: { groups: new Map([['wide', null]]), attributes: new Map([['wide', attribute]]) },
      tenants: new Map(),
      users: new Map(),
    };
    return { id, key, state };
  }

  /** What is stored of an account, in the words of the model. */
  async function describeStored(accountId: number): Promise<unknown> {
    const { prisma } = service.database;
    const named = (of: { name: string; embedTenant: { name: string } | null }) =>
      of.embedTenant === null ? of.name : `${of.embedTenant.name}:${of.name}`;
    const scopes = await prisma.embedTenant.findMany({
      where: { accountId },
      orderBy: { name: 'asc' },
      include: { groups: { orderBy: { name: 'asc' } }, attributes: { orderBy: { name: 'asc' } } },
    });
    const users = await prisma.user.findMany({
      where: { accountId },
      include: {
        embedTenant: true,
        memberships: { include: { group: { include: { embedTenant: true } } } },
        attributeValues: { include: { definition: { include: { embedTenant: true } } } },
      },
    });
    const stored = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(stored.externalUserCount).toBe(users.length);
    return {
      tenants: Object.fromEntries(
        scopes.map(({ name, groups, attributes }) => [
          name,
          {
            groups: Object.fromEntries(groups.map((group) => [group.name, group.description])),
            attributes: Object.fromEntries(
              attributes.map(({ name: attribute, type, displayName, defaultValue, description }) => [
                attribute,
                { type, displayName, defaultValue, description },
              ]),
            ),
          },
        ]),
      ),
      users: Object.fromEntries(
        users.map((user) => [
          `${user.embedTenant?.name ?? ''}/${user.identifier}`,
          {
            email: user.email,
            groups: user.memberships.map(({ group }) => named(group)).sort(),
            values: Object.fromEntries(
              user.attributeValues.map(({ definition: of, value }) => [named(of), value]),
            ),
          },
        ]),
      ),
    };
  }

  /** The id of a scoped group or attribute; one that no row has when there is none. */
  async function scopedId(accountId: number, what: 'groups' | 'attributes', tenant: string, name?: string) {
    const { prisma } = service.database;
    const where = { accountId, embedTenant: { name: tenant }, ...(name === undefined ? {} : { name }) };
    const row =
      what === 'groups'
        ? await prisma.group.findFirst({ where })
        : await prisma.userAttributeDefinition.findFirst({ where });
    return row?.id ?? 2_000_000_000;
  }

  it('any sequence of requests equals the model of the specification, and no account touches another', async () => {
    const property = fc.asyncProperty(
      fc.array(command, { minLength: 1, maxLength: 14 }),
      anyOf(...doorNames),
      async (commands, doorName) => {
        const door = openDoor(service, doorName);
        const accounts = [await newAccount(), await newAccount()] as const;
        for (const each of commands) {
          const own = each.account === 0 ? accounts[0] : accounts[1];
          const other = each.account === 0 ? accounts[1] : accounts[0];
          const remove = (tenant: string, what: 'groups' | 'attributes', id: number) =>
            what === 'groups'
              ? door.deleteGroup(tenant, id, own.key)
              : door.deleteUserAttribute(tenant, id, own.key);
          if (each.kind === 'generate') {
            const outcome = await door.generate({ deploymentId: 1, ...each.request }, own.key);
            expect([outcome.code, outcome.message]).toEqual([
              applyRequest(own.state, each.request),
              outcome.message,
            ]);
          } else if (each.kind === 'delete') {
            const id = await scopedId(own.id, each.what, each.tenant, each.name);
            const outcome = await remove(each.tenant, each.what, id);
            expect(outcome.code).toBe(applyDelete(own.state, each.what, each.tenant, each.name));
          } else {
            const id = await scopedId(other.id, each.what, each.tenant);
            expect((await remove(each.tenant, each.what, id)).code).toBe('NOT_FOUND');
          }
        }
        for (const { id, state } of accounts) expect(await describeStored(id)).toEqual(describeModel(state));
      },
    );
    await fc.assert(property, { numRuns: 40 });
  });

  it('a walk over a list that changes sees what stayed exactly once, in order', async () => {
    const change = fc.record({ add: fc.nat(4), remove: fc.array(fc.nat(100), { maxLength: 4 }) });
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(change, { maxLength: 30 }),
      anyOf(...doorNames),
      async (initial, first, changes, doorName) => {
        const door = openDoor(service, doorName);
        const { id: accountId, key } = await newAccount();
        const { prisma } = service.database;
        const { id: embedTenantId } = await prisma.embedTenant.create({
          data: { accountId, name: 'walked' },
        });
        let made = 0;
        const add = async (howMany: number) => {
          const names = Array.from({ length: howMany }, (_, index) => `g${made + index}`);
          made += howMany;
          await prisma.group.createMany({ data: names.map((name) => ({ accountId, embedTenantId, name })) });
        };
        const present = async () =>
          (await prisma.group.findMany({ where: { embedTenantId }, orderBy: { id: 'asc' } })).map(
            ({ id }) => id,
          );
        await add(initial);
        let stayed = new Set(await present());
        const seen: number[] = [];
        let after: string | undefined;
        for (const step of [
          ...changes,
          ...Array.from({ length: 100 }, () => ({ add: 0, remove: [] as number[] })),
        ]) {
          const { code, result } = await door.groups(
            'walked',
            { first, ...(after === undefined ? {} : { after }) },
            key,
          );
          expect(code).toBe('OK');
          seen.push(...result.items.map((item: { id: number }) => item.id));
          if (!result.pageInfo.hasNextPage) break;
          after = result.pageInfo.endCursor;
          const ids = await present();
          const gone = step.remove.flatMap((index) => ids[index % Math.max(1, ids.length)] ?? []);
          await prisma.group.deleteMany({ where: { id: { in: gone } } });
          await add(step.add);
          stayed = new Set([...stayed].filter((each) => !gone.includes(each)));
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen).toEqual(seen.toSorted((a, b) => a - b));
        expect([...stayed].filter((each) => !seen.includes(each))).toEqual([]);
      },
    );
    await fc.assert(property, { numRuns: 30 });
  });
});
