import { z } from 'zod';
import { AppError, type Issue, maxIssues } from '../errors.ts';

/** Caps on what a request may carry; each is documented with the operation that has it. */
export const caps = {
  nameChars: 255,
  textChars: 2_000,
  valueChars: 10_000,
  listItems: 1_000,
  securityContextBytes: 65_536,
  securityContextDepth: 32,
  inputChars: 20_000,
} as const;

/** One line of text: no control characters, no lone surrogates, since neither names anything. */
export function lineOfText(maxChars: number = caps.nameChars) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(maxChars, `must have at most ${maxChars} characters`)
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), 'must not contain control characters');
}

/** Text of several lines: whatever PostgreSQL can store. */
export function textBlock(maxChars: number) {
  return z
    .string()
    .max(maxChars, `must have at most ${maxChars} characters`)
    .refine(isStorable, unstorableMessage);
}

/** What is wrong with text that PostgreSQL cannot keep. */
export const unstorableMessage = 'must not contain NUL characters or lone surrogates';

/** True for text that PostgreSQL can keep as it is: well-formed and without NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** True for a UUID as this service writes them. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * Parses an operation's input, reporting everything that is wrong with it at once.
 * @throws AppError `VALIDATION_FAILED` with one issue for each problem, by path
 */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationFailed(
    result.error.issues.map((issue) => ({ path: issue.path.map(String).join('.'), message: issue.message })),
  );
}

/** The error for issues found by hand; its message names the first, or how many there are. */
export function validationFailed(issues: readonly Issue[]): AppError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  return new AppError('VALIDATION_FAILED', `${where}${first?.message ?? 'Invalid input'}${more}`, {
    issues: issues.slice(0, maxIssues),
  });
}
