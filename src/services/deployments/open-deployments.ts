import type { ResultStore } from '../../engines/cache/result-store.ts';
import { type DuckDbBudget, duckDbBudget } from '../../engines/duckdb/budget.ts';
import { sweepDuckDbDirectories } from '../../engines/duckdb/directory.ts';
import { openDuckDb } from '../../engines/duckdb/instance.ts';
import { AppError, notFound } from '../../errors.ts';
import { mapConcurrently } from '../../semantic/binding/map-concurrently.ts';
import type { ModelMistake } from '../../semantic/binding/model-mistake.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { QueryEvent } from '../../semantic/query-event.ts';
import { distinctProblems, type Problem } from '../../yaml/model-error.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';
import { replaceModel } from './branch-layers.ts';
import { checkDeployment } from './check-deployment.ts';
import type { DeploymentData, Deployments } from './deployments.ts';
import { layersOf, type OpenedDeployment, openDeployment } from './open-deployment.ts';
import { type ModelReload, reloadModels } from './reload-models.ts';

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

/** Maximum number of deployments that are opened, or checked, at once. */
const concurrently = 4;

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
  const hasFiles = workspace.accounts.some(({ deployments }) =>
    deployments.some(({ dataSource }) => dataSource.type === 'duckdb'),
  );
  const shared = hasFiles ? stack.use(await openDuckDb(duckdb)) : undefined;
  let isOpen = false;
  const every = workspace.accounts.flatMap(({ deployments }, account) =>
    deployments.map((_, index) => [account, index] as const),
  );
  const found = await mapConcurrently(concurrently, every, async (at) => {
    try {
      return await openDeployment({
        workspace,
        at,
        duckdb: shared,
        results,
        stack,
        closing: closing.signal,
        onMistakes: (data, mistakes) => {
          if (isOpen) onMistakes?.(data, mistakes);
        },
        onDataReload: (data, error) => onDataReload?.(data, error),
        onQuery: (data, event) => onQuery?.(data, event),
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { error, at };
    }
  });
  const opened = found.flatMap((each) => ('error' in each ? [] : [each]));
  const mistakes = found.flatMap((each) => ('error' in each ? sourceMistakes(workspace, each) : []));
  const alike = Map.groupBy(opened, (each) => whatIsChecked(workspace, each));
  const checked = await mapConcurrently(concurrently, [...alike.values()], async ([first, ...others]) => {
    if (first === undefined) return { mistakes: [], warnings: [] };
    const result = await checkDeployment({ ...first, workspace, layers: layersOf(first) });
    for (const other of others) {
      for (const [branch, { layer }] of other.branches) {
        const known = first.branches.get(branch)?.layer.binding;
        if (known !== undefined) layer.binding.adopt(known);
      }
    }
    return result;
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

/** Why a data source can never work as it is configured. */
function sourceMistakes(
  workspace: LoadedWorkspace,
  { error, at: [account, deployment] }: { readonly error: AppError } & Pick<OpenedDeployment, 'at'>,
): readonly Problem[] {
  const path = ['accounts', account, 'deployments', deployment, 'dataSource'];
  const isTooLarge = error.code === 'QUERY_LIMIT' && isOfFiles(workspace, account, deployment);
  const message = isTooLarge
    ? 'Its files need more memory than DuckDB may use. Raise DUCKDB_MEMORY_MB.'
    : error.message;
  const issues = error.issues.length > 0 ? error.issues : [{ path: '', message }];
  return issues.flatMap((issue) => {
    const below = issue.path.split('.').filter((step) => step !== '');
    return workspace.problemsAt([...path, ...below], issue.message);
  });
}

function isOfFiles({ accounts }: LoadedWorkspace, account: number, deployment: number): boolean {
  return accounts[account]?.deployments[deployment]?.dataSource.type === 'duckdb';
}

/**
 * Deployments with equal keys are checked once, such as those of many accounts with one model over one data source, or over
 * files of their own with the same tables and columns.
 */
function whatIsChecked(
  { accounts }: LoadedWorkspace,
  { at: [account, index], engine }: OpenedDeployment,
): string {
  const { agents = [], deployments = [] } = accounts[account] ?? {};
  const { id, dataSource, model, branches, dashboards } = deployments[index] ?? {};
  const queries = agents
    .filter(({ deploymentId }) => deploymentId === id)
    .flatMap(({ certifiedQueries }) => certifiedQueries.map(({ sql }) => sql));
  const catalog = engine.catalog?.();
  const source = catalog === undefined ? dataSource : [catalog, dataSource?.cache];
  return JSON.stringify([source, model, branches, dashboards, queries]);
}
