import type { z } from 'zod';
import { parseInput } from '../../contract/parse-input.ts';
import { identityProblems, type SessionSettings, withoutUser } from '../../contract/users.ts';
import type { Issue } from '../../errors.ts';
import { validationFailed } from '../../errors.ts';
import type { Caller } from '../caller.ts';

/**
 * Parses a request that may have `sessionSettings`. With a session token they are treated as {@link withoutUser} says.
 * @throws AppError `VALIDATION_FAILED` with an issue for each problem
 */
export function parseRequest<Schema extends z.ZodType>(
  caller: Caller | null,
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  return parseInput(schema, caller?.kind === 'user' ? withoutUser(input) : input);
}

/** Fields that are allowed for external users only (spec: below sessionSettings). */
const externalOnly = ['roles', 'groups', 'userAttributes', 'securityContext'] as const;

/** @throws AppError `VALIDATION_FAILED` unless the `sessionSettings` of an API key name one user */
export function requireSettings(caller: Caller, settings: SessionSettings | null | undefined): void {
  const issues = caller.kind === 'apiKey' ? settingsIssues(settings) : [];
  if (issues.length > 0) throw validationFailed(issues);
}

/** The issues of `sessionSettings`, which must name one user. */
export function settingsIssues(settings: SessionSettings | null | undefined): Issue[] {
  if (settings == null) {
    return [{ path: 'sessionSettings', message: 'sessionSettings is required with an API key' }];
  }
  return identityProblems(settings, externalOnly).map(({ path, message }) => ({
    path: ['sessionSettings', ...path].join('.'),
    message,
  }));
}
