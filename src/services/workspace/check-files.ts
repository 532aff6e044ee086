import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { resolveFile, resolveTables } from '../../engines/duckdb-source.ts';
import { AppError } from '../../errors.ts';
import type { Mistake } from './check-references.ts';
import type { Path } from './workspace-document.ts';
import type { WorkspaceAccount, WorkspaceDataSource } from './workspace-schema.ts';

/** Folders of models and files of tables that do not exist, or lead out of the workspace. */
export async function checkFiles(folder: string, accounts: readonly WorkspaceAccount[]) {
  const checks = accounts.flatMap((account, accountIndex) =>
    account.deployments.flatMap((deployment, index) => {
      const path = ['accounts', accountIndex, 'deployments', index];
      return [
        checkFolder(folder, deployment.model, [...path, 'model']),
        ...Object.entries(deployment.branches).map(([branch, model]) =>
          checkFolder(folder, model, [...path, 'branches', branch]),
        ),
        checkDataSource(folder, deployment.dataSource, [...path, 'dataSource']),
      ];
    }),
  );
  return (await Promise.all(checks)).flat();
}

async function checkFolder(folder: string, model: string, path: Path): Promise<Mistake[]> {
  const entry = await stat(resolve(folder, model)).catch(() => undefined);
  if (entry?.isDirectory()) return [];
  return [{ path, message: entry ? `${model} is not a folder.` : `There is no folder ${model}.` }];
}

async function checkDataSource(folder: string, source: WorkspaceDataSource, path: Path): Promise<Mistake[]> {
  if (source.type !== 'duckdb') return [];
  try {
    if (source.tables !== undefined) await resolveTables(folder, source.tables);
    if (source.database !== undefined) await resolveFile(folder, source.database);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.issues.length === 0) return [{ path, message: error.message }];
    return error.issues.map((issue) => ({
      path: [...path, ...stepsOf(issue.path, source)],
      message: issue.message,
    }));
  }
}

/** An engine's dotted path as steps; a table's name may hold a dot itself. */
function stepsOf(dotted: string, source: Extract<WorkspaceDataSource, { type: 'duckdb' }>): Path {
  const table = Object.keys(source.tables ?? {}).find(
    (name) => dotted === `tables.${name}` || dotted.startsWith(`tables.${name}.`),
  );
  if (table === undefined) return dotted.split('.');
  const rest = dotted.slice(`tables.${table}`.length);
  return ['tables', table, ...rest.split('.').filter((step) => step !== '')];
}
