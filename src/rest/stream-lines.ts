import { z } from 'zod';
import { errorCode } from './answers.ts';
import { namedSchemas } from './named-schemas.ts';

/** The lines of streams and the results of tools, for the OpenAPI document; see answers.ts. */
const sort = z.int().describe('Number of the line within the thread, over all its turns, without a gap.');
const role = z.literal('assistant');
const text = z.string();

/** JSON text within JSON: what it holds is in the schema named. */
function jsonText(description: string, ...ids: readonly string[]) {
  const schemas = ids.map((id) => ({ $ref: `#/components/schemas/${id}` }));
  return z.string().meta({
    description,
    contentMediaType: 'application/json',
    contentSchema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
  });
}

const column = z
  .object({
    name: z.string().describe('A plain identifier, without dots.'),
    column_type: z
      .enum(['String', 'Int64', 'Double', 'Decimal', 'Boolean', 'Date', 'Timestamp', 'Json'])
      .describe(
        'What the values are. `Int64` beyond 2^53 and `Decimal` are text; a `Date` is `YYYY-MM-DD`; a `Timestamp` ' +
          'is ISO 8601 without offset, in the time zone of the query.',
      ),
  })
  .register(namedSchemas, { id: 'Column' });

const rows = z
  .array(z.array(z.unknown()))
  .describe('Each a list of values, one for each column; null for no value.');

export const sqlResult = z
  .object({ schema: z.array(column), data: rows, totalRows: z.int() })
  .register(namedSchemas, { id: 'SqlResult' });

export const sqlLine = z
  .union([
    z.object({ schema: z.array(column) }).describe('The first line.'),
    z.object({ data: rows }).describe('A piece of the result.'),
    z
      .object({ error: text, code: errorCode })
      .describe('The last line, when the query failed after the first one was sent.'),
  ])
  .describe('One line of a result as newline-delimited JSON. There is no limit to the number of rows.')
  .register(namedSchemas, { id: 'SqlLine' });

const describedColumn = z
  .object({
    ...column.shape,
    granularity: z
      .enum(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'])
      .optional()
      .describe('Of times: how coarse they are.'),
    format: z
      .enum(['percent', 'currency', 'id'])
      .optional()
      .describe('Of numbers: how the data model says that they are written.'),
    currency: z.string().optional().describe('ISO 4217 code of an amount of money.'),
  })
  .register(namedSchemas, { id: 'DescribedColumn' });

export const metaInput = z
  .object({ searchQuery: text.describe('Words to look for.') })
  .register(namedSchemas, { id: 'SvcMetaInput' });

const member = z
  .object({
    name: z.string().describe('Qualified, such as `sales.revenue`.'),
    title: text,
    type: text.optional(),
    description: text.optional(),
    synonyms: z.array(text).optional(),
    aiContext: z.string().optional().describe('Advice for agents.'),
    format: z.string().optional().describe('`percent`, `currency`, `number`, `id`, `link` or `imageUrl`.'),
    currency: z.string().optional().describe('ISO 4217 code.'),
    primaryKey: z.boolean().optional(),
    values: z.array(text).optional().describe('Values that the user can see, most frequent first.'),
    valuesComplete: z.boolean().optional().describe('Whether `values` holds all of them.'),
    range: z.tuple([text, text]).optional().describe('First and last day that the user can see data of.'),
    times: z
      .array(z.string())
      .optional()
      .describe('Of measures: the time dimensions that date their rows, where not all of the relation do.'),
  })
  .register(namedSchemas, { id: 'Member' });

export const metaResult = z
  .object({
    cubes: z.array(
      z.object({
        name: z.string().describe('As in SQL.'),
        type: z.enum(['cube', 'view']),
        title: text,
        description: text.optional(),
        synonyms: z.array(text).optional(),
        aiContext: text.optional(),
        dimensions: z.array(member),
        measures: z.array(member),
        segments: z.array(member),
      }),
    ),
    searchQuery: text,
  })
  .describe('Relations that the user may know, best match first.')
  .register(namedSchemas, { id: 'SvcMetaResult' });

const sqlToolInput = {
  sqlQuery: z.string().describe('The semantic SQL; send it to the data query API for all rows.'),
  queryTitle: text,
  description: text,
  userRequest: text,
};

export const sqlInput = z
  .object({
    sqlQuery: sqlToolInput.sqlQuery,
    queryTitle: text.optional(),
    description: text.optional(),
    userRequest: text.optional(),
    memoryId: z.string().optional().describe('The `uuid` of an earlier result that this query builds on.'),
    vegaSpec: z.string().optional().describe('Vega-Lite v5 as JSON text, as in the result.'),
  })
  .register(namedSchemas, { id: 'SvcSqlApiInput' });

export const sqlToolResult = z
  .object({
    ...sqlToolInput,
    schema: z.array(describedColumn),
    data: rows,
    totalRows: z
      .int()
      .describe('Rows of the query as written, counted up to 50,000; `data` has at most 100.'),
    uuid: z.string().describe('Names this result.'),
    vegaSpec: z
      .string()
      .optional()
      .describe(
        'Vega-Lite v5 as JSON text, without data: that is in `data`, under the names in `schema`. It loads nothing, leads ' +
          'nowhere and runs nothing but bounded expressions over single rows: a client may draw it as it is.',
      ),
  })
  .register(namedSchemas, { id: 'SvcSqlApiResult' });

export const toolError = z
  .object({ error: text })
  .describe('What a tool answers when it failed.')
  .register(namedSchemas, { id: 'ToolError' });

const toolCall = z
  .object({
    name: z.enum(['svcMeta', 'svcSqlApi']),
    input: jsonText('The parameters, as JSON text.', 'SvcMetaInput', 'SvcSqlApiInput'),
    result: jsonText(
      'The answer, as JSON text; only on the line that closes the call.',
      'SvcMetaResult',
      'SvcSqlApiResult',
      'ToolError',
    ).optional(),
  })
  .register(namedSchemas, { id: 'ToolCall' });

const chatMessage = z
  .object({
    id: z.string().describe('The same on every line of one message.'),
    role: z.enum(['user', 'assistant']),
    content: z.string().describe('The text; with `isDelta` only the new piece.'),
    thinking: z.string().optional().describe("The agent's reasoning, when it is in development mode."),
    toolCall: toolCall.optional(),
    graphPath: z
      .array(text)
      .describe(
        '`["final"]` is the answer, `["svc_data_analyst_agent"]` working text, ' +
          '`["svc_data_analyst_agent", "tools"]` a tool call, `[]` the user.',
      ),
    isDelta: z.boolean().describe('Whether to append `content` instead of replacing the message.'),
    isInProcess: z.boolean().describe('Whether more of this message follows.'),
    sort,
  })
  .describe('A message, or a piece of one.')
  .register(namedSchemas, { id: 'ChatMessage' });

const start = z
  .object({
    id: z.literal('__cutoff__'),
    role,
    sort: z.int().describe('The number after which the stream starts.'),
    state: z.object({ chatId: z.string().describe('The thread.'), isStreaming: z.boolean() }),
  })
  .describe('Always the first line.')
  .register(namedSchemas, { id: 'ChatStart' });

const stopReason = z
  .enum([
    ...(['stop', 'length', 'content_filter', 'refusal'] as const),
    ...(['step_limit', 'time_limit', 'token_limit', 'no_answer'] as const),
  ])
  .describe(
    'Why a turn stopped that completed, or that a limit ended. `stop`: the agent was done. `length`: the answer is cut off. ' +
      '`content_filter`: the provider kept it, or the rest of it, back. `refusal`: the agent declined. `step_limit`, ' +
      '`token_limit`: the answer is what the agent knew when it had used up its steps or tokens. `time_limit`: it took too ' +
      'long. `no_answer`: it found none.',
  );

const end = z
  .object({
    id: z.literal('__state__'),
    role,
    sort,
    state: z.object({
      chatId: text,
      isStreaming: z.literal(false),
      status: z.enum(['completed', 'aborted', 'failed', 'interrupted']),
      stopReason: stopReason.optional(),
      messages: z.array(chatMessage).describe('The finished messages of the turn.'),
      usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), steps: z.int() }),
    }),
  })
  .describe('Always the last line: a stream without it was cut.')
  .register(namedSchemas, { id: 'ChatEnd' });

const failure = z
  .object({
    id: z.literal('__error__'),
    role: role.optional(),
    sort: sort.optional(),
    error: z.string().describe('What went wrong, for a person to read.'),
    code: errorCode,
  })
  .describe('A failure after the first line.')
  .register(namedSchemas, { id: 'ChatFailure' });

export const chatLine = z
  .union([start, chatMessage, failure, end])
  .describe(
    'One line of a chat stream. Append the content of deltas; a full line of the same id replaces it.',
  )
  .register(namedSchemas, { id: 'ChatLine' });
