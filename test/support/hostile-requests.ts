import { type Agent, request } from 'node:http';

/** A request as a stranger would send it to hold the service up. */
export interface HostileRequest {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** `SALT` in it is another word each time, so that nothing is known of it from before. */
  readonly body?: string | Buffer;
}

const mebibyte = 2 ** 20;
const json = { 'content-type': 'application/json' };

const repeat = (count: number, text: (index: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, index) => text(index)).join(separator);

function graphql(name: string, body: string | Buffer): HostileRequest {
  return { name: `GraphQL: ${name}`, method: 'POST', path: '/graphql', headers: json, body };
}

/** A document at the start of a body that is filled up with what `filler` repeats. */
function documents(): HostileRequest[] {
  const unknownFields = `{viewer{${repeat(1_300, (n) => `zz${n}`)}}}`;
  const sizes = [15_000, 90_000, mebibyte - 40_000];
  const sized = (name: string, text: (chars: number) => string) =>
    sizes.map((size) =>
      graphql(`${name}, ${Math.round(size / 1_000)} kB`, JSON.stringify({ query: `${text(size)}#SALT` })),
    );
  const ofTokens: [name: string, query: string][] = [
    ['unknown fields', unknownFields],
    ['aliases of one field', `{${repeat(1_300, (n) => `a${n}:__typename`)}}`],
    ['one field again and again', `{${repeat(3_990, () => '__typename')}}`],
    ['fields of one name that conflict', `{${repeat(1_300, (n) => `a:${n % 2 ? 'viewer' : '__typename'}`)}}`],
    ['fields of one name with other arguments', `{${repeat(570, (n) => `a:node(id:${n}){id}`)}}`],
    ['objects of one name', `{${repeat(790, () => 'viewer{kind role}')}}`],
    [
      'fragments that spread the next',
      `{...F0} ${repeat(440, (n) => `fragment F${n} on Query{...F${n + 1}}`)}`,
    ],
    [
      'fragments that spread the next twice',
      `{...F0} ${repeat(330, (n) => `fragment F${n} on Query{...F${n + 1} ...F${n + 1}}`)}`,
    ],
    [
      'fragments that all spread all',
      repeat(55, (n) => `fragment F${n} on Query{${repeat(30, (m) => `...F${(n + m) % 55}`)}}`) + '{...F0}',
    ],
    [
      'fragments of the same fields',
      `{${repeat(180, (n) => `...F${n}`)}} ${repeat(180, (n) => `fragment F${n} on Query{a:viewer{kind} b:__typename}`)}`,
    ],
    ['fragments nobody uses', `{__typename} ${repeat(560, (n) => `fragment F${n} on Query{__typename}`)}`],
    ['variables', `query(${repeat(990, (n) => `$v${n}:Int`)}){__typename}`],
    ['variables of one name', `query(${repeat(990, () => '$v:Int')}){__typename}`],
    ['operations', repeat(990, (n) => `query Q${n}{__typename}`)],
    ['operations of one name', repeat(790, () => 'query Q{__typename}')],
    ['inline fragments inside one another', `${'{...on Query'.repeat(990)}{__typename}${'}'.repeat(990)}`],
    ['selections inside one another', `${'{viewer'.repeat(1_300)}${'}'.repeat(1_300)}`],
    ['a list inside lists', `{node(id:${'['.repeat(1_990)}${']'.repeat(1_990)}){id}}`],
    ['objects inside objects', `{node(id:${'{a:'.repeat(990)}1${'}'.repeat(990)}){id}}`],
    ['directives', `{__typename${' @skip(if:true)'.repeat(660)}}`],
    ['unknown directives', `{__typename${repeat(1_900, (n) => `@z${n}`)}}`],
    ['arguments of one name', `{node(${'id:1 '.repeat(1_300)}){id}}`],
    [
      'an object with many fields',
      `mutation{exchangeSession(input:{${repeat(1_300, (n) => `f${n}:1`)}}){token}}`,
    ],
    ['introspection of everything', introspectionOfAll],
    [
      'introspection with many names',
      `{${repeat(45, (n) => `t${n}:__type(name:"Query"){fields{name type{name}}}`)}}`,
    ],
    ['what is near a name', `{${repeat(1_900, (n) => `chatThreadz${n}`)}}`],
  ];
  return [
    ...sized(
      'newlines before unknown fields',
      (size) => '\n'.repeat(size - unknownFields.length) + unknownFields,
    ),
    ...sized(
      'a comment on each line before unknown fields',
      (size) => '#\n'.repeat((size - unknownFields.length) / 2) + unknownFields,
    ),
    ...sized('commas', (size) => `{${','.repeat(size)}__typename}`),
    ...sized('a long comment', (size) => `{__typename}#${'x'.repeat(size)}`),
    ...sized('a long string', (size) => `{node(id:"${'x'.repeat(size)}"){id}}`),
    ...sized('a string of escapes', (size) => `{node(id:"${'\\u0041'.repeat(size / 6)}"){id}}`),
    ...sized('a block string of lines', (size) => `{node(id:"""${'\n'.repeat(size)}"""){id}}`),
    ...sized('a long name', (size) => `{${'x'.repeat(size)}}`),
    ...sized('a long number', (size) => `{node(id:${'1'.repeat(size)}){id}}`),
    ...sized('newlines before a syntax error', (size) => `${'\n'.repeat(size)}{`),
    ...sized('a line before a syntax error', (size) => `{${' '.repeat(size)}`),
    ...ofTokens.map(([name, query]) => graphql(name, JSON.stringify({ query }))),
    ...ofTokens.map(([name, query]) =>
      graphql(`${name}, ten of it in a batch`, JSON.stringify(Array(10).fill({ query }))),
    ),
  ];
}

const introspectionOfAll = `{__schema{types{...T fields{name type{...T} args{name type{...T}}} inputFields{name type{...T}}
  interfaces{...T} possibleTypes{...T} enumValues{name description}} directives{name args{name type{...T}}}}}
  fragment T on __Type{kind name description specifiedByURL ofType{kind name ofType{kind name ofType{kind name}}}}`;

/** What is not even a document. */
function bodies(path: string): HostileRequest[] {
  const post = (
    name: string,
    body: string | Buffer,
    headers: Record<string, string> = json,
  ): HostileRequest => ({
    name: `${path}: ${name}`,
    method: 'POST',
    path,
    headers,
    body,
  });
  const half = mebibyte / 2 - 100;
  return [
    post('deep lists', '['.repeat(half) + ']'.repeat(half)),
    post('deep lists without an end', '['.repeat(mebibyte - 1)),
    post('deep objects', `${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}`),
    post(
      'deep lists in a variable',
      `{"query":"{__typename}","variables":{"a":${'['.repeat(half - 100)}${']'.repeat(half - 100)}}}`,
    ),
    post('a list of numbers', `[${'1,'.repeat(half - 100)}1]`),
    post('as many values as are taken', `{${repeat(24_900, (n) => `"k${n}":1`, ',')}}`),
    post('a list of objects', `[${'{},'.repeat(mebibyte / 3 - 100)}{}]`),
    post('an object of many keys', `{${repeat(80_000, (n) => `"k${n}":1`, ',')}}`),
    post('an object of integer keys', `{${repeat(80_000, (n) => `"${n * 7919}":1`, ',')}}`),
    post('one key again and again', `{${'"a":1,'.repeat(mebibyte / 6 - 100)}"a":1}`),
    post('a long string', JSON.stringify('x'.repeat(mebibyte - 10))),
    post('a string of escapes', `"${'\\u0000'.repeat(mebibyte / 6 - 10)}"`),
    post('a long number', '1'.repeat(mebibyte - 1)),
    post('white space', `${' '.repeat(mebibyte - 2)}{}`),
    post('no UTF-8', Buffer.alloc(mebibyte - 1, 0xff)),
    post('no UTF-8 at the end', Buffer.concat([Buffer.alloc(mebibyte - 2, 0x20), Buffer.from([0xff])])),
    post('NUL', Buffer.alloc(mebibyte - 1)),
    post('a batch of many', `[${'{"query":"{a}"},'.repeat(60_000)}{"query":"{a}"}]`),
    post('of many parts', multipart(5_000), { 'content-type': 'multipart/form-data; boundary=x' }),
    post('a form', `query=${'%7B'.repeat(340_000)}`, { 'content-type': 'application/x-www-form-urlencoded' }),
    post('a type that is long', '{}', { 'content-type': `application/${'x+'.repeat(3_500)}json` }),
  ];
}

function multipart(parts: number): string {
  return `${repeat(parts, (n) => `--x\r\ncontent-disposition: form-data; name="f${n}"\r\n\r\n{}\r\n`, '')}--x--\r\n`;
}

/** Bodies with as much wrong as fits into the number of values that a body may have. */
function issues(): HostileRequest[] {
  const post = (name: string, path: string, body: object): HostileRequest => ({
    name: `${path}: ${name}`,
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify(body),
  });
  const wrong = Array(12_000).fill(0);
  const wrongAttributes = Array(8_000).fill({ name: 1, value: {} });
  return restPaths.flatMap((path) => [
    post('many wrong groups', path, { groups: wrong, sessionSettings: { groups: wrong } }),
    post('many wrong attributes', path, { userAttributes: wrongAttributes }),
    post('many wrong attributes of settings', path, { sessionSettings: { userAttributes: wrongAttributes } }),
    post('a long session id', path, { sessionId: 'x'.repeat(mebibyte - 100) }),
    post('a long query', path, { query: 'x'.repeat(mebibyte - 100), input: 'x', chatId: 'x' }),
  ]);
}

const restPaths = [
  '/api/v1/embed/generate-session',
  '/api/v1/embed/session/token',
  '/api/v1/embed/session/revoke',
  '/api/v1/deployments/1/sql',
  '/api/v1/public/acme/agents/1/chat/stream-chat-state',
  '/api/v1/public/acme/agents/1/chat/stream-chat-state/abort',
];

/** All that is in the head. A head has at most 16 KiB. */
function heads(): HostileRequest[] {
  const get = (name: string, path: string, headers: Record<string, string> = {}): HostileRequest => ({
    name,
    method: 'GET',
    path,
    headers: { accept: 'application/json', ...headers },
  });
  const many = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`x${n}`, '']));
  const unknownFields = `{viewer{${repeat(1_200, (n) => `zz${n}`)}}}`;
  return [
    get(
      'GET of encoded newlines',
      `/graphql?query=${'%0A'.repeat(2_000)}${encodeURIComponent(unknownFields)}`,
    ),
    get(
      'GET of deep variables',
      `/graphql?query={__typename}&variables={"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
    ),
    get(
      'GET of deep extensions',
      `/graphql?query={__typename}&extensions={"a":${'['.repeat(7_000)}${']'.repeat(7_000)}}`,
    ),
    get('GET of many parameters', `/graphql?${'a&'.repeat(7_500)}`),
    get('GET of GraphiQL', '/graphql', { accept: 'text/html' }),
    get('many headers', '/graphql?query={__typename}', many),
    get('a long Accept', '/graphql?query={__typename}', { accept: repeat(1_800, () => 'a/b;q=1', ',') }),
    get('a long Accept-Encoding', '/embed.js', { 'accept-encoding': repeat(1_800, () => 'a;q=1', ',') }),
    get('a long If-None-Match', '/embed.js', { 'if-none-match': '"x",'.repeat(3_800) }),
    get('a long X-Forwarded-For', '/graphql?query={__typename}', {
      'x-forwarded-for': '1.1.1.1,'.repeat(1_900),
    }),
    get('a long credential', '/graphql?query={__typename}', {
      authorization: `Bearer ${'x'.repeat(15_000)}`,
    }),
    get('a token of many dots', '/graphql?query={__typename}', {
      authorization: `Bearer ${'.'.repeat(15_000)}`,
    }),
    get('a token with a long head', '/graphql?query={__typename}', {
      authorization: `Bearer ${Buffer.from(`{"alg":"HS256","kid":"${'x'.repeat(2_000)}"}`).toString('base64url')}.e30.x`,
    }),
    get('a long path', `/${'a/'.repeat(7_500)}`),
    get('an encoded path', `/api/v1/embed-tenants/${'%41'.repeat(4_500)}/groups`),
    get('an unknown page', '/nothing'),
    get('the console', '/admin', { accept: 'text/html' }),
    get('a chat page', `/embed/chat?session=${'0'.repeat(32)}`, { accept: 'text/html' }),
    get('a chat page with a long account', `/embed/chat?account=${'x'.repeat(15_000)}`, {
      accept: 'text/html',
    }),
    get('a dashboard with a long name', `/embed/dashboard/${'%41'.repeat(4_500)}`, { accept: 'text/html' }),
    get('/ready', '/ready'),
    get('/docs', '/docs'),
    get('/openapi.json', '/openapi.json'),
    {
      name: 'DELETE of a long id',
      method: 'DELETE',
      path: `/api/v1/embed-tenants/a/groups/${'1'.repeat(14_000)}`,
    },
  ];
}

/** What reads most of a message of the Model Context Protocol, where anything does without credentials. */
function mcpMessages(): HostileRequest[] {
  const post = (
    name: string,
    message: object | string,
    headers: Record<string, string> = {},
  ): HostileRequest => ({
    name: `/mcp: ${name}`,
    method: 'POST',
    path: '/mcp',
    headers: {
      ...json,
      accept: 'application/json, text/event-stream',
      'inlay-external-id': 'emma',
      'inlay-deployment-id': '1',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  const call = (name: string, args: object) => ({ method: 'tools/call', params: { name, arguments: args } });
  const size = mebibyte - 1_000;
  return [
    post('a long id', { id: 'x'.repeat(size), method: 'ping' }),
    post('a long method', { method: 'x'.repeat(size) }),
    post('a method of many parts', { method: 'a/'.repeat(size / 2) }),
    post('an unknown tool with a long name', call('x'.repeat(size), {})),
    post('a long search', call('search_metadata', { searchQuery: 'x y '.repeat(size / 4) })),
    post('a search at its longest', call('search_metadata', { searchQuery: 'order by '.repeat(110) })),
    post('a long query', call('run_sql', { query: 'x'.repeat(size) })),
    post('a query of many tokens', call('run_sql', { query: `SELECT ${'1,'.repeat(4_990)}1` })),
    post('a long question', call('ask', { question: 'x '.repeat(size / 2) })),
    post(
      'many arguments',
      call('run_sql', Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`k${n}`, 0]))),
    ),
    post('many parameters', {
      method: 'tools/list',
      params: Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`k${n}`, 0])),
    }),
    post('much of what a client can do', {
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        clientInfo: { name: 'x'.repeat(100_000), version: '1' },
        capabilities: {
          experimental: Object.fromEntries(Array.from({ length: 8_000 }, (_, n) => [`k${n}`, {}])),
        },
      },
    }),
    post('a cancellation of a long id', {
      method: 'notifications/cancelled',
      params: { requestId: 'x'.repeat(size) },
    }),
    post('a batch', `[${'{"jsonrpc":"2.0","id":1,"method":"ping"},'.repeat(8_000)}{}]`),
    post('a long session', { method: 'ping' }, { 'mcp-session-id': 'x'.repeat(12_000) }),
    post('a long user', { method: 'ping' }, { 'inlay-external-id': 'x'.repeat(12_000) }),
    post('a long origin', { method: 'ping' }, { origin: `https://${'x.'.repeat(6_000)}test` }),
  ];
}

/** Each kind of request that could hold others up, at its worst within 1 MiB. */
export const hostileRequests: readonly HostileRequest[] = [
  ...documents(),
  ...['/graphql', '/api/v1/embed/session/token', '/api/v1/embed/generate-session', '/nothing'].flatMap(
    bodies,
  ),
  ...bodies('/mcp'),
  ...mcpMessages(),
  ...issues(),
  ...heads(),
];

let salts = 0;

/**
 * Sends a request over one connection and waits for the end of its answer.
 * @returns the status, or the code of the connection's failure: a body that nobody reads may end with it
 */
export function sendHostile(
  url: string,
  { method, path, headers = {}, body }: HostileRequest,
  { agent, credentials }: { readonly agent: Agent; readonly credentials?: string | undefined },
): Promise<number | string> {
  salts += 1;
  const salted = typeof body === 'string' ? body.replaceAll('SALT', String(salts)) : body;
  const all = {
    ...(credentials === undefined ? {} : { authorization: credentials }),
    ...(salted === undefined ? {} : { 'content-length': Buffer.byteLength(salted) }),
    ...headers,
  };
  return new Promise((resolve) => {
    const sent = request(new URL(url), { agent, method, path, headers: all }, (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
    sent.end(salted);
  });
}
