import { quoteLiteral } from '../quoting.ts';
import type { CubeMetadata, DimensionMetadata } from '../semantic/metadata.ts';
import type { FoundValues } from './lexicon.ts';
import { column, identifier } from './sql.ts';
import { tokenize } from './text.ts';
import type { ThreadReader, Understanding } from './understand.ts';

/** A question whose unknown words may be a value that the metadata does not list, such as a name or a number. */
export interface Lookup {
  readonly cube: CubeMetadata;
  /** As typed. */
  readonly text: string;
  readonly dimensions: readonly DimensionMetadata[];
}

const maxDimensions = 3;
const maxMatches = 20;

/**
 * Proposes to look for the unknown words among a relation's values: only when they look like a name (a capital, a digit,
 * quotation marks) and everything else in the question would be understood.
 */
export function proposeLookup(
  question: string,
  { unknown }: Extract<Understanding, { kind: 'unclear' }>,
  thread: ThreadReader,
  cubes: readonly CubeMetadata[],
): Lookup | undefined {
  const text = nameIn(question, new Set(unknown));
  if (text === undefined) return undefined;
  for (const cube of cubes) {
    const inCube = thread.within(cube);
    const dimensions = cube.dimensions
      .filter((it) => it.type === 'string' && it.valuesComplete !== true)
      .slice(0, maxDimensions)
      .filter((dimension) => {
        const supposed = inCube.supposing([{ dimension, values: [text] }]);
        return supposed.understand(question).kind === 'plan';
      });
    if (dimensions.length > 0) return { cube, text, dimensions };
  }
  return undefined;
}

/** A capital, or a code; a small number is no name. */
const namePattern = /^\p{Lu}|\p{L}.*\d|\d.*\p{L}|\d{4}/u;

/** The run of name-like words around the unknown ones. */
function nameIn(question: string, unknown: ReadonlySet<string>): string | undefined {
  const tokens = tokenize(question);
  const first = tokens.find((token) => unknown.has(token.raw));
  if (first === undefined || unknown.size > 4) return undefined;
  const nameLike = (index: number): boolean => {
    const token = tokens[index];
    if (token === undefined) return false;
    return unknown.has(token.raw) || (index > 0 && (token.quoted || namePattern.test(token.raw)));
  };
  let from = first.index;
  let to = first.index;
  while (nameLike(from - 1) && tokens[from]?.afterBreak !== true) from -= 1;
  while (nameLike(to + 1) && tokens[to + 1]?.afterBreak !== true) to += 1;
  const words = tokens.slice(from, to + 1);
  const introduced = /^(for|from|named|called)$/.test(tokens[from - 1]?.word ?? '');
  const named =
    introduced ||
    words.some((token) => unknown.has(token.raw) && (token.quoted || namePattern.test(token.raw)));
  // All of what is unknown has to be the name; a leftover would go unexplained.
  const rest = tokens.filter((token) => unknown.has(token.raw) && (token.index < from || token.index > to));
  const [start] = words;
  const end = words.at(-1);
  if (!named || rest.length > 0 || start === undefined || end === undefined) return undefined;
  return question.slice(start.start, end.end);
}

/** The query that looks for the words in one dimension: rows only where they say which value is meant. */
export function lookupSql({ cube, text }: Lookup, dimension: DimensionMetadata): string {
  const of = column(dimension.name);
  const pattern = text.replace(/[\\%_]/g, '\\$&');
  const alike = `SELECT ${of} AS name FROM ${identifier(cube.name)} WHERE ${of} ILIKE ${quoteLiteral(`%${pattern}%`)} GROUP BY 1`;
  const counted = `SELECT name, COUNT(*) OVER () AS alike FROM (${alike}) AS found`;
  const exact = `LOWER(name) = ${quoteLiteral(text.toLowerCase())}`;
  return `SELECT name FROM (${counted}) AS counted WHERE alike = 1 OR ${exact} ORDER BY 1 LIMIT ${maxMatches}`;
}

/** The values meant: one that equals the words, else the only one that holds them. */
export function meantValues(text: string, found: readonly FoundValues[]): FoundValues[] {
  const same = found.map(({ dimension, values }) => ({
    dimension,
    values: values.filter((value) => value.toLowerCase() === text.toLowerCase()),
  }));
  const exact = same.filter(({ values }) => values.length > 0);
  if (exact.length > 0) return exact;
  const all = found.filter(({ values }) => values.length > 0);
  return all.length === 1 && all[0]?.values.length === 1 ? all : [];
}
