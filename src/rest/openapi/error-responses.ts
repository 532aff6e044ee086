import type { z } from 'zod';
import { type ErrorCode, errorCodes } from '../../errors.ts';
import type { Problem } from '../problem.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** The bodies of a request or response, by media type. */
export type OpenApiContent = Readonly<
  Record<
    string,
    {
      readonly schema: JsonSchema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
    }
  >
>;

export interface OpenApiResponse {
  readonly description: string;
  readonly headers: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: OpenApiContent;
}

/** What each code means to the caller. */
export const codeMeanings: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The request cannot be read or does not fit what is stored.',
  VALIDATION_FAILED: 'Some values in the request are not valid. `issues` lists them.',
  BRANCH_NOT_FOUND: 'The data model has no such branch, or a session token may not use it.',
  SQL_INVALID: 'The SQL does not parse, or names something that the user cannot see.',
  SQL_NOT_ALLOWED: 'The SQL does something that is not allowed, such as writing, or is too large.',
  SQL_FAILED: 'The query failed on the data, for example because a text could not be converted to a number.',
  QUERY_LIMIT: 'The query exceeded its memory or size limit.',
  UNAUTHENTICATED: 'Credentials are missing, malformed, unknown, used up, expired or revoked.',
  FORBIDDEN: 'The credentials are valid but do not permit this.',
  PLAN_REQUIRED: 'The plan of the account does not include this.',
  CREATOR_MODE_DISABLED: 'Creator mode is not enabled for the account.',
  EXTERNAL_USER_LIMIT: 'The account has reached its maximum number of external users.',
  NOT_FOUND: 'What the request names does not exist, or the caller may not see it.',
  METHOD_NOT_ALLOWED: 'The path does not support this method. `Allow` lists those that it supports.',
  NOT_ACCEPTABLE: 'The response is not available in any type that `Accept` names.',
  CONFLICT: 'The request conflicts with something that already exists.',
  WORKSPACE_MANAGED: 'The object is declared in the workspace. Change it there.',
  THREAD_BUSY: 'The thread is streaming. Wait for its last line, or abort it.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB, or than 16 KiB without credentials.',
  UNSUPPORTED_MEDIA_TYPE: 'The body was not sent as JSON.',
  TOO_MANY_REQUESTS: 'The rate limit is used up. Try again after the number of seconds in `Retry-After`.',
  TOKEN_BUDGET_SPENT:
    'The account or the user has spent its language model tokens of the day. The next day begins after the number of seconds in `Retry-After`.',
  DATA_MODEL_INVALID: 'The data model has an error. See the log of the service for details.',
  INTERNAL: 'The service failed. Quote the `requestId` when reporting it.',
  OVERLOADED: 'The service is overloaded. Try again after the number of seconds in `Retry-After`.',
  DATA_SOURCE_UNAVAILABLE: 'The data source of the deployment does not respond.',
  UNAVAILABLE:
    'The service cannot do this at the moment, for example because it is shutting down or its database is restarting.',
  QUERY_TIMEOUT: 'The query exceeded its time limit.',
};

/** One response for each status of these codes, by status. */
export function errorResponses(codes: readonly ErrorCode[]): Record<string, OpenApiResponse> {
  const sorted = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => codes.includes(code));
  const byStatus = Map.groupBy(sorted, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [String(status), errorResponse(status, own)]),
  );
}

function errorResponse(status: number, codes: readonly ErrorCode[]): OpenApiResponse {
  const [first] = codes;
  if (first === undefined) throw new TypeError(`No code for ${status}`);
  const { title } = errorCodes[first];
  return {
    description: [title, ...codes.map((code) => `\`${code}\`: ${codeMeanings[code]}`)].join('\n\n'),
    headers: {
      'x-request-id': { $ref: '#/components/headers/RequestId' },
      ...(status === 401 ? { 'www-authenticate': { $ref: '#/components/headers/WwwAuthenticate' } } : {}),
      ...(status === 429 || status === 503
        ? { 'retry-after': { $ref: '#/components/headers/RetryAfter' } }
        : {}),
      ...(status === 429
        ? {
            'ratelimit-limit': { $ref: '#/components/headers/RateLimitLimit' },
            'ratelimit-remaining': { $ref: '#/components/headers/RateLimitRemaining' },
            'ratelimit-reset': { $ref: '#/components/headers/RateLimitReset' },
          }
        : {}),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { status: { const: status }, code: { enum: [...codes] } },
        },
        examples: Object.fromEntries(
          codes.map((code) => [code, { value: exampleProblem(status, title, code) }]),
        ),
      },
    },
  };
}

function exampleProblem(status: number, title: string, code: ErrorCode): Problem {
  const detail = codeMeanings[code];
  return {
    type: 'about:blank',
    title,
    status,
    detail,
    code,
    requestId: '2f1c0d6e-6a6f-4c53-9a51-1f9c5f0d7a3b',
    error: detail,
    ...(code === 'VALIDATION_FAILED'
      ? { issues: [{ path: 'externalId', message: 'must be lowercase' }] }
      : {}),
  };
}
