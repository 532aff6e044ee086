/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** How the numbers of a column are formatted. */
export type DashboardColumnFormat =
  /** An amount of money. */
  | 'CURRENCY'
  /** A plain number. */
  | 'NUMBER'
  /** A percentage, where 1 is 100 %. */
  | 'PERCENT';

/** A reader's selection in one filter. An empty selection does not filter anything. */
export type DashboardFilterInput = {
  /** For a date range filter: the first day, as `YYYY-MM-DD`. */
  from?: string | null | undefined;
  /** For a number filter: the maximum. */
  max?: number | null | undefined;
  /** For a number filter: the minimum. */
  min?: number | null | undefined;
  /** Name of the filter. */
  name: string;
  /** For a date range filter: the last day, as `YYYY-MM-DD`, included in full. */
  to?: string | null | undefined;
  /** For a list filter: matches any of these values, at most 1,000. */
  values?: Array<string> | null | undefined;
};

/** What a reader selects in a filter. */
export type DashboardFilterKind =
  /** A first day, a last day, or both. */
  | 'DATE_RANGE'
  /** Any number of values. */
  | 'LIST'
  /** A minimum, a maximum, or both. */
  | 'NUMBER';

/** How a tile displays its rows. */
export type DashboardTileKind =
  /** A chart drawn according to `spec`. */
  | 'CHART'
  /** A single number. */
  | 'FIGURE'
  /** A table of the rows as they are. */
  | 'TABLE';

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

export type DashboardQueryVariables = Exact<{
  name: string;
}>;


export type DashboardQuery = { __typename: 'Query', dashboard: { __typename: 'Dashboard', name: string, title: string, description: string | null, timezone: string, filters: Array<{ __typename: 'DashboardFilter', name: string, title: string, kind: DashboardFilterKind }>, tiles: Array<{ __typename: 'DashboardTile', name: string, title: string, description: string | null, kind: DashboardTileKind, spec: Record<string, unknown> | null, value: string | null, comparison: string | null, width: number, height: number, filters: Array<string>, columns: Array<{ __typename: 'DashboardColumn', name: string, title: string, format: DashboardColumnFormat | null, currency: string | null, granularity: Granularity | null, filter: string | null }>, period: { __typename: 'DashboardPeriod', filter: string, months: number } | null }> } };

export type TileQueryVariables = Exact<{
  dashboard: string;
  tile: string;
  filters: Array<DashboardFilterInput> | DashboardFilterInput;
  first: number;
}>;


export type TileQuery = { __typename: 'Query', dashboard: { __typename: 'Dashboard', tile: { __typename: 'DashboardTile', result: { __typename: 'SqlResult', rows: Array<Array<unknown>>, hasMore: boolean, totalRows: number, columns: Array<{ __typename: 'SqlColumn', name: string, columnType: SqlColumnType }> } | null } | null } };

export type FilterValuesQueryVariables = Exact<{
  dashboard: string;
  filter: string;
  search: string;
}>;


export type FilterValuesQuery = { __typename: 'Query', dashboard: { __typename: 'Dashboard', filter: { __typename: 'DashboardFilter', values: { __typename: 'DashboardFilterValues', values: Array<string>, hasMore: boolean } } | null } };

export type FilterRangeQueryVariables = Exact<{
  dashboard: string;
  filter: string;
}>;


export type FilterRangeQuery = { __typename: 'Query', dashboard: { __typename: 'Dashboard', filter: { __typename: 'DashboardFilter', range: { __typename: 'DashboardFilterRange', from: string, to: string } | null } | null } };

export type LastDayQueryVariables = Exact<{
  dashboard: string;
  filter: string;
}>;


export type LastDayQuery = { __typename: 'Query', dashboard: { __typename: 'Dashboard', filter: { __typename: 'DashboardFilter', range: { __typename: 'DashboardFilterRange', to: string } | null } | null } };


export const DashboardDocument = {"__meta__":{"hash":"sha256:d70ab0f6bca92dc3c347654c9155d6c89de9e69cc48896ad77446106ff79e9a1"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Dashboard"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"filters"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}}]}},{"kind":"Field","name":{"kind":"Name","value":"tiles"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"title"}},{"kind":"Field","name":{"kind":"Name","value":"format"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"granularity"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}}]}},{"kind":"Field","name":{"kind":"Name","value":"spec"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"comparison"}},{"kind":"Field","name":{"kind":"Name","value":"period"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"filter"}},{"kind":"Field","name":{"kind":"Name","value":"months"}}]}},{"kind":"Field","name":{"kind":"Name","value":"width"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"filters"}}]}}]}}]}}]} as unknown as DocumentNode<DashboardQuery, DashboardQueryVariables>;
export const TileDocument = {"__meta__":{"hash":"sha256:c28c186502d7ed582b8474235e0e3cf3de2adc8498a2e0ecceec8f7cdb760592"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Tile"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tile"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filters"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DashboardFilterInput"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"tile"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tile"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"result"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filters"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filters"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"columns"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"columnType"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rows"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}},{"kind":"Field","name":{"kind":"Name","value":"totalRows"}}]}}]}}]}}]}}]} as unknown as DocumentNode<TileQuery, TileQueryVariables>;
export const FilterValuesDocument = {"__meta__":{"hash":"sha256:85b60a2052670008c7c98eb8abaa26103189f15ccbd7c40fdcea67401493f080"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilterValues"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"values"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"values"}},{"kind":"Field","name":{"kind":"Name","value":"hasMore"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FilterValuesQuery, FilterValuesQueryVariables>;
export const FilterRangeDocument = {"__meta__":{"hash":"sha256:dd53ff4d2cf7282379a2408713c5e86dbed65251f3e3e3cc47208204cb187b65"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"FilterRange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"range"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}}]}}]} as unknown as DocumentNode<FilterRangeQuery, FilterRangeQueryVariables>;
export const LastDayDocument = {"__meta__":{"hash":"sha256:4f14c78bcb0b6dd7790dab8f676f4dc15e5b7136c58dca1067c762f9673ea39e"},"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"LastDay"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"dashboard"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dashboard"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"filter"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"range"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]}}]}}]} as unknown as DocumentNode<LastDayQuery, LastDayQueryVariables>;