import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { caps, lineOfText, parseInput, textBlock, validationFailed } from '../input.ts';
import {
  externalIdSchema,
  groupNamesSchema,
  securityContextSchema,
  userAttributesSchema,
} from '../users/access-input.ts';

/** Lifetime of an ephemeral user unless the request says otherwise: one week (spec: Limits). */
export const defaultEphemeralTtlSeconds = 604_800;

/** On whose behalf a chat request is made (spec: sessionSettings; contract §5). */
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

/** A chat request (spec: Chat request body), the agent's number aside. */
export const chatInputSchema = z.object({
  input: textBlock(caps.inputChars)
    .refine((value) => value.trim() !== '', 'must not be empty; omit it to read the thread')
    .nullish(),
  chatId: z.string().max(200).nullish(),
  messageId: z
    .string()
    .regex(/^\d{13,20}-message$/, 'must look like "1700000000000-message": milliseconds in 13 digits or more')
    .nullish(),
  sessionSettings: sessionSettingsSchema.nullish(),
  activeBranchName: lineOfText().nullish(),
  isDefaultBranch: z.boolean().nullish(),
});

export type ChatInput = z.output<typeof chatInputSchema>;

/** What must not come with `internalId` (spec: below sessionSettings). */
const externalOnly = ['roles', 'groups', 'userAttributes', 'securityContext'] as const;

/**
 * Checks a chat request by the rules that need no state.
 * @throws AppError `VALIDATION_FAILED` with every issue by path
 */
export function parseChatInput(caller: Caller, input: unknown): ChatInput {
  const request = parseRequest(caller, chatInputSchema, input);
  const issues: Issue[] = [];
  if (request.input == null && request.chatId == null) {
    issues.push({ path: 'input', message: 'Either input or chatId is required' });
  }
  if (caller.kind === 'apiKey') issues.push(...settingsIssues(request.sessionSettings));
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}

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
