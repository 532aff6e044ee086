import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gql } from 'urql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGraphQLClient, isUnauthenticated } from '../../web/src/shared/graphql-client.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const server = createServer();
let service: TestService;
let url: string;

beforeAll(async () => {
  service = await openTestService({ accounts: [{ name: 'acme', groups: ['a', 'b', 'c'] }] });
  server.on('request', service.gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
});

afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await service[Symbol.asyncDispose]();
});

interface Groups {
  readonly groups: {
    readonly edges: readonly { readonly node: { readonly name: string } }[];
    readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
  };
}

const groups = gql<Groups, { first: number; after?: string }>`
  query Groups($first: Int, $after: String) {
    groups(first: $first, after: $after) {
      edges { node { id name } }
      pageInfo { endCursor hasNextPage }
    }
  }
`;

function clientWith(authorization: string | undefined) {
  let unauthenticated = 0;
  const client = createGraphQLClient({
    url,
    authorization: () => authorization,
    onUnauthenticated: () => {
      unauthenticated += 1;
    },
  });
  return { client, unauthenticated: () => unauthenticated };
}

test('the pages of a connection form one list', async () => {
  const { client, unauthenticated } = clientWith(`Api-Key ${service.account().adminKey}`);
  const first = await client.query(groups, { first: 2 });
  expect(first.error).toBeUndefined();
  expect(first.data?.groups.edges.map(({ node }) => node.name)).toEqual(['a', 'b']);
  const after = first.data?.groups.pageInfo.endCursor ?? '';
  const second = await client.query(groups, { first: 2, after });
  expect(second.data?.groups.edges.map(({ node }) => node.name)).toEqual(['a', 'b', 'c']);
  expect(second.data?.groups.pageInfo.hasNextPage).toBe(false);
  expect(unauthenticated()).toBe(0);
});

test.each([undefined, 'Api-Key wrong', 'Bearer a.b.c'])(
  'says so when the service does not accept %s',
  async (authorization) => {
    const { client, unauthenticated } = clientWith(authorization);
    const query = await client.query(groups, { first: 2 });
    expect(query.error && isUnauthenticated(query.error)).toBe(true);
    expect(unauthenticated()).toBe(1);
  },
);

test('other failures do not count as rejected credentials', async () => {
  const { client, unauthenticated } = clientWith(`Api-Key ${service.account().adminKey}`);
  const { error } = await client.query(groups, { first: 1_000 });
  expect(error?.graphQLErrors[0]?.extensions['code']).toBe('VALIDATION_FAILED');
  expect(unauthenticated()).toBe(0);
});
