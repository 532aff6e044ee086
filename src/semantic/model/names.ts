import type { ProblemList } from './problem-list.ts';
import type { Properties, TextAt } from './properties.ts';

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** PostgreSQL's parser cuts longer identifiers, so that a longer name could never be asked for. */
const maxNameLength = 63;

/** The `name` of a cube, view or member; reported and undefined when it is missing or unusable. */
export function readName(properties: Properties, problems: ProblemList): string | undefined {
  const name = properties.text('name');
  if (name === undefined) {
    if (!properties.has('name')) problems.error(properties, 'name is missing.');
    return undefined;
  }
  return checkName(name, problems) ? name.text : undefined;
}

export function checkName(name: TextAt, problems: ProblemList): boolean {
  const reason = unusable(name.text);
  if (reason !== undefined) problems.error(name, `"${name.text}" is not a usable name: ${reason}.`);
  return reason === undefined;
}

function unusable(name: string): string | undefined {
  if (!namePattern.test(name)) return 'letters, digits and _ only, starting with a letter or _';
  if (name.length > maxNameLength) return `at most ${maxNameLength} characters`;
  if (name.startsWith('__')) return 'names that start with __ are reserved';
  if (/^(cube|table)$/i.test(name)) return 'CUBE and TABLE stand for the cube itself';
  return undefined;
}
