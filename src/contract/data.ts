import { z } from 'zod';
import { branchFields } from './chat.ts';
import { firstOf, input, textBlock } from './fields.ts';
import { namedSchemas } from './shape.ts';
import { sessionSettings } from './users.ts';

const deploymentId = z.int32().describe('Number of the deployment.');

/** What every request for data may specify: the user, the time zone and the branch. */
const dataScope = z.object({
  sessionSettings,
  timezone: z
    .string()
    .max(100)
    .nullish()
    .describe(
      'IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC.',
    ),
  ...branchFields,
});

export type DataScope = z.output<typeof dataScope>;

/** The same as arguments of GraphQL queries, which can be sent over GET. */
export const dataArgs = dataScope.extend({
  sessionSettings: sessionSettings.describe(
    `${sessionSettings.description} Over GET, which changes nothing, the user must already exist as described.`,
  ),
});

export const sqlQuery = dataScope.extend({
  query: z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .describe('A single SELECT statement over cubes and views. Write measures as `MEASURE(name)`.'),
});

/** Number of rows that a query returns unless it streams them. */
export const firstRows = firstOf(10_000, 1_000).describe('Maximum number of rows to return, at most 10000.');

export const sqlArgs = sqlQuery.extend({ deploymentId, first: firstRows, ...dataArgs.shape });

/** A query to compile without running it. */
export const engineSqlArgs = sqlQuery.pick({ query: true }).extend({ deploymentId });

export type SqlArgs = z.output<typeof sqlArgs>;

export const sqlStreamInput = input('SqlStreamInput', 'A query whose entire result to stream.', {
  deploymentId,
  ...sqlQuery.shape,
});

const dataFormat = z.enum(['ndjson', 'json', 'csv']);

export type DataFormatName = z.output<typeof dataFormat>;

/** The body of a query over REST. Its path names the deployment. */
export const sqlRequest = sqlQuery
  .extend({
    format: dataFormat.nullish().describe('Format of the rows. Default: ndjson.'),
    safe: z
      .boolean()
      .nullish()
      .describe(
        "In CSV, whether to keep spreadsheets from reading text as formulas: text that looks like one, including names of columns, gets a `'` in front. Numbers stay numbers. Default: false.",
      ),
  })
  .register(namedSchemas, { id: 'SqlRequest' });

export const searchMetadataArgs = dataArgs.omit({ timezone: true }).extend({
  deploymentId,
  searchQuery: textBlock(1_000).describe(
    'Free text to search for, at most 1,000 characters: names of members, or values. If it is empty, every cube and view is returned.',
  ),
});

export const suggestionsArgs = dataArgs.pick({ sessionSettings: true }).extend({
  chatId: z
    .string()
    .nullish()
    .describe(
      'The thread to suggest follow-up questions for. If omitted, returns questions to start a thread with.',
    ),
});
