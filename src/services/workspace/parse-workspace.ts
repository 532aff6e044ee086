import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { z } from 'zod';
import type { Problem } from '../../semantic/model/model-error.ts';
import { checkFiles } from './check-files.ts';
import { checkReferences, type Mistake } from './check-references.ts';
import { readDocument, type WorkspaceDocument } from './workspace-document.ts';
import { unknownSeparator, type WorkspaceAccount, workspaceSchema } from './workspace-schema.ts';

/** A valid `inlay.yml`, defaults filled in. Paths in it are relative to `folder`. */
export interface Workspace {
  /** Absolute. */
  readonly folder: string;
  readonly accounts: readonly WorkspaceAccount[];
}

export type ParsedWorkspace =
  | { readonly ok: true; readonly workspace: Workspace; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const fileName = 'inlay.yml';

/**
 * Reads `inlay.yml` of a folder (contract §3). Problems come all at once and in reading order, with file, line, path and
 * what to do. The models themselves and the data behind a source are not opened.
 * @param env what `${NAME}` stands for
 */
export async function parseWorkspace(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ParsedWorkspace> {
  const root = resolve(folder);
  let text: string;
  try {
    text = await readFile(join(root, fileName), 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The workspace's file cannot be read: ${reason}. Does WORKSPACE name the right folder?`;
    return { ok: false, problems: [{ file: fileName, line: 1, path: '', message }] };
  }
  const { document, problems: syntax } = readDocument(fileName, text, env);
  if (document.data === null) {
    const empty = { file: fileName, line: 1, path: '', message: 'The file is empty: it needs accounts.' };
    return { ok: false, problems: syntax.length > 0 ? syntax : [empty] };
  }
  const result = workspaceSchema.safeParse(document.data);
  const references = checkReferences(document.data);
  const files = await checkFiles(root, result.success ? result.data.accounts : soundAccounts(document.data));
  const problems = [
    ...syntax,
    ...(result.success ? [] : result.error.issues.flatMap((issue) => problemsOf(document, issue))),
    ...[...references, ...files].map(({ path, message }: Mistake) => document.problem(path, message)),
  ].sort((a, b) => a.line - b.line);
  if (problems.length > 0 || !result.success) return { ok: false, problems };
  const workspace = { folder: root, accounts: result.data.accounts };
  return { ok: true, workspace, warnings: warningsOf(document, workspace) };
}
