import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { resolveFile, resolveTables } from '../../engines/duckdb/source.ts';
import { AppError } from '../../errors.ts';
import type { Path } from '../../yaml/document.ts';
import { suggest } from '../../yaml/suggestion.ts';
import { entries, items, type ProblemAt, property, type ValueAt } from '../../yaml/value-at.ts';
import { tableSchema } from './data-source-schema.ts';
import { relativePathSchema } from './workspace-fields.ts';

/**
 * Finds folders and files that do not exist or are outside of the workspace. Skips values that do not have the expected
 * shape.
 */
export async function checkFiles(folder: string, data: unknown): Promise<readonly ProblemAt[]> {
  const accounts = items(property({ value: data, path: [] }, 'accounts'));
  const deployments = accounts.flatMap((account) => items(property(account, 'deployments')));
  const mistakes = await Promise.all([
    ...deployments
      .flatMap((deployment) => [
        property(deployment, 'model'),
        ...entries(property(deployment, 'branches')),
        property(deployment, 'dashboards'),
      ])
      .map((written) => checkFolder(folder, written)),
    ...deployments.map((deployment) => checkDataSource(folder, property(deployment, 'dataSource'))),
  ]);
  return mistakes.flat();
}

async function checkFolder(root: string, { value, path }: ValueAt): Promise<readonly ProblemAt[]> {
  const folder = relativePathSchema.safeParse(value);
  if (!folder.success) return [];
  const entry = await stat(resolve(root, folder.data)).catch(() => undefined);
  if (entry?.isDirectory()) return [];
  if (entry) return [{ path, message: `${folder.data} is not a folder.` }];
  const beside = await readdir(dirname(resolve(root, folder.data)), { withFileTypes: true }).catch(() => []);
  const folders = beside.filter((each) => each.isDirectory()).map(({ name }) => name);
  const hint = suggest(basename(folder.data), folders) || ' Paths are relative to inlay.yml.';
  return [{ path, message: `There is no folder ${folder.data}.${hint}` }];
}

async function checkDataSource(folder: string, source: ValueAt): Promise<readonly ProblemAt[]> {
  if (property(source, 'type').value !== 'duckdb') return [];
  const database = property(source, 'database');
  const checks = [
    ...entries(property(source, 'tables')).map((table) => checkTable(folder, table)),
    ...(typeof database.value === 'string' ? [checkDatabase(folder, database.value, database.path)] : []),
  ];
  return (await Promise.all(checks)).flat();
}

async function checkTable(
  folder: string,
  table: ValueAt & { readonly name: string },
): Promise<readonly ProblemAt[]> {
  const parsed = tableSchema.safeParse(table.value);
  if (!parsed.success) return [];
  const prefix = `tables.${table.name}`;
  return mistakesOf(resolveTables(folder, { [table.name]: parsed.data }), (issue) => [
    ...table.path,
    ...issue
      .slice(prefix.length)
      .split('.')
      .filter((step) => step !== ''),
  ]);
}

function checkDatabase(folder: string, file: string, path: Path): Promise<readonly ProblemAt[]> {
  return mistakesOf(resolveFile(folder, file), () => path);
}

async function mistakesOf(
  resolving: Promise<unknown>,
  pathOf: (issuePath: string) => Path,
): Promise<readonly ProblemAt[]> {
  try {
    await resolving;
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message }));
  }
}
