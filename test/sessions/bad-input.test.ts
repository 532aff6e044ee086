import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { countRows, storedUser } from '../support/user-access.ts';

const path = '/api/v1/embed/generate-session';
const mutation = 'mutation($input: GenerateSessionInput!) { generateSession(input: $input) { sessionId } }';

/** A JSON text that JSON.stringify could not write, such as very deep nesting. */
const nested = (depth: number, open = '{"a":', close = '}', core = '1') =>
  `${open.repeat(depth)}${core}${close.repeat(depth)}`;
const body = (fields: string) => `{"deploymentId":1,"externalId":"bad",${fields}}`;

/** What no schema allows; the path is that of an issue that REST names. */
const refused: readonly (readonly [name: string, json: string, path: string])[] = [
  ['a missing deploymentId', '{"externalId":"bad"}', 'deploymentId'],
  ['a deploymentId of text', '{"externalId":"bad","deploymentId":"1"}', 'deploymentId'],
  ['a fraction as deploymentId', '{"externalId":"bad","deploymentId":1.5}', 'deploymentId'],
  ['a deploymentId beyond 32 bits', '{"externalId":"bad","deploymentId":3000000000}', 'deploymentId'],
  ['null as deploymentId', '{"externalId":"bad","deploymentId":null}', 'deploymentId'],
  ['a number as externalId', '{"externalId":1,"deploymentId":1}', 'externalId'],
  ['a list as externalId', '{"externalId":["a"],"deploymentId":1}', 'externalId'],
  ['a NUL in externalId', '{"externalId":"a\\u0000b","deploymentId":1}', 'externalId'],
  ['a control character in externalId', '{"externalId":"a\\u0007b","deploymentId":1}', 'externalId'],
  ['a lone surrogate in externalId', '{"externalId":"a\\ud800b","deploymentId":1}', 'externalId'],
  ['a long externalId', `{"externalId":"${'a'.repeat(256)}","deploymentId":1}`, 'externalId'],
  [
    'an externalId of nearly 1 MiB',
    `{"externalId":"${'a'.repeat(1_000_000)}","deploymentId":1}`,
    'externalId',
  ],
  ['a NUL in internalId', '{"internalId":"a\\u0000b","deploymentId":1}', 'internalId'],
  ['a long email', body(`"email":"${'a'.repeat(321)}"`), 'email'],
  ['an email with a line break', body('"email":"a\\nb@example.com"'), 'email'],
  ['text as creatorMode', body('"creatorMode":"yes"'), 'creatorMode'],
  ['a number among groups', body('"groups":["a",1]'), 'groups.1'],
  ['null among groups', body('"groups":[null]'), 'groups.0'],
  ['an empty group name', body('"groups":[""]'), 'groups.0'],
  ['a NUL in a group name', body('"groups":["a\\u0000"]'), 'groups.0'],
  ['a lone surrogate in a group name', body('"groups":["\\udc00"]'), 'groups.0'],
  ['very many groups', body(`"groups":[${Array(1_001).fill('"a"').join()}]`), 'groups'],
  ['an object as userAttributes', body('"userAttributes":{"city":"Oslo"}'), 'userAttributes'],
  ['text among userAttributes', body('"userAttributes":["city"]'), 'userAttributes.0'],
  ['an attribute without a name', body('"userAttributes":[{"value":1}]'), 'userAttributes.0.name'],
  ['a number as attribute name', body('"userAttributes":[{"name":1,"value":1}]'), 'userAttributes.0.name'],
  ['a boolean value', body('"userAttributes":[{"name":"city","value":true}]'), 'userAttributes.0.value'],
  ['an object as value', body('"userAttributes":[{"name":"city","value":{}}]'), 'userAttributes.0.value'],
  [
    'null in a list value',
    body('"userAttributes":[{"name":"city","value":[null]}]'),
    'userAttributes.0.value',
  ],
  [
    'lists in a list value',
    body('"userAttributes":[{"name":"city","value":[[1]]}]'),
    'userAttributes.0.value',
  ],
  [
    'a deep value',
    body(`"userAttributes":[{"name":"city","value":${nested(50, '[', ']')}}]`),
    'userAttributes.0.value',
  ],
  [
    'a NUL in a value',
    body('"userAttributes":[{"name":"city","value":"\\u0000"}]'),
    'userAttributes.0.value',
  ],
  [
    'a lone surrogate in a value',
    body('"userAttributes":[{"name":"city","value":"\\ud83d"}]'),
    'userAttributes.0.value',
  ],
  ['an infinite number', body('"userAttributes":[{"name":"level","value":1e999}]'), 'userAttributes.0.value'],
  [
    'text as groupDefinitions',
    body('"creatorMode":true,"embedTenantName":"north","groupDefinitions":"g"'),
    'groupDefinitions',
  ],
  [
    'a definition without a name',
    body('"creatorMode":true,"embedTenantName":"north","groupDefinitions":[{}]'),
    'groupDefinitions.0.name',
  ],
  [
    'a NUL in a description',
    body(
      '"creatorMode":true,"embedTenantName":"north","groupDefinitions":[{"name":"g","description":"\\u0000"}]',
    ),
    'groupDefinitions.0.description',
  ],
  [
    'a long description',
    body(
      `"creatorMode":true,"embedTenantName":"north","groupDefinitions":[{"name":"g","description":"${'d'.repeat(2_001)}"}]`,
    ),
    'groupDefinitions.0.description',
  ],
  [
    'an attribute definition without a type',
    body('"creatorMode":true,"embedTenantName":"north","userAttributeDefinitions":[{"name":"a"}]'),
    'userAttributeDefinitions.0.type',
  ],
  [
    'a prototype key as type',
    body(
      '"creatorMode":true,"embedTenantName":"north","userAttributeDefinitions":[{"name":"a","type":"__proto__"}]',
    ),
    'userAttributeDefinitions.0.type',
  ],
  ['a list as securityContext', body('"securityContext":[]'), 'securityContext'],
  ['text as securityContext', body('"securityContext":"x"'), 'securityContext'],
  ['a deep securityContext', body(`"securityContext":${nested(33)}`), 'securityContext'],
  ['a deeper securityContext', body(`"securityContext":${nested(60)}`), 'securityContext'],
  [
    'a securityContext over 64 KiB',
    body(`"securityContext":{"a":"${'x'.repeat(65_536)}"}`),
    'securityContext',
  ],
  ['a NUL in securityContext', body('"securityContext":{"a":"\\u0000"}'), 'securityContext.a'],
  ['a NUL in a key of securityContext', body('"securityContext":{"a\\u0000":1}'), 'securityContext'],
  [
    'a lone surrogate in securityContext',
    body('"securityContext":{"a":{"b":["\\udfff"]}}'),
    'securityContext.a.b.0',
  ],
];

/** What is refused for its shape, before anything is made of it. */
const immodest: readonly (readonly [name: string, json: string, message: RegExp])[] = [
  ['lists 65 deep', nested(65, '[', ']'), /more than 64 deep/],
  ['a securityContext 64 deep', body(`"securityContext":${nested(64)}`), /more than 64 deep/],
  ['a very deep securityContext', body(`"securityContext":${nested(100_000)}`), /more than 64 deep/],
  [
    'very deep lists in a value',
    body(`"userAttributes":[{"name":"city","value":${nested(200_000, '[', ']')}}]`),
    /more than 64 deep/,
  ],
  ['a time of lists', body(`"email":${nested(6_000, '[', ']')}`), /more than 64 deep/],
  [
    'a wide securityContext',
    body(`"securityContext":{"a":[${Array(400_000).fill('1').join()}]}`),
    /more than 25000 values/,
  ],
  [
    'very many groups that are none',
    body(`"groups":[${Array(30_000).fill('1').join()}]`),
    /more than 25000 values/,
  ],
];

describeDatabases('bad input', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({
      kind,
      accounts: [{ name: 'acme', userAttributes: { city: 'string', level: 'number' } }],
    });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  it.each(refused)(
    '%s is a 400 that names it, through both doors, and leaves nothing behind',
    async (_name, json, at) => {
      const before = await countRows(service);
      const rest = await service.rest('POST', path, json);
      expect(rest).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
      expect(rest.body.issues.map((issue: { path: string }) => issue.path)).toContain(at);
      expect(rest.body.requestId).toBe(rest.headers.get('x-request-id'));

      const named = json.replaceAll('"type":"string"', '"type":"STRING"');
      const text = `{"query":${JSON.stringify(mutation)},"variables":{"input":${named}}}`;
      const response = await service.rest('POST', '/graphql', text);
      const [error] = response.body.errors;
      expect(error.extensions.code).toBe('VALIDATION_FAILED');
      expect(await countRows(service)).toEqual(before);
    },
  );

  it.each(immodest)('%s is a 400 that says why, through both doors', async (_name, json, message) => {
    const rest = await service.rest('POST', path, json);
    expect(rest).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', detail: expect.stringMatching(message) },
    });
    const named = json.replaceAll('"type":"string"', '"type":"STRING"');
    const text = `{"query":${JSON.stringify(mutation)},"variables":{"input":${named}}}`;
    const graphql = await service.rest('POST', '/graphql', text);
    expect(graphql).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(message), extensions: { code: 'BAD_REQUEST' } }] },
    });
  });

  it('lists the first hundred of very many issues', async () => {
    const shapes = await service.rest('POST', path, body(`"groups":[${Array(5_000).fill('1').join()}]`));
    expect(shapes.body.issues).toHaveLength(100);
    const attributes = JSON.stringify(Array(900).fill({ name: '', value: '' }));
    const rules = await service.rest('POST', path, body(`"userAttributes":${attributes}`));
    expect(rules.body.issues).toHaveLength(100);
  });

  it('lists every issue by its path', async () => {
    const several = '{"externalId":"Bad","groups":["",1],"creatorMode":"x","userAttributes":[{}]}';
    const { body: shapes } = await service.rest('POST', path, several);
    expect(shapes.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'deploymentId',
      'creatorMode',
      'userAttributes.0.name',
      'groups.1',
    ]);
    const rules = '{"deploymentId":1,"externalId":"Bad ","groups":[""],"embedTenantName":"no","email":""}';
    const { body: ruled } = await service.rest('POST', path, rules);
    expect(ruled.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'externalId',
      'externalId',
      'email',
      'embedTenantName',
      'groups.0',
    ]);
    expect(ruled.detail).toContain('and 4 more');
  });

  it.each([
    // GraphQL takes a single value for a list of one.
    ['text as groups', body('"groups":"analysts"'), 400, 'VALIDATION_FAILED'],
    ['no JSON', '{', 400, 'BAD_REQUEST'],
    ['nothing', '', 400, 'BAD_REQUEST'],
    ['null', 'null', 400, 'VALIDATION_FAILED'],
    ['a list', '[]', 400, 'VALIDATION_FAILED'],
    ['a string', '"x"', 400, 'VALIDATION_FAILED'],
    ['deep lists', nested(60, '[', ']'), 400, 'VALIDATION_FAILED'],
    ['more than 1 MiB', body(`"email":"${'x'.repeat(1_048_576)}"`), 413, 'PAYLOAD_TOO_LARGE'],
  ])('a REST body that is %s is refused', async (_name, text, status, code) => {
    expect(await service.rest('POST', path, text)).toMatchObject({ status, body: { code } });
  });

  it.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json-seq', 415],
    ['application/json; charset=utf-8', 200],
    ['application/problem+json', 200],
  ])('a REST body of the type %s: %i', async (type, status) => {
    const request = new Request(`https://inlay.test${path}`, {
      method: 'POST',
      body: '{"deploymentId":1,"externalId":"typed"}',
      headers: { 'content-type': type, authorization: `Api-Key ${service.account().adminKey}` },
    });
    expect((await service.gateway.fetch(request)).status).toBe(status);
  });

  it('one value where a list is asked for is refused over REST, and is a list of one in GraphQL, as its specification says', async () => {
    await service.database.prisma.group.create({
      data: { accountId: service.account().id, name: 'coerced' },
    });
    const json = '{"deploymentId":1,"externalId":"coerced","groups":"coerced"}';
    const { status, body: problem } = await service.rest('POST', path, json);
    expect(status).toBe(400);
    expect(problem.issues).toMatchObject([{ path: 'groups' }]);
    expect((await storedUser(service, service.account().id, 'coerced'))?.groups ?? []).toEqual([]);
    const { code } = await service.graphql(mutation, { input: JSON.parse(json) });
    expect(code).toBeUndefined();
    expect((await storedUser(service, service.account().id, 'coerced'))?.groups).toEqual(['coerced']);
  });

  it('a compressed REST body is refused, and is told how to be sent', async () => {
    const request = new Request(`https://inlay.test${path}`, {
      method: 'POST',
      body: gzipSync('{"deploymentId":1,"externalId":"packed"}'),
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        authorization: `Api-Key ${service.account().adminKey}`,
      },
    });
    const answer = await service.gateway.fetch(request);
    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ detail: 'Send the body without a Content-Encoding.' });
  });

  it('bytes that are not UTF-8 are refused', async () => {
    const request = new Request(`https://inlay.test${path}`, {
      method: 'POST',
      body: Buffer.from('{"deploymentId":1,"externalId":"\xff"}', 'latin1'),
      headers: {
        'content-type': 'application/json',
        authorization: `Api-Key ${service.account().adminKey}`,
      },
    });
    expect((await service.gateway.fetch(request)).status).toBe(400);
  });

  describe('what looks odd but is allowed', () => {
    const accept = async (json: string) => {
      expect((await service.rest('POST', path, json)).status).toBe(200);
      const named = json.replaceAll('"type":"string"', '"type":"STRING"');
      const text = `{"query":${JSON.stringify(mutation)},"variables":{"input":${named}}}`;
      const response = await service.rest('POST', '/graphql', text);
      expect(response.body.errors).toBeUndefined();
    };
    const lastContext = async () => {
      const session = await service.database.prisma.session.findFirstOrThrow({ orderBy: { id: 'desc' } });
      return JSON.stringify(session.securityContext);
    };

    it('prototype keys in securityContext are data like any other', async () => {
      const context =
        '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}';
      await accept(body(`"securityContext":${context}`));
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      const stored = JSON.parse(await lastContext()) as object;
      expect(Object.keys(stored).sort()).toEqual(['__proto__', 'constructor', 'toString']);
    });

    it('prototype keys as names of groups and attributes name nothing, or what was defined so', async () => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
      for (const name of names) {
        const groups = await service.rest('POST', path, body(`"groups":["${name}"]`));
        expect(groups.body.detail).toBe(`Groups with names ${name} not found`);
        const value = `{"name":"${name}","value":"x"}`;
        const values = await service.rest('POST', path, body(`"userAttributes":[${value}]`));
        expect(values.body.detail).toBe(`User attributes not found: ${name}`);
      }
      const definitions = names.map((name) => `{"name":"${name}","type":"string"}`).join();
      const values = names.map((name) => `{"name":"${name}","value":"of ${name}"}`).join();
      await accept(
        body(`"embedTenantName":"proto","creatorMode":true,"userAttributeDefinitions":[${definitions}],
          "userAttributes":[${values}]`),
      );
      const user = await storedUser(service, service.account().id, 'bad', 'proto');
      expect(Object.keys(user?.values ?? {})).toHaveLength(4);
    });

    it('a securityContext as deep and as large as is allowed', async () => {
      await accept(body(`"securityContext":${nested(32)}`));
      await accept(body(`"securityContext":{"a":"${'x'.repeat(65_536 - 8)}"}`));
    });

    it('unknown fields of a REST body are ignored, prototype keys included', async () => {
      const extra = '"roles":["admin"],"__proto__":{"creatorMode":true},"constructor":1,"expiresAt":null';
      expect((await service.rest('POST', path, body(extra))).status).toBe(200);
    });

    it('null stands for a field that was left out', async () => {
      const fields = ['internalId', 'email', 'embedTenantName', 'creatorMode', 'userAttributes', 'groups'];
      const more = ['userAttributeDefinitions', 'groupDefinitions', 'securityContext'];
      await accept(body([...fields, ...more].map((field) => `"${field}":null`).join()));
    });

    it('emoji and other scripts in names and values', async () => {
      await accept(
        `{"deploymentId":1,"externalId":"løs 👩‍👩‍👧 ñ","userAttributes":[{"name":"city","value":"東京 😀"}]}`,
      );
    });
  });
});
