import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { execute, parse, print, validate, visit } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maskError } from '../../src/graphql/masked-error.ts';
import { resultText } from '../../src/graphql/result-text.ts';
import { schema } from '../../src/schema/index.ts';
import { authenticate } from '../../src/services/access/authenticate.ts';
import type { Caller } from '../../src/services/caller.ts';
import { Loaders } from '../../src/services/lists/loaders.ts';
import { type AccessService, type CredentialName, openAccessService } from '../support/access-service.ts';
import { type GeneratedRequest, generateRequest, type ValueTable } from '../support/document-generator.ts';

/**
 * What the door answers against what `graphql` itself answers, byte by byte but for the id of the request: generated
 * documents, asked by everybody, each several times, so that a document is also answered when it is known already.
 * `DIFFERENTIAL_DOCUMENTS=2000` asks for as many, `PROPERTY_SEED=random` for others.
 */
const documents = Number(process.env['DIFFERENTIAL_DOCUMENTS'] ?? 90);
/** By each caller in turn, so that the last ones ask what has come a dozen times. */
const timesAsked = 3;
const callers: readonly CredentialName[] = ['admin', 'boundKey', 'chatKey', 'self', 'nobody'];

let service: AccessService;
const known = new Map<CredentialName, Caller | null>();
beforeAll(async () => {
  service = await openAccessService();
  for (const name of callers) {
    const secret = service.credentials[name];
    const header = secret === undefined ? null : `Bearer ${secret}`;
    known.set(name, await authenticate(service.services, service.services.tokens, header));
  }
});
afterAll(async () => {
  expect(service.faults()).toEqual([]);
  await service[Symbol.asyncDispose]();
});

async function answerOfDoor(caller: CredentialName, request: GeneratedRequest): Promise<string> {
  const text = await service.send(caller, request);
  // The door says the cost of an operation that it runs.
  const withoutCost = text.replace(/,"extensions":\{"cost":\{[^}]*\}\}\}$/, '}');
  return withoutCost.replace(/"requestId":"[^"]*"/g, '"requestId":"…"');
}

async function answerOfGraphQL(
  caller: CredentialName,
  { query, variables }: GeneratedRequest,
): Promise<string> {
  const document = parse(query);
  const services = { ...service.services, loaders: new Loaders() };
  const contextValue = { services, caller: known.get(caller) ?? null };
  const result = await execute({ schema, document, variableValues: variables, contextValue });
  // The text of a document gives errors their places; here it is parsed by nobody but this test.
  const errors = result.errors?.map((error) => maskError(error, '…', () => {}));
  return resultText(errors === undefined ? result : { ...result, errors });
}

interface Told {
  readonly data: unknown;
  readonly errors: ReadonlyMap<string, { readonly path?: readonly (string | number)[] }>;
}

/**
 * When several fields fail that cannot be null, the first to do so takes what is around them, and it depends on time which
 * errors of the others are still told. Such answers agree if they have the same data, tell the same of every field that both
 * tell of, and tell alone only of fields in what was taken.
 */
function agreeInTime(one: string, other: string): boolean {
  const [mine, theirs] = [toldBy(one), toldBy(other)];
  if (!isDeepStrictEqual(mine.data, theirs.data)) return false;
  const shared = [...mine.errors].filter(([path]) => theirs.errors.has(path));
  const alone = [...mine.errors, ...theirs.errors].filter(
    ([path]) => mine.errors.has(path) !== theirs.errors.has(path),
  );
  return (
    shared.length > 0 &&
    shared.every(([path, error]) => isDeepStrictEqual(error, theirs.errors.get(path))) &&
    alone.every(([, { path = [] }]) => isTaken(mine.data, path))
  );
}

function toldBy(text: string): Told {
  const { data, errors = [] } = JSON.parse(text) as {
    data?: unknown;
    errors?: { path?: (string | number)[] }[];
  };
  return { data, errors: new Map(errors.map((error) => [JSON.stringify(error.path), error])) };
}

/** Whether something around the field is null. */
function isTaken(data: unknown, path: readonly (string | number)[]): boolean {
  let place = data;
  for (const step of path) {
    if (place === null) return true;
    place = (place as Record<string | number, unknown> | undefined)?.[step];
  }
  return false;
}

/** Everything that a generated request may name; what writes writes the same each time. */
function values(): ValueTable {
  const ids = Object.values(service.ids);
  const { chatId } = service.arguments('global');
  const settings = [{ externalId: 'zzwritten' }];
  return {
    'Query.node.id': ids,
    'Query.nodes.ids': [ids, ids.slice(0, 2), []],
    'Query.embedTenant.name': ['zzacme-tenant', 'zzacme-tenant', 'none'],
    'Query.chatThread.chatId': [chatId, chatId, 'none'],
    'Query.chatAgent.agentId': [1, 1, 2, 99],
    'Query.dashboard.name': ['walked', 'none'],
    'Query.dashboard.deploymentId': [1],
    'Query.dashboards.deploymentId': [1],
    'Query.sql.deploymentId': [1, 1, 1, 99],
    'Query.sql.query': ['SELECT * FROM sales ORDER BY 1', 'SELECT 1 AS one', 'SELECT nothing FROM sales'],
    'Query.searchMetadata.deploymentId': [1],
    'Query.searchMetadata.searchQuery': ['sales'],
    'SessionSettingsInput.externalId': ['zzwritten'],
    'SessionSettingsInput.internalId': [null],
    'SessionSettingsInput.userAttributes': [[{ name: 'level', value: 7 }]],
    'SessionSettingsInput.groups': [['analysts']],
    'SessionSettingsInput.isEphemeral': [false],
    'SessionSettingsInput.ephemeralTtlSeconds': [null],
    'SessionSettingsInput.securityContext': [{}, { a: [1] }],
    'SessionSettingsInput.timezone': ['UTC', 'Europe/Berlin'],
    'SessionSettingsInput.roles': [null],
    'SessionSettingsInput.email': ['zz@x.test'],
    'UserAttributeInput.name': ['level'],
    'UserAttributeInput.value': [7],
    SessionSettingsInput: settings,
    String: ['sales', 'zz', ''],
    ID: [...ids, '1', 'R3JvdXA6OTk='],
    Int: [1, 2, 3, 20, 100, 0],
    Float: [1.5, -2],
    Boolean: [true, false],
    DateTime: ['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'],
  };
}

/** Documents whose overlapping fields do not fit together are drawn too; others take their place. */
const requests = () =>
  generateRequest(schema, values()).filter(({ query }) => validate(schema, parse(query)).length === 0);

const timeout = 60_000 + 1_000 * documents;

it('generated documents are answered as graphql answers them, to everybody, however often', {
  timeout,
}, async () => {
  const seen = { fragments: 0, conditions: 0, interfaces: 0, errors: 0, data: 0 };
  await fc.assert(
    fc.asyncProperty(requests(), async (request) => {
      const { query } = request;
      if (query.includes('\nfragment ')) seen.fragments += 1;
      if (/@(skip|include)\(if: \$/.test(query)) seen.conditions += 1;
      if (/ on (Node|MemberMetadata)\b/.test(query)) seen.interfaces += 1;
      for (const caller of callers) {
        // Whatever it writes is written before answers are compared.
        await answerOfDoor(caller, request);
        const expected = await answerOfGraphQL(caller, request);
        if (expected.includes('"errors":')) seen.errors += 1;
        if (!expected.includes('"data":null')) seen.data += 1;
        for (let time = 1; time < timesAsked; time += 1) {
          const answer = await answerOfDoor(caller, request);
          if (!agreeInTime(answer, expected)) expect(answer, caller).toBe(expected);
        }
      }
    }),
    { numRuns: documents },
  );
  // What was asked is worth asking.
  expect(seen.fragments).toBeGreaterThan(documents / 2);
  expect(seen.conditions).toBeGreaterThan(documents / 2);
  expect(seen.interfaces).toBeGreaterThan(documents / 10);
  expect(seen.errors).toBeGreaterThan(documents);
  expect(seen.data).toBeGreaterThan(documents);
});

it('a fragment that is dropped on the way is noticed', async () => {
  let noticed = 0;
  await fc.assert(
    fc.asyncProperty(requests(), async (request) => {
      const document = parse(request.query);
      const dropped = visit(document, {
        FragmentSpread: { enter: ({ name }) => (name.value === 'F0' ? null : undefined) },
        InlineFragment: { enter: ({ typeCondition }) => (typeCondition === undefined ? null : undefined) },
      });
      const expected = await answerOfGraphQL('admin', request);
      const without = await answerOfGraphQL('admin', { ...request, query: print(dropped) }).catch(() => '');
      if (without !== '' && without !== expected) noticed += 1;
    }),
    { numRuns: 40 },
  );
  expect(noticed).toBeGreaterThan(10);
});
