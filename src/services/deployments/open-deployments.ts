import { createDuckDbEngine } from '../../engines/duckdb.ts';
import { type DuckDbBudget, duckDbBudget, shareOf } from '../../engines/duckdb-budget.ts';
import { sweepDuckDbDirectories } from '../../engines/duckdb-directory.ts';
import { createPostgresEngine } from '../../engines/postgres.ts';
import type { ObservableQueryEngine } from '../../engines/query-engine.ts';
import { createReopeningEngine } from '../../engines/reopening-engine.ts';
import { AppError } from '../../errors.ts';
import { inTurns } from '../../semantic/binding/in-turns.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import { createSemanticLayer } from '../../semantic/create-semantic-layer.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import { formatProblem, ModelError, type Problem } from '../../semantic/model/model-error.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Dashboard } from '../dashboards/dashboard.ts';
import { resultLimits } from '../data/result-limits.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import type { WorkspaceDeployment } from '../workspace/workspace-schema.ts';
import { checkDeployment, sourceTimeoutMs } from './check-deployment.ts';
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
  /**
   * Told what is wrong with the models of a deployment against its data whenever that is found to have changed, as by a
   * query that failed; not of what is found while they are opened.
   */
  readonly onMistakes?: ((deployment: DeploymentData, mistakes: readonly ModelMistake[]) => void) | undefined;
  /** Told of a primary key that rows share. */
  readonly onRepeatedKey?: ((deployment: DeploymentData, warning: ModelMistake) => void) | undefined;
}

/** Deployments whose models, dashboards and certified queries were held against their data. */
export interface InspectedDeployments {
  readonly deployments: Deployments;
  /** What the service must not start with. */
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
  /** Looks for primary keys that rows share, one cube after the other. Resolves when all were looked at; never rejects. */
  checkKeys(): Promise<void>;
}

/** How long `/ready` waits for models to be checked once more. */
const recheckMs = 2_000;

/** Deployments that are checked at once. */
const concurrentChecks = 4;

/**
 * Opens the data of every deployment of a workspace, with a semantic layer for each branch. A source that is merely
 * down comes up all the same: its own users are told when they ask.
 * @throws ModelError with every mistake of every deployment
 */
export async function openDeployments(
  workspace: LoadedWorkspace,
  options: OpenDeploymentsOptions = {},
): Promise<Deployments> {
  const { deployments, mistakes } = await inspectDeployments(workspace, options);
  if (mistakes.length === 0) return deployments;
  await deployments[Symbol.asyncDispose]();
  throw new ModelError(mistakes);
}

/** The same for a caller that has more to tell: it is to dispose of the deployments, whatever is wrong. */
export async function inspectDeployments(
  workspace: LoadedWorkspace,
  { onReload, onMistakes, onRepeatedKey, duckdb = duckDbBudget({}) }: OpenDeploymentsOptions = {},
): Promise<InspectedDeployments> {
  // Before more copies are made: those of a process that crashes again and again would fill the disk.
  await sweepDuckDbDirectories();
  await using stack = new AsyncDisposableStack();
  const closing = new AbortController();
  const mistakes: Problem[] = [];
  const opened: OpenedDeployment[] = [];
  const replacements: Replacement[] = [];
  const sources = workspace.accounts.flatMap(({ deployments }) =>
    deployments.map(({ dataSource }) => dataSource),
  );
  const share = shareOf(duckdb, sources.filter(({ type }) => type === 'duckdb').length);
  // Engines open one after the other, and nobody queries them yet: each may copy its tables in with all there is.
  let importMemoryBytes = duckdb.memoryBytes;
  const memory = () => ({ ...share, importMemoryBytes });
  let isOpen = false;
  for (const [accountIndex, account] of workspace.accounts.entries()) {
    for (const [index, deployment] of account.deployments.entries()) {
      try {
        const engine = stack.use(await createEngine(workspace.folder, deployment, memory));
        const key = `${account.name}/${deployment.id}`;
        const dashboards = workspace.dashboards.get(key) ?? [];
        const onChange = (found: readonly ModelMistake[]) => {
          if (isOpen) onMistakes?.(data, found);
        };
        const layers = await createLayers(workspace, deployment, engine, stack, replacements, onChange);
        const keyWarnings: ModelMistake[] = [];
        const data = deploymentData(account.name, deployment, dashboards, engine, layers, keyWarnings);
        opened.push({ data, at: [accountIndex, index], engine, layers, dashboards, keyWarnings });
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
  importMemoryBytes = share.memoryBytes;
  const checked = await inTurns(concurrentChecks, opened, (each) =>
    checkDeployment({ ...each, workspace, layers: [...each.layers.values()] }),
  );
  isOpen = true;
  if (onReload !== undefined) {
    const watching = {
      workspaceFolder: workspace.folder,
      folders: workspace.models.keys(),
      replace: (folder: string, model: DataModel) =>
        replaceModel(
          replacements.filter((replacement) => replacement.folder === folder),
          model,
        ),
      onReload,
    };
    stack.use(await reloadModels(watching));
  }
  let keys: Promise<void> | undefined;
  async function checkKeys(): Promise<void> {
    for (const { data, layers, keyWarnings } of opened) {
      for (const { binding } of layers.values()) {
        const fresh = await binding.findRepeatedKeys(closing.signal);
        for (const warning of distinct([...keyWarnings, ...fresh]).slice(keyWarnings.length)) {
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
        if (data === undefined) throw new AppError('NOT_FOUND', `Deployment ${number} not found.`);
        return data;
      },
      [Symbol.asyncDispose]: async () => disposables.disposeAsync(),
    },
    mistakes: distinct([...mistakes, ...checked.flatMap((each) => each.mistakes)]),
    warnings: distinct(checked.flatMap((each) => each.warnings)),
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
  readonly layers: ReadonlyMap<string | undefined, ReloadableLayer>;
  readonly dashboards: readonly Dashboard[];
  readonly keyWarnings: ModelMistake[];
}

/** Each once: deployments and branches share models. */
function distinct<P extends Problem>(problems: readonly P[]): P[] {
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()];
}

/** How a branch whose model is in this folder gets a new one. */
interface Replacement {
  readonly folder: string;
  /** A layer of the model, for {@link commit} or to be disposed of. */
  readonly prepare: (model: DataModel) => Promise<SemanticLayer>;
  readonly commit: (layer: SemanticLayer) => void;
}

/** @throws ModelError when the model does not fit the data of one of them: all keep the earlier one */
async function replaceModel(replacements: readonly Replacement[], model: DataModel): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const mistakes: Problem[] = [];
  const commits: (() => void)[] = [];
  for (const { prepare, commit } of replacements) {
    const layer = stack.use(await prepare(model));
    commits.push(() => commit(layer));
    // While a source is down, its models are checked later.
    const signal = AbortSignal.timeout(sourceTimeoutMs);
    mistakes.push(...(await layer.binding.check({ signal }).catch(() => [])));
  }
  if (mistakes.length > 0) throw new ModelError(distinct(mistakes));
  stack.move();
  for (const commit of commits) commit();
}

/** One layer for each branch, over the same engine; `undefined` is the main one. */
async function createLayers(
  workspace: LoadedWorkspace,
  { model: main, branches, timezone, limits }: WorkspaceDeployment,
  engine: ObservableQueryEngine,
  stack: AsyncDisposableStack,
  replacements: Replacement[],
  onMistakes: (mistakes: readonly ModelMistake[]) => void,
): Promise<ReadonlyMap<string | undefined, ReloadableLayer>> {
  const layers = new Map<string | undefined, ReloadableLayer>();
  const { timeoutSeconds } = limits;
  const timeoutMs = timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000;
  const createLayer = (model: DataModel) =>
    createSemanticLayer({ model, engine, defaults: { timezone, timeoutMs }, onMistakes });
  for (const [branch, folder] of [[undefined, main] as const, ...Object.entries(branches)]) {
    const model = workspace.models.get(folder);
    if (model === undefined) throw new Error(`The model ${folder} was not loaded.`);
    const layer = stack.use(createReloadableLayer(await createLayer(model)));
    layers.set(branch, layer);
    replacements.push({ folder, prepare: createLayer, commit: (next) => layer.replace(next) });
  }
  return layers;
}

function deploymentData(
  accountName: string,
  { id: number, timezone, userBranches, limits }: WorkspaceDeployment,
  dashboards: readonly Dashboard[],
  engine: ObservableQueryEngine,
  layers: ReadonlyMap<string | undefined, ReloadableLayer>,
  keyWarnings: readonly ModelMistake[],
): DeploymentData {
  async function recheck(): Promise<void> {
    const signal = AbortSignal.timeout(recheckMs);
    for (const { binding } of layers.values()) {
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
      const layer = layers.get(branch);
      if (layer === undefined) throw branchNotFound(branch ?? '');
      return layer;
    },
    async ping(signal) {
      await engine.ping(signal);
      // Whether it can be checked now is another question than whether it answers.
      await recheck().catch(() => undefined);
    },
    problems: () => ({
      mistakes: distinct([...layers.values()].flatMap(({ binding }) => binding.mistakes)),
      warnings: keyWarnings,
    }),
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
