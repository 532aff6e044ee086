import { type ErrorCode, errorCodes } from '../../errors.ts';
import type { OpenApiResponse } from './open-api.ts';

/** What each code means to whoever called. */
export const codeMeanings: Readonly<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'The request cannot be read or does not fit what is stored.',
  VALIDATION_FAILED: 'Something in the request has the wrong type or value; `issues` names each.',
  BRANCH_NOT_FOUND: 'The data model has no such branch, or none that a session token may name.',
  SQL_INVALID: 'The SQL does not parse, or names what the user cannot see.',
  SQL_NOT_ALLOWED: 'The SQL does something that is not allowed, such as writing, or is too large.',
  SQL_FAILED: 'The data source refused the query, such as for a division by zero.',
  QUERY_LIMIT: 'The query needs more memory or room than one query gets.',
  UNAUTHENTICATED: 'Credentials are missing, malformed, unknown, used up, expired or revoked.',
  FORBIDDEN: 'The credentials are valid and have no right to this.',
  PLAN_REQUIRED: 'The plan of the account does not include this.',
  CREATOR_MODE_DISABLED: 'The account may not use creator mode.',
  EXTERNAL_USER_LIMIT: 'The account has as many external users as it may have.',
  NOT_FOUND: 'What the request names does not exist, or not for this caller.',
  METHOD_NOT_ALLOWED: 'The path takes other methods; `Allow` names them.',
  NOT_ACCEPTABLE: 'The answer has no type that `Accept` names.',
  CONFLICT: 'It contradicts what is there already.',
  WORKSPACE_MANAGED: 'The workspace declares it, and is where to change it.',
  THREAD_BUSY: 'The thread is streaming; wait for its last line, or abort it.',
  PAYLOAD_TOO_LARGE: 'The body is larger than 1 MiB, or than 16 KiB without credentials.',
  UNSUPPORTED_MEDIA_TYPE: 'The body is not sent as JSON.',
  TOO_MANY_REQUESTS: 'Try again after as many seconds as `Retry-After` says.',
  DATA_MODEL_INVALID: 'The data model has an error; whoever runs the service is told where.',
  INTERNAL: 'A fault of the service; quote the `requestId`.',
  OVERLOADED: 'Too much is going on to begin this; try again after as many seconds as `Retry-After` says.',
  DATA_SOURCE_UNAVAILABLE: 'The data source of the deployment does not answer.',
  UNAVAILABLE: 'The service cannot do this at the moment, such as while it stops or its database restarts.',
  QUERY_TIMEOUT: 'The query took longer than it may.',
};

/** One response for each status that these codes have, by status. */
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

function exampleProblem(status: number, title: string, code: ErrorCode): object {
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
