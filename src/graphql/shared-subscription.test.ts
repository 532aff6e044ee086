import { GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { expect, test } from 'vitest';
import { subscribeShared } from './shared-subscription.ts';

/** A schema of one event stream that counts how often a field of an event is resolved. */
function countingSchema() {
  let resolved = 0;
  const events = [{ text: 'one' }, { text: 'two' }];
  const Event = new GraphQLObjectType({
    name: 'Event',
    fields: {
      text: {
        type: GraphQLString,
        resolve: (event: { text: string }) => {
          resolved += 1;
          return event.text;
        },
      },
    },
  });
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { ok: { type: GraphQLString } } }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        events: {
          type: Event,
          args: { from: { type: GraphQLString } },
          async *subscribe() {
            yield* events;
          },
          resolve: (event: unknown) => event,
        },
      },
    }),
  });
  return { schema, resolved: () => resolved };
}

async function read(schema: GraphQLSchema, source: string, variableValues = {}) {
  const document = documents.get(source) ?? parse(source);
  documents.set(source, document);
  const results = await subscribeShared({ schema, document, variableValues });
  if (!(Symbol.asyncIterator in results)) return results;
  const all = [];
  for await (const result of results) all.push(result);
  return all;
}

/** As the server keeps them: the same text is the same document. */
const documents = new Map<string, ReturnType<typeof parse>>();

test('an event is executed once for all readers of the same document, whatever their arguments', async () => {
  const { schema, resolved } = countingSchema();
  const source = 'subscription Q($from: String) { events(from: $from) { text } }';
  const first = await read(schema, source, { from: 'a' });
  const second = await read(schema, source, { from: 'b' });
  expect(first).toEqual([{ data: { events: { text: 'one' } } }, { data: { events: { text: 'two' } } }]);
  expect(second).toEqual(first);
  expect(resolved()).toBe(2);
});

test('a document whose selection reads a variable is executed for each reader', async () => {
  const { schema, resolved } = countingSchema();
  const source = 'subscription Q($with: Boolean!) { events { text @include(if: $with) } }';
  const seen = await read(schema, source, { with: true });
  const unseen = await read(schema, source, { with: false });
  expect(seen).toEqual([{ data: { events: { text: 'one' } } }, { data: { events: { text: 'two' } } }]);
  expect(unseen).toEqual([{ data: { events: {} } }, { data: { events: {} } }]);
  expect(resolved()).toBe(2);
});

test('another selection of the same event is executed on its own', async () => {
  const { schema } = countingSchema();
  await read(schema, 'subscription { events { text } }');
  const aliased = await read(schema, 'subscription { events { other: text } }');
  expect(aliased).toEqual([{ data: { events: { other: 'one' } } }, { data: { events: { other: 'two' } } }]);
});

test('what is wrong with the request is a result', async () => {
  const { schema } = countingSchema();
  const result = await read(
    schema,
    'subscription Q($with: Boolean!) { events { text @include(if: $with) } }',
    {},
  );
  expect(result).toHaveProperty('errors');
});
