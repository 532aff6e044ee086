import { cappedStream } from '../../engines/capped-stream.ts';
import { createDuckDbEngine } from '../../engines/duckdb.ts';
import { type DuckDbBudget, duckDbBudget, shareOf } from '../../engines/duckdb-budget.ts';
import { sweepDuckDbDirectories } from '../../engines/duckdb-directory.ts';
import { createPostgresEngine } from '../../engines/postgres.ts';
import type { ObservableQueryEngine, ResultStream } from '../../engines/query-engine.ts';
import { createReopeningEngine } from '../../engines/reopening-engine.ts';
import { AppError } from '../../errors.ts';
import { createSemanticLayer } from '../../semantic/create-semantic-layer.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { Dashboard } from '../dashboards/dashboard.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceDeployment } from '../workspace/workspace-schema.ts';
import type { DeploymentData, Deployments } from './deployments.ts';
import { type ModelReload, reloadModels } from './reload-models.ts';
import { createReloadableLayer, type ReloadableLayer } from './reloadable-layer.ts';
import { branchNotFound } from './requested-layer.ts';

export interface OpenDeploymentsOptions {
  /**
   * When given, model folders are watched: a changed model that is valid answers from then on, while running queries
   * end with the one that they began with. Told of each change, with every problem of a model that is not valid.
   */
  readonly onReload?: ((reload: ModelReload) => void) | undefined;
  /** What the DuckDB engines of all deployments may take together. @default as `duckDbBudget` says */
  readonly duckdb?: DuckDbBudget | undefined;
}

/**
 * Opens the data of every deployment of a workspace, with a semantic layer for each branch. A source that is merely
 * down comes up all the same: its own users are told when they ask.
 * @throws AppError `VALIDATION_FAILED` with every issue of every deployment
 */
export async function openDeployments(
  workspace: LoadedWorkspace,
  { onReload, duckdb = duckDbBudget({}) }: OpenDeploymentsOptions = {},
): Promise<Deployments> {
  // Before more copies are made: those of a process that crashes again and again would fill the disk.
  await sweepDuckDbDirectories();
  await using stack = new AsyncDisposableStack();
  const issues: { path: string; message: string }[] = [];
  const byName = new Map<string, DeploymentData>();
  const replacements: Replacement[] = [];
  const sources = workspace.accounts.flatMap(({ deployments }) =>
    deployments.map(({ dataSource }) => dataSource),
  );
  const share = shareOf(duckdb, sources.filter(({ type }) => type === 'duckdb').length);
  // Engines open one after the other, and nobody queries them yet: each may copy its tables in with all there is.
  let importMemoryBytes = duckdb.memoryBytes;
  const memory = () => ({ ...share, importMemoryBytes });
  for (const account of workspace.accounts) {
    for (const deployment of account.deployments) {
      try {
        const engine = stack.use(await createEngine(workspace.folder, deployment, memory));
        const layers = await createLayers(workspace, deployment, engine, stack, replacements);
        const key = `${account.name}/${deployment.id}`;
        const dashboards = workspace.dashboards.get(key) ?? [];
        byName.set(key, deploymentData(account.name, deployment, dashboards, engine, layers));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const path = `accounts.${account.name}.deployments.${deployment.id}.dataSource`;
        const found = error.issues.length > 0 ? error.issues : [{ path: '', message: error.message }];
        issues.push(
          ...found.map((issue) => ({ ...issue, path: `${path}.${issue.path}`.replace(/\.$/, '') })),
        );
      }
    }
  }
  importMemoryBytes = share.memoryBytes;
  if (issues.length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The data of the workspace cannot be used.', { issues });
  }
  if (onReload !== undefined) {
    const watching = {
      workspaceFolder: workspace.folder,
      folders: workspace.models.keys(),
      replace: async (folder: string, model: DataModel) => {
        const affected = replacements.filter((replacement) => replacement.folder === folder);
        await Promise.all(affected.map((replacement) => replacement.replace(model)));
      },
      onReload,
    };
    stack.use(await reloadModels(watching));
  }
  const disposables = stack.move();
  return {
    all: [...byName.values()],
    get(accountName, number) {
      const data = byName.get(`${accountName}/${number}`);
      if (data === undefined) throw new AppError('NOT_FOUND', `Deployment ${number} not found.`);
      return data;
    },
    [Symbol.asyncDispose]: async () => disposables.disposeAsync(),
  };
}

/** How a branch whose model is in this folder gets a new one. */
interface Replacement {
  readonly folder: string;
  readonly replace: (model: DataModel) => Promise<void>;
}

/** One layer for each branch, over the same engine; `undefined` is the main one. */
async function createLayers(
  workspace: LoadedWorkspace,
  { model: main, branches, timezone, limits }: WorkspaceDeployment,
  engine: ObservableQueryEngine,
  stack: AsyncDisposableStack,
  replacements: Replacement[],
): Promise<ReadonlyMap<string | undefined, ReloadableLayer>> {
  const layers = new Map<string | undefined, ReloadableLayer>();
  const { timeoutSeconds, maxRows, maxBytes } = limits;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const cap = (stream: ResultStream) => cappedStream(stream, { maxRows, maxBytes });
  const createLayer = (model: DataModel) =>
    createSemanticLayer({ model, engine, defaults: { timezone, timeoutMs }, cap });
  for (const [branch, folder] of [[undefined, main] as const, ...Object.entries(branches)]) {
    const model = workspace.models.get(folder);
    if (model === undefined) throw new Error(`The model ${folder} was not loaded.`);
    const layer = stack.use(createReloadableLayer(await createLayer(model)));
    layers.set(branch, layer);
    replacements.push({ folder, replace: async (changed) => layer.replace(await createLayer(changed)) });
  }
  return layers;
}

function deploymentData(
  accountName: string,
  { id: number, timezone, userBranches }: WorkspaceDeployment,
  dashboards: readonly Dashboard[],
  engine: ObservableQueryEngine,
  layers: ReadonlyMap<string | undefined, ReloadableLayer>,
): DeploymentData {
  return {
    accountName,
    number,
    timezone,
    dashboards,
    userBranches,
    layer(branch) {
      const layer = layers.get(branch);
      if (layer === undefined) throw branchNotFound(branch ?? '');
      return layer;
    },
    ping: (signal) => engine.ping(signal),
    activity: () => engine.activity(),
  };
}

function createEngine(
  folder: string,
  { dataSource: source, limits }: WorkspaceDeployment,
  memory: () => DuckDbBudget & { readonly importMemoryBytes: number },
): Promise<ObservableQueryEngine> {
  const { concurrentQueries } = limits;
  switch (source.type) {
    case 'duckdb':
      return createReopeningEngine('duckdb', () => {
        const { memoryBytes, threads, importMemoryBytes } = memory();
        return createDuckDbEngine({
          folder,
          tables: source.tables,
          database: source.database,
          maxConcurrentQueries: concurrentQueries,
          memoryLimitBytes: memoryBytes,
          threads,
          importMemoryBytes,
        });
      });
    case 'postgres':
      return createPostgresEngine({
        url: source.url,
        schema: source.schema,
        maxConnections: concurrentQueries,
      });
  }
}
