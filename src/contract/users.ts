import { z } from 'zod';
import { userAttributeInput } from './attributes.ts';
import {
  caps,
  enumValue,
  graphqlTypes,
  input,
  lineOfText,
  newName,
  recordId,
  recordInput,
} from './fields.ts';
import { listArgs, searchText } from './lists.ts';
import { namedSchemas } from './shape.ts';

/** `externalId` is never normalised (spec: Session generation request body). */
export const externalId = lineOfText()
  .refine((value) => value === value.trim(), 'must not start or end with spaces')
  .refine((value) => value === value.toLowerCase(), 'must be lowercase');

export const email = lineOfText(caps.emailChars).nullish();

export const userAttributes = z
  .array(userAttributeInput)
  .max(caps.listItems)
  .superRefine((entries, check) => {
    for (const { path, message } of duplicateNames(entries))
      check.addIssue({ code: 'custom', path, message });
  })
  .nullish();

export const groups = z.array(lineOfText()).max(caps.listItems).nullish();

/** A JSON object, limited in size and depth. */
export const securityContext = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Invalid input: expected object',
  )
  .superRefine((value, check) => {
    const message = securityContextProblem(value);
    if (message !== null) check.addIssue({ code: 'custom', message });
  })
  .register(graphqlTypes, { name: 'JSONObject' })
  .meta({ type: 'object' })
  .nullish()
  .describe(
    'Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep.',
  );

/** Fields of a user whom a session or chat creates or updates. */
export const externalUserFields = {
  email: email.describe('Email address, stored with the external user. At most 320 characters.'),
  userAttributes: userAttributes.describe(
    'Attribute values to store for the user, at most 1,000. They hold for all sessions of the user at once.',
  ),
  groups: groups.describe(
    "Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them for all sessions of the user at once.",
  ),
};

/** Lifetime of an ephemeral user unless the request specifies one: one week (spec: Limits). */
export const defaultEphemeralTtlSeconds = 604_800;

const sessionSettingsInput = input(
  'SessionSettingsInput',
  'The user on whose behalf an API key acts. With a session token, which has its own user, it does not identify anyone.',
  {
    externalId: externalId
      .refine((value) => !/\s/u.test(value), 'must not contain spaces')
      .nullish()
      .describe(
        'Your identifier for the user, among the users without an embed tenant: lowercase, without spaces. Specify either this or `internalId`.',
      ),
    internalId: lineOfText(caps.emailChars)
      .nullish()
      .describe('Email address or username of an existing internal user.'),
    ...externalUserFields,
    roles: z.array(z.string()).nullish().describe('Not used. Not allowed with `internalId`.'),
    securityContext,
    isEphemeral: z
      .boolean()
      .nullish()
      .describe('Whether the user is ephemeral. If false, the user is kept. Default: true.'),
    ephemeralTtlSeconds: z
      .int32()
      .min(1)
      .max(31_536_000)
      .nullish()
      .describe('Lifetime of an ephemeral user, in seconds. Default: 604800 (one week).'),
    timezone: z
      .string()
      .nullish()
      .describe(
        'IANA name of the time zone to answer in. If it is not known, that of the deployment applies, as if it were omitted.',
      ),
  },
).register(namedSchemas, { id: 'SessionSettings' });

export type SessionSettings = z.output<typeof sessionSettingsInput>;

/** `sessionSettings` of a request. Nullish, since a session token has its own user. */
export const sessionSettings = sessionSettingsInput
  .nullish()
  .describe('The user to act for. Required with an API key. With a session token, only `timezone` is read.');

const ofUser = z.looseObject({
  sessionSettings: z.object({ timezone: z.string() }).nullish().catch(null),
});

/**
 * Reduces `sessionSettings` to their time zone, without checking the rest. A request with a session token has its own user.
 */
export function withoutUser(request: unknown): unknown {
  return ofUser.safeParse(request).data ?? request;
}

export const createInternalUserInput = input(
  'CreateInternalUserInput',
  'The settings of a new internal user.',
  {
    username: newName().describe('Username, unique within the account. Sessions specify it as `internalId`.'),
    email: email.describe('Email address of the user.'),
    groups: groups.describe('Names of the tenant-wide groups that the user is a member of.'),
    userAttributes: userAttributes.describe('Values for tenant-wide user attributes.'),
  },
);

export const updateInternalUserInput = input(
  'UpdateInternalUserInput',
  'Changes to an internal user. Omitted fields stay unchanged.',
  {
    id: recordId,
    email: email.describe('New email address of the user. Null clears it.'),
    groups: groups.describe('Names of tenant-wide groups. They replace all memberships of the user.'),
    userAttributes: userAttributes.describe(
      'Attribute values to set, by name. Null clears a value; values that are not listed stay unchanged.',
    ),
  },
);

export const deleteInternalUserInput = recordInput('DeleteInternalUserInput', 'The internal user to delete.');

export const deleteExternalUserInput = recordInput('DeleteExternalUserInput', 'The external user to delete.');

export const userKind = enumValue('UserKind', 'The origin of a user.', {
  internal: 'A user created by an administrator and identified by username.',
  external: 'One of your own users, created when a session or a chat named it.',
});

export const userFilter = input('UserFilter', 'Conditions for listing users.', {
  kind: userKind.nullish().describe('Returns only users of this kind.'),
  isEphemeral: z
    .boolean()
    .nullish()
    .describe('Whether to return only ephemeral users (true) or only permanent ones (false).'),
  embedTenantName: searchText.describe('Returns only users of the embed tenant with this name.'),
  text: searchText.describe(
    'Returns only users whose identifier or email address contains this text, ignoring case. At most 255 characters.',
  ),
});

export const usersArgs = listArgs('User', userFilter, {
  createdAt: 'Time at which the user was created.',
  identifier: 'The `externalId` or username, compared by code points.',
});

interface Problem {
  readonly path: (string | number)[];
  readonly message: string;
}

/** One problem for each repeated name. */
export function duplicateNames(entries: readonly { readonly name: string }[]): Problem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ name }, index) => {
    if (seen.has(name)) return [{ path: [index, 'name'], message: `Duplicate name "${name}"` }];
    seen.add(name);
    return [];
  });
}

/** What is wrong with the identity in a request: it must be either external or internal, and only the former has `externalOnly`. */
export function identityProblems<Field extends string>(
  request: { readonly [Key in Field | 'externalId' | 'internalId']?: unknown },
  externalOnly: readonly Field[],
): Problem[] {
  const isInternal = request.internalId != null;
  if (isInternal === (request.externalId != null)) {
    return [{ path: ['externalId'], message: 'Exactly one of externalId or internalId is required' }];
  }
  return externalOnly
    .filter((field) => isInternal && request[field] != null)
    .map((field) => ({ path: [field], message: `${field} is not allowed with internalId` }));
}

function securityContextProblem(value: object): string | null {
  // The depth is checked first, since JSON.stringify recurses.
  if (!isWithinDepth(value, caps.securityContextDepth)) {
    return `must be nested at most ${caps.securityContextDepth} deep`;
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > caps.securityContextBytes
    ? `must have at most ${caps.securityContextBytes} bytes as JSON`
    : null;
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((child) => isWithinDepth(child, depth - 1));
}
