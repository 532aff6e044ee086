import { z } from 'zod';
import { type ErrorCode, errorCodes } from '../errors.ts';
import { enumValue } from './fields.ts';
import { namedSchemas, type Shape } from './shape.ts';
import { column, rows } from './tools.ts';

/** The lines of the newline-delimited JSON streams of the REST API. */
const text = z.string();
const role = z.literal('assistant');
const sort = z
  .int()
  .describe('Sequence number of the line within the thread. Pass it to `chatEvents(afterSort)` to resume.');

export const errorCode = z
  .enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]])
  .describe('What failed. The list is closed.')
  .register(namedSchemas, { id: 'ErrorCode' });

export const sqlResult = z
  .object({ schema: z.array(column), data: rows, totalRows: z.int() })
  .register(namedSchemas, { id: 'SqlResult' });

export const sqlLine = z
  .union([
    z.object({ schema: z.array(column) }).describe('The first line.'),
    z.object({ data: rows }).describe('A piece of the result.'),
    z
      .object({ error: text, code: errorCode })
      .describe('The last line, if the query failed after the first one was sent.'),
  ])
  .describe('One line of a result. The number of rows is not limited.')
  .register(namedSchemas, { id: 'SqlLine' });

/** A string with JSON of one of the named schemas. */
function jsonText(description: string, ...ids: readonly string[]) {
  const contentSchema = { anyOf: ids.map((id) => ({ $ref: `#/components/schemas/${id}` })) };
  return text.meta({ description, contentMediaType: 'application/json', contentSchema });
}

const toolCall = z
  .object({
    name: text.describe('Name of the tool: `svcMeta` or `svcSqlApi`.'),
    input: jsonText('Parameters of the call, as JSON text.', 'SvcMetaInput', 'SvcSqlApiInput'),
    result: jsonText(
      'Result of the call, as JSON text. Present only once the call is complete.',
      'SvcMetaResult',
      'SvcSqlApiResult',
      'ToolError',
    ).exactOptional(),
  })
  .register(namedSchemas, { id: 'ToolCall' });

const chatMessage = z
  .object({
    id: text.describe('ID of the message, the same on each of its lines.'),
    role: z.enum(['user', 'assistant']),
    content: text.describe('Text of the message. In a delta, only the new piece.'),
    thinking: text.exactOptional().describe("The agent's reasoning. Present only in development mode."),
    toolCall: toolCall.exactOptional(),
    graphPath: z
      .array(text)
      .describe(
        '`["final"]` is the answer, `["svc_data_analyst_agent"]` working text, ' +
          '`["svc_data_analyst_agent", "tools"]` a tool call, `[]` the user.',
      ),
    isDelta: z.boolean().describe('Whether `content` is to be appended, rather than to replace the message.'),
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
    state: z.object({ chatId: text.describe('ID of the thread.'), isStreaming: z.boolean() }),
  })
  .describe('Always the first line.')
  .register(namedSchemas, { id: 'ChatStart' });

export const threadStatuses = {
  completed: 'The turn ended with an answer.',
  aborted: 'The turn was stopped. What was said up to then is kept.',
  failed: 'The turn ended with an error.',
  interrupted: 'The turn was cut short because the process that ran it went away.',
} as const;

export const threadStatus = enumValue('ChatTurnOutcome', 'How a turn ended.', threadStatuses);

export const stopReason = enumValue('ChatStopReason', 'The reason that a turn stopped.', {
  stop: 'The agent finished its answer.',
  length: 'The model reached its output limit, so the answer is cut off.',
  content_filter: "The provider's content filter withheld all or the rest of the answer.",
  refusal: 'The agent declined to answer.',
  step_limit:
    'The turn reached its limit of model calls. The answer is based on what the agent knew by then.',
  time_limit: 'A model call, or the turn as a whole, took too long.',
  token_limit: 'The turn used up its token budget. The answer is based on what the agent knew by then.',
  no_answer: 'The agent found no answer.',
});

const usage = z.object({
  inputTokens: z.int(),
  cachedInputTokens: z
    .int()
    .exactOptional()
    .describe('Those of the input that the provider had kept; absent if none.'),
  outputTokens: z.int(),
  steps: z.int(),
});

const end = z
  .object({
    id: z.literal('__state__'),
    role,
    sort,
    state: z.object({
      chatId: text,
      isStreaming: z.literal(false),
      status: threadStatus,
      stopReason: stopReason.exactOptional(),
      model: text
        .exactOptional()
        .describe(
          "Name of the agent's model that answered, or that was asked last if the turn did not complete.",
        ),
      messages: z.array(chatMessage).describe('The finished messages of the turn.'),
      usage,
    }),
  })
  .describe('Always the last line: a stream without it was cut.')
  .register(namedSchemas, { id: 'ChatEnd' });

const failure = z
  .object({
    id: z.literal('__error__'),
    role: role.exactOptional(),
    sort: sort.exactOptional(),
    error: text.describe('What went wrong, for a person to read.'),
    code: errorCode,
  })
  .describe('A failure after the first line.')
  .register(namedSchemas, { id: 'ChatFailure' });

export const chatLine = z
  .union([start, chatMessage, failure, end])
  .describe(
    'One line of a chat stream. Append the content of deltas; a full line with the same `id` replaces that content.',
  )
  .register(namedSchemas, { id: 'ChatLine' });

export type ChatMessageLine = Shape<typeof chatMessage>;
/** Where a stream starts. */
export type ChatStartLine = Shape<typeof start>;
/** How a stream ends. */
export type ChatEndLine = Shape<typeof end>;
/** A failure that is part of a thread, and so has a number. */
export type ChatErrorLine = Required<Shape<typeof failure>>;
export type ChatLine = ChatMessageLine | ChatStartLine | ChatEndLine | ChatErrorLine;
/** The state in the first or the last line. The last one has more fields. */
export type ChatState = ChatStartLine['state'] &
  Partial<Omit<ChatEndLine['state'], 'chatId' | 'isStreaming'>>;
/** A line of any kind, for readers that look only for certain fields. */
export interface AnyLine
  extends Partial<Omit<ChatMessageLine, 'id' | 'sort'>>,
    Partial<Pick<ChatErrorLine, 'error' | 'code'>> {
  readonly id: string;
  readonly sort: number;
  readonly state?: ChatState;
}
/** How a turn ended. */
export type ThreadStatus = z.output<typeof threadStatus>;
/** Why a turn stopped. */
export type StopReason = z.output<typeof stopReason>;
/** The usage of a turn. Tokens are counted by the provider, or estimated if it counts none. */
export type ChatUsage = Shape<typeof usage>;
