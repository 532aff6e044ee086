import { z } from 'zod';
import { namedSchemas } from './named-schemas.ts';

/**
 * The shapes of request bodies: types only, so that GraphQL can take them as variables; the rules are the services'.
 * Unknown fields are ignored (contract §4), and null stands for a field that was left out. What `meta` adds describes
 * those rules in the OpenAPI document and checks nothing.
 */
const int = z.int32();

const userAttribute = z
  .object({
    name: z.string().describe('An existing definition, or one of `userAttributeDefinitions`.'),
    value: z
      .union([z.string(), z.number(), z.array(z.string()), z.array(z.number()), z.null()])
      .optional()
      .describe('Fits the type of the definition; null clears the stored value.'),
  })
  // A missing value is the services' to refuse, in their words.
  .meta({ required: ['name', 'value'] })
  .register(namedSchemas, { id: 'UserAttributeValue' });

const userAttributes = z
  .array(userAttribute)
  .nullish()
  .describe('Row-level-security values to store for the user; each name once. Values of other names stay.');

const groups = z
  .array(z.string())
  .nullish()
  .describe(
    'Names of groups. Left out: memberships stay. A list, also an empty one, replaces every membership.',
  );

const securityContext = z
  .custom<Record<string, unknown>>(isObject, 'Invalid input: expected object')
  .meta({ type: 'object' })
  .nullish()
  .describe('Passed to the access policies of data queries: at most 65,536 bytes as JSON, nested 32 deep.');

const description = z.string().nullish().describe('Replaces the stored one when sent.');

export const generateSessionBody = z
  .object({
    deploymentId: int.describe('Number of the deployment that the session gives access to.'),
    externalId: z
      .string()
      .nullish()
      .describe(
        'Your stable identifier of the user, lowercase and trimmed; made when new. Either this or `internalId`.',
      ),
    internalId: z
      .string()
      .nullish()
      .describe(
        'Username of an existing internal user, with the permissions they have: `email`, `groups`, ' +
          '`userAttributes`, both kinds of definitions and `securityContext` are not allowed with it.',
      ),
    email: z.string().nullish().describe('Kept with the external user.'),
    embedTenantName: z
      .string()
      .nullish()
      .describe('Embed tenant to scope the user to: 5 to 36 characters. Left out: none, the account itself.')
      .meta({ pattern: '^[a-z][a-z0-9-]{3,34}[a-z0-9]$' }),
    creatorMode: z
      .boolean()
      .nullish()
      .describe("Resolve names against the embed tenant's own catalogue. The account must have the flag."),
    userAttributes,
    groups,
    userAttributeDefinitions: z
      .array(
        z
          .object({
            name: z.string().describe('An attribute of this name is reused.'),
            type: z.enum(['string', 'number', 'string_array', 'number_array']).describe('Cannot be changed.'),
            displayName: z.string().nullish().describe('Replaces the stored one when sent.'),
            defaultValue: z
              .string()
              .nullish()
              .describe(
                "For users without a value: a number's text for `number`, a JSON array's for array types.",
              ),
            description,
          })
          .register(namedSchemas, { id: 'UserAttributeDefinition' }),
      )
      .nullish()
      .describe('Made or updated in the embed tenant before values are set. Needs `creatorMode`.'),
    groupDefinitions: z
      .array(
        z
          .object({ name: z.string().describe('A group of this name is reused.'), description })
          .register(namedSchemas, { id: 'GroupDefinition' }),
      )
      .nullish()
      .describe('Made or updated in the embed tenant before memberships are set. Needs `creatorMode`.'),
    securityContext,
  })
  .register(namedSchemas, { id: 'GenerateSessionRequest' });

export const sessionIdBody = z
  .object({ sessionId: z.string().describe('As generate-session returned it.') })
  .register(namedSchemas, { id: 'SessionIdRequest' });

const sessionSettings = z
  .object({
    externalId: z
      .string()
      .nullish()
      .describe('Your identifier of the user: lowercase, no spaces. Either this or `internalId`.'),
    internalId: z
      .string()
      .nullish()
      .describe('Email address or username of an existing internal user, with the permissions they have.'),
    email: z.string().nullish().describe('Kept with the external user.'),
    userAttributes,
    groups,
    roles: z.array(z.string()).nullish().describe('Not used; not allowed with `internalId`.'),
    securityContext,
    isEphemeral: z.boolean().nullish().describe('False keeps the user for good. Default: true.'),
    ephemeralTtlSeconds: int
      .nullish()
      .describe('How long an ephemeral user lives, from 1 to 31,536,000 seconds. Default: 604,800, one week.')
      .meta({ minimum: 1, maximum: 31_536_000 }),
    timezone: z
      .string()
      .nullish()
      .describe("IANA name of the time zone to answer in. Default: the deployment's, else UTC."),
  })
  .register(namedSchemas, { id: 'SessionSettings' });

const onBehalfOf = sessionSettings
  .nullish()
  .describe(
    'On whose behalf: required with an API key. A session token names its user: only `timezone` is read then.',
  );

/**
 * What stands in a body for `sessionSettings` beside a session token, which names its user already: of the settings only a
 * time zone is kept, and nothing about them is refused (contract §5).
 */
const besideToken = { sessionSettings: z.object({ timezone: z.string() }).nullish().catch(null) };

const activeBranchName = z
  .string()
  .nullish()
  .describe(
    'Development branch of the data model. Left out: the main one. A session token may name those that its deployment opens to users.',
  );

const isDefaultBranch = z
  .boolean()
  .nullish()
  .describe('Whether the branch named is the main one. Default: true without a name, false with one.');

export const chatBody = z
  .object({
    input: z
      .string()
      .nullish()
      .describe("The user's message, at most 20,000 characters. Left out: the thread `chatId` is read."),
    chatId: z
      .string()
      .nullish()
      .describe("Thread to go on with, from an earlier stream's `__cutoff__` line. Left out: a new one."),
    messageId: z
      .string()
      .nullish()
      .describe(
        'Makes the request safe to repeat: the same id joins the running or finished turn instead of asking again.',
      )
      .meta({ pattern: '^\\d{13,20}-message$' }),
    sessionSettings: onBehalfOf,
    activeBranchName,
    isDefaultBranch,
  })
  .register(namedSchemas, { id: 'ChatRequest' });

export const chatBodyOfUser = chatBody.extend(besideToken);

export const abortBody = z
  .object({ chatId: z.string().describe('The thread to stop.'), sessionSettings: onBehalfOf })
  .register(namedSchemas, { id: 'AbortChatRequest' });

export const abortBodyOfUser = abortBody.extend(besideToken);

export const sqlBody = z
  .object({
    query: z
      .string()
      .describe('One SELECT over cubes and views, in the PostgreSQL dialect; measures as `MEASURE(name)`.'),
    format: z.enum(['ndjson', 'json', 'csv']).nullish().describe('How rows are written. Default: ndjson.'),
    safe: z
      .boolean()
      .nullish()
      .describe(
        'In csv: whether spreadsheets are to read texts as texts. What they would take for a formula, names of columns too, ' +
          "gets a `'` before it; numbers stay numbers. Default: false, which changes no value.",
      ),
    sessionSettings: onBehalfOf,
    timezone: z
      .string()
      .nullish()
      .describe("IANA name. Default: that of `sessionSettings`, the deployment's, or UTC."),
    activeBranchName,
    isDefaultBranch,
  })
  .register(namedSchemas, { id: 'SqlRequest' });

export const sqlBodyOfUser = sqlBody.extend(besideToken);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
