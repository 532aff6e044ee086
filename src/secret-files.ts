import { readFileSync } from 'node:fs';
import { secretNames } from './environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface SecretFiles {
  /** The environment, with what the files hold under the names without `_FILE`. */
  readonly env: Environment;
  readonly problems: readonly string[];
}

/** Names that may stand for a secret in `inlay.yml` too, as `${NAME}`. */
const secretFile = /^(\w+(?:KEY|PASSWORD|SECRET|TOKEN|URL))_FILE$/;

/**
 * Reads secrets from files: `NAME_FILE` names the file of `NAME`, without the line break at its end. A file that is empty
 * or cannot be read is a problem for the service's own secrets; another name then stays unset, since it may belong to another program.
 */
export function readSecretFiles(env: Environment): SecretFiles {
  const found: Record<string, string> = {};
  const problems: string[] = [];
  for (const [fileName, path] of Object.entries(env)) {
    const name = secretFile.exec(fileName)?.[1];
    if (name === undefined || !path?.trim()) continue;
    const isOwn = secretNames.includes(name);
    if (env[name]?.trim()) {
      if (isOwn) problems.push(`${fileName}: ${name} is set too. Unset one of them.`);
      continue;
    }
    try {
      const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
      if (text.trim()) found[name] = text;
      else if (isOwn) problems.push(`${fileName}: the file is empty.`);
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
      if (isOwn) problems.push(`${fileName}: the file cannot be read (${reason}).`);
    }
  }
  return { env: { ...env, ...found }, problems };
}
