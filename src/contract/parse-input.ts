import type { z } from 'zod';
import { validationFailed } from '../errors.ts';

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
