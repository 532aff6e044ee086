import type { GraphQLArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { type BoundWorld, type KeyName, openBoundWorld, ways } from '../support/bound-world.ts';
import { describeDatabase } from '../support/database.ts';

/**
 * The rights of a user hold in every deployment, so a key that is bound to some may not change those of a user who has
 * been in another.
 */
describeDatabase("a bound key and its users' rights", (kind) => {
  let world: BoundWorld;
  beforeAll(async () => {
    world = await openBoundWorld(kind);
  });
  afterAll(async () => {
    expect(world.service.faults).toEqual([]);
    await world[Symbol.asyncDispose]();
  });

  const sse = async (query: string, variables: object, key: string): Promise<string> => {
    const request = new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${key}`,
      },
      body: JSON.stringify({ query, variables }),
    });
    const text = await (await world.service.gateway.fetch(request)).text();
    return /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? 'OK';
  };
  const rest = async (path: string, body: object, key: string): Promise<string> => {
    const { status, body: answer } = await world.service.rest('POST', path, body, key);
    return status < 300 ? 'OK' : answer.code;
  };
  const graphql = async (selection: string, sessionSettings: object, key: string): Promise<string> => {
    const query = `query($settings: SessionSettingsInput) { ${selection} }`;
    return (await world.service.graphql(query, { settings: sessionSettings }, key)).code ?? 'OK';
  };

  /** Every operation that stores rights of an external user, in deployment 1. */
  const operations: Readonly<
    Record<string, { isChat?: true; run: (settings: object, key: string) => Promise<string> }>
  > = {
    'REST generate-session': {
      run: (settings, key) => rest('/api/v1/embed/generate-session', { deploymentId: 1, ...settings }, key),
    },
    'Mutation.generateSession': {
      run: async (settings, key) =>
        (await world.mutate('generateSession', { deploymentId: 1, ...settings }, 'sessionId', key)).code,
    },
    'REST chat': {
      isChat: true,
      run: (sessionSettings, key) =>
        rest('/api/v1/public/acme/agents/1/chat/stream-chat-state', { input: 'Hello', sessionSettings }, key),
    },
    'Subscription.chatStream': {
      isChat: true,
      run: (sessionSettings, key) =>
        sse(
          'subscription($input: ChatStreamInput!) { chatStream(input: $input) { __typename } }',
          { input: { agentId: 1, input: 'Hello', sessionSettings } },
          key,
        ),
    },
    'REST sql': {
      run: (sessionSettings, key) =>
        rest('/api/v1/deployments/1/sql', { query: 'SELECT id FROM sales', sessionSettings }, key),
    },
    'Subscription.sqlStream': {
      run: (sessionSettings, key) =>
        sse(
          'subscription($input: SqlStreamInput!) { sqlStream(input: $input) { rows } }',
          { input: { deploymentId: 1, query: 'SELECT id FROM sales', sessionSettings } },
          key,
        ),
    },
    'Query.sql': {
      run: (settings, key) =>
        graphql(
          'sql(deploymentId: 1, query: "SELECT id FROM sales", sessionSettings: $settings) { totalRows }',
          settings,
          key,
        ),
    },
    'Query.refinement': {
      run: (settings, key) =>
        graphql(
          'refinement(deploymentId: 1, query: "SELECT id FROM sales", sessionSettings: $settings) { result { totalRows } }',
          settings,
          key,
        ),
    },
    'Query.searchMetadata': {
      run: (settings, key) =>
        graphql(
          'searchMetadata(deploymentId: 1, searchQuery: "x", sessionSettings: $settings) { name }',
          settings,
          key,
        ),
    },
    'Agent.suggestedQuestions': {
      run: (settings, key) =>
        graphql('chatAgent(agentId: 1) { suggestedQuestions(sessionSettings: $settings) }', settings, key),
    },
    'DashboardTile.result': {
      run: (settings, key) =>
        graphql(
          'dashboard(deploymentId: 1, name: "walked") { tile(name: "cities") { result(sessionSettings: $settings) { totalRows } } }',
          settings,
          key,
        ),
    },
    'DashboardTile.refinement': {
      run: (settings, key) =>
        graphql(
          'dashboard(deploymentId: 1, name: "walked") { tile(name: "cities") { refinement(sessionSettings: $settings) { sql } } }',
          settings,
          key,
        ),
    },
    'DashboardFilter.range': {
      run: (settings, key) =>
        graphql(
          'dashboard(deploymentId: 1, name: "walked") { filter(name: "sold") { range(sessionSettings: $settings) { from } } }',
          settings,
          key,
        ),
    },
    'DashboardFilter.values': {
      run: (settings, key) =>
        graphql(
          'dashboard(deploymentId: 1, name: "walked") { filter(name: "walked") { values(sessionSettings: $settings) { hasMore } } }',
          settings,
          key,
        ),
    },
  };

  const changes = {
    'other groups': { groups: ['bosses'] },
    'no groups': { groups: [] },
    'another value': { userAttributes: [{ name: 'level', value: 9 }] },
    'a value of another attribute': { userAttributes: [{ name: 'city', value: 'Oslo' }] },
    'no value': { userAttributes: [{ name: 'level', value: null }] },
  };

  describe.each(Object.entries(operations))('%s', (_, { isChat, run }) => {
    const bound: readonly KeyName[] = isChat ? ['boundAdmin', 'boundChat'] : ['boundAdmin'];
    const unbound: readonly KeyName[] = isChat ? ['unboundAdmin', 'unboundChat'] : ['unboundAdmin'];

    it.each(bound)('by %s is refused for a user who has been elsewhere, whatever the change', async (key) => {
      for (const deployments of [[2], [1, 2]]) {
        const { externalId } = await world.person(deployments);
        const before = await world.rightsOf(externalId);
        for (const change of Object.values(changes)) {
          expect(await run({ externalId, ...change }, world.keys[key])).toBe('FORBIDDEN');
          expect(await world.rightsOf(externalId)).toEqual(before);
        }
      }
    });

    it.each([...bound, ...unbound])('by %s changes a user who has been in deployment 1 only', async (key) => {
      for (const change of Object.values(changes)) {
        const { externalId } = await world.person([1]);
        const before = await world.rightsOf(externalId);
        expect(await run({ externalId, ...change }, world.keys[key])).toBe('OK');
        expect(await world.rightsOf(externalId)).not.toEqual(before);
      }
    });

    it.each(unbound)('by %s changes a user who has been elsewhere', async (key) => {
      const { externalId } = await world.person([2]);
      expect(await run({ externalId, groups: ['bosses'] }, world.keys[key])).toBe('OK');
      expect(await world.rightsOf(externalId)).toMatchObject({ groups: ['bosses'] });
    });

    it.each(bound)('by %s goes on for a user who has been elsewhere when nothing changes', async (key) => {
      const { externalId } = await world.person([2]);
      const before = await world.rightsOf(externalId);
      const same = { groups: ['readers'], userAttributes: [{ name: 'level', value: 1 }] };
      expect(await run({ externalId }, world.keys[key])).toBe('OK');
      expect(await run({ externalId, ...same }, world.keys[key])).toBe('OK');
      expect(await world.rightsOf(externalId)).toMatchObject({ ...before, ephemeral: expect.any(Boolean) });
    });

    it.each(bound)('by %s makes a new user, with rights', async (key) => {
      const externalId = world.newName('new');
      expect(await run({ externalId, groups: ['bosses'] }, world.keys[key])).toBe('OK');
      expect(await world.rightsOf(externalId)).toMatchObject({ groups: ['bosses'] });
    });
  });

  it.each(ways)('a user has been in a deployment by a %s there', async (way) => {
    const { externalId } = await world.person([2], way);
    const { run } = operations['REST chat'] ?? expect.unreachable();
    expect(await run({ externalId, groups: ['bosses'] }, world.keys.boundChat)).toBe('FORBIDDEN');
    expect(await world.rightsOf(externalId)).toMatchObject({ groups: ['readers'] });
  });

  it('the refusal says why, and what to do', async () => {
    const { externalId } = await world.person([2]);
    const body = { deploymentId: 1, externalId, groups: ['bosses'] };
    const answer = await world.service.rest(
      'POST',
      '/api/v1/embed/generate-session',
      body,
      world.keys.boundAdmin,
    );
    expect(answer.body).toMatchObject({
      status: 403,
      detail: expect.stringMatching(/bound to deployment 1.*other deployments.*key that is not bound/),
    });
  });

  it('an ephemeral user who has been elsewhere is not ended sooner by a bound key', async () => {
    const externalId = world.newName('guest');
    const settings = { externalId, ephemeralTtlSeconds: 1_000 };
    const chat = (agent: number, sessionSettings: object, key: string) =>
      rest(
        `/api/v1/public/acme/agents/${agent}/chat/stream-chat-state`,
        { input: 'Hello', sessionSettings },
        key,
      );
    const lifeOf = async () =>
      (await world.service.database.prisma.user.findFirstOrThrow({ where: { identifier: externalId } }))
        .expiresAt;
    expect(await chat(2, settings, world.keys.unboundChat)).toBe('OK');
    const before = await lifeOf();
    expect(await chat(1, { ...settings, ephemeralTtlSeconds: 1 }, world.keys.boundChat)).toBe('FORBIDDEN');
    expect(await lifeOf()).toEqual(before);
    expect(await chat(1, { ...settings, ephemeralTtlSeconds: 5_000 }, world.keys.boundChat)).toBe('OK');
    expect(await chat(1, { ...settings, ephemeralTtlSeconds: 1 }, world.keys.unboundChat)).toBe('OK');
    expect(await lifeOf()).not.toEqual(before);
  });

  it('every operation that takes rights of a user is in this table', () => {
    const takesRights = Object.values(schema.getTypeMap()).flatMap((type) => {
      if (!('getFields' in type)) return [];
      return Object.values(type.getFields()).flatMap((field) => {
        const args: readonly GraphQLArgument[] = 'args' in field ? field.args : [];
        const names = args.map((arg) => String(arg.type).replace(/[![\]]/g, ''));
        const inputs = [...names, ...names.flatMap((name) => fieldTypesOf(name))];
        const isStored = inputs.includes('SessionSettingsInput') || names.includes('GenerateSessionInput');
        return isStored ? [`${type.name}.${field.name}`] : [];
      });
    });
    const inTable = Object.keys(operations).filter((name) => !name.startsWith('REST'));
    // Aborting names a user and stores nothing.
    expect(takesRights.sort()).toEqual([...inTable, 'Mutation.abortChat'].sort());
  });

  function fieldTypesOf(name: string): string[] {
    const type = schema.getType(name);
    if (type === undefined || !('getFields' in type)) return [];
    return Object.values(type.getFields()).map((field) => String(field.type).replace(/[![\]]/g, ''));
  }
});
