import { readdir, readFile } from 'node:fs/promises';
import { join, parse, relative, sep } from 'node:path';
import type { Dialect } from '../../engines/dialect.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import type { Place } from '../../semantic/model/problem-list.ts';
import { type Path, readDocument } from '../../yaml/document.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { validateDocument } from '../../yaml/validate-document.ts';
import { checkDashboard } from './check-dashboard.ts';
import type { Dashboard } from './dashboard.ts';
import { dashboardSchema, namePattern } from './dashboard-schema.ts';

interface LoadedDashboards {
  /** By name. */
  readonly dashboards: readonly Dashboard[];
  readonly problems: readonly Problem[];
}

/**
 * Reads the dashboards of a deployment, one `*.yml` or `*.yaml` file for each, and checks them against its model.
 * @param folder absolute path
 * @param workspaceFolder absolute path; problems name files relative to it
 */
export async function loadDashboards(
  folder: string,
  workspaceFolder: string,
  model: DataModel,
  dialect: Dialect,
): Promise<LoadedDashboards> {
  const files = (await readdir(folder)).filter((file) => /\.ya?ml$/i.test(file)).sort();
  const dashboards: Dashboard[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    const path = join(folder, file);
    const shown = relative(workspaceFolder, path).split(sep).join('/');
    const { name } = parse(file);
    const fail = (message: string) => problems.push({ file: shown, line: 1, path: '', message });
    if (!namePattern.test(name))
      fail('The file name is used in URLs: use up to 63 letters, digits, "-" and "_".');
    if (dashboards.some((other) => other.name === name)) fail(`There are two dashboards "${name}".`);
    const loaded = await readDashboard(name, shown, await readFile(path, 'utf8'), model, dialect);
    if ('problems' in loaded) problems.push(...loaded.problems);
    else dashboards.push(loaded);
  }
  return { dashboards, problems };
}

async function readDashboard(
  name: string,
  file: string,
  text: string,
  model: DataModel,
  dialect: Dialect,
): Promise<Dashboard | { readonly problems: readonly Problem[] }> {
  // Environment variables are not substituted, since readers of a dashboard see its text.
  const document = readDocument(file, text, undefined);
  if (document.problems.length > 0) return { problems: document.problems };
  const parsed = validateDocument(dashboardSchema, document);
  if (!parsed.ok) return parsed;
  const placeOf = (path: Path): Place => document.problemsAt(path, '')[0] ?? { file, line: 1, path: '' };
  const { dashboard, mistakes } = await checkDashboard(name, parsed.data, model, dialect, placeOf);
  if (mistakes.length === 0) return dashboard;
  const problems = mistakes.flatMap(({ path, message }) => document.problemsAt(path, message));
  return { problems: problems.sort((a, b) => a.line - b.line) };
}
