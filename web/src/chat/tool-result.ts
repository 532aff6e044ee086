import { type Column, grains } from '../shared/column-text.ts';
import type { Message } from './conversation.ts';

/** What a query returned (spec: Tool `svcSqlApi`). */
export interface QueryResult {
  readonly kind: 'query';
  readonly title: string;
  readonly description: string;
  readonly sql: string;
  readonly columns: readonly Column[];
  /** The first of them, each a list of values. */
  readonly rows: readonly (readonly unknown[])[];
  readonly totalRows: number;
  /** Vega-Lite without data. */
  readonly spec: Readonly<Record<string, unknown>> | undefined;
}

/** What a search of the data model found (spec: Tool `svcMeta`). */
export interface SearchResult {
  readonly kind: 'search';
  readonly searchQuery: string;
  readonly cubes: readonly { readonly title: string; readonly members: readonly string[] }[];
}

export interface ToolFailure {
  readonly kind: 'failure';
  readonly error: string;
}

export type ToolResult = QueryResult | SearchResult | ToolFailure;

/** A message never changes, and one that is full of rows takes a while to be read. */
const read = new WeakMap<Message, ToolResult | undefined>();

/** @returns undefined while the call is not complete, and for what no tool of ours would say */
export function readToolResult(message: Message): ToolResult | undefined {
  if (!read.has(message)) read.set(message, parseToolResult(message));
  return read.get(message);
}

function parseToolResult({ tool }: Message): ToolResult | undefined {
  const result = tool?.result === undefined ? undefined : parseObject(tool.result);
  if (result === undefined) return undefined;
  const error = result['error'];
  if (typeof error === 'string') return { kind: 'failure', error };
  return tool?.name === 'svcMeta' ? readSearch(result) : readQuery(result);
}

/** What a call asked for: the title of a query, or the words searched for. */
export function readToolTitle({ tool }: Message): string {
  const input = tool === undefined ? undefined : parseObject(tool.input);
  return text(input?.['queryTitle']) || text(input?.['searchQuery']);
}

/** The SQL of a call, also of one that failed. */
export function readToolSql({ tool }: Message): string {
  return text(tool === undefined ? undefined : parseObject(tool.input)?.['sqlQuery']);
}

function readSearch(result: Readonly<Record<string, unknown>>): SearchResult {
  const cubes = list(result['cubes']).map((cube) => ({
    title: text(field(cube, 'title')),
    members: [...list(field(cube, 'measures')), ...list(field(cube, 'dimensions'))].map((member) =>
      text(field(member, 'title')),
    ),
  }));
  return { kind: 'search', searchQuery: text(result['searchQuery']), cubes };
}

function readQuery(result: Readonly<Record<string, unknown>>): QueryResult {
  const rows = list(result['data']).map(list);
  const { totalRows } = result;
  return {
    kind: 'query',
    title: text(result['queryTitle']),
    description: text(result['description']),
    sql: text(result['sqlQuery']),
    columns: list(result['schema']).map(readColumn),
    rows,
    totalRows: typeof totalRows === 'number' ? totalRows : rows.length,
    spec: parseObject(text(result['vegaSpec'])),
  };
}

function readColumn(column: unknown): Column {
  const granularity = grains.find((grain) => grain === field(column, 'granularity'));
  return {
    name: text(field(column, 'name')),
    type: text(field(column, 'column_type')),
    granularity,
    format: text(field(column, 'format')) || undefined,
    currency: text(field(column, 'currency')) || undefined,
  };
}

function parseObject(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
