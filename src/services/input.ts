import type { z } from 'zod';
import { AppError, type Issue, maxIssues } from '../errors.ts';

/** Whether the text is a UUID in the form that this service uses, in lower case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * Parses an operation's input and reports all of its problems at once.
 * @throws AppError `VALIDATION_FAILED` with an issue for each problem
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationFailed(
    result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  );
}

/** The error for something that does not exist, or that the caller may not see. @param what begins the sentence */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`);
}

/** The error for one or more issues. Its message is that of the first, with the number of further ones. */
export function validationFailed(issues: readonly Issue[]): AppError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  return new AppError('VALIDATION_FAILED', `${where}${first?.message ?? 'Invalid input'}${more}`, {
    issues: issues.slice(0, maxIssues),
  });
}
