import { modelProblem } from '../agent/models.ts';
import { type Config, loadConfig } from '../config.ts';
import { duckDbBudget } from '../engines/duckdb/budget.ts';
import { readSecretFiles } from '../secret-files.ts';
import { openDeployments } from '../services/deployments/open-deployments.ts';
import { namesProblems, undeclaredNames } from '../services/workspace/check-policy-names.ts';
import { type LoadedWorkspace, loadWorkspace } from '../services/workspace/load-workspace.ts';
import { unusableModels } from '../services/workspace/unusable-models.ts';
import { distinctProblems, formatProblem, type Problem } from '../yaml/model-error.ts';

/** What is wrong with a workspace and its environment, each as the terminal shows it. */
export interface CheckedWorkspace {
  /** With these the service does not start. */
  readonly mistakes: readonly string[];
  readonly warnings: readonly string[];
  /** For the last line: what was checked. */
  readonly about: string;
}

/**
 * Checks a workspace as a start does, without a state: `inlay.yml`, all models, dashboards and certified queries, against
 * every data source. Primary keys are probed for rows that share one.
 */
export async function checkWorkspace(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<CheckedWorkspace> {
  const { env, problems } = readSecretFiles(environment);
  const loaded = loadConfig({ ...env, WORKSPACE: folder });
  const read = await loadWorkspace(folder, env);
  if (!loaded.ok || !read.ok || problems.length > 0) {
    const wrong = [...problems, ...(loaded.ok ? [] : loaded.problems)];
    const mistakes = [...wrong, ...(read.ok ? [] : read.problems.map(formatProblem))];
    return { mistakes, warnings: read.ok ? read.warnings.map(formatProblem) : [], about: '' };
  }
  const { workspace } = read;
  const inSources = await checkSources(workspace, loaded.config);
  const names = namesProblems(undeclaredNames(workspace));
  const warnings = distinctProblems([
    ...read.warnings,
    ...inSources.warnings,
    ...names.warnings,
    ...unusableModels(workspace, (model, account) => problemOf(workspace, loaded.config, model, account)),
  ]);
  return {
    mistakes: distinctProblems([...inSources.mistakes, ...names.mistakes]).map(formatProblem),
    warnings: warnings.map(formatProblem),
    about: aboutWorkspace(workspace),
  };
}

async function checkSources(
  workspace: LoadedWorkspace,
  { duckdb }: Config,
): Promise<{ readonly mistakes: readonly Problem[]; readonly warnings: readonly Problem[] }> {
  const repeated: Problem[] = [];
  const opened = await openDeployments(workspace, {
    duckdb: duckDbBudget(duckdb),
    onRepeatedKey: (_, warning) => repeated.push(warning),
  });
  await using _deployments = opened.deployments;
  if (opened.mistakes.length === 0) await opened.checkKeys();
  return { mistakes: opened.mistakes, warnings: [...opened.warnings, ...repeated] };
}

function problemOf(
  { accounts }: LoadedWorkspace,
  { providers }: Config,
  model: string,
  account: string,
): string | null {
  const connections = (name: string) => accounts.find((each) => each.name === name)?.models ?? [];
  return modelProblem(model, account, { providers, connections, registered: new Map() });
}

function aboutWorkspace({ accounts, models, dashboards }: LoadedWorkspace): string {
  const relations = [...models.values()].map(({ cubes, views }) => cubes.size + views.size);
  const counts = [
    [accounts.length, 'account'],
    [accounts.flatMap(({ deployments }) => deployments).length, 'deployment'],
    [relations.reduce((sum, count) => sum + count, 0), 'cubes and views'],
    [[...dashboards.values()].flat().length, 'dashboard'],
    [accounts.flatMap(({ agents }) => agents).length, 'agent'],
  ] as const;
  return counts
    .map(([count, noun]) => `${count} ${noun}${count === 1 || noun.endsWith('s') ? '' : 's'}`)
    .join(', ');
}
