import { z } from 'zod';
import { defaultValueProblem, userAttributeDefinitionInput } from './attributes.ts';
import { caps, enumValue, graphqlTypes, input, lineOfText, recordId, recordIdDescription } from './fields.ts';
import { groupDefinitionInput } from './groups.ts';
import { listArgs } from './lists.ts';
import { namedSchemas } from './shape.ts';
import { embedTenantName } from './tenants.ts';
import {
  duplicateNames,
  externalId,
  externalUserFields,
  identityProblems,
  securityContext,
} from './users.ts';

/** Fields that are allowed only for external users (spec: below the request body table). */
const externalOnly = [
  'groups',
  'userAttributes',
  'groupDefinitions',
  'userAttributeDefinitions',
  'securityContext',
] as const;

export const generateSessionInput = input(
  'GenerateSessionInput',
  'The user and the rights that a session is created with.',
  {
    deploymentId: z.int32().describe('Number of the deployment that the session gives access to.'),
    externalId: externalId
      .nullish()
      .describe(
        'Your identifier for the user within the embed tenant, or within the account without one: lowercase and trimmed, at most 255 characters. In another embed tenant it is another user. The user is created if necessary. Specify either this or `internalId`.',
      ),
    internalId: lineOfText()
      .nullish()
      .describe(
        'Username of an existing internal user, whose own rights apply: `email` is not used, and `groups`, `userAttributes`, `groupDefinitions`, `userAttributeDefinitions` and `securityContext` are not allowed with it.',
      ),
    email: externalUserFields.email,
    embedTenantName: embedTenantName
      .nullish()
      .describe(
        'Name of the embed tenant to work in, which is part of who an external user is: 5 to 36 characters of a-z, 0-9 and "-", starting with a letter and not ending with "-".',
      ),
    creatorMode: z
      .boolean()
      .nullish()
      .describe("Whether groups and user attributes are resolved in the embed tenant's own catalog."),
    userAttributes: externalUserFields.userAttributes,
    groups: externalUserFields.groups,
    userAttributeDefinitions: z
      .array(userAttributeDefinitionInput)
      .max(caps.listItems)
      .nullish()
      .describe(
        'User attributes to create or update before values are stored, at most 1,000. Requires creator mode and an embed tenant.',
      ),
    groupDefinitions: z
      .array(groupDefinitionInput)
      .max(caps.listItems)
      .nullish()
      .describe(
        'Groups to create or update before memberships are set, at most 1,000. Requires creator mode and an embed tenant.',
      ),
    securityContext,
  },
)
  .check(({ value: request, issues }) => {
    // Rules between fields need valid fields.
    if (issues.length > 0) return;
    const problems = identityProblems(request, externalOnly);
    for (const field of ['groupDefinitions', 'userAttributeDefinitions'] as const) {
      const definitions = request[field];
      if (definitions == null || request.internalId != null) continue;
      problems.push(
        ...duplicateNames(definitions).map(({ path, message }) => ({ path: [field, ...path], message })),
      );
      if (request.creatorMode !== true) {
        problems.push({ path: [field], message: `${field} requires creatorMode to be true` });
      }
      if (request.embedTenantName == null) {
        problems.push({ path: [field], message: `${field} requires embedTenantName` });
      }
    }
    for (const [index, { type, defaultValue }] of (request.userAttributeDefinitions ?? []).entries()) {
      const message = defaultValueProblem(type, defaultValue);
      if (message !== null)
        problems.push({ path: ['userAttributeDefinitions', index, 'defaultValue'], message });
    }
    issues.push(...problems.map((problem) => ({ code: 'custom' as const, input: request, ...problem })));
  })
  .register(namedSchemas, { id: 'GenerateSessionRequest' });

export type GenerateSession = z.output<typeof generateSessionInput>;

const sessionId = z.string().describe('ID of the session, as returned by `generateSession`.');

export const exchangeSessionInput = input('ExchangeSessionInput', 'The session to exchange.', {
  sessionId,
}).register(namedSchemas, { id: 'SessionIdRequest' });

export const revokeSessionInput = input('RevokeSessionInput', 'The session to revoke.', { sessionId });

export const revokeListedSessionInput = input('RevokeListedSessionInput', 'The listed session to revoke.', {
  id: z
    .string()
    .describe('The `id` of the session object. This is not the secret session ID.')
    .register(graphqlTypes, { name: 'ID' }),
});

export const sessionState = enumValue('SessionState', 'The state of a session.', {
  pending: 'The session can be exchanged.',
  exchanged: 'The session was exchanged for a token.',
  revoked: 'The session was revoked, along with any token that it was exchanged for.',
  expired: 'The session was not exchanged in time.',
});

export type SessionState = z.output<typeof sessionState>;

export const sessionFilter = input('SessionFilter', 'Conditions for listing sessions.', {
  userId: recordId.nullish().describe(`Returns only sessions of this user. ${recordIdDescription}`),
  state: sessionState.nullish().describe('Returns only sessions in this state.'),
});

export const sessionsArgs = listArgs('Session', sessionFilter, {
  createdAt: 'Time at which the session was created.',
});
