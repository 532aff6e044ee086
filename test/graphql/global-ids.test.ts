import { encodeGlobalID } from '@pothos/plugin-relay';
import { isInterfaceType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** What `node` and `nodes` make of any text as an id: null, and an error at its place where it can be no id. */
let service: TestService;
let group: string;
beforeAll(async () => {
  service = await openTestService({ accounts: [{ name: 'acme', groups: ['analysts'] }] });
  const { data } = await service.graphql('{ groups { edges { node { id } } } }');
  group = data.groups.edges[0].node.id;
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

interface Result {
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly object[];
}

async function ask(query: string, variables: object = {}): Promise<Result> {
  const response = await service.gateway.fetch(
    new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Api-Key ${service.account().adminKey}`,
      },
      body: JSON.stringify({ query, variables }),
    }),
  );
  return (await response.json()) as Result;
}

const node = schema.getType('Node');
const types = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];

const malformed: readonly (readonly [name: string, id: string])[] = [
  ['garbage', 'garbage'],
  ['nothing', ''],
  ['no base64', '\u0000'],
  ['a lone surrogate', '\ud800'],
  ['base64 of nothing', 'Og=='],
  ['no type', Buffer.from(':1').toString('base64')],
  ['no key', Buffer.from('User:').toString('base64')],
  ['a number', '1'],
  ['an unknown type', encodeGlobalID('Nothing', '1')],
  ['a property of all objects', encodeGlobalID('constructor', '1')],
  ['a type that is no node', encodeGlobalID('Usage', '1')],
  ['an input', encodeGlobalID('UserFilter', '1')],
  ['the interface itself', encodeGlobalID('Node', '1')],
  ['a scalar', encodeGlobalID('String', '1')],
  ['a global id in a global id', encodeGlobalID('Group', encodeGlobalID('Group', '1'))],
  ['a number that is too large', encodeGlobalID('User', '99999999999')],
  ['a negative number', encodeGlobalID('User', '-1')],
  ...types.flatMap((type) =>
    ['abc', '\u0000', '\ud800', '1; --', 'x'.repeat(10_000)].map(
      (key) => [`${type}:${JSON.stringify(key).slice(0, 20)}`, encodeGlobalID(type, key)] as const,
    ),
  ),
];
const refusal = { extensions: { code: 'VALIDATION_FAILED', requestId: expect.any(String) } };

describe('an id that can be no object’s', () => {
  it('every type of node is queried by its id', () => {
    expect(types.length).toBeGreaterThan(8);
  });

  it.each(malformed)('%s is null in `node`, and an error', async (_, id) => {
    const answer = await ask('query($id: ID!) { node(id: $id) { id } viewer { kind } }', { id });
    expect(answer.data).toEqual({ node: null, viewer: { kind: 'API_KEY' } });
    expect(answer.errors).toMatchObject([{ path: ['node'], ...refusal }]);
  });

  it('takes nothing with it in `nodes`', async () => {
    const missing = encodeGlobalID('Group', '2147483647');
    for (let from = 0; from < malformed.length; from += 90) {
      const bad = malformed.slice(from, from + 90).map(([, id]) => id);
      const answer = await ask('query($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
        ids: [group, ...bad, missing, group],
      });
      const nothing = bad.map(() => null);
      expect(answer.data).toEqual({ nodes: [{ id: group }, ...nothing, null, { id: group }] });
      expect(answer.errors).toMatchObject(bad.map((_, n) => ({ path: ['nodes', n + 1], ...refusal })));
    }
  });

  it('is no other when it stands in the document', async () => {
    const answer = await ask(
      `{ a: node(id: "garbage") { id } b: node(id: 5) { id } c: node(id: "${group}") { id } }`,
    );
    expect(answer.data).toEqual({ a: null, b: null, c: { id: group } });
    expect(answer.errors).toMatchObject([
      { path: ['a'], ...refusal },
      { path: ['b'], ...refusal },
    ]);
  });
});

it.each(types)('an id of %s that nothing has is null, without an error', async (type) => {
  const key = [
    '1073741824',
    '00000000-0000-7000-8000-000000000000',
    'acme:1:none',
    'acme:1:none:none',
    'user:1073741824',
  ];
  const answers = await Promise.all(
    key.map((each) => ask('query($id: ID!) { node(id: $id) { id } }', { id: encodeGlobalID(type, each) })),
  );
  expect(answers.some(({ data, errors }) => data?.['node'] === null && errors === undefined)).toBe(true);
});

it.each(['nope', '', encodeGlobalID('ChatThread', 'x')])(
  'an id that no message has is told as given: %j',
  async (id) => {
    const query =
      'mutation($id: ID!) { rateChatMessage(input: {id: $id, rating: GOOD}) { chatMessage { id } } }';
    const { errors } = await ask(query, { id });
    expect(errors).toMatchObject([{ message: `ChatMessage "${id}" not found.` }]);
  },
);
