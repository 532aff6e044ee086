import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { PrismaClient } from './db/generated/client.ts';
import type { ResultStore } from './engines/cache/result-store.ts';
import { duckDbBudget } from './engines/duckdb/budget.ts';
import { AppError } from './errors.ts';
import { describeFault } from './faults.ts';
import type { ModelMistake } from './semantic/binding/model-mistake.ts';
import type { QueryEvent } from './semantic/query-event.ts';
import type { DeploymentData, Deployments } from './services/deployments/deployments.ts';
import { openDeployments } from './services/deployments/open-deployments.ts';
import type { ModelReload } from './services/deployments/reload-models.ts';
import { keepAdminKey } from './services/workspace/admin-key-file.ts';
import { applyWorkspace } from './services/workspace/apply-workspace.ts';
import { namesProblems, undeclaredNames, withoutMade } from './services/workspace/check-policy-names.ts';
import type { LoadedWorkspace, WorkspaceResult } from './services/workspace/load-workspace.ts';
import { watchWorkspace } from './services/workspace/watch-workspace.ts';
import type { WorkspaceAccount } from './services/workspace/workspace-schema.ts';
import { formatProblem, ModelError, type Problem } from './yaml/model-error.ts';

interface LiveWorkspaceOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** Keeps results of data sources with `cache`. */
  readonly results: ResultStore | undefined;
}

/** The workspace that is in use, and its data. It can be replaced while the service runs. */
export interface LiveWorkspace extends AsyncDisposable {
  readonly workspace: LoadedWorkspace;
  /** The data of the workspace in use, whichever that is. It is closed with this workspace. */
  readonly deployments: Deployments;
  account(name: string): WorkspaceAccount | undefined;
  /**
   * Writes the workspace to the database.
   * @returns the file with the admin key, if one was generated
   * @throws ModelError if a policy names something that neither the workspace nor the database has
   */
  apply(prisma: PrismaClient, now: Date): Promise<{ readonly adminKeyFile: string | undefined }>;
  /** Looks for primary keys that are not unique. Never rejects. */
  checkKeys(): Promise<void>;
  /**
   * Replaces the workspace if the one that is read is valid. Never rejects; one call at a time.
   * @param options.ifChanged does nothing with a workspace that is the one in use
   * @returns whether what was read is in use
   */
  reload(
    prisma: PrismaClient,
    now: () => Date,
    read: () => Promise<WorkspaceResult>,
    options?: { readonly ifChanged?: boolean },
  ): Promise<boolean>;
  /**
   * Calls `onChange` after `inlay.yml` has changed, until it is disposed of; while what was read last is refused, also after any
   * other YAML file of the workspace has.
   */
  watch(onChange: () => Promise<void>): Disposable;
}

type Opened = Awaited<ReturnType<typeof openDeployments>>;

/** How long the data of an earlier workspace stays open, for the turns and queries that use it. */
const lingerMs = 15 * 60_000;

/**
 * Opens the data of a workspace.
 * @throws ModelError for mistakes in its models, dashboards and queries
 */
export async function openLiveWorkspace(
  first: LoadedWorkspace,
  { config, logger, results }: LiveWorkspaceOptions,
): Promise<LiveWorkspace> {
  const open = (workspace: LoadedWorkspace): Promise<Opened> =>
    openDeployments(workspace, {
      results,
      duckdb: duckDbBudget(config.duckdb),
      onReload: config.production ? undefined : (reload) => logReload(logger, reload),
      onMistakes: (deployment, mistakes) => logMistakes(logger, deployment, mistakes),
      onDataReload: (deployment, error) => logDataReload(logger, deployment, error),
      onQuery: (deployment, event) => logQuery(logger, deployment, event, config.slowQueryMs),
      onRepeatedKey: (deployment, warning) => logMistake(logger, 'warn', deployment, warning),
    });
  let workspace = first;
  let opened = await openValid(first);
  let retired: { readonly data: Deployments; readonly timer: NodeJS.Timeout }[] = [];
  let working: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  let isRefused = false;

  async function openValid(next: LoadedWorkspace): Promise<Opened> {
    const found = await open(next);
    if (found.mistakes.length === 0) return found;
    await found.deployments[Symbol.asyncDispose]();
    throw new ModelError([...found.mistakes, ...namesProblems(undeclaredNames(next)).mistakes]);
  }

  async function apply(prisma: PrismaClient, now: Date, next: LoadedWorkspace, warnings: readonly Problem[]) {
    const names = namesProblems(await withoutMade(prisma, undeclaredNames(next)));
    if (names.mistakes.length > 0) throw new ModelError(names.mistakes);
    for (const warning of [...warnings, ...names.warnings]) logger.warn(formatProblem(warning));
    let adminKeyFile: string | undefined;
    const revoked = await applyWorkspace(prisma, next, config.adminApiKeys, now, async (key) => {
      adminKeyFile = await keepAdminKey(config.dataDir, key);
    });
    for (const key of revoked) {
      logger.warn({ key }, 'an API key was revoked: neither the environment nor inlay.yml names it any more');
    }
    return { adminKeyFile };
  }

  /** What is running goes on with the data that it began with. */
  function retire(data: Deployments): void {
    const timer = setTimeout(() => {
      retired = retired.filter((each) => each.data !== data);
      void data[Symbol.asyncDispose]();
    }, lingerMs).unref();
    retired.push({ data, timer });
  }

  async function replace(
    prisma: PrismaClient,
    now: Date,
    result: WorkspaceResult,
    ifChanged: boolean,
  ): Promise<void> {
    if (!result.ok) throw new ModelError(result.problems);
    const next = result.workspace;
    if (ifChanged && contentOf(next) === contentOf(workspace)) return;
    const isSameData = dataOf(next) === dataOf(workspace);
    const data = isSameData ? opened : await openValid(next);
    try {
      await apply(prisma, now, next, [...result.warnings, ...(isSameData ? [] : data.warnings)]);
    } catch (error) {
      if (!isSameData) await data.deployments[Symbol.asyncDispose]();
      throw error;
    }
    if (!isSameData) {
      retire(opened.deployments);
      opened = data;
      void opened.checkKeys();
    }
    workspace = next;
    logger.info({ dataReopened: !isSameData }, 'workspace reloaded');
  }

  async function reload(
    prisma: PrismaClient,
    now: () => Date,
    read: () => Promise<WorkspaceResult>,
    ifChanged: boolean,
  ): Promise<boolean> {
    if (isClosed) return false;
    try {
      await replace(prisma, now(), await read(), ifChanged);
      if (isRefused) logger.info('the workspace is valid again');
      isRefused = false;
      return true;
    } catch (error) {
      isRefused = true;
      for (const problem of problemsOf(error)) logger.error(problem);
      const fault =
        error instanceof ModelError || error instanceof AppError ? undefined : describeFault(error);
      logger.error({ error: fault }, 'the workspace is not valid; the earlier one stays in use');
      return false;
    }
  }

  return {
    get workspace() {
      return workspace;
    },
    deployments: {
      get all() {
        return opened.deployments.all;
      },
      get: (accountName, number) => opened.deployments.get(accountName, number),
      [Symbol.asyncDispose]: async () => {},
    },
    account: (name) => workspace.accounts.find((account) => account.name === name),
    apply: (prisma, now) => apply(prisma, now, workspace, opened.warnings),
    checkKeys: () => opened.checkKeys(),
    reload(prisma, now, read, { ifChanged = false } = {}) {
      const reloaded = working.then(() => reload(prisma, now, read, ifChanged));
      working = reloaded;
      return reloaded;
    },
    watch: (onChange) => watchWorkspace(workspace.folder, onChange, () => isRefused && !isClosed),
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await working;
      for (const { timer } of retired) clearTimeout(timer);
      const all = [opened.deployments, ...retired.map(({ data }) => data)];
      await Promise.all(all.map((data) => data[Symbol.asyncDispose]()));
    },
  };
}

/** Identifies what the deployments of a workspace are opened with. */
function dataOf({ accounts, models, dashboards }: LoadedWorkspace): string {
  const used = accounts
    .filter(({ deployments }) => deployments.length > 0)
    .map(({ name, deployments, agents }) => {
      // They are checked against the data.
      const queries = agents.flatMap(({ deploymentId, certifiedQueries }) =>
        certifiedQueries.map((query) => [deploymentId, query]),
      );
      return [name, deployments, queries];
    });
  return hashOf([used, models, dashboards]);
}

/** Identifies all that a workspace says. */
function contentOf({ accounts, models, dashboards }: LoadedWorkspace): string {
  return hashOf([accounts, models, dashboards]);
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(serialize(value)).digest('base64');
}

function problemsOf(error: unknown): string[] {
  if (error instanceof ModelError) return error.problems.map(formatProblem);
  if (!(error instanceof AppError)) return [];
  return error.issues.length > 0
    ? error.issues.map(({ path, message }) => `inlay.yml ${path}: ${message}`)
    : [error.message];
}

/** Logs the mismatches between a model and its data, one by one. */
function logMistakes(logger: Logger, data: DeploymentData, mistakes: readonly ModelMistake[]): void {
  for (const mistake of mistakes) logMistake(logger, 'error', data, mistake);
  if (mistakes.length === 0) {
    logger.info({ deployment: nameOf(data) }, 'the data model matches its data source again');
  }
}

function logMistake(
  logger: Logger,
  level: 'error' | 'warn',
  data: DeploymentData,
  mistake: ModelMistake,
): void {
  const { file, line, cube, member, engineError } = mistake;
  const name = member === undefined ? cube : `${cube}.${member}`;
  const where = { deployment: nameOf(data), file, line, member: name, engineError };
  logger[level](where, formatProblem(mistake));
}

/** Logs a query without its text and values: as a warning if it failed or was slow. */
function logQuery(logger: Logger, data: DeploymentData, event: QueryEvent, slowMs: number): void {
  const where = { deployment: nameOf(data), ...event };
  if (event.failure !== undefined) logger.warn(where, 'query failed');
  else if (event.ms >= slowMs) logger.warn(where, 'slow query');
  else logger.debug(where, 'query');
}

/** Logs that the data of a deployment has changed, and why it could not be read. */
function logDataReload(logger: Logger, data: DeploymentData, error: AppError | undefined): void {
  const deployment = nameOf(data);
  if (error === undefined) {
    logger.info({ deployment }, 'data reloaded');
    return;
  }
  const issues = error.issues.map(({ path, message }) => `${path}: ${message}`);
  logger.error({ deployment, issues }, 'the changed data cannot be read; the earlier data stays in use');
}

export function nameOf({ accountName, number }: DeploymentData): string {
  return `${accountName}/${number}`;
}

/** Logs the result of reloading a model, with its problems one by one. */
function logReload(logger: Logger, reload: ModelReload): void {
  const { folder } = reload;
  if (!reload.ok) {
    for (const problem of reload.problems) logger.error({ folder }, formatProblem(problem));
    logger.error({ folder }, 'the model is not valid; the earlier one stays in use');
    return;
  }
  for (const warning of reload.warnings) logger.warn({ folder }, formatProblem(warning));
  logger.info({ folder }, 'model reloaded');
}
