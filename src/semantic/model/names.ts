import type { Properties, TextAt } from './properties.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** PostgreSQL's parser cuts longer identifiers, so that a longer name could never be asked for. */
const maxNameLength = 63;

/** The name under `key`; reported and undefined when it is unusable. */
export function readName(properties: Properties, key: 'name' | 'alias'): TextAt | undefined {
  const name = properties.text(key);
  const reason = name && unusable(name.text);
  if (reason === undefined) return name;
  properties.get(key)?.error(`"${name?.text}" is not a usable name: ${reason}.`);
  return undefined;
}

function unusable(name: string): string | undefined {
  if (!namePattern.test(name)) return 'letters, digits and _ only, starting with a letter or _';
  if (name.length > maxNameLength) return `at most ${maxNameLength} characters`;
  if (name.startsWith('__')) return 'names that start with __ are reserved';
  if (/^(cube|table)$/i.test(name)) return 'CUBE and TABLE stand for the cube itself';
  return undefined;
}
