import { z } from 'zod';
import { namedSchemas } from '../../contract/shape.ts';
import type { ErrorCode } from '../../errors.ts';
import { commonErrors, type RouteAnswer, type RouteDescription, tags } from '../describe.ts';
import type { Route } from '../route.ts';
import {
  errorResponses,
  type JsonSchema,
  type OpenApiContent,
  type OpenApiResponse,
} from './error-responses.ts';

export type OpenApiDocument = ReturnType<typeof createOpenApiDocument>;
export type OpenApiOperation = ReturnType<typeof operation>;
interface OpenApiParameter {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

const introduction = `Sessions for your users, chats with an agent under their row-level security, and the data itself.

Send an API key as \`Authorization: Api-Key <key>\`. \`Authorization: Bearer <key or session token>\` works too: a session token is what a browser holds, and acts for its one user.

Bodies are JSON of at most 1 MiB (16 KiB without credentials), 25,000 values and 64 levels. Unknown fields are ignored, and null means the same as omitting a field. Every response has an \`x-request-id\`. Every error is a problem of RFC 9457 with a \`code\` from a closed list. A path accepts only the methods described here (otherwise 405), and there are no other paths (404).

Streams are newline-delimited JSON: the schema of \`application/x-ndjson\` describes one line, and its example shows several.

The GraphQL API at \`/graphql\` offers all of this and more.`;

const pathParameters: Readonly<Record<string, OpenApiParameter>> = {
  accountName: { description: 'Name of the account.', schema: { type: 'string' }, example: 'acme' },
  agentId: {
    description:
      'Number of the agent within the account. In GraphQL, `chatApiUrl` of an agent is the complete URL.',
    schema: { type: 'integer' },
    example: 1,
  },
  deploymentId: { description: 'Number of the deployment.', schema: { type: 'integer' }, example: 1 },
  embedTenantName: {
    description: 'Name of the embed tenant.',
    schema: { type: 'string' },
    example: 'northwind',
  },
  id: { description: 'The `id` in the list.', schema: { type: 'integer' }, example: 7 },
};

/**
 * Describes routes as OpenAPI 3.1, using the schemas that check their bodies and the list of error codes.
 * @param basePath the path of the public URL, without a trailing slash; empty for none
 * @throws TypeError for a path parameter without a description
 */
export function createOpenApiDocument(routes: readonly Route[], basePath: string) {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const paths = [...byPath].map(([path, entries]) => {
    const methods = entries.map((route) => [route.method.toLowerCase(), operation(route)] as const);
    return [path.replaceAll(/:(\w+)/g, '{$1}'), Object.fromEntries(methods)] as const;
  });
  return {
    openapi: '3.1.1',
    info: { title: 'Inlay', version: 'v1', description: introduction },
    servers: [{ url: basePath || '/' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'The word `Api-Key`, a space, and the key.',
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, which acts for its one user, or an API key.',
        },
      },
      headers: {
        RequestId: header(
          'Identifies the request in logs: the `x-request-id` of the request, if it has one.',
        ),
        RetryAfter: header('Seconds after which the same request may succeed.'),
        RateLimitLimit: header('Requests that the limit of the credentials allows at once.'),
        RateLimitRemaining: header('Requests that the limit still allows at once.'),
        RateLimitReset: header('Seconds until the limit is available in full again.'),
        WwwAuthenticate: header('The supported authentication schemes.'),
      },
      schemas: componentSchemas(),
    },
  };
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function operation(route: Route) {
  const { operationId, tag, summary, description, body, answer, errors, deprecated } = route.describe;
  const parameters = parametersOf(route.path, route.describe);
  const codes = new Set<ErrorCode>([...commonErrors(route), ...errors]);
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(route.public === true ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaOf(body.schema),
                examples: Object.fromEntries(
                  body.examples.map(({ name, summary, value }) => [name, { summary, value }]),
                ),
              },
            } as OpenApiContent,
          },
        }),
    responses: { ...answers(answer), ...errorResponses([...codes]) },
  };
}

function parametersOf(path: string, { query = [] }: RouteDescription) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const known = pathParameters[name];
    if (known === undefined) throw new TypeError(`The path parameter "${name}" has no description.`);
    return { name, in: 'path', required: true, ...known };
  });
  const inQuery = query.map((parameter) => ({
    ...parameter,
    in: 'query',
    required: false,
    schema: schemaOf(parameter.schema),
  }));
  return [...inPath, ...inQuery];
}

function answers({ status, description, content, or }: RouteAnswer): Record<string, OpenApiResponse> {
  const response = (text: string): OpenApiResponse => ({
    description: text,
    headers: { 'x-request-id': { $ref: '#/components/headers/RequestId' } },
    ...(content === undefined
      ? {}
      : {
          content: Object.fromEntries(
            Object.entries(content).map(([type, { schema, example }]) => [
              type,
              { schema: schema === undefined ? { type: 'string' } : schemaOf(schema), example },
            ]),
          ),
        }),
  });
  return {
    [status]: response(description),
    ...(or === undefined ? {} : { [or.status]: response(or.description) }),
  };
}

function schemaOf(schema: z.ZodType): JsonSchema {
  const id = namedSchemas.get(schema)?.id;
  if (id !== undefined) return { $ref: `#/components/schemas/${id}` };
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
}

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // Custom schemas describe themselves in their `meta`.
    unrepresentable: ({ zodSchema }) => (zodSchema._zod.def.type === 'custom' ? {} : 'throw'),
  });
  const named = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json] as const);
  return Object.fromEntries(named.toSorted(([a], [b]) => a.localeCompare(b))) as Record<string, JsonSchema>;
}
