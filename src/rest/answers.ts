import { z } from 'zod';
import { attributeType } from '../contract/attributes.ts';
import { namedSchemas } from '../contract/shape.ts';
import { errorCode } from '../contract/stream-lines.ts';

/** What the REST API returns, as its OpenAPI document describes it. Nothing is parsed with these schemas. */
const timestamp = z.iso.datetime();

export const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().describe("The status in words, such as 'Bad Request'."),
    status: z.int().describe('The HTTP status.'),
    detail: z.string().describe('What went wrong, for a person to read.'),
    code: errorCode,
    requestId: z.string().describe('The `x-request-id` of the response, to quote when asking for help.'),
    error: z.string().describe('Equal to `detail`.'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('Dotted from the root of the input; empty for the input itself.'),
          message: z.string(),
        }),
      )
      .optional()
      .describe('Everything that is wrong with the input.'),
  })
  .describe('Every error: problem details of RFC 9457.')
  .register(namedSchemas, { id: 'Problem' });

export const session = z
  .object({
    sessionId: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .describe('ID of the session, for use in the embed URL. It can be exchanged once, within 5 minutes.'),
  })
  .register(namedSchemas, { id: 'Session' });

export const sessionToken = z
  .object({
    token: z.string().describe('The session token. Send it as `Authorization: Bearer <token>`.'),
    expiresAt: timestamp.describe('Time until which the token is valid: 24 hours after the exchange.'),
  })
  .register(namedSchemas, { id: 'SessionToken' });

const pageInfo = z
  .object({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullable().describe('Cursor of the first item. Null if the page is empty.'),
    endCursor: z
      .string()
      .nullable()
      .describe('Cursor of the last item. Pass it as `after` to fetch the next page.'),
  })
  .register(namedSchemas, { id: 'PageInfo' });

const group = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    userCount: z.int().describe('Number of members.'),
  })
  .register(namedSchemas, { id: 'Group' });

const userAttribute = z
  .object({
    id: z.int(),
    name: z.string(),
    type: attributeType,
    displayName: z.string().nullable(),
    defaultValue: z.string().nullable(),
    description: z.string().nullable(),
  })
  .register(namedSchemas, { id: 'UserAttribute' });

export const groupPage = z
  .object({ items: z.array(group), pageInfo })
  .register(namedSchemas, { id: 'GroupPage' });
export const userAttributePage = z
  .object({ items: z.array(userAttribute), pageInfo })
  .register(namedSchemas, { id: 'UserAttributePage' });

export const auditLine = z
  .union([
    z
      .object({
        id: z.string(),
        at: z.iso.datetime(),
        actor: z.string().describe('`apiKey:<databaseId>`, `user:<databaseId>` or `workspace`.'),
        action: z.string().describe('Such as `session.generate`.'),
        subject: z.string().describe('`<type>:<id>`.'),
        details: z.record(z.string(), z.unknown()).describe('They never contain a secret.'),
      })
      .describe('An event.'),
    z.object({ error: z.string(), code: errorCode }).describe('The last line, if the export failed.'),
  ])
  .describe('One line of an export of the audit log.')
  .register(namedSchemas, { id: 'AuditLine' });

export const health = z.object({ status: z.literal('ok') }).register(namedSchemas, { id: 'Health' });
export const readiness = z
  .object({
    status: z
      .enum(['ready', 'degraded', 'unavailable', 'stopping'])
      .describe(
        '`degraded`: something that only some requests need is down, or a data model does not match its data.',
      ),
    checks: z
      .record(z.string(), z.enum(['up', 'down']))
      .describe('What the service depends on. `deployments` stands for all deployments that are not named.'),
    problems: z
      .array(z.string())
      .optional()
      .describe(
        'Where the data models of the account do not match their data, by file and line. Present only with an admin key.',
      ),
  })
  .register(namedSchemas, { id: 'Readiness' });
