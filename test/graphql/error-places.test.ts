import fc from 'fast-check';
import { execute, GraphQLError, parse, type SourceLocation, validate } from 'graphql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { schema } from '../../src/schema/index.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Where errors of GraphQL are said to be, to a key for chats, which is refused each `node`. */
let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

type Places = readonly (readonly SourceLocation[] | undefined)[];

async function placesAt(query: string): Promise<Places> {
  const response = await service.gateway.fetch(
    new Request('https://inlay.test/graphql', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Api-Key ${service.account().chatKey}`,
      },
      body: JSON.stringify({ query }),
    }),
  );
  const { errors = [] } = (await response.json()) as { errors?: { locations?: SourceLocation[] }[] };
  return errors.map(({ locations }) => locations);
}

const context = () => ({ services: service.services, caller: null });

/** As `graphql` itself says it. */
async function placesByGraphQL(query: string): Promise<Places> {
  try {
    const document = parse(query, { maxTokens: 4_000 });
    const invalid = validate(schema, document, undefined, { maxErrors: 10 });
    if (invalid.length > 0) return invalid.map(({ locations }) => locations);
    const { errors = [] } = await execute({ schema, document, contextValue: context() });
    return errors.map(({ locations }) => locations);
  } catch (error) {
    if (error instanceof GraphQLError) return [error.locations];
    throw error;
  }
}

const space = fc.constantFrom(' ', '\n', '\r', '\r\n', '\t', ',', '#comment\n', '\uFEFF', '\n\n');
const selection = fc.constantFrom(
  'a: node(id: "R3JvdXA6MQ==") { id }',
  'b: node(id: """R3JvdXA6MQ==""") { __typename }',
  'zz',
  '...F',
  '...F @include(if: 5)',
  '... on Group { name }',
  'node { id }',
  '__typename { x }',
  'viewer',
  '"',
);
const document = fc
  .array(fc.tuple(space, selection, space), { minLength: 1, maxLength: 6 })
  .map(
    (parts) =>
      `${parts[0]?.[0]}{${parts.flat().join('')}}\n fragment F on Query {\r\n c: node(id: "R3JvdXA6MQ==") { id } }`,
  );

it('errors have the same locations as those of graphql-js, for any layout of the document', async () => {
  let located = 0;
  await fc.assert(
    fc.asyncProperty(document, async (query) => {
      const places = await placesAt(query);
      expect(places).toEqual(await placesByGraphQL(query));
      located += places.filter((place) => place !== undefined).length;
    }),
    { numRuns: 200 },
  );
  expect(located).toBeGreaterThan(200);
});

it('the cost of locating an error does not grow with the lines before it', async () => {
  const nodes = Array.from({ length: 50 }, (_, n) => `a${n}: node(id: "R3JvdXA6MQ==") { id }`).join(' ');
  const cpuMs = async (lines: number) => {
    const before = process.threadCpuUsage();
    expect(await placesAt(`${'\n'.repeat(lines)}{${nodes}} #${Math.random()}`)).toHaveLength(50);
    return process.threadCpuUsage(before).user / 1_000;
  };
  const least = async (lines: number) => Math.min(...(await Array.fromAsync([1, 2, 3], () => cpuMs(lines))));
  // To read so many lines once takes milliseconds; to count them for each error took most of a second.
  expect(await least(90_000)).toBeLessThan((await least(1)) + 100);
});

it('ten errors of a document are reported, and that there are more', async () => {
  const fields = Array.from({ length: 1_000 }, (_, n) => `z${n}`);
  expect(await placesAt(`{${fields.join(' ')}}`)).toHaveLength(11);
});
