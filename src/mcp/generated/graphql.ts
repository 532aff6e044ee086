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

/** The permissions of an API key. */
export type ApiKeyRole =
  /** Full access to the account, or to the bound deployments if the key is bound to any. */
  | 'ADMIN'
  /** Access to chat on behalf of users, and to nothing else. */
  | 'CHAT';

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

/** The kind of a relation in the data model. */
export type CubeMetadataType =
  /** A cube. */
  | 'CUBE'
  /** A view over cubes. */
  | 'VIEW';

/** The type of a dimension. */
export type DimensionType =
  /** True or false. */
  | 'BOOLEAN'
  /** A number. */
  | 'NUMBER'
  /** Text. */
  | 'STRING'
  /** A date, or a time of a day. */
  | 'TIME';

/** The type of a measure. */
export type MeasureType =
  /** An average. */
  | 'AVG'
  /** True or false, calculated from other measures. */
  | 'BOOLEAN'
  /** A number of rows. */
  | 'COUNT'
  /** A number of different values. */
  | 'COUNT_DISTINCT'
  /** The largest value. */
  | 'MAX'
  /** The smallest value. */
  | 'MIN'
  /** A number that is calculated from other measures. */
  | 'NUMBER'
  /** A text that is calculated from other measures. */
  | 'STRING'
  /** A sum. */
  | 'SUM'
  /** A time that is calculated from other measures. */
  | 'TIME';

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

/** The edge of a period from which a rolling window is counted. */
export type RollingWindowOffset =
  /** The end of the period. */
  | 'END'
  /** The start of the period. */
  | 'START';

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

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { role: ApiKeyRole | null, deployments: Array<number> } };

export type ReachedDeploymentsQueryVariables = Exact<{ [key: string]: never; }>;


export type ReachedDeploymentsQuery = { deployments: { edges: Array<{ node: { deploymentId: number } }> } };

export type FirstAgentQueryVariables = Exact<{
  deploymentId: number;
}>;


export type FirstAgentQuery = { chatAgent: { agentId: number } };

export type SearchMetadataQueryVariables = Exact<{
  deploymentId: number;
  searchQuery: string;
  sessionSettings?: SessionSettingsInput | null | undefined;
}>;


export type SearchMetadataQuery = { searchMetadata: Array<{ name: string, type: CubeMetadataType, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, joins: Array<string>, dimensions: Array<{ type: DimensionType, primaryKey: boolean, values: Array<string> | null, valuesComplete: boolean, name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null, range: { first: string, last: string } | null, granularities: Array<{ name: string, title: string, interval: string }> }>, measures: Array<{ type: MeasureType, name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null, rollingWindow: { trailing: string | null, leading: string | null, offset: RollingWindowOffset | null, toDate: string | null } | null }>, segments: Array<{ name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null }>, hierarchies: Array<{ name: string, title: string, levels: Array<string> }> }> };

type MemberParts_DimensionMetadata_Fragment = { name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null };

type MemberParts_MeasureMetadata_Fragment = { name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null };

type MemberParts_SegmentMetadata_Fragment = { name: string, title: string, description: string | null, synonyms: Array<string>, aiContext: string | null, format: MemberFormat | null, currency: string | null, unit: string | null };

export type MemberPartsFragment =
  | MemberParts_DimensionMetadata_Fragment
  | MemberParts_MeasureMetadata_Fragment
  | MemberParts_SegmentMetadata_Fragment
;

export type RunSqlQueryVariables = Exact<{
  deploymentId: number;
  query: string;
  first: number;
  sessionSettings?: SessionSettingsInput | null | undefined;
}>;


export type RunSqlQuery = { sql: { rows: Array<Array<unknown>>, totalRows: number, hasMore: boolean, columns: Array<{ name: string, columnType: SqlColumnType }> } };

export type AskSubscriptionVariables = Exact<{
  input: ChatStreamInput;
}>;


export type AskSubscription = { chatStream:
    | { __typename: 'ChatDelta' }
    | { __typename: 'ChatEnded' }
    | { __typename: 'ChatFailed' }
    | { __typename: 'ChatMessageFinished' }
    | { __typename: 'ChatStarted' }
    | { __typename: 'ChatToolCallStarted' }
   };

export type StopTurnMutationVariables = Exact<{
  input: AbortChatInput;
}>;


export type StopTurnMutation = { abortChat: { chatId: string } };

export const MemberPartsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MemberMetadata"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"synonyms"}},{"kind":"Field","name":{"kind":"Name","value":"aiContext"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]} as unknown as DocumentNode<MemberPartsFragment, unknown>;
export const ViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"role"}},{"kind":"Field","name":{"kind":"Name","value":"deployments"}}]}}]}}]} as unknown as DocumentNode<ViewerQuery, ViewerQueryVariables>;
export const ReachedDeploymentsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReachedDeployments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deployments"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"2"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deploymentId"}}]}}]}}]}}]}}]} as unknown as DocumentNode<ReachedDeploymentsQuery, ReachedDeploymentsQueryVariables>;
export const FirstAgentDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FirstAgent"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatAgent"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deploymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"agentId"}}]}}]}}]} as unknown as DocumentNode<FirstAgentQuery, FirstAgentQueryVariables>;
export const SearchMetadataDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"SearchMetadata"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchQuery"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionSettings"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionSettingsInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"searchMetadata"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deploymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchQuery"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchQuery"}}},{"kind":"Argument","name":{"kind":"Name","value":"sessionSettings"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionSettings"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"synonyms"}},{"kind":"Field","name":{"kind":"Name","value":"aiContext"}},{"kind":"Field","name":{"kind":"Name","value":"dimensions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberParts"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"primaryKey"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"valuesComplete"}},{"kind":"Field","name":{"kind":"Name","value":"range"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"first"}},{"kind":"Field","name":{"kind":"Name","value":"last"}}]}},{"kind":"Field","name":{"kind":"Name","value":"granularities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"interval"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"measures"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberParts"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"rollingWindow"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trailing"}},{"kind":"Field","name":{"kind":"Name","value":"leading"}},{"kind":"Field","name":{"kind":"Name","value":"offset"}},{"kind":"Field","name":{"kind":"Name","value":"toDate"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"segments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"MemberParts"}}]}},{"kind":"Field","name":{"kind":"Name","value":"hierarchies"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"levels"}}]}},{"kind":"Field","name":{"kind":"Name","value":"joins"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"MemberParts"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"MemberMetadata"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"synonyms"}},{"kind":"Field","name":{"kind":"Name","value":"aiContext"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}}]}}]} as unknown as DocumentNode<SearchMetadataQuery, SearchMetadataQueryVariables>;
export const RunSqlDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RunSql"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"query"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sessionSettings"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SessionSettingsInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sql"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"deploymentId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deploymentId"}}},{"kind":"Argument","name":{"kind":"Name","value":"query"},"value":{"kind":"Variable","name":{"kind":"Name","value":"query"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"sessionSettings"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sessionSettings"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}}]}}]}}]} as unknown as DocumentNode<RunSqlQuery, RunSqlQueryVariables>;
export const AskDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Ask"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ChatStreamInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatStream"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}}]}}]}}]} as unknown as DocumentNode<AskSubscription, AskSubscriptionVariables>;
export const StopTurnDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"StopTurn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AbortChatInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"abortChat"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"chatId"}}]}}]}}]} as unknown as DocumentNode<StopTurnMutation, StopTurnMutationVariables>;