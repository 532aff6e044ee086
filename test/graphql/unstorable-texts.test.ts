import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../src/rest/openapi/document.ts';
import type { JsonSchema } from '../../src/rest/openapi/error-responses.ts';
import { schema } from '../../src/schema/index.ts';
import { describeDatabases } from '../support/database.ts';
import { describedApi } from '../support/described-api.ts';
import { type RootKind, rootFields, walkLeaves } from '../support/schema-walk.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** Text that no database can keep, wherever either door takes text; places are found in the schema and in openapi.json. */
const texts = ['\u0000', 'a\u0000b', '\ud800', 'a\udc00'] as const;
const says = /must not contain NUL characters or lone surrogates/;

/** A place for text in an argument, and a value that has `text` there and nothing else that is not needed. */
interface Place {
  readonly path: readonly string[];
  readonly value: (text: string) => unknown;
}

const minimal: Readonly<Record<string, unknown>> = {
  String: 'text',
  ID: '1',
  Int: 1,
  Float: 1,
  Boolean: false,
  DateTime: '2030-01-01T00:00:00.000Z',
  UserAttributeValue: 'text',
  JSONObject: {},
};

function minimumOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return minimumOf(type.ofType);
  if (isListType(type)) return [minimumOf(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (!isInputObjectType(type)) return minimal[type.name];
  const needed = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(needed.map((field) => [field.name, minimumOf(field.type)]));
}

function placesOf(type: GraphQLInputType, within: readonly string[] = []): Place[] {
  if (isNonNullType(type)) return placesOf(type.ofType, within);
  if (isListType(type)) {
    return placesOf(type.ofType, within).map(({ path, value }) => ({
      path: ['0', ...path],
      value: (text) => [value(text)],
    }));
  }
  if (isInputObjectType(type)) {
    if (within.includes(type.name)) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      placesOf(field.type, [...within, type.name]).map(({ path, value }) => ({
        path: [field.name, ...path],
        value: (text: string) => ({ ...(minimumOf(type) as object), [field.name]: value(text) }),
      })),
    );
  }
  if (type.name === 'JSONObject') {
    return [
      { path: ['key'], value: (text) => ({ key: { deep: [text] } }) },
      { path: [], value: (text) => ({ [text]: 1 }) },
    ];
  }
  if (type.name === 'UserAttributeValue') {
    return [
      { path: [], value: (text) => text },
      { path: ['0'], value: (text) => [text] },
    ];
  }
  return type.name === 'String' || type.name === 'ID' ? [{ path: [], value: (text) => text }] : [];
}

interface Operation {
  readonly name: string;
  readonly query: string;
  readonly variables: (text: string) => Record<string, unknown>;
}

function operationsOf(kind: RootKind): Operation[] {
  return rootFields(schema, kind).flatMap((field) =>
    field.args.flatMap((arg) => {
      const args = field.args.filter((each) => each === arg || isNonNullType(each.type));
      const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
      const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
      const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
      return placesOf(arg.type).map(({ path, value }) => ({
        name: [kind, field.name, arg.name, ...path].join('.'),
        query: `${kind}(${declared}) { ${field.name}(${given})${selection} }`,
        variables: (text: string) => ({ ...minimumsOf(args), [arg.name]: value(text) }),
      }));
    }),
  );
}

const minimumsOf = (args: readonly GraphQLArgument[]) =>
  Object.fromEntries(args.map(({ name, type }) => [name, minimumOf(type)]));

/** Any text is as good as an unknown one where a secret is asked for. */
const secrets: Readonly<Record<string, string>> = {
  exchangeSession: 'UNAUTHENTICATED',
  revokeSession: 'none',
};

const operations = (['query', 'mutation', 'subscription'] as const).flatMap(operationsOf);

describeDatabases('text that cannot be stored', (kind) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ kind, withData: true, accounts: [{ name: 'acme', groups: ['g'] }] });
  });
  afterAll(async () => {
    expect(service.faults).toEqual([]);
    await service[Symbol.asyncDispose]();
  });

  interface Result {
    readonly errors?: readonly {
      readonly message: string;
      readonly path?: readonly unknown[];
      readonly extensions: { readonly code: string; readonly issues?: readonly { path: string }[] };
    }[];
  }

  async function send(body: object): Promise<Result> {
    const response = await service.gateway.fetch(
      new Request('https://inlay.test/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream;q=0.9',
          authorization: `Api-Key ${service.account().adminKey}`,
        },
        body: JSON.stringify(body),
      }),
    );
    const text = await response.text();
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text) as Result;
  }

  describe('over GraphQL', () => {
    it('is looked for everywhere', () => {
      expect(operations.length).toBeGreaterThan(100);
    });

    it.each(operations.map((operation) => [operation.name, operation] as const))(
      '%s',
      async (name, operation) => {
        for (const text of texts) {
          const { query } = operation;
          const { errors } = await send({ query, variables: operation.variables(text) });
          const [error] = errors ?? [];
          const code = error?.extensions.code ?? 'none';
          expect(code, JSON.stringify(text)).toBe(secrets[name.split('.')[1] ?? ''] ?? 'VALIDATION_FAILED');
          if (code !== 'VALIDATION_FAILED') continue;
          // What an id is not says so by itself.
          if (/^query\.nodes?\./.test(name)) continue;
          expect(error?.message).toMatch(says);
          expect(error?.path).toEqual([name.split('.')[1]]);
          const [, , ...path] = name.split('.');
          expect(error?.extensions.issues?.[0]?.path).toContain(
            (/^(input|filter)$/.test(path[0] ?? '') ? path.slice(1) : path).join('.'),
          );
        }
      },
    );

    // Not all of these are reached, as some stand below what is not there.
    const nested = Object.values(schema.getTypeMap())
      .flatMap((type) =>
        'getFields' in type && !isInputObjectType(type) ? Object.values(type.getFields()) : [],
      )
      .flatMap((field) =>
        'args' in field
          ? field.args
              .filter(({ type }) => ['String', 'ID'].includes(getNamedType(type).name))
              .map(({ name }) => `${field.name}.${name}`)
          : [],
      );
    const leaves = [...new Set(nested)].flatMap((key) => {
      const table = { deploymentId: 1, name: 'sales', [key]: '\u0000' };
      const found = walkLeaves(schema, table).find(({ query }) => query.includes('\\u0000'));
      return found === undefined ? [] : [[key, found.query] as const];
    });
    it.each(leaves)('%s, wherever it stands', async (_, query) => {
      const { errors } = await send({ query });
      for (const { extensions } of errors ?? []) expect(extensions.code).not.toBe('INTERNAL');
    });
  });

  describe('over REST', () => {
    it('is refused in paths, queries and bodies', async () => {
      const { body: document } = await service.rest('GET', '/openapi.json', undefined, null);
      const api = describedApi(document as OpenApiDocument);
      const schemas = (document as OpenApiDocument).components.schemas;
      const parametersOfAll = api.operations.flatMap(({ parameters = [] }) => parameters);
      const embedTenantName = parametersOfAll.find(({ name }) => name === 'embedTenantName')?.example;
      const session = { deploymentId: 1, externalId: 'emma', embedTenantName };
      expect((await service.rest('POST', '/api/v1/embed/generate-session', session)).status).toBe(200);
      const outcomes: [what: string, outcome: string][] = [];
      const undescribed: string[] = [];
      const check = async (what: string, answer: Promise<{ status: number; body: { code?: string } }>) => {
        const { status, body } = await answer;
        outcomes.push([what, `${status} ${body.code}`]);
        const { responses } = api.operation(what.split(' ')[0] ?? '');
        const schema = responses[status]?.content?.['application/problem+json']?.schema;
        const codes = schema?.properties?.['code'] as JsonSchema | undefined;
        const isDescribed = status < 300 || codes?.enum?.includes(body.code ?? '');
        if (!isDescribed) undescribed.push(`${what}: ${status}`);
      };
      for (const { operationId, method, path, parameters = [], requestBody } of api.operations) {
        if (!path.startsWith('/api/')) continue;
        const pathWith = (name: string, text: string) =>
          path.replace(/\{(\w+)\}/g, (_, each: string) => {
            const example = parameters.find((one) => one.in === 'path' && one.name === each)?.example;
            return encodeURIComponent(each === name ? text : String(example));
          });
        const body = requestBody?.content['application/json'];
        const example = body?.example ?? Object.values(body?.examples ?? {})[0]?.value;
        for (const parameter of parameters) {
          const what = `${operationId} {${parameter.name}}`;
          if (parameter.in === 'path') {
            await check(what, service.rest(method, pathWith(parameter.name, '\u0000'), example));
          } else {
            const query = `?${parameter.name}=%00`;
            await check(what, service.rest(method, pathWith('', '') + query, example));
          }
        }
        for (const place of placesInJson(body?.schema ?? {}, schemas)) {
          for (const text of texts) {
            const variant = place.value(text, example);
            const what = `${operationId} ${place.path.join('.')} ${JSON.stringify(text)}`;
            await check(what, service.rest(method, pathWith('', ''), variant));
          }
        }
      }
      // A number in a path that is none is the number of nothing.
      const expected = (what: string) => {
        const secret = secrets[what.split(' ')[0] ?? ''];
        if (secret !== undefined) return secret === 'none' ? '204 undefined' : `401 ${secret}`;
        return /Id\}$|\{id\}$/.test(what) ? '404 NOT_FOUND' : '400 VALIDATION_FAILED';
      };
      expect(outcomes.filter(([what, outcome]) => outcome !== expected(what))).toEqual([]);
      expect(undescribed).toEqual([]);
      expect(outcomes.length).toBeGreaterThan(100);
    });
  });
});

interface JsonPlace {
  readonly path: readonly string[];
  readonly value: (text: string, example: unknown) => unknown;
}

/** Places for text in a JSON body; what is needed beside them comes from the example of the document. */
function placesInJson(
  described: NonNullable<JsonSchema['items']>,
  schemas: Readonly<Record<string, JsonSchema>>,
): JsonPlace[] {
  if (typeof described === 'boolean' || Array.isArray(described)) return [];
  const found = described.$ref === undefined ? described : schemas[described.$ref.split('/').at(-1) ?? ''];
  if (found === undefined) return [];
  const several = [...(found.anyOf ?? []), ...(found.allOf ?? [])];
  if (several.length > 0) return several.flatMap((each) => placesInJson(each, schemas));
  if (found.properties !== undefined) {
    return Object.entries(found.properties).flatMap(([name, property]) =>
      placesInJson(property, schemas).map(({ path, value }) => ({
        path: [name, ...path],
        value: (text: string, example: unknown) => {
          const rest = typeof example === 'object' && example !== null ? example : {};
          return { ...rest, [name]: value(text, (rest as Record<string, unknown>)[name]) };
        },
      })),
    );
  }
  if (found.items !== undefined) {
    return placesInJson(found.items, schemas).map(({ path, value }) => ({
      path: ['0', ...path],
      value: (text, example) => [value(text, Array.isArray(example) ? example[0] : undefined)],
    }));
  }
  const isText =
    [found.type].flat().includes('string') && found.enum === undefined && found.const === undefined;
  return isText ? [{ path: [], value: (text) => text }] : [];
}
