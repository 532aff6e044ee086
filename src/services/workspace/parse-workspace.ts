import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { accountPlan } from '../../contract/accounts.ts';
import { readDocument, type YamlDocument } from '../../yaml/document.ts';
import type { Problem } from '../../yaml/model-error.ts';
import { suggest } from '../../yaml/suggestion.ts';
import { validateDocument } from '../../yaml/validate-document.ts';
import { checkFiles } from './check-files.ts';
import { checkReferences } from './check-references.ts';
import { type WorkspaceAccount, workspaceSchema } from './workspace-schema.ts';

/** A valid `inlay.yml` with defaults. Paths are relative to `folder`. */
export interface Workspace {
  /** Absolute. */
  readonly folder: string;
  readonly accounts: readonly WorkspaceAccount[];
  /** Returns the problem at a value of the file, for later checks. */
  readonly problemsAt: YamlDocument['problemsAt'];
}

type ParsedWorkspace =
  | { readonly ok: true; readonly workspace: Workspace; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const fileName = 'inlay.yml';

/**
 * Reads the `inlay.yml` of a folder, without opening models or data sources. Reports all problems at once, in the order
 * of the file, each with its file, line and path.
 * @param env values for `${NAME}`
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
  const result = validateDocument(workspaceSchema, document);
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

function warningsOf(document: YamlDocument, accounts: readonly WorkspaceAccount[]): readonly Problem[] {
  const message = 'The key is written in the file. Read it from the environment instead.';
  const plans = accountPlan.options.filter((plan) => plan !== 'other');
  return accounts.flatMap(({ plan, apiKeys, models }, index) => {
    const account = ['accounts', index];
    const secrets = [
      ...apiKeys.map((_, position) => [...account, 'apiKeys', position, 'key']),
      ...models.flatMap((model, position) =>
        ['apiKey', 'secretAccessKey']
          .filter((name) => name in model)
          .map((name) => [...account, 'models', position, name]),
      ),
    ];
    const ofPlan = plans.some((each) => each === plan)
      ? []
      : document.problemsAt(
          [...account, 'plan'],
          `The plan "${plan}" has no embedding and no chat: ${plans.join(' and ')} have.${suggest(plan, plans)}`,
        );
    const ofSecrets = secrets.flatMap((path) =>
      document.isFromEnvironment(path) ? [] : document.problemsAt(path, message),
    );
    return [...ofPlan, ...ofSecrets];
  });
}
