import { resolve } from 'node:path';
import type { DataModel } from '../../semantic/data-model.ts';
import type { PolicyName } from '../../semantic/model/drafts.ts';
import { loadDataModel } from '../../semantic/model/load-model.ts';
import { ModelError, type Problem } from '../../yaml/model-error.ts';
import { checkAgents } from './check-agents.ts';
import type { Dashboard } from './dashboard.ts';
import { dialects } from './dialects.ts';
import { loadDashboards } from './load-dashboards.ts';
import { parseWorkspace, type Workspace } from './parse-workspace.ts';

/** A workspace with its data models and dashboards. */
export interface LoadedWorkspace extends Workspace {
  /** By folder, as named in `inlay.yml`. */
  readonly models: ReadonlyMap<string, DataModel>;
  /** The groups and user attributes that the access policies of a model name, by folder. */
  readonly policyNames: ReadonlyMap<string, readonly PolicyName[]>;
  /** By account and number of the deployment: `acme/1`. */
  readonly dashboards: ReadonlyMap<string, readonly Dashboard[]>;
}

export type WorkspaceResult =
  | { readonly ok: true; readonly workspace: LoadedWorkspace; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Reads `inlay.yml`, the models of all branches and the dashboards, and reports all problems at once.
 * @param env values for `${NAME}`
 */
export async function loadWorkspace(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<WorkspaceResult> {
  const parsed = await parseWorkspace(folder, env);
  if (!parsed.ok) return parsed;
  const { workspace } = parsed;
  const folders = workspace.accounts.flatMap(({ deployments }) =>
    deployments.flatMap(({ model, branches }) => [model, ...Object.values(branches)]),
  );
  const problems: Problem[] = [];
  const warnings: Problem[] = [...parsed.warnings];
  const models = new Map<string, DataModel>();
  const policyNames = new Map<string, readonly PolicyName[]>();
  for (const name of new Set(folders)) {
    try {
      const loaded = await loadDataModel(resolve(workspace.folder, name), { relativeTo: workspace.folder });
      models.set(name, loaded.model);
      policyNames.set(name, loaded.policyNames);
      warnings.push(...loaded.warnings);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      problems.push(...error.problems);
    }
  }
  const dashboards = new Map<string, readonly Dashboard[]>();
  for (const account of workspace.accounts) {
    for (const { id, model: modelFolder, dashboards: written, dataSource } of account.deployments) {
      const model = models.get(modelFolder);
      // Dashboards cannot be checked against an invalid model.
      if (written === undefined || model === undefined) continue;
      const dashboardFolder = resolve(workspace.folder, written);
      const loaded = await loadDashboards(
        dashboardFolder,
        workspace.folder,
        model,
        dialects[dataSource.type],
      );
      dashboards.set(`${account.name}/${id}`, loaded.dashboards);
      problems.push(...loaded.problems);
    }
  }
  problems.push(...(await checkAgents(workspace, models)));
  warnings.push(...openModels(workspace, models));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, workspace: { ...workspace, models, policyNames, dashboards }, warnings };
}

/** Warns of models without any access policy, wherever they are used. */
function openModels(
  { accounts, problemsAt }: Workspace,
  models: ReadonlyMap<string, DataModel>,
): readonly Problem[] {
  const message =
    'No cube or view of this model has an access policy: every user of an embedded page sees all rows. ' +
    'Add access_policy; if they should see all rows, use group: "*" with row_level: { allow_all: true }.';
  return accounts.flatMap(({ deployments }, account) =>
    deployments.flatMap(({ model: folder }, deployment) => {
      const model = models.get(folder);
      const relations = model === undefined ? [] : [...model.cubes.values(), ...model.views.values()];
      if (relations.length === 0 || relations.some(({ accessPolicy }) => accessPolicy.length > 0)) return [];
      return problemsAt(['accounts', account, 'deployments', deployment, 'model'], message);
    }),
  );
}
