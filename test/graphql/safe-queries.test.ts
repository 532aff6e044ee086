import { isObjectType } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** A query over GET changes nothing that lasts, whatever user its `sessionSettings` describe. */
let service: TestService;
beforeAll(async () => {
  service = await openTestService({
    withData: true,
    accounts: [
      {
        name: 'acme',
        groups: ['analysts', 'others'],
        userAttributes: { city: 'string', level: 'number' },
        users: ['ada'],
      },
    ],
  });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

/** A query of each field that takes them, by what takes them. */
const queries: Readonly<Record<string, (deploymentId: number) => string>> = {
  'Query.sql': (n) =>
    `sql(deploymentId: ${n}, query: "SELECT 1", sessionSettings: $sessionSettings) { totalRows }`,
  'Query.searchMetadata': (n) =>
    `searchMetadata(deploymentId: ${n}, searchQuery: "sales", sessionSettings: $sessionSettings) { name }`,
  'Query.refinement': (n) =>
    `refinement(deploymentId: ${n}, query: "SELECT 1", sessionSettings: $sessionSettings) { sql }`,
  'Agent.suggestedQuestions': (n) =>
    `chatAgent(agentId: ${n}) { suggestedQuestions(sessionSettings: $sessionSettings) }`,
  'DashboardTile.result': () =>
    'dashboard(deploymentId: 1, name: "walked") { tile(name: "walked") { result(sessionSettings: $sessionSettings) { totalRows } } }',
  'DashboardTile.refinement': () =>
    'dashboard(deploymentId: 1, name: "walked") { tile(name: "walked") { refinement(sessionSettings: $sessionSettings) { sql } } }',
  'DashboardFilter.values': () =>
    'dashboard(deploymentId: 1, name: "walked") { filter(name: "walked") { values(sessionSettings: $sessionSettings) { values } } }',
  'DashboardFilter.range': () =>
    'dashboard(deploymentId: 1, name: "walked") { filter(name: "sold") { range(sessionSettings: $sessionSettings) { from } } }',
};

it('knows all fields that take sessionSettings', () => {
  const subscription = schema.getSubscriptionType();
  const mutation = schema.getMutationType();
  const taking = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && type !== subscription && type !== mutation)
    .flatMap((type) =>
      Object.values(isObjectType(type) ? type.getFields() : {})
        .filter((field) => field.args.some((arg) => arg.name === 'sessionSettings'))
        .map((field) => `${type.name}.${field.name}`),
    );
  expect(taking.sort()).toEqual(Object.keys(queries).sort());
});

interface Settings {
  readonly [name: string]: unknown;
}

async function ask(method: 'GET' | 'POST', field: string, sessionSettings: Settings, deploymentId = 1) {
  const selection = queries[field]?.(deploymentId) ?? '';
  const query = `query($sessionSettings: SessionSettingsInput) { viewer { kind } ${selection} }`;
  const variables = { sessionSettings };
  const search = `?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
  const response = await service.gateway.fetch(
    new Request(`https://inlay.test/graphql${method === 'GET' ? search : ''}`, {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Api-Key ${service.account().adminKey}`,
      },
      ...(method === 'POST' ? { body: JSON.stringify({ query, variables }) } : {}),
    }),
  );
  const body = (await response.json()) as {
    errors?: { message: string; extensions: { code: string } }[];
  };
  const [error] = body.errors ?? [];
  return { code: error?.extensions.code ?? 'OK', message: error?.message };
}

/** All that a user is, and all that there is of the account. */
async function stored(): Promise<unknown> {
  const { prisma } = service.database;
  return Promise.all([
    prisma.account.findMany(),
    prisma.user.findMany({ orderBy: { id: 'asc' } }),
    prisma.groupMembership.findMany({ orderBy: [{ userId: 'asc' }, { groupId: 'asc' }] }),
    prisma.userAttributeValue.findMany({ orderBy: [{ userId: 'asc' }, { definitionId: 'asc' }] }),
    prisma.group.count(),
    prisma.userAttributeDefinition.count(),
    prisma.auditEvent.count(),
  ]);
}

describe.each(Object.keys(queries))('%s over GET', (field) => {
  const known = {
    externalId: 'emma',
    email: 'emma@acme.test',
    groups: ['analysts'],
    userAttributes: [{ name: 'city', value: 'Oslo' }],
    ephemeralTtlSeconds: 3_600,
  };
  beforeEach(async () => {
    expect(await ask('POST', field, known)).toMatchObject({ code: 'OK' });
  });

  it.each<[string, Settings]>([
    ['a user that is not there', { externalId: 'new' }],
    ['a user for good that is not there', { externalId: 'new', isEphemeral: false }],
    ['another email', { ...known, email: 'other@acme.test' }],
    ['other groups', { ...known, groups: ['analysts', 'others'] }],
    ['no groups', { ...known, groups: [] }],
    ['another value', { ...known, userAttributes: [{ name: 'city', value: 'Rome' }] }],
    ['no value', { ...known, userAttributes: [{ name: 'city', value: null }] }],
    ['one value more', { ...known, userAttributes: [...known.userAttributes, { name: 'level', value: 1 }] }],
    ['a longer life', { ...known, isEphemeral: false }],
    ['a shorter life', { ...known, ephemeralTtlSeconds: 60 }],
  ])('refuses %s, and changes nothing', async (_, settings) => {
    const before = await stored();
    expect(await ask('GET', field, settings)).toEqual({
      code: 'METHOD_NOT_ALLOWED',
      message: expect.stringMatching(/sessionSettings.*GET.*POST/),
    });
    expect(await stored()).toEqual(before);
  });

  it('answers for a user that is as it says, and changes nothing', async () => {
    const before = await stored();
    for (const settings of [known, { externalId: 'emma' }]) {
      expect(await ask('GET', field, settings)).toMatchObject({ code: 'OK' });
    }
    expect(await stored()).toEqual(before);
  });
});

describe('over GET, what a deployment knows of its users', () => {
  const field = 'Query.sql';
  it.each<[string, Settings]>([
    ['an external user', { externalId: 'ada-of-one' }],
    ['an internal user', { internalId: 'ada' }],
  ])('is not changed by %s of another', async (_, settings) => {
    expect(await ask('POST', field, settings, 1)).toMatchObject({ code: 'OK' });
    const before = await stored();
    expect(await ask('GET', field, settings, 1)).toMatchObject({ code: 'OK' });
    expect(await ask('GET', field, settings, 2)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(await stored()).toEqual(before);
    expect(await ask('POST', field, settings, 2)).toMatchObject({ code: 'OK' });
    expect(await ask('GET', field, settings, 2)).toMatchObject({ code: 'OK' });
  });

  it('is not changed by a user whose time is up', async () => {
    const settings = { externalId: 'short-lived', ephemeralTtlSeconds: 60 };
    expect(await ask('POST', field, settings)).toMatchObject({ code: 'OK' });
    service.clock.advance(61_000);
    const before = await stored();
    expect(await ask('GET', field, settings)).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
    expect(await stored()).toEqual(before);
  });
});
