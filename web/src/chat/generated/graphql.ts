/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The thread whose turn to stop. */
export type AbortChatInput = {
  /** Name of the account. Default: the account of the credentials. */
  accountName?: string | null | undefined;
  /** Number of the agent within the account. */
  agentId: number;
  /** ID of the thread. */
  chatId: string;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
};

/** What a message of a thread is. */
export type ChatMessageKind =
  /** The final answer. */
  | 'ANSWER'
  /** What the user asked. */
  | 'QUESTION'
  /** What the agent said while it worked. */
  | 'TEXT'
  /** A call of a tool. */
  | 'TOOL_CALL';

/** What a reader thinks of a message. */
export type ChatRating =
  /** The message is bad. */
  | 'BAD'
  /** The message is good. */
  | 'GOOD'
  /** The message is not rated. */
  | 'NONE';

/** A message to an agent, or a thread to read. */
export type ChatStreamInput = {
  /** Name of the account. Default: the account of the credentials. */
  accountName?: string | null | undefined;
  /** Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed. */
  activeBranchName?: string | null | undefined;
  /** Number of the agent within the account. */
  agentId: number;
  /** ID of the thread to continue. If omitted, a new thread is started. */
  chatId?: string | null | undefined;
  /** Text of the message, at most 20,000 characters. If omitted, the thread is read instead. */
  input?: string | null | undefined;
  /** Whether `activeBranchName` names the main branch. If true, the main data model is used. */
  isDefaultBranch?: boolean | null | undefined;
  /** Makes the request safe to repeat. Format: milliseconds with 13 or more digits, followed by "-message". */
  messageId?: string | null | undefined;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
};

/** A tool of the agent. */
export type ChatTool =
  /** Searches the data model. */
  | 'SVC_META'
  /** Runs a query. */
  | 'SVC_SQL_API';

/** How a turn ended. */
export type ChatTurnOutcome =
  /** The turn was stopped. What was said up to then is kept. */
  | 'ABORTED'
  /** The turn ended with an answer. */
  | 'COMPLETED'
  /** The turn ended with an error. */
  | 'FAILED'
  /** The turn was cut short because the process that ran it went away. */
  | 'INTERRUPTED';

/** The thread to delete. */
export type DeleteChatThreadInput = {
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
};

/** Why an operation failed: the `extensions.code` of each error. The list is closed. */
export type ErrorCode =
  /** The request cannot be read. */
  | 'BAD_REQUEST'
  /** The branch does not exist, or the session token may not name it. */
  | 'BRANCH_NOT_FOUND'
  /** The operation does not fit the present state, such as a name that is taken. */
  | 'CONFLICT'
  /** The account does not allow creator mode. */
  | 'CREATOR_MODE_DISABLED'
  /** The data model does not fit its data source. */
  | 'DATA_MODEL_INVALID'
  /** The data source cannot be reached. */
  | 'DATA_SOURCE_UNAVAILABLE'
  /** The account has reached its maximum number of external users. */
  | 'EXTERNAL_USER_LIMIT'
  /** The credentials may not do this. */
  | 'FORBIDDEN'
  /** The service failed. `extensions.requestId` finds the reason in its log. */
  | 'INTERNAL'
  /** The HTTP method does not fit the operation. */
  | 'METHOD_NOT_ALLOWED'
  /** The client accepts none of the types that the response could have. */
  | 'NOT_ACCEPTABLE'
  /** There is no such object that the caller may see. */
  | 'NOT_FOUND'
  /** The service is busy. `extensions.retryAfterSeconds` says when to repeat the request. */
  | 'OVERLOADED'
  /** The request is too large. */
  | 'PAYLOAD_TOO_LARGE'
  /** The account's plan does not include this. */
  | 'PLAN_REQUIRED'
  /** The query, or its result, is too large. */
  | 'QUERY_LIMIT'
  /** The query took too long. */
  | 'QUERY_TIMEOUT'
  /** The query failed on the data, such as by a division by zero. */
  | 'SQL_FAILED'
  /** The query is not valid, or names something that the user may not see. */
  | 'SQL_INVALID'
  /** The query uses SQL that is not allowed. */
  | 'SQL_NOT_ALLOWED'
  /** A turn of the thread is running. */
  | 'THREAD_BUSY'
  /** The tokens of the day are spent. `extensions.retryAfterSeconds` says when there are more. */
  | 'TOKEN_BUDGET_SPENT'
  /** There are too many requests. `extensions.retryAfterSeconds` says when to repeat it. */
  | 'TOO_MANY_REQUESTS'
  /** The credentials are missing, unknown, expired or revoked. */
  | 'UNAUTHENTICATED'
  /** The service, or something that it needs, is not available at the moment. */
  | 'UNAVAILABLE'
  /** The request has a type that is not supported. */
  | 'UNSUPPORTED_MEDIA_TYPE'
  /** The operation or its input is not valid. `extensions.issues` lists what to correct. */
  | 'VALIDATION_FAILED'
  /** The object is declared in the workspace. Change it there. */
  | 'WORKSPACE_MANAGED';

/** The granularity of times. Each time represents the whole period that begins with it. */
export type Granularity =
  /** One day. */
  | 'DAY'
  /** One hour. */
  | 'HOUR'
  /** One minute. */
  | 'MINUTE'
  /** One month. */
  | 'MONTH'
  /** One quarter of a year. */
  | 'QUARTER'
  /** One second. */
  | 'SECOND'
  /** One week, beginning on Monday. */
  | 'WEEK'
  /** One year. */
  | 'YEAR';

/** How values are formatted. */
export type MemberFormat =
  /** An amount of money. */
  | 'CURRENCY'
  /** An identifier, without thousands separators. */
  | 'ID'
  /** The address of an image. */
  | 'IMAGE_URL'
  /** The address of a page. */
  | 'LINK'
  /** A plain number. */
  | 'NUMBER'
  /** A percentage, where 1 is 100 %. */
  | 'PERCENT';

/** A rating for a message of an agent. */
export type RateChatMessageInput = {
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
  /** The rating. `NONE` removes it. */
  rating: ChatRating;
};

/** A new title for a thread. */
export type RenameChatThreadInput = {
  /** Accepts the `id` of the object, or its ID in the REST API. */
  id: string | number;
  /** The new title: one line, at most 255 characters. */
  title: string;
};

/** The user on whose behalf an API key acts. With a session token, which has its own user, it does not identify anyone. */
export type SessionSettingsInput = {
  /** Email address, stored with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Lifetime of an ephemeral user, in seconds. Default: 604800 (one week). */
  ephemeralTtlSeconds?: number | null | undefined;
  /** Your identifier for the user: lowercase, without spaces. Specify either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them. */
  groups?: Array<string> | null | undefined;
  /** Email address or username of an existing internal user. */
  internalId?: string | null | undefined;
  /** Whether the user is ephemeral. If false, the user is kept. Default: true. */
  isEphemeral?: boolean | null | undefined;
  /** Not used. Not allowed with `internalId`. */
  roles?: Array<string> | null | undefined;
  /** Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** IANA name of the time zone to answer in. */
  timezone?: string | null | undefined;
  /** Attribute values to store for the user, at most 1,000. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** The type of a column's values and how they are represented in JSON. */
export type SqlColumnType =
  /** True or false. */
  | 'BOOLEAN'
  /** A date, as `YYYY-MM-DD`. */
  | 'DATE'
  /** A decimal number, represented as text. */
  | 'DECIMAL'
  /** A number. */
  | 'DOUBLE'
  /** A whole number. Beyond 2^53 it is represented as text. */
  | 'INT64'
  /** Any JSON value. */
  | 'JSON'
  /** Text. */
  | 'STRING'
  /** An ISO 8601 time without offset, in the query's time zone. */
  | 'TIMESTAMP';

/** A value for a user attribute. */
export type UserAttributeInput = {
  /** Name of an existing user attribute. */
  name: string;
  /** Value of the type that the user attribute has. Null clears the value. Strings have at most 10,000 characters, lists at most 1,000 entries. */
  value?: string | number | readonly string[] | readonly number[] | null | undefined;
};

export type ChatAgentQueryVariables = Exact<{
  agentId?: number | null | undefined;
}>;


export type ChatAgentQuery = { __typename: 'Query', chatAgent: { __typename: 'Agent', agentId: number, name: string, deploymentId: number, timezone: string }, viewer: { __typename: 'Viewer', user: { __typename: 'User', id: string } | null } };

export type SuggestedQuestionsQueryVariables = Exact<{
  agentId: number;
  chatId?: string | null | undefined;
}>;


export type SuggestedQuestionsQuery = { __typename: 'Query', chatAgent: { __typename: 'Agent', agentId: number, suggestedQuestions: Array<string> } };

export type ToolCallPartsFragment = { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
    | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
    | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
    | { __typename: 'ToolError', message: string }
   | null };

type ChatEventParts_ChatDelta_Fragment = { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null };

type ChatEventParts_ChatEnded_Fragment = { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome };

type ChatEventParts_ChatFailed_Fragment = { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string };

type ChatEventParts_ChatMessageFinished_Fragment = { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { __typename: 'ChatMessage', id: string, kind: ChatMessageKind, content: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
        | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
        | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
        | { __typename: 'ToolError', message: string }
       | null } | null } };

type ChatEventParts_ChatStarted_Fragment = { __typename: 'ChatStarted', sort: number, chatId: string, isStreaming: boolean };

type ChatEventParts_ChatToolCallStarted_Fragment = { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
      | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
      | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
      | { __typename: 'ToolError', message: string }
     | null } };

export type ChatEventPartsFragment =
  | ChatEventParts_ChatDelta_Fragment
  | ChatEventParts_ChatEnded_Fragment
  | ChatEventParts_ChatFailed_Fragment
  | ChatEventParts_ChatMessageFinished_Fragment
  | ChatEventParts_ChatStarted_Fragment
  | ChatEventParts_ChatToolCallStarted_Fragment
;

export type StartChatSubscriptionVariables = Exact<{
  input: ChatStreamInput;
}>;


export type StartChatSubscription = { chatStream:
    | { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null }
    | { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome }
    | { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string }
    | { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { __typename: 'ChatMessage', id: string, kind: ChatMessageKind, content: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
            | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
            | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
            | { __typename: 'ToolError', message: string }
           | null } | null } }
    | { __typename: 'ChatStarted', sort: number, chatId: string, isStreaming: boolean }
    | { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
          | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
          | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
          | { __typename: 'ToolError', message: string }
         | null } }
   };

export type JoinChatSubscriptionVariables = Exact<{
  chatId: string;
  afterSort?: number | null | undefined;
}>;


export type JoinChatSubscription = { chatEvents:
    | { __typename: 'ChatDelta', sort: number, messageId: string, content: string, thinking: string | null }
    | { __typename: 'ChatEnded', sort: number, status: ChatTurnOutcome }
    | { __typename: 'ChatFailed', sort: number, code: ErrorCode, error: string }
    | { __typename: 'ChatMessageFinished', sort: number, thinking: string | null, message: { __typename: 'ChatMessage', id: string, kind: ChatMessageKind, content: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
            | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
            | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
            | { __typename: 'ToolError', message: string }
           | null } | null } }
    | { __typename: 'ChatStarted', sort: number, chatId: string, isStreaming: boolean }
    | { __typename: 'ChatToolCallStarted', sort: number, messageId: string, toolCall: { __typename: 'ChatToolCall', tool: ChatTool | null, searchQuery: string | null, title: string | null, sqlQuery: string | null, result:
          | { __typename: 'MetadataToolResult', cubes: Array<{ __typename: 'CubeMetadata', title: string, measures: Array<{ __typename: 'MeasureMetadata', title: string }>, dimensions: Array<{ __typename: 'DimensionMetadata', title: string }> }> }
          | { __typename: 'SqlToolResult', title: string, description: string, sqlQuery: string, rows: Array<Array<unknown>>, totalRows: number, certifiedQuestion: string | null, vegaSpec: Record<string, unknown> | null, columns: Array<{ __typename: 'DescribedColumn', name: string, columnType: SqlColumnType, granularity: Granularity | null, format: MemberFormat | null, currency: string | null }> }
          | { __typename: 'ToolError', message: string }
         | null } }
   };

export type AbortChatMutationVariables = Exact<{
  input: AbortChatInput;
}>;


export type AbortChatMutation = { __typename: 'Mutation', abortChat: { __typename: 'AbortChatPayload', chatId: string } };

export type RatingsQueryVariables = Exact<{
  chatId: string;
}>;


export type RatingsQuery = { __typename: 'Query', chatThread: { __typename: 'ChatThread', id: string, messages: { __typename: 'ChatMessageConnection', edges: Array<{ __typename: 'ChatMessageEdge', node: { __typename: 'ChatMessage', id: string, rating: ChatRating } }> } } };

export type RateMessageMutationVariables = Exact<{
  input: RateChatMessageInput;
}>;


export type RateMessageMutation = { __typename: 'Mutation', rateChatMessage: { __typename: 'RateChatMessagePayload', chatMessage: { __typename: 'ChatMessage', id: string, rating: ChatRating } } };

export type RowsQueryVariables = Exact<{
  deploymentId: number;
  query: string;
}>;


export type RowsQuery = { __typename: 'Query', sql: { __typename: 'SqlResult', rows: Array<Array<unknown>>, hasMore: boolean } };

export type ThreadsQueryVariables = Exact<{
  agentId: number;
  after?: string | null | undefined;
}>;


export type ThreadsQuery = { __typename: 'Query', chatThreads: { __typename: 'ChatThreadConnection', edges: Array<{ __typename: 'ChatThreadEdge', node: { __typename: 'ChatThread', id: string, chatId: string, title: string, updatedAt: string } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type RenameThreadMutationVariables = Exact<{
  input: RenameChatThreadInput;
}>;


export type RenameThreadMutation = { __typename: 'Mutation', renameChatThread: { __typename: 'RenameChatThreadPayload', chatThread: { __typename: 'ChatThread', id: string, title: string } } };

export type DeleteThreadMutationVariables = Exact<{
  input: DeleteChatThreadInput;
}>;


export type DeleteThreadMutation = { __typename: 'Mutation', deleteChatThread: { __typename: 'DeleteChatThreadPayload', deletedChatThreadId: string } };

export const ToolCallPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolCallParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"searchQuery"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cubes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"measures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"certifiedQuestion"}},{"kind":"Field","name":{"kind":"Name","value":"vegaSpec"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ToolCallPartsFragment, unknown>;
export const ChatEventPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatMessageFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolCallParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"searchQuery"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cubes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"measures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"certifiedQuestion"}},{"kind":"Field","name":{"kind":"Name","value":"vegaSpec"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}}]} as unknown as DocumentNode<ChatEventPartsFragment, unknown>;
export const ChatAgentDocument = {"__meta__":{"hash":"sha256:25c657569d015968ccf5711e5dbb0cf20631ea584b7e077114b8ef2242f437da"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChatAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"deploymentId"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ChatAgentQuery, ChatAgentQueryVariables>;
export const SuggestedQuestionsDocument = {"__meta__":{"hash":"sha256:0bbd6ca2cd0acb3ca4a158794d383a5fdeabad1ca4382395fc54c8d2a5340ed4"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SuggestedQuestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"suggestedQuestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}}]}]}}]}}]} as unknown as DocumentNode<SuggestedQuestionsQuery, SuggestedQuestionsQueryVariables>;
export const StartChatDocument = {"__meta__":{"hash":"sha256:3dde73f0b507af98b89db42682377c83f93ff4b098c4854e29824bfc94eab2a8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"StartChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStreamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatStream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatEventParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolCallParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"searchQuery"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cubes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"measures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"certifiedQuestion"}},{"kind":"Field","name":{"kind":"Name","value":"vegaSpec"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatMessageFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<StartChatSubscription, StartChatSubscriptionVariables>;
export const JoinChatDocument = {"__meta__":{"hash":"sha256:8eea26b471b3c6bc94a8fd1778de2187bbb4468537a2d534df03414699e000aa"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"JoinChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterSort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterSort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterSort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatEventParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ToolCallParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCall"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tool"}},{"kind":"Field","name":{"kind":"Name","value":"searchQuery"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MetadataToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"cubes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"measures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"SqlToolResult"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sqlQuery"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"certifiedQuestion"}},{"kind":"Field","name":{"kind":"Name","value":"vegaSpec"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ToolError"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatDelta"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatToolCallStarted"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatMessageFinished"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"message"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ToolCallParts"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatFailed"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}},{"kind":"InlineFragment","typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEnded"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<JoinChatSubscription, JoinChatSubscriptionVariables>;
export const AbortChatDocument = {"__meta__":{"hash":"sha256:146777daddcc69bff69c4d5e223bfed981d7d3847f0e78a6dd272865d37bec8f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"abortChat"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}}]}}]}}]} as unknown as DocumentNode<AbortChatMutation, AbortChatMutationVariables>;
export const RatingsDocument = {"__meta__":{"hash":"sha256:01bb9bd3252c5d98f6e229670ac4f80c8dc059c7cb26e43c425760fb7f5d8239"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ratings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RatingsQuery, RatingsQueryVariables>;
export const RateMessageDocument = {"__meta__":{"hash":"sha256:7f98528f438a1d989f9ec9b2d23982b1f18f3c69a07f8d817a8068afb665c0fb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RateMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RateChatMessageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rateChatMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}}]}}]}}]}}]} as unknown as DocumentNode<RateMessageMutation, RateMessageMutationVariables>;
export const RowsDocument = {"__meta__":{"hash":"sha256:dd6d11048487b4a557d655597688f448e2824e16ae92ead2eb456dfd8ad11244"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sql"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deploymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}}]}}]}}]} as unknown as DocumentNode<RowsQuery, RowsQueryVariables>;
export const ThreadsDocument = {"__meta__":{"hash":"sha256:d59f555273a1997bc2a2421e3ad19ef632c052a91ffd5b3a432a2c78558b81d1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Threads"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThreads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"UPDATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ThreadsQuery, ThreadsQueryVariables>;
export const RenameThreadDocument = {"__meta__":{"hash":"sha256:2662d92845d79eb8f4eb75b9db3a2dff6c3b08bc23e69177ba66479fb70ca9a8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenameThread"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenameChatThreadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"renameChatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}}]} as unknown as DocumentNode<RenameThreadMutation, RenameThreadMutationVariables>;
export const DeleteThreadDocument = {"__meta__":{"hash":"sha256:01e10810303a2e6640cdce0888a70cf9458fe913970c8e23009aff66f6703a05"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteThread"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteChatThreadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deleteChatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deletedChatThreadId"}}]}}]}}]} as unknown as DocumentNode<DeleteThreadMutation, DeleteThreadMutationVariables>;