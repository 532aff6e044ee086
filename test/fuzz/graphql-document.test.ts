import { openTestService } from '../support/test-service.ts';
import { fuzz } from './fuzz.ts';

fuzz('A GraphQL document', async () => {
  const service = await openTestService();
  return {
    name: 'graphql-document',
    seeds: [
      '{ viewer { kind user { id groups(first: 3) { edges { node { id name } } } } } }',
      'query Threads($after: String, $all: Boolean! = false) { chatThreads(first: 20, after: $after, filter: {status: FAILED}) { edges { cursor node { ...Thread @include(if: $all) } } pageInfo { hasNextPage } } } fragment Thread on ChatThread { id title messages(last: 5) { nodes: edges { node { content graphPath } } } }',
      'mutation { generateSession(input: {deploymentId: 1, externalId: "emma", userAttributes: [{name: "region", value: ["EU"]}]}) { sessionId } }',
      'subscription { chatStream(input: {agentId: 1, input: "How many?"}) { id sort content } }',
      '{ node(id: "VXNlcjox") { __typename ... on User { email } ... on Node { id } } __schema { types { fields { name } } } }',
    ],
    words: [
      'viewer',
      'node(id:"VXNlcjox")',
      '...F',
      'fragment F on User{',
      '@skip(if:true)',
      '$x',
      '"""',
      '#',
      'a:',
      '\n',
      '__typename',
      'query',
    ],
    brackets: [
      ['{', '}'],
      ['{viewer{user', '}}'],
      ['[', ']'],
      ['(a:{', '})'],
    ], // prettier-ignore
    maxLength: 100_000,
    maxMs: 50,
    // Names no operation of the document, so that it is read and checked, and not executed.
    async parse(query) {
      const response = await service.gateway.fetch(
        new Request('https://inlay.test/graphql', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Api-Key ${service.account().adminKey}`,
          },
          body: JSON.stringify({ query, operationName: 'None' }),
        }),
      );
      const text = await response.text();
      if (response.status >= 500 || text.includes('"INTERNAL"')) throw new Error(text);
      if (service.faults.length > 0) throw new Error('an internal error', { cause: service.faults[0] });
    },
    isRefusal: () => false,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
});
