import { type CachedQueries, createCachedQueries } from '../../engines/cache/cached-queries.ts';
import type { ResultStore } from '../../engines/cache/result-store.ts';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';
import { createDuckDbEngine } from '../../engines/duckdb/engine.ts';
import type { DuckDb } from '../../engines/duckdb/instance.ts';
import { createPostgresEngine } from '../../engines/postgres/engine.ts';
import type { ObservableQueryEngine, QueryEngine } from '../../engines/query-engine.ts';
import { createReopeningEngine } from '../../engines/reopening-engine.ts';
import type { AppError } from '../../errors.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import type { QueryEvent } from '../../semantic/query-event.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import { distinctProblems } from '../../yaml/model-error.ts';
import type { Dashboard } from '../workspace/dashboard.ts';
import type { WorkspaceDeployment } from '../workspace/deployment-schema.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { type BranchLayer, createBranchLayers, renewLayers } from './branch-layers.ts';
import type { DeploymentData } from './deployments.ts';
import { branchNotFound } from './requested-layer.ts';
import { resultLimits } from './result-limits.ts';

/** How long `/ready` waits for models to be checked once more. */
const recheckMs = 2_000;

/** A deployment whose data source is open, with a semantic layer for each branch. */
export interface OpenedDeployment {
  readonly data: DeploymentData;
  /** Index of the account, and of the deployment in it. */
  readonly at: readonly [account: number, deployment: number];
  readonly engine: ObservableQueryEngine;
  readonly branches: ReadonlyMap<string | undefined, BranchLayer>;
  readonly dashboards: readonly Dashboard[];
  /** Primary keys that are not unique, as far as was looked. */
  readonly keyWarnings: ModelMistake[];
}

interface OpenDeploymentOptions {
  readonly workspace: LoadedWorkspace;
  readonly at: OpenedDeployment['at'];
  /** The DuckDB that all deployments share, if one of them needs it. */
  readonly duckdb: DuckDb | undefined;
  readonly results: ResultStore | undefined;
  /** Disposes of what is opened. */
  readonly stack: AsyncDisposableStack;
  /** Aborted when the deployments are being closed. */
  readonly closing: AbortSignal;
  readonly onMistakes: (data: DeploymentData, mistakes: readonly ModelMistake[]) => void;
  readonly onDataReload: (data: DeploymentData, error?: AppError) => void;
  readonly onQuery: (data: DeploymentData, event: QueryEvent) => void;
}

/** @throws AppError if the data source can never work as it is configured; the caller disposes of the stack all the same */
export async function openDeployment({
  workspace,
  at,
  duckdb,
  results,
  stack,
  closing,
  ...on
}: OpenDeploymentOptions): Promise<OpenedDeployment> {
  const account = workspace.accounts[at[0]];
  const deployment = account?.deployments[at[1]];
  if (account === undefined || deployment === undefined) throw new Error('There is no such deployment.');
  let data: DeploymentData | undefined;
  const onDataChange = (error?: AppError) => {
    if (data === undefined || closing.aborted) return;
    on.onDataReload(data, error);
    if (error === undefined) void renewLayers([...branches.values()], closing);
  };
  const engine = stack.use(await createEngine(workspace.folder, deployment, duckdb, onDataChange));
  const queries = createQueries(account.name, deployment, engine, results);
  const branches = await createBranchLayers(
    workspace,
    deployment,
    engine,
    queries,
    stack,
    (mistakes) => {
      if (data !== undefined) on.onMistakes(data, mistakes);
    },
    (event) => {
      if (data !== undefined) on.onQuery(data, event);
    },
  );
  const dashboards = workspace.dashboards.get(`${account.name}/${deployment.id}`) ?? [];
  const keyWarnings: ModelMistake[] = [];
  data = {
    ...deploymentData(account.name, deployment, dashboards, engine, branches, keyWarnings),
    reuse: () => ('counted' in queries ? queries.counted() : undefined),
  };
  return { data, at, engine, branches, dashboards, keyWarnings };
}

export function layersOf({ branches }: Pick<OpenedDeployment, 'branches'>): SemanticLayer[] {
  return [...branches.values()].map(({ layer }) => layer);
}

function deploymentData(
  accountName: string,
  { id: number, timezone, userBranches, limits }: WorkspaceDeployment,
  dashboards: readonly Dashboard[],
  engine: ObservableQueryEngine,
  branches: ReadonlyMap<string | undefined, BranchLayer>,
  keyWarnings: readonly ModelMistake[],
): DeploymentData {
  async function recheck(): Promise<void> {
    const signal = AbortSignal.timeout(recheckMs);
    for (const { binding } of layersOf({ branches })) {
      if (!binding.isKnown || binding.mistakes.length > 0) await binding.check({ signal });
    }
  }
  return {
    accountName,
    number,
    timezone,
    dashboards,
    resultLimits: resultLimits(limits),
    userBranches,
    layer(branch) {
      const found = branches.get(branch);
      if (found === undefined) throw branchNotFound(branch ?? '');
      return found.layer;
    },
    async ping(signal) {
      await engine.ping(signal);
      // The data source responds even if a check fails.
      await recheck().catch(() => undefined);
    },
    problems: () => ({
      mistakes: distinctProblems(layersOf({ branches }).flatMap(({ binding }) => binding.mistakes)),
      warnings: keyWarnings,
    }),
    activity: () => engine.activity(),
  };
}

/** What answers the queries of viewers: the engine, or results that it gave before. */
function createQueries(
  accountName: string,
  { id, dataSource }: WorkspaceDeployment,
  engine: ObservableQueryEngine,
  store: ResultStore | undefined,
): CachedQueries | Pick<QueryEngine, 'query'> {
  const { cache, ...source } = dataSource;
  if (cache === undefined || store === undefined) return engine;
  const refresh = 'every' in cache ? { everyMs: 1_000 * cache.every } : cache;
  const identity = JSON.stringify([accountName, id, source]);
  return createCachedQueries({ engine, store, source: () => identity + (engine.version?.() ?? ''), refresh });
}

function createEngine(
  folder: string,
  { dataSource: source, limits }: WorkspaceDeployment,
  duckdb: DuckDb | undefined,
  onReload: (error?: AppError) => void,
): Promise<ObservableQueryEngine> {
  const { concurrentQueries } = limits;
  switch (source.type) {
    case 'duckdb':
      return createReopeningEngine(duckDbDialect, () =>
        createDuckDbEngine({
          folder,
          tables: source.tables,
          database: source.database,
          duckdb,
          maxConcurrentQueries: concurrentQueries,
          onReload,
        }),
      );
    case 'postgres':
      return createPostgresEngine({
        url: source.url,
        schema: source.schema,
        maxConnections: concurrentQueries,
      });
    case 'clickhouse':
      // Its client takes a tenth of a second to load, which only those pay who use it.
      return import('../../engines/clickhouse/engine.ts').then(({ createClickHouseEngine }) =>
        createClickHouseEngine({
          url: source.url,
          database: source.database,
          username: source.username,
          password: source.password,
          maxConcurrentQueries: concurrentQueries,
        }),
      );
  }
}
