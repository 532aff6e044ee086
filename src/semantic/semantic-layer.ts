import type { CubeMetadata } from '../contract/tools.ts';
import type { EngineQuery, ResultStream } from '../engines/query-engine.ts';
import type { ModelBinding } from './binding/model-binding.ts';
import type { DataModel } from './data-model.ts';
import type { RelationFilter } from './relation-filter.ts';
import type { StatementDescription } from './sql/describe-statement.ts';
import type { Viewer } from './viewer.ts';

export interface SemanticQueryOptions {
  /** IANA name: time dimensions are shown, truncated and compared in it. @default 'UTC' */
  readonly timezone?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** On whose behalf, as `QueryOptions.owner` of the engine. */
  readonly owner?: string | undefined;
  /** Relations that may be queried; empty or undefined means all public ones. */
  readonly accessibleViews?: readonly string[] | undefined;
  /** All of them hold, on top of the viewer's own row filters. */
  readonly filters?: readonly RelationFilter[] | undefined;
}

export interface MetadataSearchOptions extends SemanticQueryOptions {
  /**
   * Text whose words may be values, such as the question. They are looked up in dimensions that have too many values to be listed,
   * for at most 1.5 s; those found become `values` of their dimension, with `valuesComplete: false`.
   */
  readonly named?: string | undefined;
}

/** One data model over one engine: what a deployment's branch answers with, always under the viewer's own policies. */
export interface SemanticLayer extends AsyncDisposable {
  readonly model: DataModel;
  /** How the model fits its source. */
  readonly binding: ModelBinding;
  /** Every cube and view that the viewer may see, without sample values; asks the engine nothing. */
  relations(viewer: Viewer, options?: Pick<SemanticQueryOptions, 'accessibleViews'>): readonly CubeMetadata[];
  /** Every cube and view that the viewer may see, with sample values and ranges filled in. */
  metadata(viewer: Viewer, options?: SemanticQueryOptions): Promise<readonly CubeMetadata[]>;
  /**
   * The best matches for a free-text query, at most 8, best first, each with its members ranked; sample values and ranges filled
   * in. None if nothing matches. A query without words gives every relation in model order; in a large model, only the first
   * have members.
   */
  searchMetadata(
    query: string,
    viewer: Viewer,
    options?: MetadataSearchOptions,
  ): Promise<readonly CubeMetadata[]>;
  /**
   * Semantic SQL to engine SQL, with the viewer's row filters inside. Runs nothing.
   * @throws AppError `SQL_INVALID` with position and suggestion, `SQL_NOT_ALLOWED`
   */
  compile(sql: string, viewer: Viewer, options?: SemanticQueryOptions): Promise<EngineQuery>;
  /**
   * Checks a statement for a viewer whom no policy restricts, as statements of the workspace are checked at start. Asks the engine
   * nothing.
   * @param accessibleViews relations that it may read; empty means all public ones
   * @throws AppError as `compile`
   */
  describe(sql: string, accessibleViews: readonly string[]): Promise<StatementDescription>;
  /** Compiles and starts a query. @throws as `compile` and `QueryEngine.query`. */
  query(sql: string, viewer: Viewer, options?: SemanticQueryOptions): Promise<ResultStream>;
}
