import { LRUCache } from 'lru-cache';
import type { EngineQuery, QueryEngine, ResultStream } from '../engines/query-engine.ts';
import { isAbortError } from '../errors.ts';
import { createSharedWork } from '../limits/shared-work.ts';
import { metrics } from '../telemetry/metrics.ts';
import { inSpan, measured } from '../telemetry/span.ts';
import { createModelBinding } from './binding/model-binding.ts';
import type { ModelMistake } from './binding/model-mistake.ts';
import { checkedTimezone } from './checked-timezone.ts';
import { queued } from './compile-queue.ts';
import type { Cube, DataModel, View } from './data-model.ts';
import { createMetadataReader } from './metadata-reader.ts';
import { resolveAccess } from './policy/resolve-access.ts';
import { type QueryEvent, queryEvent } from './query-event.ts';
import { metadataIndexOf } from './search/metadata-index.ts';
import type { SemanticLayer, SemanticQueryOptions } from './semantic-layer.ts';
import { compileSemanticSql } from './sql/compile.ts';
import type { CompileOptions } from './sql/context.ts';
import { describeStatement } from './sql/describe-statement.ts';
import { modelFailure, refusalOf, safeFailure, safeStream } from './sql/engine-failure.ts';
import { loadParser } from './sql/parse.ts';
import { queryableRelations } from './sql/queryable-relations.ts';
import { SourceTypeCatalog, SourceTypesMissing } from './sql/source-types.ts';
import type { Viewer } from './viewer.ts';

const defaultTimeoutMs = 60_000;
const defaultFindValuesMs = 1_500;

export interface SemanticLayerOptions {
  readonly model: DataModel;
  /** Answers the queries; stays the caller's to dispose, since branches share it. */
  readonly engine: QueryEngine;
  /** Answers the queries of viewers. @default engine */
  readonly queries?: Pick<QueryEngine, 'query'> | undefined;
  readonly defaults?: {
    /** IANA name. @default 'UTC' */
    readonly timezone?: string | undefined;
    /** @default 60,000 */
    readonly timeoutMs?: number | undefined;
    /** How long a search of metadata looks for values that it names. @default 1,500 */
    readonly findValuesMs?: number | undefined;
  };
  /** Told of what is wrong with the model against its source, whenever that is known to have changed. */
  readonly onMistakes?: ((mistakes: readonly ModelMistake[]) => void) | undefined;
  /** Told of each query that reached the data source or its cache. */
  readonly onQuery?: ((event: QueryEvent) => void) | undefined;
}

interface Compiled {
  readonly statement: EngineQuery;
  /** Names of the cubes that it reads. */
  readonly read: ReadonlySet<string>;
}

/** Statements that were compiled are kept for those who ask the same with the same rights. */
const maxCompiledCharacters = 2_000_000;

/** How long the same refusal counts as the user's own mistake before the model is looked at again. */
const usersOwnMs = 10_000;
const maxUsersOwn = 1_000;

/** How long a query that failed waits to learn whether the model is at fault. */
const recheckMs = 5_000;

/** One data model over one engine. Asks the engine nothing until the first query. */
export async function createSemanticLayer({
  model,
  engine,
  queries = engine,
  defaults = {},
  onMistakes,
  onQuery,
}: SemanticLayerOptions): Promise<SemanticLayer> {
  await loadParser();
  const types = new SourceTypeCatalog(engine);
  const index = metadataIndexOf(model);
  const binding = createModelBinding({ model, engine, types, onChange: onMistakes });
  const compiled = new LRUCache<string, Compiled>({
    maxSize: maxCompiledCharacters,
    sizeCalculation: ({ statement }, key) => key.length + statement.sql.length,
  });
  const compiling = createSharedWork<Compiled>();
  const disposal = new AbortController();
  /** Refusals for which the model was found not to be at fault, until when that counts. */
  const usersOwn = new Map<string, number>();

  const compile = (sql: string, viewer: Viewer, options: SemanticQueryOptions = {}): Promise<EngineQuery> =>
    compileReading(sql, viewer, options, new Set());

  /** @param read gets the names of the cubes that the statement reads */
  const compileReading = async (
    sql: string,
    viewer: Viewer,
    options: SemanticQueryOptions,
    read: Set<string>,
  ): Promise<EngineQuery> => {
    options.signal?.throwIfAborted();
    const timezone = options.timezone ?? defaults.timezone;
    // All that a compiled statement depends on, besides the model.
    const key = JSON.stringify([sql, timezone, viewer, options.filters, options.accessibleViews]);
    const result =
      compiled.get(key) ??
      (await compiling.run(key, options.signal, (signal) =>
        compileOnce(sql, viewer, { ...options, timezone, signal }),
      ));
    compiled.set(key, result);
    for (const name of result.read) read.add(name);
    return result.statement;
  };

  const compileOnce = async (
    sql: string,
    viewer: Viewer,
    options: SemanticQueryOptions,
  ): Promise<Compiled> => {
    const read = new Set<string>();
    const context = compileContext(model, engine, types, viewer, options, read);
    for (;;) {
      await loadParser();
      try {
        const { owner = '', signal } = options;
        const statement = await queued({ owner, signal }, () => compileSemanticSql(sql, context));
        return { statement, read };
      } catch (error) {
        if (!(error instanceof SourceTypesMissing)) throw error;
        await loadTypes(error.cube, options.signal);
      }
    }
  };

  const loadTypes = async (cube: Cube, signal: AbortSignal | undefined): Promise<void> => {
    try {
      await types.load(cube);
    } catch (error) {
      throw await told(error, new Set([cube.name]));
    }
    signal?.throwIfAborted();
  };

  /** What a user is told of a failure: of a refused statement, whether it is the model that is at fault. */
  const told = async (error: unknown, read: ReadonlySet<string>): Promise<unknown> => {
    const refusal = refusalOf(error);
    if (refusal === undefined) return safeFailure(error);
    const key = [refusal.message, ...[...read].sort()].join('\n');
    if ((usersOwn.get(key) ?? 0) > Date.now()) return safeFailure(error);
    const signal = AbortSignal.any([disposal.signal, AbortSignal.timeout(recheckMs)]);
    try {
      const mistakes = await binding.check({ cubes: read, signal });
      if (mistakes.some(({ cube }) => read.has(cube))) return modelFailure(error);
      if (usersOwn.size >= maxUsersOwn) usersOwn.clear();
      usersOwn.set(key, Date.now() + usersOwnMs);
    } catch {
      // Nothing can be learned now: the failure is told as it is.
    }
    return safeFailure(error);
  };

  const query: SemanticLayer['query'] = (sql, viewer, options = {}) =>
    inSpan('semantic query', { isPart: true, measure: measured(metrics.semanticQuery, {}) }, () =>
      startQuery(sql, viewer, options),
    );

  const startQuery = async (
    sql: string,
    viewer: Viewer,
    options: SemanticQueryOptions,
  ): Promise<ResultStream> => {
    const read = new Set<string>();
    const statement = await inSpan('compile', { isPart: true }, () =>
      compileReading(sql, viewer, options, read),
    );
    const startedMs = performance.now();
    const tell = (outcome: Parameters<typeof queryEvent>[3]) =>
      onQuery?.(queryEvent(model, read, startedMs, outcome));
    const tellFailure = (error: unknown) => {
      if (!isAbortError(error)) tell({ error });
    };
    try {
      const stream = await queries.query(statement, {
        signal: options.signal,
        owner: options.owner,
        timeoutMs: options.timeoutMs ?? defaults.timeoutMs ?? defaultTimeoutMs,
        timezone: checkedTimezone(options.timezone ?? defaults.timezone),
      });
      // The source was down when the model was to be checked; now it answers.
      if (!binding.isKnown && !disposal.signal.aborted)
        void binding.check({ signal: disposal.signal }).catch(() => {});
      tell({ cached: stream.reuse?.hit });
      return safeStream(stream, tellFailure);
    } catch (error) {
      tellFailure(error);
      throw await told(error, read);
    }
  };

  const metadata = createMetadataReader({
    model,
    index,
    query,
    signal: disposal.signal,
    patienceMs: defaults.findValuesMs ?? defaultFindValuesMs,
  });

  return {
    model,
    binding,
    relations: (viewer, { accessibleViews } = {}) => index.visible({ viewer, accessibleViews }),
    metadata: metadata.read,
    searchMetadata: metadata.search,
    compile,
    describe: (sql, accessibleViews) => describeStatement(sql, model, engine.dialect, accessibleViews),
    query,
    async [Symbol.asyncDispose]() {
      disposal.abort();
      await metadata.settled();
    },
  };
}

function compileContext(
  model: DataModel,
  engine: QueryEngine,
  types: SourceTypeCatalog,
  viewer: Viewer,
  options: SemanticQueryOptions,
  read: Set<string>,
): CompileOptions {
  const { filters = [] } = options;
  const relations = queryableRelations(model, options.accessibleViews);
  const accesses = new Map<Cube | View, ReturnType<typeof resolveAccess>>();
  return {
    model,
    dialect: engine.dialect,
    timezone: checkedTimezone(options.timezone),
    relation: relations.find,
    relationNames: relations.names,
    access: (relation) => {
      if (relation.kind === 'cube') read.add(relation.name);
      let access = accesses.get(relation);
      if (access === undefined) {
        access = resolveAccess(relation, viewer, model.cubes);
        accesses.set(relation, access);
      }
      return access;
    },
    filters: (relation) => filters.filter((filter) => filter.relation === relation.name),
    sourceColumns: (cube) => {
      read.add(cube.name);
      return types.get(cube);
    },
  };
}
