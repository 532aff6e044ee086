import { readObject, readToolInput, readToolResult } from '../../../src/contract/read-tool-call.ts';
import type { Column } from '../shared/column-text.ts';
import type { Message } from './conversation.ts';

/** The first rows of a query. */
export interface QueryResult {
  readonly kind: 'query';
  readonly title: string;
  readonly description: string;
  readonly sql: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly unknown[])[];
  readonly totalRows: number;
  /** The question of the certified query that it is; undefined if nobody has checked it. */
  readonly certifiedQuery: string | undefined;
  /** Vega-Lite without data. */
  readonly spec: Readonly<Record<string, unknown>> | undefined;
}

/** What a search of the data model found. */
export interface SearchResult {
  readonly kind: 'search';
  readonly searchQuery: string;
  readonly cubes: readonly { readonly title: string; readonly members: readonly string[] }[];
}

export type ToolResult = QueryResult | SearchResult | { readonly kind: 'failure'; readonly error: string };

/** Cached, since messages never change and those with many rows take long to parse. */
const read = new WeakMap<Message, ToolResult | undefined>();

/** @returns undefined for an incomplete call, or a result that none of our tools would return */
export function toolResultOf(message: Message): ToolResult | undefined {
  if (!read.has(message)) read.set(message, parse(message.tool?.result ?? ''));
  return read.get(message);
}

function parse(json: string): ToolResult | undefined {
  const { failure, search, query } = readToolResult(json);
  if (failure !== undefined) return { kind: 'failure', error: failure.error };
  if (search !== undefined) {
    const cubes = search.cubes.map(({ title, measures = [], dimensions = [] }) => ({
      title,
      members: [...measures, ...dimensions].map((member) => member.title),
    }));
    return { kind: 'search', searchQuery: search.searchQuery, cubes };
  }
  if (query === undefined) return undefined;
  const { queryTitle: title, description, sqlQuery: sql, schema, data: rows, totalRows, vegaSpec } = query;
  const { certifiedQuery } = query;
  const columns = schema.map(({ column_type: type, ...column }) => ({ ...column, type }));
  return {
    kind: 'query',
    title,
    description,
    sql,
    columns,
    rows,
    totalRows,
    certifiedQuery,
    spec: readObject(vegaSpec ?? ''),
  };
}

/** What a call asked for: the title of a query or the words searched for, and the SQL, also of one that failed. */
export function toolRequestOf({ tool }: Message): { readonly title: string; readonly sql: string } {
  const { queryTitle, searchQuery = '', sqlQuery = '' } = readToolInput(tool?.input ?? '');
  return { title: queryTitle || searchQuery, sql: sqlQuery };
}
