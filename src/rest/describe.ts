import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

/** What the OpenAPI document says of a route beyond its path and method. Texts are CommonMark of paragraphs and `code`. */
export interface RouteDescription {
  /** Unique; what generated clients call the method. */
  readonly operationId: string;
  readonly tag: Tag;
  /** A few words, without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly body?: { readonly schema: z.ZodType; readonly examples: readonly Example[] };
  readonly query?: readonly QueryParameter[];
  readonly answer: RouteAnswer;
  /** What this route fails with besides what every route does: {@link commonErrors}. */
  readonly errors: readonly ErrorCode[];
  readonly deprecated?: true;
}

export interface Example {
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
  /** By media type; none for 204. */
  readonly content?: Readonly<Record<string, AnswerContent>>;
  /** The same content with another status. */
  readonly or?: { readonly status: 503; readonly description: string };
}

export interface AnswerContent {
  /** Of the body, or of each line of `application/x-ndjson`. Absent for text. */
  readonly schema?: z.ZodType;
  /** The body; the lines of `application/x-ndjson`. */
  readonly example: unknown;
}

export const tags = {
  Sessions: 'Your server mints a session for one of its users; the browser exchanges it for a token.',
  'Embed tenants': 'The groups and user attributes that creator mode made in an embed tenant.',
  Chat: 'Ask an agent and follow its answer.',
  Data: 'Semantic SQL under the row security of one user.',
  Service: 'The service itself. Nothing here needs credentials.',
} as const;

export type Tag = keyof typeof tags;

/** What can go wrong with a route whatever it does. */
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
