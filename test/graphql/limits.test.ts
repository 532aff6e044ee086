import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { countRows } from '../support/user-access.ts';

/** What GraphQL refuses before it costs or changes anything. */
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ withData: true, accounts: [{ name: 'acme', groups: ['analysts'] }] });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly requestId: string | null;
  readonly body: Result;
}

/** A result of an operation. */
interface Result {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly requestId: string };
  }[];
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly search?: string;
  readonly key?: string | null;
  readonly gateway?: Gateway;
}

async function send(body: unknown, options: Sent = {}): Promise<Answer> {
  const { method = 'POST', headers = {}, search = '', key = service.account().adminKey } = options;
  const response = await (options.gateway ?? service.gateway).fetch(
    new Request(`https://inlay.test/graphql${search}`, {
      method,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(key === null ? {} : { authorization: `Api-Key ${key}` }),
        ...headers,
      },
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  const json = text.startsWith('{') || text.startsWith('[') ? text : /^data: (\{.*)$/m.exec(text)?.[1];
  const answer = (JSON.parse(json ?? 'null') ?? {}) as Result;
  const error = answer.errors?.[0];
  return {
    status: response.status,
    text,
    code: error?.extensions?.code,
    message: error?.message,
    requestId: response.headers.get('x-request-id'),
    body: answer,
  };
}

const gatewayWith = (options: Partial<Parameters<typeof createGateway>[0]>) =>
  createGateway({
    services: service.services,
    checks: [],
    logger: service.services.logger,
    graphiql: false,
    ...options,
  });

const repeat = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const tenants = (levels: number): string =>
  levels === 0 ? '{ name }' : `{ embedTenant { groups { edges { node ${tenants(levels - 1)} } } } }`;
const aliases = (count: number) => `{ ${repeat(count, (n) => `a${n}: __typename`)} }`;
const directives = (count: number) => `{ ${repeat(count, () => '__typename @include(if: true)')} }`;
const fields = (count: number) =>
  `{ ${repeat(10, (n) => `a${n}: groups(first: 1) { edges { ...F } }`)} } fragment F on GroupEdge { ${repeat(count, () => 'cursor')} }`;
const list = (first: number) =>
  `{ users(first: ${first}) { edges { node { groups(first: 100) { edges { node { name createdAt } } } } } } }`;

describe('an operation over a limit is refused with what it is over', () => {
  it.each<[name: string, refused: string, taken: string, code: string, message: RegExp]>([
    [
      'depth',
      `{ groups { edges { node ${tenants(4)} } } }`,
      `{ groups { edges { node ${tenants(1)} } } }`,
      'BAD_REQUEST',
      /depth.*14/,
    ],
    ['aliases', aliases(51), aliases(50), 'BAD_REQUEST', /aliases.*50/],
    ['directives', directives(51), directives(50), 'BAD_REQUEST', /directives.*50/],
    ['breadth', fields(40), fields(5), 'BAD_REQUEST', /breadth.*400/],
    ['complexity of long pages', list(100), list(20), 'BAD_REQUEST', /complexity.*20000/],
    [
      'complexity of many queries of data',
      `{ ${repeat(11, (n) => `q${n}: sql(deploymentId: 1, query: "SELECT 1") { totalRows }`)} }`,
      '{ groups { edges { cursor } } }',
      'BAD_REQUEST',
      /complexity/,
    ],
    [
      'length',
      `{ __typename } #${'x'.repeat(100_000)}`,
      `{ __typename } #${'x'.repeat(90_000)}`,
      'BAD_REQUEST',
      /100000/,
    ],
    [
      'tokens',
      `{ ${repeat(5_000, () => '__typename')} }`,
      `{ ${repeat(300, () => '__typename')} }`,
      'VALIDATION_FAILED',
      /4000 tokens/,
    ],
    [
      'depth of introspection',
      `{ __schema { types ${'{ fields { type '.repeat(4)}{ name }${' } }'.repeat(4)} } }`,
      '{ __schema { types { fields { type { name } } } } }',
      'VALIDATION_FAILED',
      /introspection depth/i,
    ],
    ...[
      ['lists inside lists', '[', ']', ''],
      ['objects inside objects', '{a:', '}', '1'],
      ['selections inside one another', '{groups', '}', '{__typename}'],
      ['inline fragments inside one another', '{...{', '}}', '__typename'],
      ['types of variables inside lists', '[', ']', 'Int'],
    ].map(([name = '', open = '', close = '', core = '']): [string, string, string, string, RegExp] => {
      const nested = (levels: number) => open.repeat(levels) + core + close.repeat(levels);
      const text = (levels: number) => {
        if (name.startsWith('types')) return `query($a: ${nested(levels)}) { __typename @skip(if: false) }`;
        if (/^(lists|objects)/.test(name)) return `{ node(id: ${nested(levels)}) { id } }`;
        return nested(levels);
      };
      return [name, text(900), '{ __typename }', 'BAD_REQUEST', /more than 78 deep/];
    }),
    [
      'fragments in a circle',
      '{ groups { ...A } } fragment A on GroupConnection { ...B } fragment B on GroupConnection { ...A }',
      '{ groups { ...A } } fragment A on GroupConnection { pageInfo { hasNextPage } }',
      'VALIDATION_FAILED',
      /spread fragment/i,
    ],
  ])('%s', async (_, refused, taken, code, message) => {
    const answer = await send({ query: refused });
    expect(answer).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(Object.keys(errorCodes)).toContain(answer.code);
    expect(answer.body.data).toBeUndefined();
    expect(answer.body.errors?.[0]?.extensions.requestId).toBe(answer.requestId);
    const within = await send({ query: taken });
    expect(within.message).toBeUndefined();
  });

  it.each([70, 5_000, 100_000])('a value that nests %i lists deep, wherever it is sent', async (levels) => {
    const nested = '['.repeat(levels) + ']'.repeat(levels);
    const query = 'query($id: ID!) { node(id: $id) { id } }';
    const operation = (name: string) => `"query":${JSON.stringify(query)},"${name}":`;
    for (const body of [
      nested,
      `{"query":${nested}}`,
      `{${operation('variables')}{"id":${nested}}}`,
      `{${operation('variables')}{"id":{"a":${nested}}}}`,
      `{${operation('extensions')}{"persistedQuery":${nested}}}`,
      `[{${operation('variables')}{"id":${nested}}}]`,
    ]) {
      expect(await send(body)).toMatchObject({
        status: 400,
        code: 'BAD_REQUEST',
        message: expect.stringMatching(/more than 64 deep/),
      });
    }
    const variables = `{"id":${nested}}`;
    const search = `?${new URLSearchParams({ query, variables })}`;
    const overGet = await send(null, { method: 'GET', headers: { accept: 'application/json' }, search });
    expect(overGet).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/more than 64 deep/),
    });
    const input = `{deploymentId: 1, externalId: "x", securityContext: {a: ${nested}}}`;
    const literal = await send({ query: `mutation { generateSession(input: ${input}) { sessionId } }` });
    expect(literal.code).toMatch(/^(BAD_REQUEST|VALIDATION_FAILED)$/);
    expect(literal.body.data ?? { generateSession: null }).toEqual({ generateSession: null });
  });

  it('exponential fragments are refused quickly', async () => {
    const levels = 25;
    const fragments = repeat(levels, (n) => `fragment F${n} on Query { ...F${n + 1} ...F${n + 1} }`);
    const query = `{ ...F0 } ${fragments} fragment F${levels} on Query { groups { edges { cursor } } }`;
    const answer = await send({ query });
    expect(answer).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('over the limit') });
  });

  it('variables count, and only the operation that runs', async () => {
    const query =
      'query A { __typename } query B($n: Int) { users(first: $n) { edges { node { groups(first: $n) { edges { node { name createdAt } } } } } } }';
    const refused = await send({ query, operationName: 'B', variables: { n: 100 } });
    expect(refused).toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('complexity') });
    expect((await send({ query, operationName: 'B', variables: { n: 5 } })).message).toBeUndefined();
    expect((await send({ query, operationName: 'A' })).message).toBeUndefined();
  });

  it('nodes accepts 100 ids', async () => {
    const ask = (count: number) =>
      send({
        query: 'query($ids: [ID!]!) { nodes(ids: $ids) { id } }',
        variables: { ids: Array(count).fill('R3JvdXA6MQ==') },
      });
    expect((await ask(100)).message).toBeUndefined();
    expect(await ask(101)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: expect.stringContaining('100'),
    });
  });

  it('a refused mutation or subscription has no effect', async () => {
    const before = await countRows(service);
    const threads = await service.database.prisma.chatThread.count();
    const mutation = `mutation { ${repeat(3, (n) => `m${n}: createGroup(input: {name: "new ${n}"}) { group ${tenants(5)} }`)} }`;
    expect((await send({ query: mutation })).code).toBe('BAD_REQUEST');
    const call =
      'toolCall { result { ... on MetadataToolResult { cubes { dimensions { synonyms name title type } } } } }';
    const wide = `{ ... on ChatEnded { ${repeat(45, (n) => `m${n}: messages { ${call} }`)} } }`;
    const subscription = `subscription { chatStream(input: {agentId: 1, input: "Hi", sessionSettings: {externalId: "x"}}) ${wide} }`;
    const answer = await send({ query: subscription }, { headers: { accept: 'text/event-stream' } });
    expect(answer.code).toBe('BAD_REQUEST');
    expect(await countRows(service)).toEqual(before);
    expect(await service.database.prisma.chatThread.count()).toBe(threads);
  });

  it('the limits of a batch and of a body apply', async () => {
    const batch = (size: number) => send(Array(size).fill({ query: '{ __typename }' }));
    expect((await batch(10)).status).toBe(200);
    expect(await batch(11)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    const body = (bytes: number) =>
      send({ query: '{ __typename }', variables: { unused: 'x'.repeat(bytes) } });
    expect((await body(2 ** 19)).status).toBe(200);
    expect(await body(2 ** 20)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
  });

  it('every limit can be configured', async () => {
    const limits = {
      length: 900,
      tokens: 40,
      aliases: 1,
      directives: 1,
      depth: 3,
      breadth: 5,
      complexity: 30,
      batch: 2,
    };
    const gateway = gatewayWith({ limits });
    const code = async (query: unknown) => (await send(query, { gateway })).message ?? 'OK';
    expect(await code({ query: '{ a: __typename }' })).toBe('OK');
    expect(await code({ query: `{ __typename } #${'x'.repeat(900)}` })).toMatch(/longer than 900/);
    expect(await code({ query: aliases(2) })).toMatch(/aliases.*1/);
    expect(await code({ query: directives(2) })).toMatch(/directives.*1/);
    expect(await code({ query: '{ groups { edges { node { name } } } }' })).toMatch(/depth.*3/);
    expect(await code({ query: `{ ${repeat(6, () => '__typename')} }` })).toMatch(/breadth.*5/);
    expect(await code({ query: '{ groups(first: 90) { edges { cursor } } }' })).toMatch(/complexity.*30/);
    expect(await code({ query: `{ ${repeat(60, () => '__typename')} }` })).toMatch(/40 tokens/);
    expect(await code(Array(3).fill({ query: '{ __typename }' }))).toMatch(/batch/i);
  });
});

it('an answer says what its operation cost and may cost, and so does the refusal of one that costs too much', async () => {
  const gateway = gatewayWith({ limits: { complexity: 30 } });
  const answerTo = async (query: string) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Api-Key ${service.account().adminKey}`,
    };
    const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
    return (await gateway.fetch(new Request('https://inlay.test/graphql', init))).json();
  };
  const cost = (complexity: number) => ({ extensions: { cost: { complexity, limit: 30 } } });
  const groups = (first: number) => `{ groups(first: ${first}) { edges { cursor } } }`;
  expect(await answerTo('{ viewer { kind } }')).toEqual({
    data: { viewer: { kind: 'API_KEY' } },
    ...cost(2),
  });
  expect(await answerTo(groups(5))).toMatchObject({ data: { groups: { edges: [{}] } }, ...cost(11) });
  expect(await answerTo('{ account { id } group: node(id: "x") { id } }')).toMatchObject(cost(4));
  expect(await answerTo(groups(90))).toMatchObject({
    errors: [{ message: 'The operation is too expensive: its complexity of 181 is over the limit of 30.' }],
    ...cost(181),
  });
});

describe('cross-site requests', () => {
  const mutation = 'mutation { createGroup(input: {name: "forged"}) { group { name } } }';

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    '',
    'text/plain; application/json',
  ])('a body of the type "%s", which needs no preflight, is refused', async (type) => {
    const before = await countRows(service);
    for (const body of [
      JSON.stringify({ query: mutation }),
      `query=${encodeURIComponent(mutation)}`,
      mutation,
    ]) {
      const answer = await send(body, { headers: { 'content-type': type } });
      expect(answer).toMatchObject({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    }
    expect(await countRows(service)).toEqual(before);
  });

  it.each(['application/json', 'application/json; charset=utf-8'])('%s is taken', async (type) => {
    expect(await send({ query: '{ __typename }' }, { headers: { 'content-type': type } })).toMatchObject({
      status: 200,
    });
  });

  it('GET changes nothing', async () => {
    const before = await countRows(service);
    const search = `?query=${encodeURIComponent(mutation)}`;
    expect(await send(null, { method: 'GET', search })).toMatchObject({
      status: 405,
      code: 'METHOD_NOT_ALLOWED',
    });
    const read = await send(null, {
      method: 'GET',
      search: '?query={__typename}',
      headers: { accept: 'application/json' },
    });
    expect(read.body).toMatchObject({ data: { __typename: 'Query' } });
    expect(await countRows(service)).toEqual(before);
  });
});

describe('introspection and GraphiQL', () => {
  const introspection = '{ __schema { queryType { name } } }';
  it('introspection and GraphiQL can be turned off', async () => {
    const page = { method: 'GET', headers: { accept: 'text/html' } };
    const open = gatewayWith({ graphiql: true });
    const { data } = (await send({ query: introspection }, { gateway: open })).body;
    expect(data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    expect((await send(null, { ...page, gateway: open })).text).toContain('<title>Inlay</title>');
    const closed = gatewayWith({ introspection: false });
    for (const query of [introspection, '{ __type(name: "Query") { name } }']) {
      expect(await send({ query }, { gateway: closed })).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect((await send({ query: '{ __typename }' }, { gateway: closed })).message).toBeUndefined();
    expect((await send(null, { ...page, gateway: closed })).text).not.toContain('<title>');
  });
});

describe('a fault', () => {
  it('an unexpected error is masked, and logged once with the request id that the client gets', async () => {
    const lines: { requestId?: string; error?: object }[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    await using broken = await openTestService();
    const gateway = createGateway({ services: broken.services, checks: [], logger, graphiql: false });
    const key = broken.account().adminKey;
    // The statement fails in the database, whose message names its table.
    await broken.database.prisma.$executeRawUnsafe('ALTER TABLE "AuditEvent" RENAME TO "SecretTable"');
    const answer = await send(
      { query: '{ auditEvents { edges { cursor } } }' },
      { gateway, key, headers: { 'x-request-id': 'req-1' } },
    );
    expect(answer.body.errors).toEqual([
      {
        message: 'Internal server error',
        locations: [{ line: 1, column: 3 }],
        path: ['auditEvents'],
        extensions: { code: 'INTERNAL', requestId: 'req-1' },
      },
    ]);
    expect(answer.text).not.toMatch(/AuditEvent|SecretTable|[Pp]risma|stack|\.ts/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      requestId: 'req-1',
      error: { name: expect.stringContaining('Error'), at: expect.any(Array) },
    });
    // A message may repeat rows.
    expect(JSON.stringify(lines)).not.toMatch(/"AuditEvent|SecretTable/);
  });
});
