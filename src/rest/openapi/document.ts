import { z } from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { commonErrors, type RouteAnswer, type RouteDescription, tags } from '../describe.ts';
import { namedSchemas } from '../named-schemas.ts';
import type { Route } from '../route.ts';
import { errorResponses } from './error-responses.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiMediaType,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './open-api.ts';

const introduction = `Sessions for your users, chats with an agent under their row-level security, and the data itself.

Send an API key as \`Authorization: Api-Key <key>\`. \`Authorization: Bearer <key or session token>\` works too: a session token is what a browser holds, and acts for its one user.

Bodies are JSON of at most 1 MiB (16 KiB without credentials), 25,000 values and 64 levels; unknown fields are ignored, and null stands for a field that was left out. Every response carries \`x-request-id\`. Every error is a problem of RFC 9457 with a \`code\` of a closed list. A path takes the methods described here and no other (405), and nothing is described at other paths (404).

Streams are newline-delimited JSON: the schema of \`application/x-ndjson\` is that of one line, and its example shows whole lines.

The GraphQL API at \`/graphql\` can do all this and more.`;

/** What path parameters mean, by name. */
const pathParameters: Readonly<Record<string, Pick<OpenApiParameter, 'description' | 'schema' | 'example'>>> =
  {
    accountName: { description: 'The account.', schema: { type: 'string' }, example: 'acme' },
    agentId: {
      description: 'Number of the agent; `chatApiUrl` of an agent in GraphQL is the complete address.',
      schema: { type: 'integer' },
      example: 1,
    },
    deploymentId: { description: 'Number of the deployment.', schema: { type: 'integer' }, example: 1 },
    embedTenantName: { description: 'The embed tenant.', schema: { type: 'string' }, example: 'northwind' },
    id: { description: 'The `id` in the list.', schema: { type: 'integer' }, example: 7 },
  };

/**
 * Describes routes as OpenAPI 3.1, from the schemas that check their bodies and the closed list of errors.
 * @param basePath that clients reach them below, without a trailing slash; empty for none
 * @throws TypeError for a path parameter that nothing is said about
 */
export function createOpenApiDocument(routes: readonly Route[], basePath: string): OpenApiDocument {
  const byPath = Map.groupBy(routes, (route) => route.path);
  const paths = [...byPath].map(([path, entries]) => [
    path.replaceAll(/:(\w+)/g, '{$1}'),
    Object.fromEntries(entries.map((route) => [route.method.toLowerCase(), operation(route)])),
  ]);
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
        RequestId: header('Names the request in logs. The one of the request, when it had one.'),
        RetryAfter: header('Seconds after which the same request may succeed.'),
        RateLimitLimit: header('Requests that the limit of the credentials allows at once.'),
        RateLimitRemaining: header('Requests that may follow at once.'),
        RateLimitReset: header('Seconds until as many as the limit may follow at once.'),
        WwwAuthenticate: header('The schemes that are understood.'),
      },
      schemas: componentSchemas(),
    },
  };
}

function header(description: string): object {
  return { description, schema: { type: 'string' } };
}

function operation(route: Route): OpenApiOperation {
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
            required: true as const,
            content: {
              'application/json': {
                schema: schemaOf(body.schema),
                examples: Object.fromEntries(
                  body.examples.map(({ name, summary, value }) => [name, { summary, value }]),
                ),
              },
            },
          },
        }),
    responses: { ...answers(answer), ...errorResponses([...codes]) },
  };
}

function parametersOf(path: string, { query = [] }: RouteDescription): OpenApiParameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): OpenApiParameter => {
    const known = pathParameters[name];
    if (known === undefined) throw new TypeError(`Nothing says what the path parameter "${name}" means.`);
    return { name, in: 'path', required: true, ...known };
  });
  const inQuery = query.map(
    ({ name, description, schema, example }): OpenApiParameter => ({
      name,
      in: 'query',
      required: false,
      description,
      schema: schemaOf(schema),
      example,
    }),
  );
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
            Object.entries(content).map(([type, { schema, example }]): [string, OpenApiMediaType] => [
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
  return json as JsonSchema;
}

function componentSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    // What we check by hand says itself what it is, in its `meta`.
    unrepresentable: ({ zodSchema }) => (zodSchema._zod.def.type === 'custom' ? {} : 'throw'),
  });
  const named = Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json] as const);
  return Object.fromEntries(named.toSorted(([a], [b]) => a.localeCompare(b))) as Record<string, JsonSchema>;
}
