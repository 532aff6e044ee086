import { createCachedQueries } from '../../engines/cache/cached-queries.ts';
import type { ResultStore } from '../../engines/cache/result-store.ts';
import { type DuckDbBudget, duckDbBudget } from '../../engines/duckdb/budget.ts';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';
import { sweepDuckDbDirectories } from '../../engines/duckdb/directory.ts';
import { createDuckDbEngine } from '../../engines/duckdb/engine.ts';
import { type DuckDb, openDuckDb } from '../../engines/duckdb/instance.ts';
import { createPostgresEngine } from '../../engines/postgres/engine.ts';
import type { ObservableQueryEngine, QueryEngine } from '../../engines/query-engine.ts';
import { createReopeningEngine } from '../../engines/reopening-engine.ts';
import { AppError, notFound } from '../../errors.ts';
import { mapConcurrently } from '../../semantic/binding/map-concurrently.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { QueryEvent } from '../../semantic/query-event.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import { distinctProblems, type Problem } from '../../yaml/model-error.ts';
import type { Dashboard } from '../workspace/dashboard.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceDeployment } from '../workspace/workspace-schema.ts';
import { type BranchLayer, createBranchLayers, renewLayers, replaceModel } from './branch-layers.ts';
import { checkDeployment } from './check-deployment.ts';
import type { DeploymentData, Deployments } from './deployments.ts';
import { type ModelReload, reloadModels } from './reload-models.ts';
import { branchNotFound } from './requested-layer.ts';
import { resultLimits } from './result-limits.ts';

export interface OpenDeploymentsOptions {
  /**
   * If given, model folders are watched. New queries use a changed model if it is valid; running queries keep the
   * earlier one. Called after each change, with all problems if the model is not valid.
   */
  readonly onReload?: ((reload: ModelReload) => void) | undefined;
  /** Memory and threads of DuckDB, which all deployments share. @default as `duckDbBudget` says */
  readonly duckdb?: DuckDbBudget | undefined;
  /** Keeps results of data sources with `cache`. Without it, none are reused. */
  readonly results?: ResultStore | undefined;
  /**
   * Called with the mismatches between a deployment's models and its data whenever they change, for example because a
   * query failed, but not while deployments are being opened.
   */
  readonly onMistakes?: ((deployment: DeploymentData, mistakes: readonly ModelMistake[]) => void) | undefined;
  /** Called when files of a data source have changed and were read again, with the error if they cannot be read. */
  readonly onDataReload?: ((deployment: DeploymentData, error?: AppError) => void) | undefined;
  /** Called for each query of a viewer, when it has its first rows or has failed. */
  readonly onQuery?: ((deployment: DeploymentData, event: QueryEvent) => void) | undefined;
  /** Called for a primary key that is not unique. */
  readonly onRepeatedKey?: ((deployment: DeploymentData, warning: ModelMistake) => void) | undefined;
}

/** Deployments whose models, dashboards and certified queries were checked against their data. */
interface CheckedDeployments {
  readonly deployments: Deployments;
  /** The service must not start with these. */
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Looks for primary keys that are not unique, one cube after the other. Never rejects. */
  checkKeys(): Promise<void>;
}

/** How long `/ready` waits for models to be checked once more. */
const recheckMs = 2_000;

/** Maximum number of deployments that are checked at once. */
const concurrentChecks = 4;

/**
 * Opens the data of every deployment of a workspace, with a semantic layer for each branch, and checks it. A data source
 * that is unavailable is not a mistake: its queries fail until it responds. The caller must dispose of the deployments
 * even if there are mistakes.
 */
export async function openDeployments(
  workspace: LoadedWorkspace,
  {
    onReload,
    onMistakes,
    onDataReload,
    onRepeatedKey,
    onQuery,
    results,
    duckdb = duckDbBudget({}),
  }: OpenDeploymentsOptions = {},
): Promise<CheckedDeployments> {
  // Before more copies are made, since those of a process that keeps crashing would fill the disk.
  await sweepDuckDbDirectories();
  await using stack = new AsyncDisposableStack();
  const closing = new AbortController();
  const mistakes: Problem[] = [];
  const opened: OpenedDeployment[] = [];
  const hasFiles = workspace.accounts.some(({ deployments }) =>
    deployments.some(({ dataSource }) => dataSource.type === 'duckdb'),
  );
  const shared = hasFiles ? stack.use(await openDuckDb(duckdb)) : undefined;
  let isOpen = false;
  for (const [accountIndex, account] of workspace.accounts.entries()) {
    for (const [index, deployment] of account.deployments.entries()) {
      try {
        const onDataChange = (error?: AppError) => {
          if (!isOpen || closing.signal.aborted) return;
          onDataReload?.(data, error);
          if (error === undefined) void renewLayers([...branches.values()], closing.signal);
        };
        const engine = stack.use(await createEngine(workspace.folder, deployment, shared, onDataChange));
        const key = `${account.name}/${deployment.id}`;
        const dashboards = workspace.dashboards.get(key) ?? [];
        const onChange = (found: readonly ModelMistake[]) => {
          if (isOpen) onMistakes?.(data, found);
        };
        const queries = createQueries(account.name, deployment, engine, results);
        const branches = await createBranchLayers(
          workspace,
          deployment,
          engine,
          queries,
          stack,
          onChange,
          (event) => onQuery?.(data, event),
        );
        const keyWarnings: ModelMistake[] = [];
        const data = deploymentData(account.name, deployment, dashboards, engine, branches, keyWarnings);
        opened.push({ data, at: [accountIndex, index], engine, branches, dashboards, keyWarnings });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const path = ['accounts', accountIndex, 'deployments', index, 'dataSource'];
        const found = error.issues.length > 0 ? error.issues : [{ path: '', message: error.message }];
        for (const issue of found) {
          const below = issue.path.split('.').filter((step) => step !== '');
          mistakes.push(...workspace.problemsAt([...path, ...below], issue.message));
        }
      }
    }
  }
  const alike = Map.groupBy(opened, ({ at }) => whatIsChecked(workspace, at));
  const checked = await mapConcurrently(concurrentChecks, [...alike.values()], async ([first, ...others]) => {
    if (first === undefined) return { mistakes: [], warnings: [] };
    const found = await checkDeployment({ ...first, workspace, layers: layersOf(first) });
    for (const other of others) {
      for (const [branch, { layer }] of other.branches) {
        const known = first.branches.get(branch)?.layer.binding;
        if (known !== undefined) layer.binding.adopt(known);
      }
    }
    return found;
  });
  isOpen = true;
  if (onReload !== undefined) {
    const watching = {
      workspaceFolder: workspace.folder,
      folders: workspace.models.keys(),
      replace: (folder: string, model: DataModel) =>
        replaceModel(
          opened
            .flatMap(({ branches }) => [...branches.values()])
            .filter((branch) => branch.folder === folder),
          model,
        ),
      onReload,
    };
    stack.use(await reloadModels(watching));
  }
  let keys: Promise<void> | undefined;
  async function checkKeys(): Promise<void> {
    for (const { data, branches, keyWarnings } of opened) {
      for (const { layer } of branches.values()) {
        const fresh = await layer.binding.findRepeatedKeys(closing.signal);
        for (const warning of distinctProblems([...keyWarnings, ...fresh]).slice(keyWarnings.length)) {
          keyWarnings.push(warning);
          onRepeatedKey?.(data, warning);
        }
      }
    }
  }
  stack.defer(async () => {
    closing.abort();
    await keys;
  });
  const disposables = stack.move();
  const byName = new Map(opened.map(({ data }) => [`${data.accountName}/${data.number}`, data]));
  return {
    deployments: {
      all: [...byName.values()],
      get(accountName, number) {
        const data = byName.get(`${accountName}/${number}`);
        if (data === undefined) throw notFound(`Deployment ${number}`);
        return data;
      },
      [Symbol.asyncDispose]: async () => disposables.disposeAsync(),
    },
    mistakes: distinctProblems([...mistakes, ...checked.flatMap((each) => each.mistakes)]),
    warnings: distinctProblems(checked.flatMap((each) => each.warnings)),
    checkKeys() {
      keys ??= checkKeys();
      return keys;
    },
  };
}

interface OpenedDeployment {
  readonly data: DeploymentData;
  readonly at: readonly [account: number, deployment: number];
  readonly engine: ObservableQueryEngine;
  readonly branches: ReadonlyMap<string | undefined, BranchLayer>;
  readonly dashboards: readonly Dashboard[];
  readonly keyWarnings: ModelMistake[];
}

function layersOf({ branches }: Pick<OpenedDeployment, 'branches'>): SemanticLayer[] {
  return [...branches.values()].map(({ layer }) => layer);
}

/** Deployments with equal keys are checked once, such as those of many accounts with the same model and data source. */
function whatIsChecked({ accounts }: LoadedWorkspace, [account, index]: OpenedDeployment['at']): string {
  const { agents = [], deployments = [] } = accounts[account] ?? {};
  const { id, dataSource, model, branches, dashboards } = deployments[index] ?? {};
  const queries = agents
    .filter(({ deploymentId }) => deploymentId === id)
    .flatMap(({ certifiedQueries }) => certifiedQueries.map(({ sql }) => sql));
  return JSON.stringify([dataSource, model, branches, dashboards, queries]);
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
): Pick<QueryEngine, 'query'> {
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
