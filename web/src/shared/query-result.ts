import type { Message, ToolResult } from '@inlay/client';
import { type Column, columnOf } from './column-text.ts';

type SqlToolResult = Extract<ToolResult, { __typename: 'SqlToolResult' }>;

/** The first rows of a query. */
export interface QueryResult
  extends Pick<
    SqlToolResult,
    'title' | 'description' | 'sqlQuery' | 'rows' | 'totalRows' | 'certifiedQuestion' | 'vegaSpec'
  > {
  readonly columns: readonly Column[];
  /** Titles of columns, by name, where they are known otherwise than by the chart. */
  readonly titles?: ReadonlyMap<string, string>;
}

/** The rows that a step has read; undefined if it has read none. */
export function queryResultOf({ toolCall }: Message): QueryResult | undefined {
  const result = toolCall?.result;
  if (result?.__typename !== 'SqlToolResult') return undefined;
  return { ...result, columns: result.columns.map(columnOf) };
}
