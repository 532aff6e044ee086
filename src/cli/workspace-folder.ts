import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A mistake in what a command was given. Its message says what to do. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/**
 * The folder with `inlay.yml` that a command works on: the given one, else that of `WORKSPACE`, else the working directory,
 * else the only folder in it that has one. @throws CommandError
 */
export function workspaceFolder(
  given: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const { WORKSPACE: fromEnvironment } = env;
  const named = given ?? (fromEnvironment?.trim() ? fromEnvironment : undefined);
  if (named !== undefined) {
    if (hasWorkspace(named)) return resolve(named);
    throw new CommandError(`There is no inlay.yml in ${resolve(named)}. "inlay init ${named}" writes one.`);
  }
  if (hasWorkspace('.')) return resolve('.');
  const below = readdirSync('.', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && hasWorkspace(entry.name))
    .map(({ name }) => name);
  const [only] = below;
  if (only !== undefined && below.length === 1) return resolve(only);
  throw new CommandError(
    only === undefined
      ? 'There is no inlay.yml here. Name the folder of a workspace, or write one: "inlay init shop".'
      : `There are several workspaces here: name one of ${below.join(', ')}.`,
  );
}

function hasWorkspace(folder: string): boolean {
  return existsSync(join(folder, 'inlay.yml'));
}
