import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { namedSchemas } from './named-schemas.ts';

/**
 * The shapes of what the REST door answers, for its OpenAPI document; tests hold real answers to them. Nothing is
 * parsed with them: the operations' types say what a route can send.
 */
export const errorCode = z
  .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
  .describe('What failed. The list is closed.')
  .register(namedSchemas, { id: 'ErrorCode' });

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
      .describe('For an embed URL, or to be exchanged for a token: once, within 5 minutes.'),
  })
  .register(namedSchemas, { id: 'Session' });

export const sessionToken = z
  .object({
    token: z.string().describe('A JWT to send as `Authorization: Bearer <token>`.'),
    expiresAt: timestamp.describe('24 hours after the exchange.'),
  })
  .register(namedSchemas, { id: 'SessionToken' });

const pageInfo = z
  .object({
    hasNextPage: z.boolean(),
    hasPreviousPage: z.boolean(),
    startCursor: z.string().nullable().describe('Of the first item; null on an empty page.'),
    endCursor: z.string().nullable().describe('Of the last item: `after` of the next page.'),
  })
  .register(namedSchemas, { id: 'PageInfo' });

const group = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string().nullable(),
    userCount: z.int().describe('How many users are members.'),
  })
  .register(namedSchemas, { id: 'Group' });

const userAttribute = z
  .object({
    id: z.int(),
    name: z.string(),
    type: z.enum(['string', 'number', 'string_array', 'number_array']),
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

export const health = z.object({ status: z.literal('ok') }).register(namedSchemas, { id: 'Health' });
export const readiness = z
  .object({
    status: z
      .enum(['ready', 'degraded', 'unavailable', 'stopping'])
      .describe(
        '`degraded`: something that only some need is down, or a data model does not fit its data; the others go on.',
      ),
    checks: z
      .record(z.string(), z.enum(['up', 'down']))
      .describe('What the service needs; `deployments` are those that are not named.'),
    problems: z
      .array(z.string())
      .optional()
      .describe(
        'What is wrong with the data models of the account against their data, by file and line; with an admin key only.',
      ),
  })
  .register(namedSchemas, { id: 'Readiness' });
