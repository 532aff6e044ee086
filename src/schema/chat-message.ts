import { chatRating, chatRole, ratingReason } from '../contract/chat.ts';
import { readToolInput } from '../contract/read-tool-call.ts';
import type { ChatMessage } from '../db/generated/client.ts';
import { isFinal, withSafeChart } from '../services/chat/chat-line.ts';
import { messages } from '../services/chat/threads/threads.ts';
import { loadReferred } from '../services/lists/look-up.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { enumOf, enumType } from './input-of.ts';
import type { KnownMessage } from './known-message.ts';
import { nodeOf } from './node.ts';
import { ToolResult, toolResultOf } from './tool-result.ts';

/** The row of a message that the caller has been sent. Lists have it: a promise for each field of each row costs more than the field. */
function rowOf(message: KnownMessage, { services }: GraphQLContext): Promise<ChatMessage> {
  return loadReferred(services, messages, message.id);
}

const tools = { svcMeta: 'Searches the data model.', svcSqlApi: 'Runs a query.' };
const ToolName = enumType('ChatTool', 'A tool of the agent.', tools);

/** A call as JSON text, which the REST API sends as it is. */
interface ToolCall {
  readonly name: string;
  readonly input: string;
  readonly result?: string | null;
}

export const ChatToolCall = builder.objectRef<ToolCall>('ChatToolCall').implement({
  description: 'A call that the agent makes to a tool.',
  fields: (t) => ({
    tool: t.field({
      type: ToolName,
      nullable: true,
      description: 'The tool. Null if the model named one that there is not.',
      resolve: ({ name }) => (name in tools ? (name as keyof typeof tools) : null),
    }),
    name: t.exposeString('name', { description: 'Name of the tool, as the model wrote it.' }),
    searchQuery: t.string({
      nullable: true,
      description: 'What the data model is searched for.',
      resolve: ({ input }) => readToolInput(input).searchQuery ?? null,
    }),
    title: t.string({
      nullable: true,
      description: 'Title of the query.',
      resolve: ({ input }) => readToolInput(input).queryTitle ?? null,
    }),
    sqlQuery: t.string({
      nullable: true,
      description: 'The semantic SQL of the query.',
      resolve: ({ input }) => readToolInput(input).sqlQuery ?? null,
    }),
    result: t.field({
      type: ToolResult,
      nullable: true,
      description: 'Result of the call. Null until the call is complete.',
      resolve: ({ result }) => toolResultOf(result),
    }),
    inputJson: t.string({
      description: 'Parameters of the call, as JSON text.',
      resolve: ({ input }) => withSafeChart(input),
    }),
    resultJson: t.string({
      nullable: true,
      description: 'Result of the call, as JSON text. Null until the call is complete.',
      resolve: ({ result }) => (result == null ? null : withSafeChart(result)),
    }),
  }),
});

const MessageKind = enumType('ChatMessageKind', 'What a message of a thread is.', {
  question: 'What the user asked.',
  text: 'What the agent said while it worked.',
  toolCall: 'A call of a tool.',
  answer: 'The final answer.',
});

builder.node('ChatMessage', {
  ...nodeOf(messages),
  id: { resolve: ({ id }) => id },
  description: 'A finished message of a thread.',
  authScopes: { caller: true },
  fields: (t) => ({
    sort: t.exposeInt('sort', { description: 'Sequence number of the event that completed the message.' }),
    kind: t.field({
      type: MessageKind,
      description: 'What the message is.',
      resolve: (message) => {
        if (message.role === 'user') return 'question';
        if (message.toolName !== null) return 'toolCall';
        return isFinal(message) ? 'answer' : 'text';
      },
    }),
    role: t.expose('role', { type: enumOf(chatRole), description: 'Author of the message.' }),
    content: t.exposeString('content', { description: 'Text of the message.' }),
    toolCall: t.field({
      type: ChatToolCall,
      nullable: true,
      description: 'The call, if the message is one.',
      resolve: ({ toolName, toolInput, toolResult }) =>
        toolName === null ? null : { name: toolName, input: toolInput ?? '{}', result: toolResult },
    }),
    rating: t.field({
      type: enumOf(chatRating),
      description: 'Rating of the message.',
      resolve: (message, _args, context) =>
        message.rating === undefined
          ? rowOf(message, context).then(({ rating }) => ratingOf(rating))
          : ratingOf(message.rating),
    }),
    ratingReason: t.field({
      type: enumOf(ratingReason),
      nullable: true,
      description:
        'Why its reader finds the message bad. Null if it is not rated so, or no reason was given.',
      resolve: async (message, _args, context) => {
        const { ratingReason: reason = null } =
          message.ratingReason === undefined ? await rowOf(message, context) : message;
        return reason === null ? null : ratingReason.parse(reason);
      },
    }),
    ratingComment: t.string({
      nullable: true,
      description: 'What its reader finds bad about the message, in their own words.',
      resolve: async (message, _args, context) =>
        (message.ratingComment === undefined ? await rowOf(message, context) : message).ratingComment ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the message was finished.',
      resolve: (message, _args, context) =>
        message.createdAt ?? rowOf(message, context).then(({ createdAt }) => createdAt),
    }),
  }),
});

function ratingOf(rating: number): 'good' | 'bad' | 'none' {
  return rating > 0 ? 'good' : rating < 0 ? 'bad' : 'none';
}
