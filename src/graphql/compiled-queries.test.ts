import {
  GraphQLEnumType,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { createYoga } from 'graphql-yoga';
import { beforeEach, describe, expect, test } from 'vitest';
import { useCompiledQueries } from './compiled-queries.ts';

let calls = 0;
beforeEach(() => {
  calls = 0;
});

const Thing = new GraphQLInterfaceType({ name: 'Thing', fields: { name: { type: GraphQLString } } });
const Dog = new GraphQLObjectType({
  name: 'Dog',
  interfaces: [Thing],
  isTypeOf: () => true,
  fields: { name: { type: GraphQLString } },
});
const Size = new GraphQLEnumType({ name: 'Size', values: { small: {}, large: {} } });
const Item = new GraphQLObjectType({
  name: 'Item',
  fields: {
    number: { type: new GraphQLNonNull(GraphQLInt) },
    text: { type: GraphQLString, resolve: async ({ number }) => (number === 1 ? null : `item "${number}"`) },
    failing: {
      type: GraphQLString,
      resolve: ({ number }) => {
        if (number === 2) throw new Error('the second fails');
        return 'fine';
      },
    },
    required: {
      type: new GraphQLNonNull(GraphQLString),
      resolve: async ({ number }) => (number === 3 ? null : 'here'),
    },
  },
});
const schema = new GraphQLSchema({
  types: [Dog],
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      items: {
        type: new GraphQLList(Item),
        args: { first: { type: GraphQLInt, defaultValue: 2 }, size: { type: Size } },
        resolve: async (_root, { first }) => {
          calls += 1;
          return Array.from({ length: first }, (_, index) => ({ number: index + 1 }));
        },
      },
      thing: {
        type: Thing,
        resolve: () => {
          calls += 1;
          return { name: 'Rex' };
        },
      },
    },
  }),
  mutation: new GraphQLObjectType({
    name: 'Mutation',
    fields: {
      count: {
        type: GraphQLInt,
        resolve: () => {
          calls += 1;
          if (calls % 3 === 0) throw new Error('every third fails');
          return calls;
        },
      },
    },
  }),
});

/** The same request ten times: the answers before it is compiled, and after. */
async function ask(query: string, variables: object = {}, operationName?: string): Promise<unknown[]> {
  const yoga = createYoga({
    schema,
    plugins: [useCompiledQueries({ schema, isFor: () => () => true })],
    logging: false,
    maskedErrors: false,
  });
  const answers: unknown[] = [];
  for (let time = 0; time < 10; time += 1) {
    const response = await yoga.fetch('http://inlay.test/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables, operationName }),
    });
    answers.push([response.status, await response.json()]);
  }
  return answers;
}

describe('an answer is the same before and after its query is compiled', () => {
  test.each([
    ['values, nulls and lists', '{ items { number text } }', {}],
    [
      'variables',
      'query($n: Int) { items(first: $n) { n: number ...More } } fragment More on Item { text }',
      { n: 3 },
    ],
    ['what is left out', 'query($no: Boolean!) { items { number text @skip(if: $no) } }', { no: true }],
    ['a field that fails', '{ items(first: 3) { number failing } }', {}],
    ['a null where none may be', '{ items(first: 4) { number required } }', {}],
    ['a variable of the wrong type', 'query($n: Int) { items(first: $n) { number } }', { n: 'three' }],
    [
      'a variable that is no value of its enum',
      'query($s: Size) { items(size: $s) { number } }',
      { s: 'huge' },
    ],
    ['a variable that is missing', 'query($n: Int!) { items(first: $n) { number } }', {}],
    ['an interface', '{ thing { __typename name } }', {}],
  ])('%s', async (_name, query, variables) => {
    const [first, ...others] = await ask(query, variables);
    for (const other of others) expect(other).toEqual(first);
  });

  test('two operations of one document', async () => {
    const document = 'query A { items { number } } query B { items(first: 1) { text } }';
    const [a, ...as] = await ask(document, {}, 'A');
    const [b] = await ask(document, {}, 'B');
    for (const other of as) expect(other).toEqual(a);
    expect(b).not.toEqual(a);
  });
});

test('a query that succeeds runs once for each request', async () => {
  await ask('{ items { number text } }');
  expect(calls).toBe(10);
});

test('a query that fails runs again only once it is compiled, for its errors', async () => {
  await ask('{ items(first: 3) { failing } }');
  expect(calls).toBe(16);
});

test('a mutation runs once for each request, whether it fails or not', async () => {
  await ask('mutation { count }');
  expect(calls).toBe(10);
});

test('a query with an interface is never compiled', async () => {
  await ask('{ thing { name } }');
  expect(calls).toBe(10);
});
