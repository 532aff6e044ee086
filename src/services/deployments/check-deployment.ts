import type { QueryEngine } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Path } from '../../yaml/document.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { Dashboard } from '../workspace/dashboard.ts';
import type { LoadedWorkspace } from '../workspace/load-workspace.ts';

/** Time limit for checking a workspace against one data source. */
export const sourceTimeoutMs = 5_000;

interface CheckedDeployment {
  /** With these the service refuses to start. */
  readonly mistakes: readonly Problem[];
  readonly warnings: readonly Problem[];
}

interface CheckDeploymentOptions {
  readonly workspace: LoadedWorkspace;
  /** Index of the account, and of the deployment in it. */
  readonly at: readonly [account: number, deployment: number];
  readonly engine: QueryEngine;
  /** The main model first, then its branches. */
  readonly layers: readonly SemanticLayer[];
  readonly dashboards: readonly Dashboard[];
}

/**
 * Checks what the workspace says about a deployment's data against the data source, without reading rows: the schema,
 * the models of all branches and, if these are correct, certified queries and tiles. If the source is unavailable, this
 * is a warning, and the models are checked once it responds.
 */
export async function checkDeployment(options: CheckDeploymentOptions): Promise<CheckedDeployment> {
  const signal = AbortSignal.timeout(sourceTimeoutMs);
  const [account, deployment] = options.at;
  const path = ['accounts', account, 'deployments', deployment, 'dataSource'];
  try {
    const source = [
      ...(await schemaMistakes(options, path, signal)),
      ...(await refreshMistakes(options, path, signal)),
    ];
    if (source.length > 0) return { mistakes: source, warnings: [] };
    const bound: Problem[] = [];
    for (const { binding } of options.layers) bound.push(...(await binding.check({ signal })));
    if (bound.length > 0) return { mistakes: bound, warnings: [] };
    return { mistakes: await statementMistakes(options, signal), warnings: [] };
  } catch (error) {
    if (!signal.aborted && !(error instanceof AppError)) throw error;
    // The cause names the tables that cannot be read.
    const tables = error instanceof AppError && error.cause instanceof AppError ? error.cause.issues : [];
    if (tables.length > 0) {
      const warnings = tables.flatMap((issue) =>
        options.workspace.problemsAt(
          [...path, ...issue.path.split('.')],
          `This table cannot be read: ${issue.message.replace(/\.$/, '')}. Correct the file, or its options: until then, its queries fail.`,
        ),
      );
      return { mistakes: [], warnings };
    }
    const reason =
      error instanceof AppError
        ? error.message.replace(/\.$/, '')
        : `The data source took longer than ${sourceTimeoutMs / 1_000} s`;
    const message = `${reason}: the model will be checked once it responds.`;
    return { mistakes: [], warnings: options.workspace.problemsAt(path, message) };
  }
}

/** A mistake if the workspace names a schema that the data source does not have. */
async function schemaMistakes(
  { workspace, at: [account, deployment], engine }: CheckDeploymentOptions,
  path: Path,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const source = workspace.accounts[account]?.deployments[deployment]?.dataSource;
  if (source?.type !== 'postgres' || source.schema === undefined) return [];
  const sql = "SELECT nspname::text FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1";
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: sourceTimeoutMs, signal });
  const schemas: string[] = [];
  for await (const rows of result.chunks) schemas.push(...rows.map(([name]) => String(name)));
  if (schemas.includes(source.schema)) return [];
  const message = `The data source has no schema "${source.schema}".${suggest(source.schema, schemas)}`;
  return workspace.problemsAt([...path, 'schema'], message);
}

/** A mistake if the refresh query of the data source cannot be run. */
async function refreshMistakes(
  { workspace, at: [account, deployment], engine }: CheckDeploymentOptions,
  path: Path,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const cache = workspace.accounts[account]?.deployments[deployment]?.dataSource.cache;
  if (cache === undefined || !('sql' in cache)) return [];
  try {
    await using _result = await engine.query(
      { sql: cache.sql, params: [] },
      { timeoutMs: sourceTimeoutMs, signal },
    );
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || !['SQL_FAILED', 'SQL_NOT_ALLOWED'].includes(error.code)) throw error;
    return workspace.problemsAt([...path, 'cache', 'sql'], `The query cannot be run: ${error.message}`);
  }
}

async function statementMistakes(
  { workspace, at: [account, deployment], layers, dashboards }: CheckDeploymentOptions,
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  const [main] = layers;
  if (main === undefined) return [];
  const mistakes: Problem[] = [];
  for (const { sql, location } of dashboards.flatMap(({ tiles }) => tiles)) {
    const message = await main.binding.checkStatement(sql, signal);
    if (message !== undefined) mistakes.push({ ...location, message });
  }
  const { agents = [], deployments = [] } = workspace.accounts[account] ?? {};
  for (const [index, { deploymentId, certifiedQueries }] of agents.entries()) {
    if (deploymentId !== deployments[deployment]?.id) continue;
    for (const [position, { sql }] of certifiedQueries.entries()) {
      const message = await main.binding.checkStatement(sql, signal);
      if (message === undefined) continue;
      const path = ['accounts', account, 'agents', index, 'certifiedQueries', position, 'sql'];
      mistakes.push(...workspace.problemsAt(path, message));
    }
  }
  return mistakes;
}
