import type { CombinedError } from 'urql';
import type { ErrorCode } from '../../../src/errors.ts';
import { words } from './words/words.ts';

/** Why an operation failed. */
export interface Failure {
  readonly code: ErrorCode | 'CONNECTION_LOST';
  /** The service's message for the user, which says what to do. */
  readonly message: string;
}

function silence(): Failure {
  return { code: 'UNAVAILABLE', message: words().failure.silence };
}

/** @param error of the GraphQL client, or an `InlayError` */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return silence();
  const { graphQLErrors } = error as Partial<CombinedError>;
  // The service's list is closed; `errors.ts` is its one place.
  const { code } = error as { code?: Failure['code'] };
  if (graphQLErrors === undefined && code !== undefined) return said(code, error.message);
  const [refused] = graphQLErrors ?? [];
  if (refused === undefined) return silence();
  return said((refused.extensions['code'] ?? 'INTERNAL') as ErrorCode, refused.message);
}

/** A message of the service in the page's language, where it has words for the code. */
export function inWordsOf(code: string, message: string): string {
  return words().failure.byCode[code] ?? message;
}

function said(code: Failure['code'], message: string): Failure {
  return { code, message: inWordsOf(code, message) };
}

/** Failures that may go away by themselves. */
const passing: readonly Failure['code'][] = [
  'CONNECTION_LOST',
  'INTERNAL',
  'OVERLOADED',
  'TOO_MANY_REQUESTS',
  'UNAVAILABLE',
  'DATA_SOURCE_UNAVAILABLE',
  'QUERY_TIMEOUT',
];

/** Whether it can help to retry. */
export function mayPass(error: Error | undefined): boolean {
  return error === undefined || passing.includes(failureOf(error).code);
}

/** The message for the user about a failed operation. */
export function failureText(error: unknown): string {
  return failureOf(error).message;
}
