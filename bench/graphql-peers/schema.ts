/** The part of our schema that the compared query asks for, with the same names, ids and cursors. */
import {
  type FieldNode,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  getArgumentValues,
  type SelectionSetNode,
} from 'graphql';
import type { PrismaClient } from '../../src/db/generated/client.ts';
import { listMessages, listThreads, type Message, type PageArgs, type Thread } from './threads.ts';

export interface PeerContext {
  readonly prisma: PrismaClient;
  readonly accountId: number;
}

export const typeDefs = `
  scalar DateTime

  type Query {
    chatThreads(first: Int, after: String, last: Int, before: String): ChatThreadConnection!
  }

  type ChatThreadConnection { edges: [ChatThreadEdge!]! pageInfo: PageInfo! }
  type ChatThreadEdge { cursor: String! node: ChatThread! }
  type ChatThread {
    id: ID!
    chatId: String!
    title: String!
    createdAt: DateTime!
    updatedAt: DateTime!
    messages(first: Int, after: String, last: Int, before: String): ChatMessageConnection!
  }

  type ChatMessageConnection { edges: [ChatMessageEdge!]! pageInfo: PageInfo! }
  type ChatMessageEdge { cursor: String! node: ChatMessage! }
  type ChatMessage {
    id: ID!
    sort: Int!
    kind: ChatMessageKind!
    role: ChatRole!
    content: String!
    toolCall: ChatToolCall
    rating: ChatRating!
    createdAt: DateTime!
  }
  type ChatToolCall { name: String! inputJson: String! resultJson: String }
  enum ChatMessageKind { QUESTION TEXT TOOL_CALL ANSWER }
  enum ChatRole { USER ASSISTANT }
  enum ChatRating { GOOD BAD NONE }

  type PageInfo {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
`;

export const resolvers = {
  DateTime: new GraphQLScalarType<Date, string>({
    name: 'DateTime',
    serialize: (value) => (value as Date).toISOString(),
  }),
  Query: {
    chatThreads: (_root: object, args: PageArgs, context: PeerContext, info: GraphQLResolveInfo) =>
      listThreads(context.prisma, context.accountId, args, messagesAskedFor(info)),
  },
  ChatThread: {
    id: ({ id }: Thread) => globalId('ChatThread', id),
    chatId: ({ id }: Thread) => id,
    messages: (thread: Thread, args: PageArgs, { prisma, accountId }: PeerContext) =>
      listMessages(prisma, accountId, thread, args),
  },
  ChatMessage: {
    id: ({ id }: Message) => globalId('ChatMessage', id),
    kind: ({ role, toolName, graphPath }: Message) => {
      if (role === 'user') return 'QUESTION';
      if (toolName !== null) return 'TOOL_CALL';
      return graphPath[0] === 'final' ? 'ANSWER' : 'TEXT';
    },
    role: ({ role }: Message) => role.toUpperCase(),
    toolCall: ({ toolName, toolInput, toolResult }: Message) =>
      toolName === null ? null : { name: toolName, inputJson: toolInput ?? '{}', resultJson: toolResult },
    rating: ({ rating }: Message) => (rating > 0 ? 'GOOD' : rating < 0 ? 'BAD' : 'NONE'),
  },
};

function globalId(type: string, id: string): string {
  return Buffer.from(`${type}:${id}`).toString('base64');
}

/** Looks ahead, so that threads and their messages are read by one call of Prisma. */
function messagesAskedFor({ fieldNodes, schema, variableValues }: GraphQLResolveInfo): PageArgs | null {
  const node = child(child(fieldNodes[0]?.selectionSet, 'edges')?.selectionSet, 'node');
  const messages = child(node?.selectionSet, 'messages');
  const type = schema.getType('ChatThread');
  if (messages === undefined || type === undefined || !('getFields' in type)) return null;
  const field = type.getFields()['messages'];
  return field !== undefined && 'args' in field ? getArgumentValues(field, messages, variableValues) : null;
}

function child(selections: SelectionSetNode | undefined, name: string): FieldNode | undefined {
  return selections?.selections.find((each): each is FieldNode => 'name' in each && each.name.value === name);
}
