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

/** The outcome of the most recent turn of a thread. */
export type ChatThreadStatus =
  /** The turn was stopped. What was said up to then is kept. */
  | 'aborted'
  /** The turn ended with an answer. */
  | 'completed'
  /** The turn ended with an error. */
  | 'failed'
  /** The turn was cut short because the process that ran it went away. */
  | 'interrupted';

/** The thread to delete. */
export type DeleteChatThreadInput = {
  /** ID of the thread, as used in the stream. */
  chatId: string;
};

/** A rating for a message of an agent. */
export type RateChatMessageInput = {
  /** ID of the message, as used in the stream. */
  messageId: string;
  /** The rating: 1 (good), -1 (bad), or 0 to remove the rating. */
  rating: number;
};

/** A new title for a thread. */
export type RenameChatThreadInput = {
  /** ID of the thread, as used in the stream. */
  chatId: string;
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


export type ChatAgentQuery = { __typename: 'Query', chatAgent: { __typename: 'ChatAgent', agentId: number, name: string, deploymentId: number, timezone: string }, viewer: { __typename: 'Viewer', user: { __typename: 'User', id: string } | null } };

export type SuggestedQuestionsQueryVariables = Exact<{
  agentId: number;
  chatId?: string | null | undefined;
}>;


export type SuggestedQuestionsQuery = { __typename: 'Query', chatAgent: { __typename: 'ChatAgent', agentId: number, suggestedQuestions: Array<string> } };

export type ChatEventPartsFragment = { __typename: 'ChatEvent', id: string, role: string, sort: number, content: string | null, thinking: string | null, graphPath: Array<string> | null, isDelta: boolean | null, error: string | null, code: string | null, toolCall: { __typename: 'ChatToolCall', name: string, input: string, result: string | null } | null, state: { __typename: 'ChatState', chatId: string, isStreaming: boolean, status: ChatThreadStatus | null } | null };

export type StartChatSubscriptionVariables = Exact<{
  input: ChatStreamInput;
}>;


export type StartChatSubscription = { chatStream: { __typename: 'ChatEvent', id: string, role: string, sort: number, content: string | null, thinking: string | null, graphPath: Array<string> | null, isDelta: boolean | null, error: string | null, code: string | null, toolCall: { __typename: 'ChatToolCall', name: string, input: string, result: string | null } | null, state: { __typename: 'ChatState', chatId: string, isStreaming: boolean, status: ChatThreadStatus | null } | null } };

export type JoinChatSubscriptionVariables = Exact<{
  chatId: string;
  afterSort?: number | null | undefined;
}>;


export type JoinChatSubscription = { chatEvents: { __typename: 'ChatEvent', id: string, role: string, sort: number, content: string | null, thinking: string | null, graphPath: Array<string> | null, isDelta: boolean | null, error: string | null, code: string | null, toolCall: { __typename: 'ChatToolCall', name: string, input: string, result: string | null } | null, state: { __typename: 'ChatState', chatId: string, isStreaming: boolean, status: ChatThreadStatus | null } | null } };

export type AbortChatMutationVariables = Exact<{
  input: AbortChatInput;
}>;


export type AbortChatMutation = { __typename: 'Mutation', abortChat: { __typename: 'AbortChatPayload', chatId: string } };

export type RatingsQueryVariables = Exact<{
  chatId: string;
}>;


export type RatingsQuery = { __typename: 'Query', chatThread: { __typename: 'ChatThread', id: string, messages: { __typename: 'ChatThreadMessagesConnection', edges: Array<{ __typename: 'ChatThreadMessagesConnectionEdge', node: { __typename: 'ChatMessage', id: string, messageId: string, rating: number } }> } } };

export type RateMessageMutationVariables = Exact<{
  input: RateChatMessageInput;
}>;


export type RateMessageMutation = { __typename: 'Mutation', rateChatMessage: { __typename: 'RateChatMessagePayload', chatMessage: { __typename: 'ChatMessage', id: string, messageId: string, rating: number } } };

export type RowsQueryVariables = Exact<{
  deploymentId: number;
  query: string;
}>;


export type RowsQuery = { __typename: 'Query', sql: { __typename: 'SqlResult', rows: Array<unknown>, hasMore: boolean } };

export type ThreadsQueryVariables = Exact<{
  agentId: number;
  after?: string | null | undefined;
}>;


export type ThreadsQuery = { __typename: 'Query', chatThreads: { __typename: 'QueryChatThreadsConnection', edges: Array<{ __typename: 'QueryChatThreadsConnectionEdge', node: { __typename: 'ChatThread', id: string, chatId: string, title: string, updatedAt: string } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean, endCursor: string | null } } };

export type RenameThreadMutationVariables = Exact<{
  input: RenameChatThreadInput;
}>;


export type RenameThreadMutation = { __typename: 'Mutation', renameChatThread: { __typename: 'ChatThreadPayload', chatThread: { __typename: 'ChatThread', id: string, title: string } } };

export type DeleteThreadMutationVariables = Exact<{
  input: DeleteChatThreadInput;
}>;


export type DeleteThreadMutation = { __typename: 'Mutation', deleteChatThread: { __typename: 'DeletedChatThreadPayload', deletedChatThreadId: string } };

export const ChatEventPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}},{"kind":"Field","name":{"kind":"Name","value":"graphPath"}},{"kind":"Field","name":{"kind":"Name","value":"isDelta"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"result"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<ChatEventPartsFragment, unknown>;
export const ChatAgentDocument = {"__meta__":{"hash":"sha256:25c657569d015968ccf5711e5dbb0cf20631ea584b7e077114b8ef2242f437da"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ChatAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"deploymentId"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<ChatAgentQuery, ChatAgentQueryVariables>;
export const SuggestedQuestionsDocument = {"__meta__":{"hash":"sha256:0bbd6ca2cd0acb3ca4a158794d383a5fdeabad1ca4382395fc54c8d2a5340ed4"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SuggestedQuestions"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"agentId"}},{"kind":"Field","name":{"kind":"Name","value":"suggestedQuestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}}]}]}}]}}]} as unknown as DocumentNode<SuggestedQuestionsQuery, SuggestedQuestionsQueryVariables>;
export const StartChatDocument = {"__meta__":{"hash":"sha256:d3051e623600b46019b901d06d3277165c7f46d45408b1971715081404231c5d"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"StartChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStreamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatStream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatEventParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}},{"kind":"Field","name":{"kind":"Name","value":"graphPath"}},{"kind":"Field","name":{"kind":"Name","value":"isDelta"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"result"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<StartChatSubscription, StartChatSubscriptionVariables>;
export const JoinChatDocument = {"__meta__":{"hash":"sha256:ff598928820f4e4c9597000813ad3b8e5f3626195607c6f18d037842f689b53c"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"JoinChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"afterSort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}},{"kind":"Argument","name":{"kind":"Name","value":"afterSort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"afterSort"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"ChatEventParts"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ChatEventParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"ChatEvent"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"sort"}},{"kind":"Field","name":{"kind":"Name","value":"content"}},{"kind":"Field","name":{"kind":"Name","value":"thinking"}},{"kind":"Field","name":{"kind":"Name","value":"graphPath"}},{"kind":"Field","name":{"kind":"Name","value":"isDelta"}},{"kind":"Field","name":{"kind":"Name","value":"error"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"toolCall"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"input"}},{"kind":"Field","name":{"kind":"Name","value":"result"}}]}},{"kind":"Field","name":{"kind":"Name","value":"state"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"isStreaming"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<JoinChatSubscription, JoinChatSubscriptionVariables>;
export const AbortChatDocument = {"__meta__":{"hash":"sha256:146777daddcc69bff69c4d5e223bfed981d7d3847f0e78a6dd272865d37bec8f"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"abortChat"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}}]}}]}}]} as unknown as DocumentNode<AbortChatMutation, AbortChatMutationVariables>;
export const RatingsDocument = {"__meta__":{"hash":"sha256:bafb7105eaf63b792f6ffe7760ba3464513563c660294e12b9f23b09e20f0a18"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Ratings"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"chatId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"chatId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messages"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"last"},"value":{"kind":"IntValue","value":"100"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}}]}}]}}]}}]}}]}}]} as unknown as DocumentNode<RatingsQuery, RatingsQueryVariables>;
export const RateMessageDocument = {"__meta__":{"hash":"sha256:3602dba2d28dd00e56d76dfba42eae3c4e2093fd9f388702a06ae4455cd33dbb"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RateMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RateChatMessageInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rateChatMessage"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatMessage"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"messageId"}},{"kind":"Field","name":{"kind":"Name","value":"rating"}}]}}]}}]}}]} as unknown as DocumentNode<RateMessageMutation, RateMessageMutationVariables>;
export const RowsDocument = {"__meta__":{"hash":"sha256:dd6d11048487b4a557d655597688f448e2824e16ae92ead2eb456dfd8ad11244"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Rows"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"sql"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deploymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10000"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}}]}}]}}]} as unknown as DocumentNode<RowsQuery, RowsQueryVariables>;
export const ThreadsDocument = {"__meta__":{"hash":"sha256:34ca9f6260bf26b080fd9201ed4624a7bb35b71f0cf9fcc3fc308c0d1bd9ad2e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Threads"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThreads"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"agentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"agentId"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"updatedAt"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"desc"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"30"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"chatId"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ThreadsQuery, ThreadsQueryVariables>;
export const RenameThreadDocument = {"__meta__":{"hash":"sha256:2662d92845d79eb8f4eb75b9db3a2dff6c3b08bc23e69177ba66479fb70ca9a8"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenameThread"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RenameChatThreadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"renameChatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"chatThread"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"title"}}]}}]}}]}}]} as unknown as DocumentNode<RenameThreadMutation, RenameThreadMutationVariables>;
export const DeleteThreadDocument = {"__meta__":{"hash":"sha256:01e10810303a2e6640cdce0888a70cf9458fe913970c8e23009aff66f6703a05"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteThread"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteChatThreadInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deleteChatThread"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"deletedChatThreadId"}}]}}]}}]} as unknown as DocumentNode<DeleteThreadMutation, DeleteThreadMutationVariables>;