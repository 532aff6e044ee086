import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningService, startService } from '../../examples/demo/start-service.ts';
import type { OpenApiDocument } from '../../src/rest/openapi/document.ts';
import type { JsonSchema } from '../../src/rest/openapi/error-responses.ts';
import { fillDataDirectory } from '../support/database.ts';
import { type DescribedApi, describedApi } from '../support/described-api.ts';

let service: RunningService;
let document: OpenApiDocument;
let api: DescribedApi;
const answered = new Set<string>();

beforeAll(async () => {
  service = await startService({ fill: fillDataDirectory });
  const response = await fetch(`${service.url}/openapi.json`);
  document = (await response.json()) as OpenApiDocument;
  api = describedApi(document);
});

afterAll(() => service[Symbol.asyncDispose]());

interface Call {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: string;
  readonly body?: unknown;
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an operation at the path that the document gives. @throws unless the answer is what the document says */
async function call(operationId: string, status: number, options: Call = {}): Promise<Response> {
  const { params = {}, query = '', body, headers = {} } = options;
  const { authorization = `Api-Key ${service.adminKey}` } = options;
  const { method, path } = api.operation(operationId);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const response = await fetch(`${service.url}${filled}${query}`, {
    method,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const copy = response.clone();
  expect(response.status, await copy.clone().text()).toBe(status);
  expect(await api.responseProblems(operationId, copy)).toEqual([]);
  answered.add(`${operationId} ${status < 400 ? 'answer' : 'error'}`);
  return response;
}

const agent = { accountName: 'acme', agentId: 1 };
const emma = {
  sessionSettings: { externalId: 'emma', userAttributes: [{ name: 'region', value: ['EU'] }] },
};
const tenant = { embedTenantName: 'northwind' };
const sql = 'SELECT channel, MEASURE(order_count) AS orders FROM orders_overview GROUP BY 1';

describe('the document', () => {
  test('is OpenAPI 3.1', async () => {
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    const broken = { ...document, paths: { '/x': { get: { responses: { 200: {} } } } } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  test('names each operation once and no schema in vain', () => {
    const ids = api.operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (id) => !text.includes(`"#/components/schemas/${id}"`),
    );
    expect(unused).toEqual([]);
  });

  test('has examples that its own schemas accept', () => {
    const wrong = api.operations.flatMap(({ operationId, requestBody, responses }) => {
      const contents = [
        requestBody?.content ?? {},
        ...Object.values(responses).map((one) => one.content ?? {}),
      ];
      return contents
        .flatMap((content) => Object.entries(content))
        .flatMap(([type, { schema, example, examples = {} }]) => {
          const values = [
            ...Object.values(examples).map(({ value }) => value),
            ...(example === undefined ? [] : [example]),
          ];
          const lines = type.endsWith('ndjson') ? values.flat() : values;
          expect(values.length, `${operationId} ${type}`).toBeGreaterThan(0);
          return lines.flatMap((value) => (schema === undefined ? [] : api.problems(schema, value)));
        });
    });
    expect(wrong).toEqual([]);
  });

  test('describes what exists: each operation answers, and other methods do not', async () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const url = service.url + path.replaceAll(/\{\w+\}/g, '1');
      const known = Object.keys(methods).map((method) => method.toUpperCase());
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const response = await fetch(url, { method });
        await response.body?.cancel();
        const called = `${method} ${path}`;
        if (known.includes(method)) expect([404, 405], called).not.toContain(response.status);
        else {
          expect(response.status, called).toBe(405);
          const reading = known.flatMap((each) => (each === 'GET' ? ['GET', 'HEAD'] : [each]));
          expect(response.headers.get('allow')).toBe([...reading, 'OPTIONS'].join(', '));
        }
      }
    }
  });

  test.each(['/health', '/ready', '/openapi.json', '/docs', '/api/v1/embed-tenants/nowhere/groups'])(
    'HEAD %s answers as GET does, without the body',
    async (path) => {
      const [got, head] = await Promise.all([
        fetch(service.url + path),
        fetch(service.url + path, { method: 'HEAD' }),
      ]);
      const told = ({ status, headers }: Response) => [status, headers.get('content-type')];
      expect(told(head)).toEqual(told(got));
      expect([await head.text(), (await got.text()).length > 0]).toEqual(['', true]);
    },
  );

  test.each(['/openapi.json', '/docs'])(
    '%s is compressed for clients that accept it, and known again',
    async (path) => {
      const read = (headers: Record<string, string>) => fetch(service.url + path, { headers });
      const plain = await read({ 'accept-encoding': 'identity' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      const text = await plain.text();
      for (const coding of ['br', 'gzip']) {
        const answer = await read({ 'accept-encoding': coding });
        expect(answer.headers.get('content-encoding')).toBe(coding);
        expect(Number(answer.headers.get('content-length'))).toBeLessThan(text.length / 4);
        expect(await answer.text()).toBe(text);
        const etag = answer.headers.get('etag') ?? '';
        expect((await read({ 'accept-encoding': coding, 'if-none-match': etag })).status).toBe(304);
      }
    },
  );
});

describe('real answers are what the document says', () => {
  test('sessions', async () => {
    const body = { deploymentId: 1, externalId: 'emma', groups: [] };
    const minted = await call('generateSession', 200, { body });
    const session = (await minted.json()) as { sessionId: string };
    await call('generateSession', 400, { body: { ...body, externalId: 'Emma' } });
    await call('generateSession', 400, { body: { ...body, groups: ['nobody'] } });
    await call('generateSession', 400, { body: '{' });
    await call('generateSession', 401, { body, authorization: null });
    await call('generateSession', 404, { body: { ...body, deploymentId: 9 } });
    await call('generateSession', 413, { body: JSON.stringify({ ...body, email: 'x'.repeat(1024 * 1024) }) });
    await call('generateSession', 415, { body: 'deploymentId=1', headers: { 'content-type': 'text/plain' } });

    const exchanged = await call('exchangeSession', 200, { body: session, authorization: null });
    await call('exchangeSession', 401, { body: session, authorization: null });
    const { token } = (await exchanged.json()) as { token: string };
    await call('generateSession', 403, { body, authorization: `Bearer ${token}` });
    await call('revokeSession', 204, { body: session });
    await call('revokeSession', 400, { body: {} });
  });

  test('embed tenants', async () => {
    await call('generateSession', 200, { body: exampleOf('generateSession', 'creatorMode') });
    const groups = await call('listEmbedTenantGroups', 200, { params: tenant, query: '?first=1' });
    await call('listEmbedTenantGroups', 400, { params: tenant, query: '?first=101' });
    await call('listEmbedTenantGroups', 400, { params: tenant, query: '?after=nothing' });
    await call('listEmbedTenantGroups', 404, { params: { embedTenantName: 'nowhere' } });
    const attributes = await call('listEmbedTenantUserAttributes', 200, { params: tenant });
    await call('listEmbedTenantUserAttributes', 401, { params: tenant, authorization: 'Api-Key wrong' });

    const idOf = async (response: Response) => {
      const { items } = (await response.json()) as { items: { id: number }[] };
      return items[0]?.id ?? 0;
    };
    const group = { ...tenant, id: await idOf(groups) };
    await call('deleteEmbedTenantGroup', 204, { params: group });
    await call('deleteEmbedTenantGroup', 404, { params: group });
    const attribute = { ...tenant, id: await idOf(attributes) };
    await call('deleteEmbedTenantUserAttribute', 204, { params: attribute });
    await call('deleteEmbedTenantUserAttribute', 404, { params: attribute });
  });

  test('chat, with the JSON that its strings hold', async () => {
    const asked = await call('streamChat', 200, {
      params: agent,
      body: exampleOf('streamChat', 'question'),
    });
    const lines = (await asked.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ChatLine);
    const calls = lines.flatMap(({ toolCall }) => (toolCall === undefined ? [] : [toolCall]));
    const { properties = {} } = document.components.schemas['ToolCall'] ?? {};
    const held = (field: 'input' | 'result') => (properties[field] as JsonSchema).contentSchema ?? {};
    for (const { input, result } of calls) {
      expect(api.problems(held('input'), JSON.parse(input))).toEqual([]);
      if (result !== undefined) expect(api.problems(held('result'), JSON.parse(result))).toEqual([]);
    }
    const finished = calls.filter(({ result }) => result !== undefined).map(({ name }) => name);
    expect([...new Set(finished)]).toEqual(['svcMeta', 'svcSqlApi']);

    const chatId = lines[0]?.state?.chatId ?? '';
    await call('streamChat', 200, { params: agent, body: { chatId, ...emma } });
    await call('streamChat', 400, { params: agent, body: emma });
    await call('streamChat', 400, {
      params: agent,
      body: { input: 'Hi', activeBranchName: 'none', ...emma },
    });
    await call('streamChat', 404, { params: { ...agent, agentId: 99 }, body: { input: 'Hi', ...emma } });

    for (const operationId of ['abortChat', 'abortChatInPlace']) {
      await call(operationId, 204, { params: agent, body: { chatId, ...emma } });
      const tom = { sessionSettings: { externalId: 'tom' } };
      await call(operationId, 403, { params: agent, body: { chatId, ...tom } });
      await call(operationId, 404, { params: agent, body: { chatId: 'none', ...emma } });
    }
  });

  test('data, in each format', async () => {
    const params = { deploymentId: 1 };
    for (const format of ['ndjson', 'json', 'csv']) {
      await call('runSql', 200, { params, body: { query: sql, format, ...emma } });
    }
    await call('runSql', 400, { params, body: { query: 'SELECT nothing FROM nowhere', ...emma } });
    await call('runSql', 400, { params, body: { query: 'DELETE FROM orders_overview', ...emma } });
    await call('runSql', 404, { params: { deploymentId: 9 }, body: { query: sql, ...emma } });
  });

  test('the audit log', async () => {
    await call('exportAuditEvents', 200);
    await call('exportAuditEvents', 400, { query: '?from=yesterday' });
    await call('exportAuditEvents', 401, { authorization: null });
  });

  test('the service itself', async () => {
    for (const id of ['readHealth', 'readReadiness', 'readOpenApi', 'readDocs']) {
      await call(id, 200, { authorization: null });
      answered.add(`${id} error`);
    }
  });

  test('of every operation, also when it fails', () => {
    const wanted = api.operations.flatMap(({ operationId }) => [
      `${operationId} answer`,
      `${operationId} error`,
    ]);
    expect(wanted.filter((one) => !answered.has(one))).toEqual([]);
  });
});

describe('requests', () => {
  test('the examples are taken', async () => {
    for (const { operationId, method, path, requestBody, security } of api.operations) {
      for (const { value } of Object.values(requestBody?.content['application/json']?.examples ?? {})) {
        const url = service.url + path.replace('{accountName}', 'acme').replaceAll(/\{\w+\}/g, '1');
        const authorization = security === undefined ? `Api-Key ${service.adminKey}` : undefined;
        const body = { ...emma, ...(value as object) };
        const response = await fetch(url, {
          method,
          headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
          body: JSON.stringify(body),
        });
        expect([200, 204, 401, 404], `${operationId}: ${await response.text()}`).toContain(response.status);
      }
    }
  });

  test('what the document refuses, the service refuses', async () => {
    const wrongValues = [1.5, 'X', true, {}, [[]], null];
    let refused = 0;
    for (const { operationId, requestBody } of api.operations) {
      const media = requestBody?.content['application/json'];
      if (media?.schema?.$ref === undefined) continue;
      const { schema } = media;
      const [example] = Object.values(media.examples ?? {});
      const { properties = {} } = document.components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? {};
      for (const name of Object.keys(properties)) {
        for (const wrong of wrongValues) {
          const body = { ...(example?.value as object), [name]: wrong };
          if (api.problems(schema, body).length === 0) continue;
          await call(operationId, 400, { params: { ...agent, deploymentId: 1 }, body });
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(100);

    const unset = { deploymentId: 1, externalId: 'emma', userAttributes: [{ name: 'region' }] };
    const { schema = {} } = api.operation('generateSession').requestBody?.content['application/json'] ?? {};
    expect(api.problems(schema, unset)).not.toEqual([]);
    await call('generateSession', 400, { body: unset });
  });
});

interface ChatLine {
  readonly state?: { readonly chatId?: string };
  readonly toolCall?: { readonly name: string; readonly input: string; readonly result?: string };
}

function exampleOf(operationId: string, name: string): unknown {
  return api.operation(operationId).requestBody?.content['application/json']?.examples?.[name]?.value;
}
