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

/** Conditions for listing audit events. */
export type AuditEventFilter = {
  /** Returns only events with this action, such as `session.generate`. */
  action?: string | null | undefined;
  /** Returns only events by this actor: `apiKey:<databaseId>`, `user:<databaseId>` or `workspace`. */
  actor?: string | null | undefined;
  /** Returns only events before this time. */
  before?: string | null | undefined;
  /** Returns only events at or after this time. */
  from?: string | null | undefined;
  /** Returns only events about this object, as `<type>:<id>`. */
  subject?: string | null | undefined;
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
  /** Makes the request safe to repeat: equal requests of a user to an agent start one turn, and another message or thread under the same ID is refused with `CONFLICT`. Format: milliseconds with 13 or more digits, followed by "-message". */
  messageId?: string | null | undefined;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
};

/** The group of an embed tenant to delete. */
export type DeleteEmbedTenantGroupInput = {
  /** Name of the embed tenant. */
  embedTenantName: string;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The user attribute of an embed tenant to delete. */
export type DeleteEmbedTenantUserAttributeInput = {
  /** Name of the embed tenant. */
  embedTenantName: string;
  /** Accepts the `id` of the object or its `databaseId`. */
  id: string | number;
};

/** The session to exchange. */
export type ExchangeSessionInput = {
  /** ID of the session, as returned by `generateSession`. */
  sessionId: string;
};

/** The user and the rights that a session is created with. */
export type GenerateSessionInput = {
  /** Whether groups and user attributes are resolved in the embed tenant's own catalog. */
  creatorMode?: boolean | null | undefined;
  /** Number of the deployment that the session gives access to. */
  deploymentId: number;
  /** Email address, stored with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Name of the embed tenant to work in, which is part of who an external user is: 5 to 36 characters of a-z, 0-9 and "-", starting with a letter and not ending with "-". */
  embedTenantName?: string | null | undefined;
  /** Your identifier for the user within the embed tenant, or within the account without one: lowercase and trimmed, at most 255 characters. In another embed tenant it is another user. The user is created if necessary. Specify either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Groups to create or update before memberships are set, at most 1,000. Requires creator mode and an embed tenant. */
  groupDefinitions?: Array<GroupDefinitionInput> | null | undefined;
  /** Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them for all sessions of the user at once. */
  groups?: Array<string> | null | undefined;
  /** Username of an existing internal user, whose own rights apply: `email` is not used, and `groups`, `userAttributes`, `groupDefinitions`, `userAttributeDefinitions` and `securityContext` are not allowed with it. */
  internalId?: string | null | undefined;
  /** Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** User attributes to create or update before values are stored, at most 1,000. Requires creator mode and an embed tenant. */
  userAttributeDefinitions?: Array<UserAttributeDefinitionInput> | null | undefined;
  /** Attribute values to store for the user, at most 1,000. They hold for all sessions of the user at once. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** A group to create or reuse in the embed tenant. */
export type GroupDefinitionInput = {
  /** Description of the group. It replaces the stored description if different, and never clears it. */
  description?: string | null | undefined;
  /** Name of the group. An existing group with this name is reused. */
  name: string;
};

/** The session to revoke. */
export type RevokeSessionInput = {
  /** ID of the session, as returned by `generateSession`. */
  sessionId: string;
};

/** The user on whose behalf an API key acts. With a session token, which has its own user, it does not identify anyone. */
export type SessionSettingsInput = {
  /** Email address, stored with the external user. At most 320 characters. */
  email?: string | null | undefined;
  /** Lifetime of an ephemeral user, in seconds. Default: 604800 (one week). */
  ephemeralTtlSeconds?: number | null | undefined;
  /** Your identifier for the user, among the users without an embed tenant: lowercase, without spaces. Specify either this or `internalId`. */
  externalId?: string | null | undefined;
  /** Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them for all sessions of the user at once. */
  groups?: Array<string> | null | undefined;
  /** Email address or username of an existing internal user. */
  internalId?: string | null | undefined;
  /** Whether the user is ephemeral. If false, the user is kept. Default: true. */
  isEphemeral?: boolean | null | undefined;
  /** Not used. Not allowed with `internalId`. */
  roles?: Array<string> | null | undefined;
  /** Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep. */
  securityContext?: Record<string, unknown> | null | undefined;
  /** IANA name of the time zone to answer in. If it is not known, that of the deployment applies, as if it were omitted. */
  timezone?: string | null | undefined;
  /** Attribute values to store for the user, at most 1,000. They hold for all sessions of the user at once. */
  userAttributes?: Array<UserAttributeInput> | null | undefined;
};

/** A query whose entire result to stream. */
export type SqlStreamInput = {
  /** Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed. */
  activeBranchName?: string | null | undefined;
  /** Number of the deployment. */
  deploymentId: number;
  /** Whether `activeBranchName` names the main branch. If true, the main data model is used. */
  isDefaultBranch?: boolean | null | undefined;
  /** A single SELECT statement over cubes and views. Write measures as `MEASURE(name)`. */
  query: string;
  /** The user to act for. Required with an API key. With a session token, only `timezone` is read. */
  sessionSettings?: SessionSettingsInput | null | undefined;
  /** IANA name of the time zone. Default: the time zone of `sessionSettings`, then that of the deployment, then UTC. */
  timezone?: string | null | undefined;
};

/** A user attribute to create or reuse in the embed tenant. */
export type UserAttributeDefinitionInput = {
  /** Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types. */
  defaultValue?: string | null | undefined;
  /** Description of the user attribute. If given, it replaces the stored one. */
  description?: string | null | undefined;
  /** Display name of the user attribute. If given, it replaces the stored one. */
  displayName?: string | null | undefined;
  /** Name of the user attribute. An existing user attribute with this name is reused. */
  name: string;
  /** Type of the values. It cannot be changed later. */
  type: UserAttributeType;
};

/** A value for a user attribute. */
export type UserAttributeInput = {
  /** Name of an existing user attribute. */
  name: string;
  /** Value of the type that the user attribute has. Null clears the value. Strings have at most 10,000 characters, lists at most 1,000 entries. */
  value?: string | number | readonly string[] | readonly number[] | null | undefined;
};

/** The type of a user attribute's values. */
export type UserAttributeType =
  /** A number. */
  | 'NUMBER'
  /** A list of numbers. */
  | 'NUMBER_ARRAY'
  /** Text. */
  | 'STRING'
  /** A list of strings. */
  | 'STRING_ARRAY';

export type ExportAuditEventsQueryVariables = Exact<{
  filter?: AuditEventFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ExportAuditEventsQuery = { auditEvents: { edges: Array<{ node: { id: string, at: string, action: string, details: unknown, actor: string, subject: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type ChatStreamSubscriptionVariables = Exact<{
  input: ChatStreamInput;
}>;


export type ChatStreamSubscription = { chatStream:
    | { __typename: 'ChatDelta' }
    | { __typename: 'ChatEnded' }
    | { __typename: 'ChatFailed' }
    | { __typename: 'ChatMessageFinished' }
    | { __typename: 'ChatStarted' }
    | { __typename: 'ChatToolCallStarted' }
   };

export type AbortChatMutationVariables = Exact<{
  input: AbortChatInput;
}>;


export type AbortChatMutation = { abortChat: { chatId: string } };

export type SqlStreamSubscriptionVariables = Exact<{
  input: SqlStreamInput;
}>;


export type SqlStreamSubscription = { sqlStream: { rows: Array<Array<unknown>> } };

export type EmbedTenantGroupsQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EmbedTenantGroupsQuery = { embedTenant: { groups: { edges: Array<{ node: { name: string, description: string | null, userCount: number, id: number } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type EmbedTenantUserAttributesQueryVariables = Exact<{
  name: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EmbedTenantUserAttributesQuery = { embedTenant: { userAttributes: { edges: Array<{ node: { name: string, type: UserAttributeType, displayName: string | null, defaultValue: string | null, description: string | null, id: number } }>, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null } } } };

export type DeleteEmbedTenantGroupMutationVariables = Exact<{
  input: DeleteEmbedTenantGroupInput;
}>;


export type DeleteEmbedTenantGroupMutation = { deleteEmbedTenantGroup: { databaseId: number } };

export type DeleteEmbedTenantUserAttributeMutationVariables = Exact<{
  input: DeleteEmbedTenantUserAttributeInput;
}>;


export type DeleteEmbedTenantUserAttributeMutation = { deleteEmbedTenantUserAttribute: { databaseId: number } };

export type GenerateSessionMutationVariables = Exact<{
  input: GenerateSessionInput;
}>;


export type GenerateSessionMutation = { generateSession: { sessionId: string } };

export type ExchangeSessionMutationVariables = Exact<{
  input: ExchangeSessionInput;
}>;


export type ExchangeSessionMutation = { exchangeSession: { token: string, expiresAt: string } };

export type RevokeSessionMutationVariables = Exact<{
  input: RevokeSessionInput;
}>;


export type RevokeSessionMutation = { revokeSession: { sessionId: string } };


export const ExportAuditEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportAuditEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"AuditEventFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"auditEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"ASC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","alias":{"kind":"Name","value":"actor"},"name":{"kind":"Name","value":"actorRef"}},{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","alias":{"kind":"Name","value":"subject"},"name":{"kind":"Name","value":"subjectRef"}},{"kind":"Field","name":{"kind":"Name","value":"details"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExportAuditEventsQuery, ExportAuditEventsQueryVariables>;
export const ChatStreamDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ChatStream"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStreamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatStream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}]} as unknown as DocumentNode<ChatStreamSubscription, ChatStreamSubscriptionVariables>;
export const AbortChatDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"AbortChat"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortChat"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatId"}}]}}]}}]} as unknown as DocumentNode<AbortChatMutation, AbortChatMutationVariables>;
export const SqlStreamDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"SqlStream"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SqlStreamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sqlStream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"}}]}}]}}]} as unknown as DocumentNode<SqlStreamSubscription, SqlStreamSubscriptionVariables>;
export const EmbedTenantGroupsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EmbedTenantGroups"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"embedTenant"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"groups"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"id"},"name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"userCount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<EmbedTenantGroupsQuery, EmbedTenantGroupsQueryVariables>;
export const EmbedTenantUserAttributesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"EmbedTenantUserAttributes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"embedTenant"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userAttributes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"id"},"name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"displayName"}},{"kind":"Field","name":{"kind":"Name","value":"defaultValue"}},{"kind":"Field","name":{"kind":"Name","value":"description"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"hasPreviousPage"}},{"kind":"Field","name":{"kind":"Name","value":"startCursor"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]}}]} as unknown as DocumentNode<EmbedTenantUserAttributesQuery, EmbedTenantUserAttributesQueryVariables>;
export const DeleteEmbedTenantGroupDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteEmbedTenantGroup"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteEmbedTenantGroupInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteEmbedTenantGroup"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"databaseId"}}]}}]}}]} as unknown as DocumentNode<DeleteEmbedTenantGroupMutation, DeleteEmbedTenantGroupMutationVariables>;
export const DeleteEmbedTenantUserAttributeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteEmbedTenantUserAttribute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeleteEmbedTenantUserAttributeInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteEmbedTenantUserAttribute"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"databaseId"}}]}}]}}]} as unknown as DocumentNode<DeleteEmbedTenantUserAttributeMutation, DeleteEmbedTenantUserAttributeMutationVariables>;
export const GenerateSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"GenerateSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"GenerateSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"generateSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}}]}}]}}]} as unknown as DocumentNode<GenerateSessionMutation, GenerateSessionMutationVariables>;
export const ExchangeSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExchangeSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExchangeSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"exchangeSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}}]} as unknown as DocumentNode<ExchangeSessionMutation, ExchangeSessionMutationVariables>;
export const RevokeSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RevokeSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RevokeSessionInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"revokeSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}}]}}]}}]} as unknown as DocumentNode<RevokeSessionMutation, RevokeSessionMutationVariables>;