import { z } from 'zod';

/**
 * The shapes of request bodies: types only, so that GraphQL can take them as variables; the rules are the services'.
 * Unknown fields are ignored (contract §4), and null stands for a field that was left out.
 */
const int = z.int32();

const userAttribute = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()]).optional(),
});

export const generateSessionBody = z.object({
  deploymentId: int,
  externalId: z.string().nullish(),
  internalId: z.string().nullish(),
  email: z.string().nullish(),
  embedTenantName: z.string().nullish(),
  creatorMode: z.boolean().nullish(),
  userAttributes: z.array(userAttribute).nullish(),
  groups: z.array(z.string()).nullish(),
  userAttributeDefinitions: z
    .array(
      z.object({
        name: z.string(),
        type: z.enum(['string', 'number', 'string_array', 'number_array']),
        displayName: z.string().nullish(),
        defaultValue: z.string().nullish(),
        description: z.string().nullish(),
      }),
    )
    .nullish(),
  groupDefinitions: z.array(z.object({ name: z.string(), description: z.string().nullish() })).nullish(),
  securityContext: z.custom<Record<string, unknown>>(isObject, 'Invalid input: expected object').nullish(),
});

export const sessionIdBody = z.object({ sessionId: z.string() });

const sessionSettings = z.object({
  externalId: z.string().nullish(),
  internalId: z.string().nullish(),
  email: z.string().nullish(),
  userAttributes: z.array(userAttribute).nullish(),
  groups: z.array(z.string()).nullish(),
  roles: z.array(z.string()).nullish(),
  securityContext: z.custom<Record<string, unknown>>(isObject, 'Invalid input: expected object').nullish(),
  isEphemeral: z.boolean().nullish(),
  ephemeralTtlSeconds: int.nullish(),
  timezone: z.string().nullish(),
});

export const chatBody = z.object({
  input: z.string().nullish(),
  chatId: z.string().nullish(),
  messageId: z.string().nullish(),
  sessionSettings: sessionSettings.nullish(),
  activeBranchName: z.string().nullish(),
  isDefaultBranch: z.boolean().nullish(),
});

export const abortBody = z.object({ chatId: z.string(), sessionSettings: sessionSettings.nullish() });

export const sqlBody = z.object({
  query: z.string(),
  format: z.enum(['ndjson', 'json', 'csv']).nullish(),
  sessionSettings: sessionSettings.nullish(),
  timezone: z.string().nullish(),
  activeBranchName: z.string().nullish(),
  isDefaultBranch: z.boolean().nullish(),
});

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
