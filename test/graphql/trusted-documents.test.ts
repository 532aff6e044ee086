import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { type DocumentNode, print } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as clientDocuments from '../../packages/client/src/generated/graphql.ts';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { readTrustedDocuments } from '../../src/graphql/trusted-documents.ts';
import { schema } from '../../src/schema/index.ts';
import * as adminDocuments from '../../web/src/admin/generated/graphql.ts';
import * as dashboardDocuments from '../../web/src/dashboard/generated/graphql.ts';
import { createGraphQLClient } from '../../web/src/shared/graphql-client.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Documents that clients name by an id (README, Configuration), over HTTP as it is. */
const ofExamples = join(import.meta.dirname, '../../examples/clients/generated/persisted-documents.json');
const hash = (digit: string) => digit.repeat(64);
const documents: Readonly<Record<string, string>> = {
  [`sha256:${hash('a')}`]:
    'query Me($first: Int) { viewer { kind } groups(first: $first) { edges { cursor } } }',
  [hash('b')]:
    'subscription Ask($input: ChatStreamInput!) { chatStream(input: $input) { ... on ChatMessageFinished { message { content } } ... on ChatEnded { status } } }',
  [hash('c')]: 'mutation Make { createGroup(input: {name: "trusted"}) { group { name } } }',
};

const folder = mkdtempSync(join(tmpdir(), 'inlay-documents-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(content: unknown): string {
  const path = join(folder, `${randomUUID()}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

let service: TestService;
let gateways: Readonly<Record<'open' | 'only', Gateway>>;
beforeAll(async () => {
  service = await openTestService({ withData: true });
  const trusted = await readTrustedDocuments(fileOf(documents), schema);
  const { services } = service;
  const gatewayOf = (only: boolean) =>
    createGateway({
      services,
      checks: [],
      logger: services.logger,
      graphiql: false,
      trustedDocuments: { documents: trusted, only },
    });
  gateways = { open: gatewayOf(false), only: gatewayOf(true) };
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly data?: unknown;
    readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
  };
}

async function send(
  mode: 'open' | 'only',
  body: object | null,
  { query = '', accept = 'application/json' } = {},
): Promise<Answer> {
  const response = await gateways[mode].fetch(
    new Request(`https://inlay.test/graphql${query}`, {
      method: body === null ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        accept,
        authorization: `Api-Key ${service.account().adminKey}`,
      },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  const json = accept === 'text/event-stream' ? (/^data: (\{.*)$/m.exec(text)?.[1] ?? text) : text;
  return { status: response.status, text, json: JSON.parse(json) };
}

const me = { data: { viewer: { kind: 'API_KEY' } } };

describe.each(['open', 'only'] as const)('a service that is %s', (mode) => {
  it.each([
    ['documentId', { documentId: `sha256:${hash('a')}` }],
    ['documentId without its algorithm', { documentId: hash('a') }],
    [
      'the hash of a persisted query',
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash('a') } } },
    ],
  ])('runs a document by %s', async (_, body) => {
    const answer = await send(mode, { ...body, variables: { first: 1 } });
    expect(answer).toMatchObject({ status: 200, json: me });
  });

  it('runs a query by its id on GET, and no mutation', async () => {
    const byId = await send(mode, null, { query: `?documentId=sha256:${hash('a')}` });
    expect(byId).toMatchObject({ status: 200, json: me });
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hash('a') } });
    const byHash = await send(mode, null, { query: `?extensions=${encodeURIComponent(extensions)}` });
    expect(byHash).toMatchObject({ status: 200, json: me });
    const mutation = await send(mode, null, { query: `?documentId=${hash('c')}` });
    expect(mutation.status).toBe(405);
    expect(await service.database.prisma.group.count({ where: { name: 'trusted' } })).toBe(0);
  });

  it('runs a subscription by its id', async () => {
    const input = { agentId: 1, input: 'Hi', sessionSettings: { externalId: `reader-of-${mode}` } };
    const { text } = await send(
      mode,
      { documentId: hash('b'), variables: { input } },
      { accept: 'text/event-stream' },
    );
    expect(text).toContain('"content":"Hi"');
    expect(text).toContain('"status":"COMPLETED"');
    expect(text).toContain('event: complete');
  });

  it.each<[string, object, string]>([
    ['an unknown id', { documentId: hash('0') }, 'not a trusted document'],
    ['the name of a property of all objects', { documentId: 'constructor' }, 'not a trusted document'],
    ['an id of another type', { documentId: 5 }, 'Send "documentId"'],
    ['nothing', {}, 'Send "documentId"'],
  ])('refuses %s', async (_, body, message) => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await send(mode, body, { accept });
      expect(answer.status, accept).toBe(400);
      expect(answer.json.errors).toMatchObject([
        { message: expect.stringContaining(message), extensions: { code: 'BAD_REQUEST' } },
      ]);
    }
  });

  it('holds trusted documents to their variables', async () => {
    const answer = await send(mode, { documentId: hash('a'), variables: { first: 'many' } });
    expect(answer.json.errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
  });

  it('answers a batch of ids, each by itself', async () => {
    const answer = await send(mode, [{ documentId: hash('a') }, { documentId: hash('0') }]);
    expect(answer.json).toMatchObject([me, { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }]);
  });
});

describe('a link for automatic persisted queries', () => {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it.each(['none', 'open'] as const)(
    'sends documents in full: a service whose trusted documents are %s',
    async (mode) => {
      const statuses: number[] = [];
      for (const useGETForHashedQueries of [false, true]) {
        const http = new HttpLink({
          uri: 'https://inlay.test/graphql',
          headers: { authorization: `Api-Key ${service.account().adminKey}` },
          fetch: async (url, init) => {
            const gateway = mode === 'none' ? service.gateway : gateways[mode];
            const response = await gateway.fetch(new Request(url, init));
            statuses.push(response.status);
            return response;
          },
        });
        const link = new PersistedQueryLink({ sha256, useGETForHashedQueries }).concat(http);
        const client = new ApolloClient({ link, cache: new InMemoryCache() });
        for (let asked = 0; asked < 2; asked += 1) {
          const { data } = await client.query({ query: gql('{ viewer { kind } }'), fetchPolicy: 'no-cache' });
          expect(data).toMatchObject({ viewer: { kind: 'API_KEY' } });
        }
      }
      expect(statuses).toEqual([400, 200, 200, 400, 200, 200]);
    },
  );

  it('is told so, whatever it accepts, also in a batch', async () => {
    const body = { extensions: { persistedQuery: { version: 1, sha256Hash: hash('0') } } };
    const told = { errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'BAD_REQUEST' } }] };
    for (const mode of ['open', 'only'] as const) {
      for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream']) {
        expect(await send(mode, body, { accept })).toMatchObject({ status: 400, json: told });
      }
      expect((await send(mode, [{ documentId: hash('a') }, body])).json).toMatchObject([me, told]);
    }
  });
});

describe('a document in full', () => {
  const query = '{ viewer { kind } }';
  const stream = 'subscription { chatStream(input: {agentId: 1, input: "Hi"}) { __typename } }';

  it('is run where other documents are not refused', async () => {
    expect(await send('open', { query })).toMatchObject({ status: 200, json: me });
    expect(await send('open', null, { query: `?query=${encodeURIComponent(query)}` })).toMatchObject({
      status: 200,
      json: me,
    });
  });

  it.each<[string, object | null, object]>([
    ['a query', { query }, {}],
    ['a mutation', { query: 'mutation { createGroup(input: {name: "x"}) { group { name } } }' }, {}],
    ['a subscription', { query: stream }, { accept: 'text/event-stream' }],
    ['a query on GET', null, { query: `?query=${encodeURIComponent(query)}` }],
    ['a trusted document', { query: documents[hash('c')] }, {}],
    ['a query beside an unknown id', { query, documentId: hash('0') }, {}],
    [
      'a query beside an unknown hash',
      { query, extensions: { persistedQuery: { sha256Hash: hash('0') } } },
      {},
    ],
    ['introspection', { query: '{ __schema { queryType { name } } }' }, {}],
    [
      'a document that nests very deep',
      { query: `{ node(id: ${'['.repeat(1_990)}${']'.repeat(1_990)}) { id } }` },
      {},
    ],
  ])('is refused where only trusted documents are run: %s', async (_, body, how) => {
    const groups = await service.database.prisma.group.count();
    const answer = await send('only', body, how);
    expect(answer.status).toBe(400);
    expect(answer.json.data ?? null).toBeNull();
    expect(answer.json.errors).toMatchObject([
      { message: expect.stringContaining('documentId'), extensions: { code: 'BAD_REQUEST' } },
    ]);
    expect(await service.database.prisma.group.count()).toBe(groups);
  });

  it.each([
    ['as it is', documents[hash('b')]],
    [
      'with what a cache adds',
      documents[hash('b')]?.replaceAll('{', '{\n  __typename\n  ').replace('{\n  __typename', '{'),
    ],
    ['another', 'mutation { createGroup(input: {name: "beside"}) { group { name } } }'],
  ])('gives way to the id beside it where only trusted documents are run: %s', async (_, query) => {
    for (const named of [
      { documentId: hash('b') },
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash('b') } } },
    ]) {
      const input = { agentId: 1, input: 'Hi', sessionSettings: { externalId: 'reader-beside' } };
      const body = { query, ...named, variables: { input } };
      const { text } = await send('only', body, { accept: 'text/event-stream' });
      expect(text).toContain('"status":"COMPLETED"');
      expect(await service.database.prisma.group.count({ where: { name: 'beside' } })).toBe(0);
    }
  });

  it('is refused in a batch too', async () => {
    const answer = await send('only', [{ documentId: hash('a') }, { query }]);
    expect(answer.json).toMatchObject([me, { errors: [{ extensions: { code: 'BAD_REQUEST' } }] }]);
  });
});

describe('what the service’s own pages send', () => {
  const sent = [adminDocuments, dashboardDocuments]
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, DocumentNode & { readonly __meta__: { readonly hash: string } }] =>
      entry[0].endsWith('Document'),
    );

  it('is known to the test', () => {
    expect(sent.length).toBeGreaterThan(20);
  });

  describe.each(['open', 'only'] as const)('to a service that is %s', (mode) => {
    it.each(sent)('is taken by its id: %s', async (_, document) => {
      const how = print(document).startsWith('subscription') ? { accept: 'text/event-stream' } : {};
      const answer = await send(mode, { documentId: document.__meta__.hash }, how);
      expect(answer.text).not.toMatch(/documentId/);
    });
  });

  it.each(Object.entries(clientDocuments))(
    'is taken as text, if it is of the client package: %s',
    async (_, query) => {
      const how = query.startsWith('subscription') ? { accept: 'text/event-stream' } : {};
      const answer = await send('only', { query }, how);
      expect(answer.text).not.toMatch(/documentId/);
      expect((await send('only', { query: `${query} #` }, how)).text).toMatch(/documentId/);
    },
  );

  it('is the id alone', async () => {
    const bodies: string[] = [];
    const client = createGraphQLClient({
      url: 'https://inlay.test/graphql',
      authorization: () => `Api-Key ${service.account().adminKey}`,
      onUnauthenticated: () => undefined,
      fetch: async (url, init) => {
        bodies.push(String(init?.body));
        return gateways.only.fetch(new Request(url, init));
      },
    });
    const { data } = await client.query(adminDocuments.GroupsDocument, { first: 1 });
    expect(data).toMatchObject({ groups: { edges: [] } });
    const { documentId, ...others } = JSON.parse(bodies.join()) as { documentId: string };
    expect(documentId).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(others).toEqual({ variables: { first: 1 } });
  });

  it('is refused in full where only trusted documents are run', async () => {
    const [, document] = sent[0] ?? [];
    expect((await send('only', { query: document && print(document) })).text).toMatch(/documentId/);
  });
});

it('leaves the REST door as it is', async () => {
  const response = await gateways.only.fetch(
    new Request('https://inlay.test/api/v1/embed/generate-session', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Api-Key ${service.account().adminKey}`,
      },
      body: JSON.stringify({ deploymentId: 1, externalId: 'rest' }),
    }),
  );
  expect(response.status).toBe(200);
});

describe('the file', () => {
  it('the documents file is the one that the code generator writes', async () => {
    const written = JSON.parse(await readFile(ofExamples, 'utf8')) as Record<string, string>;
    const read = await readTrustedDocuments(ofExamples, schema);
    expect([...read.values()]).toEqual(Object.values(written));
    expect([...read.keys()].map((id) => `sha256:${id}`)).toEqual(Object.keys(written));
    expect(read.size).toBeGreaterThan(1);
  });

  it.each<[string, unknown, RegExp]>([
    ['that is no JSON', '{', /JSON/],
    ['of a list', [], /is not a JSON object of documents/],
    ['of objects', { a: {} }, /is not a JSON object of documents/],
    ['with a document that does not parse', { a: '{' }, /the document a: Syntax Error/],
    [
      'with fields that are not there',
      { a: '{ nothing }', b: '{ viewer { never } }' },
      /the document a: .*"nothing"[\s\S]*the document b: .*"never"/,
    ],
  ])('%s is refused, and says why', async (_, content, message) => {
    const path = fileOf(content);
    await expect(readTrustedDocuments(path, schema)).rejects.toThrow(message);
    await expect(readTrustedDocuments(path, schema)).rejects.toThrow(`GRAPHQL_DOCUMENTS: ${path}`);
  });

  it('that is not there is refused', async () => {
    await expect(readTrustedDocuments(join(folder, 'none.json'), schema)).rejects.toThrow(/ENOENT/);
  });
});
