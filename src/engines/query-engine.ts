import type { ColumnType } from '../contract/columns.ts';
import type { Dialect } from './dialect.ts';

export interface Column {
  readonly name: string;
  readonly columnType: ColumnType;
}

/**
 * A value as it leaves an engine: JSON-native. Integers beyond 2^53 and decimals are strings, dates `YYYY-MM-DD`,
 * timestamps ISO 8601 without offset in the query's time zone (`2024-01-01T00:00:00.000`).
 */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export type Row = readonly Value[];

/** Rows as values and as the JSON that doors send. Each form is made from the other when it is asked for. */
export interface RowBatch {
  readonly count: number;
  rows(): readonly Row[];
  /** A list of rows. */
  json(): Buffer;
}

/** A scalar bound to `$1 … $n`; parameters are never pasted into the text. */
export type Parameter = string | number | boolean | null;

/** A statement that an engine can run as it is, in the engine's own dialect. */
export interface EngineQuery {
  readonly sql: string;
  readonly params: readonly Parameter[];
}

export interface QueryOptions {
  /** Aborting cancels the statement inside the engine. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Owners share the engine fairly, and none gets all of it. @default the service itself */
  readonly owner?: string | undefined;
  /** IANA name; timestamps with time zone are rendered in it. @default 'UTC' */
  readonly timezone?: string | undefined;
}

/** A running statement: its columns are known, its rows arrive in chunks as they are pulled. Disposing cancels it. */
export interface ResultStream extends AsyncDisposable {
  readonly columns: readonly Column[];
  readonly chunks: AsyncIterable<readonly Row[]>;
  /** Present if the results of the data source are reused. */
  readonly reuse?: Reuse | undefined;
}

/** Where a result of a data source comes from whose results are reused. */
export interface Reuse {
  /** Whether it was there already, so that the source was not asked. */
  readonly hit: boolean;
  /** When the source was asked. */
  readonly asOf: Date;
  /** The rows of `chunks`, with their JSON; absent if the result is too large to be kept. */
  readonly batches?: readonly RowBatch[];
}

/** A physical column of a source table, under the name that `sql_table` uses. */
interface SourceColumn {
  readonly name: string;
  readonly columnType: ColumnType;
}

/** A table of a source, as the source spells it. */
export interface SourceTable {
  readonly schema: string;
  readonly name: string;
}

/**
 * Runs the queries of a deployment. Read-only by construction; each statement has a time limit. To support another database,
 * implement this interface.
 */
export interface QueryEngine extends AsyncDisposable {
  readonly dialect: Dialect;
  /**
   * Starts a statement and resolves once its columns are known.
   * @throws AppError `SQL_FAILED` (the engine refused it), `QUERY_TIMEOUT`, `QUERY_LIMIT` (memory), `OVERLOADED`,
   *   `DATA_SOURCE_UNAVAILABLE`; the signal's reason when aborted.
   */
  query(query: EngineQuery, options: QueryOptions): Promise<ResultStream>;
  /** Columns of a source table, or null when there is no such table. */
  describeTable(table: string): Promise<readonly SourceColumn[] | null>;
  /** Tables of the source, 5,000 at most, by schema and name. */
  listTables(signal?: AbortSignal): Promise<readonly SourceTable[]>;
  /** Resolves when the source answers. @throws AppError `DATA_SOURCE_UNAVAILABLE` */
  ping(signal?: AbortSignal): Promise<void>;
}

/** Current statements of an engine: running or open ones, and waiting ones. */
export interface QueryActivity {
  readonly running: number;
  readonly waiting: number;
}

/** An engine that reports its activity, for metrics and tests. */
export interface ObservableQueryEngine extends QueryEngine {
  activity(): QueryActivity;
  /** Changes when the engine has read its data again; absent if the source is always asked. */
  version?(): string;
  /**
   * A digest of all that statements can name. Engines of one dialect with equal digests accept or refuse the same statements,
   * whatever rows they have. Absent, or undefined, if that is not known.
   */
  catalog?(): string | undefined;
}
