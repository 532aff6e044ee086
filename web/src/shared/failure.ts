import type { CombinedError } from 'urql';

/** What to tell people of an operation that failed: the service's own words, which say what to do. */
export function failureText(error: CombinedError | undefined): string {
  return error?.graphQLErrors[0]?.message ?? 'The service does not answer.';
}
