import { NetworkError } from 'graphql-sse';
import type { CombinedError } from 'urql';
import type { ErrorCode } from '../../../src/errors.ts';

export type { ErrorCode };

/** Why an operation failed. */
export interface Failure {
  readonly code: ErrorCode;
  /** The service's message for the user, which says what to do. */
  readonly message: string;
  /** Time after which the same operation may succeed, from the service. */
  readonly retryAfterMs: number | undefined;
  /** Whether there was no response: the connection failed or was lost. */
  readonly isUnreachable: boolean;
}

const silence = 'The service does not respond.';
/** Failures for refused streams, whose bodies are not read. */
const refusals: ReadonlyMap<number, Pick<Failure, 'code' | 'message'>> = new Map([
  [401, { code: 'UNAUTHENTICATED', message: 'The session has ended.' }],
  [429, { code: 'TOO_MANY_REQUESTS', message: 'There are too many requests at once.' }],
  [503, { code: 'OVERLOADED', message: 'The service is busy. Try again in a moment.' }],
]);

export function failureOf({ graphQLErrors, networkError }: CombinedError): Failure {
  const [refused] = graphQLErrors;
  if (refused !== undefined) {
    const { code, retryAfterSeconds } = refused.extensions;
    return {
      // The service's list is closed; `errors.ts` is its one place.
      code: (code ?? 'INTERNAL') as ErrorCode,
      message: refused.message,
      retryAfterMs: msOf(retryAfterSeconds),
      isUnreachable: false,
    };
  }
  const response = networkError instanceof NetworkError ? networkError.response : undefined;
  const refusal = refusals.get(response?.status ?? 0);
  if (response === undefined || refusal === undefined) {
    return { code: 'UNAVAILABLE', message: silence, retryAfterMs: undefined, isUnreachable: true };
  }
  const retryAfterMs = msOf(response.headers.get('retry-after') ?? undefined);
  return { ...refusal, retryAfterMs, isUnreachable: false };
}

/** Failures that may go away by themselves. */
const passing: readonly ErrorCode[] = [
  'INTERNAL',
  'OVERLOADED',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'DATA_SOURCE_UNAVAILABLE',
  'QUERY_TIMEOUT',
];

/** Whether it can help to retry. */
export function mayPass(error: CombinedError | undefined): boolean {
  return error === undefined || passing.includes(failureOf(error).code);
}

/** The message for the user about a failed operation. */
export function failureText(error: CombinedError | undefined): string {
  return error === undefined ? silence : failureOf(error).message;
}

function msOf(seconds: unknown): number | undefined {
  const number = Number(seconds ?? Number.NaN);
  return Number.isFinite(number) ? number * 1_000 : undefined;
}
