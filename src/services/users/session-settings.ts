import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { lineOfText, parseInput } from '../input.ts';
import {
  externalIdSchema,
  groupNamesSchema,
  securityContextSchema,
  userAttributesSchema,
} from './access-input.ts';

/** Lifetime of an ephemeral user unless the request says otherwise: one week (spec: Limits). */
export const defaultEphemeralTtlSeconds = 604_800;

/** On whose behalf a request is made (spec: sessionSettings; contract §5). */
export const sessionSettingsSchema = z.object({
  externalId: externalIdSchema.refine((value) => !/\s/u.test(value), 'must not contain spaces').nullish(),
  internalId: lineOfText(320).nullish(),
  email: lineOfText(320).nullish(),
  userAttributes: userAttributesSchema.nullish(),
  groups: groupNamesSchema.nullish(),
  roles: z.unknown().optional(),
  securityContext: securityContextSchema.nullish(),
  isEphemeral: z.boolean().nullish(),
  ephemeralTtlSeconds: z.int().min(1).max(31_536_000).nullish(),
  timezone: z.string().nullish(),
});

export type SessionSettings = z.output<typeof sessionSettingsSchema>;

/**
 * Parses a request that may hold `sessionSettings`. A session token names its user already: then only the time zone of
 * the settings is read, and whatever else they say is not even checked (contract §5).
 * @throws AppError `VALIDATION_FAILED` with every issue by path
 */
export function parseRequest<Schema extends z.ZodType>(
  caller: Caller | null,
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  return parseInput(schema, caller?.kind === 'user' ? withoutUser(input) : input);
}

const withoutUserSchema = z.looseObject({
  sessionSettings: z.object({ timezone: z.string() }).nullish().catch(null),
});

function withoutUser(input: unknown): unknown {
  return withoutUserSchema.safeParse(input).data ?? input;
}

/** What must not come with `internalId` (spec: below sessionSettings). */
const externalOnly = ['roles', 'groups', 'userAttributes', 'securityContext'] as const;

/** What is wrong with the user that `sessionSettings` names. */
export function settingsIssues(settings: SessionSettings | null | undefined): Issue[] {
  if (settings == null) {
    return [{ path: 'sessionSettings', message: 'sessionSettings is required with an API key' }];
  }
  const internal = settings.internalId != null;
  if (internal === (settings.externalId != null)) {
    return [
      { path: 'sessionSettings.externalId', message: 'Exactly one of externalId or internalId is required' },
    ];
  }
  if (!internal) return [];
  return externalOnly
    .filter((field) => settings[field] !== undefined && settings[field] !== null)
    .map((field) => ({
      path: `sessionSettings.${field}`,
      message: `${field} is not allowed with internalId`,
    }));
}
