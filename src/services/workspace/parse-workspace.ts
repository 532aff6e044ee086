import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readDocument, type WorkspaceDocument } from '../../yaml/document.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { parseWritten } from '../../yaml/parse-written.ts';
import { checkFiles } from './check-files.ts';
import { checkReferences } from './check-references.ts';
import { type WorkspaceAccount, workspaceSchema } from './workspace-schema.ts';

/** A valid `inlay.yml`, defaults filled in. Paths in it are relative to `folder`. */
export interface Workspace {
  /** Absolute. */
  readonly folder: string;
  readonly accounts: readonly WorkspaceAccount[];
  /** The problem at a value of its file, for what is found wrong later. */
  readonly problemsAt: WorkspaceDocument['problemsAt'];
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
  const document = readDocument(fileName, text, env);
  if (document.data === null) {
    const empty = { file: fileName, line: 1, path: '', message: 'The file is empty: it needs accounts.' };
    return { ok: false, problems: document.problems.length > 0 ? document.problems : [empty] };
  }
  const result = parseWritten(workspaceSchema, document);
  const mistakes = [...checkReferences(document.data), ...(await checkFiles(root, document.data))];
  const problems = [
    ...document.problems,
    ...(result.ok ? [] : result.problems),
    ...mistakes.flatMap(({ path, message }) => document.problemsAt(path, message)),
  ].sort((a, b) => a.line - b.line);
  if (problems.length > 0 || !result.ok) return { ok: false, problems };
  const { accounts } = result.data;
  const { problemsAt } = document;
  const warnings = warningsOf(document, accounts);
  return { ok: true, workspace: { folder: root, accounts, problemsAt }, warnings };
}

function warningsOf(document: WorkspaceDocument, accounts: readonly WorkspaceAccount[]): readonly Problem[] {
  return accounts.flatMap((account, accountIndex) =>
    account.apiKeys.flatMap((_, index) => {
      const path = ['accounts', accountIndex, 'apiKeys', index, 'key'];
      const message = 'The key stands in the file: read it from the environment instead.';
      return document.isFromEnvironment(path) ? [] : document.problemsAt(path, message);
    }),
  );
}
