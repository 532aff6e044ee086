import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** A route in the OpenAPI document. Texts are CommonMark with nothing but paragraphs and `code`. */
export interface RouteDescription {
  /** Unique. Generated clients name methods after it. */
  readonly operationId: string;
  readonly tag: Tag;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly body?: { readonly schema: z.ZodType; readonly examples: readonly Example[] };
  readonly query?: readonly QueryParameter[];
  readonly answer: RouteAnswer;
  /** Errors in addition to {@link commonErrors}. */
  readonly errors: readonly ErrorCode[];
  readonly deprecated?: true;
}

interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

export interface QueryParameter {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: unknown;
}

export interface RouteAnswer {
  readonly status: 200 | 204;
  readonly description: string;
  /** By media type. Omitted for 204. */
  readonly content?: Readonly<Record<string, AnswerContent>>;
  /** Another status with the same content. */
  readonly or?: { readonly status: 503; readonly description: string };
}

interface AnswerContent {
  /** The schema of the body, or of each line of `application/x-ndjson`. Omitted for text. */
  readonly schema?: z.ZodType;
  /** The body, or the lines of `application/x-ndjson`. */
  readonly example: unknown;
}

export const tags = {
  Sessions:
    'Your server creates a session for one of its users, and the browser exchanges it for a session token.',
  'Embed tenants':
    'The groups and user attributes that sessions have created in an embed tenant, in creator mode.',
  Chat: 'Ask an agent and follow its answer.',
  Audit: 'What was changed or minted in the account, by whom and when.',
  Data: 'Semantic SQL under the row-level security of one user.',
  Service: 'The service itself. These operations need no credentials.',
} as const;

type Tag = keyof typeof tags;

/** Errors that any route of its kind can have. */
export function commonErrors(route: {
  readonly public?: true;
  readonly describe: RouteDescription;
}): ErrorCode[] {
  const { body, tag } = route.describe;
  if (tag === 'Service') return ['INTERNAL'];
  return [
    ...(body === undefined
      ? []
      : (['BAD_REQUEST', 'VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)),
    ...(route.public === true ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    'TOO_MANY_REQUESTS',
    'INTERNAL',
    'OVERLOADED',
    'UNAVAILABLE',
  ];
}
