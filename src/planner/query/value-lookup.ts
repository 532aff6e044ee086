import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Row } from '../../engines/query-engine.ts';
import { fold } from '../../english.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { isFillerWord, operatorOf } from '../language/grammar.ts';
import { type Token, tokenize } from '../language/text.ts';
import { kindOf, type WordKind } from '../language/word-kind.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { column } from './select.ts';

/** Words of a question that may be values which the metadata does not list, such as names, and where they may be. */
export interface Lookup {
  readonly texts: readonly SoughtText[];
  readonly question: string;
  readonly dimensions: readonly { readonly cube: CubeMetadata; readonly dimension: DimensionMetadata }[];
}

/** Words to look for among the values. */
export interface SoughtText {
  /** As typed. */
  readonly text: string;
  /** It is written like a name, so that part of a value may be meant. */
  readonly isName: boolean;
}

const maxTexts = 4;
const maxDimensions = 16;
const maxMatches = 100;

/** What to look for when words were not understood: each run of them, in every string dimension whose values are not all known. */
export function proposeLookup(
  question: string,
  unknown: readonly string[],
  cubes: readonly CubeMetadata[],
  nearest: string | undefined,
): Lookup | undefined {
  const all = textsIn(tokenize(question), new Set(unknown), question);
  const texts = [...new Map(all.map((it) => [it.text.toLowerCase(), it])).values()];
  if (texts.length > maxTexts || all.length > maxTexts) return undefined;
  const seen = new Set<string>();
  const nearestFirst = cubes.toSorted((a, b) => Number(b.name === nearest) - Number(a.name === nearest));
  const dimensions = nearestFirst
    .flatMap((cube) =>
      cube.dimensions
        .filter((it) => it.type === 'string' && it.valuesComplete !== true)
        .map((dimension) => ({ cube, dimension })),
    )
    .filter(({ dimension: { name, title } }) => {
      // A view shows again what its cubes have.
      const key = `${name.slice(name.lastIndexOf('.') + 1)} ${title}`;
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    })
    .slice(0, maxDimensions);
  return texts.length === 0 || dimensions.length === 0 ? undefined : { texts, question, dimensions };
}

/** A capital, or a code; a small number is no name. */
const namePattern = /^\p{Lu}|\p{L}.*\d|\d.*\p{L}|\d{4}/u;

const sayable: ReadonlySet<WordKind> = new Set(['noun', 'name', 'quoted', 'adjective']);

/** Verbs and adverbs are no values. */
function isSayable(token: Token): boolean {
  return sayable.has(kindOf(token));
}

/** Runs of words that are unknown or written like names, with something unknown among them. */
function textsIn(tokens: readonly Token[], unknown: ReadonlySet<string>, question: string): SoughtText[] {
  const found: SoughtText[] = [];
  let run: Token[] = [];
  const isName = (token: Token | undefined): boolean =>
    token !== undefined &&
    (token.quoted ||
      (token.raw !== 'I' &&
        namePattern.test(token.raw) &&
        (token.index > 0 || operatorOf(token.word) === undefined) &&
        (token.index > 0 ||
          /\d/.test(token.raw) ||
          kindOf(token) === 'noun' ||
          /^\p{Lu}\p{L}*['’]s\b|^\p{Lu}\p{L}* \p{Lu}/u.test(question))));
  const isSought = (token: Token | undefined): boolean =>
    token !== undefined &&
    (isName(token) || (unknown.has(token.raw) && (isSayable(token) || run.length > 0)));
  const end = (): void => {
    while (run.length > 0 && !isSought(run.at(-1))) run.pop();
    const [first] = run;
    const last = run.at(-1);
    if (
      first !== undefined &&
      last !== undefined &&
      last.end - first.start > 1 &&
      run.some((token) => unknown.has(token.raw))
    )
      found.push({
        text: question.slice(first.start, last.end).replace(/['’]s?$/, ''),
        isName: run.some(isName),
      });
    run = [];
  };
  for (const token of tokens) {
    // "Where can I stream The Caine Mutiny": the name begins with its capital.
    if (isName(token) && !run.some(isName)) run = [];
    if (token.afterBreak && !token.quoted) end();
    const goesOn =
      isSought(token) ||
      (run.length > 0 && isFillerWord(token.word) && isName(tokens[token.index + 1]) && isName(run.at(-1)));
    if (goesOn) run.push(token);
    else end();
  }
  end();
  return found;
}

/**
 * One query that looks for all of the words in all of the dimensions: rows of a dimension's number and a value, where they say
 * which value is meant, and all of the words are found.
 */
export function lookupSql({ texts, dimensions, question }: Lookup): string {
  const alike = (of: string): string[] =>
    texts.map(({ text, isName }) => {
      if (!isName) return `LOWER(${of}) = ${quoteLiteral(text.toLowerCase())}`;
      const pattern = text.replace(/[\\%_]/g, '\\$&');
      // Whole words, before a space or a comma.
      return `(CONCAT(' ', ${of}, ' ') ILIKE ${quoteLiteral(`% ${pattern} %`)} OR CONCAT(' ', ${of}) ILIKE ${quoteLiteral(`% ${pattern},%`)})`;
    });
  const parts = dimensions.map(({ cube, dimension }, place) => {
    const of = column(dimension.name);
    return `SELECT ${place} AS place, ${of} AS value FROM ${identifier(cube.name)} WHERE ${alike(of).join(' OR ')} GROUP BY 2`;
  });
  const sought = alike('value').map((condition, text) => `WHEN ${condition} THEN ${text}`);
  // "Apple" is Apple Inc. rather than Apple Hospitality REIT.
  const ranked = (call: string): string =>
    `${call} OVER (PARTITION BY place, text ORDER BY LENGTH(value), value)`;
  const exact = texts.map(({ text }) => quoteLiteral(text.toLowerCase()));
  return (
    `WITH found AS (SELECT place, value, CASE ${sought.join(' ')} END AS text FROM (${parts.join(' UNION ALL ')}) AS alike)` +
    ` SELECT place, value FROM (SELECT place, value, COUNT(*) OVER (PARTITION BY place, text) AS likes, ${ranked('ROW_NUMBER()')} AS shortest,` +
    ` ${ranked('LEAD(LENGTH(value))')} AS next_length FROM found) AS counted WHERE (likes = 1 OR LOWER(value) IN (${exact.join(', ')})` +
    ` OR ${quoteLiteral(question)} ILIKE CONCAT('%', value, '%') OR (shortest = 1 AND LENGTH(value) * 1.4 < next_length)) AND (SELECT COUNT(DISTINCT text) FROM found) = ${texts.length} ORDER BY 1, 2 LIMIT ${maxMatches}`
  );
}

/** The values meant: those that equal the words, else the only one of a dimension that holds them. */
export function meantValues({ texts, question, dimensions }: Lookup, rows: readonly Row[]): FoundValues[] {
  return dimensions.flatMap(({ dimension }, place): FoundValues[] => {
    const own = rows.flatMap(([at, value]) =>
      Number(at) === place && typeof value === 'string' ? [value] : [],
    );
    const values = texts.flatMap(({ text }) => {
      const exact = own.filter((value) => fold(value) === fold(text));
      const holding = own.filter((value) => fold(value).includes(fold(text)));
      const whole = holding.filter((value) => fold(question).includes(fold(value)));
      const [longest] = whole.toSorted((a, b) => b.length - a.length);
      if (longest !== undefined && longest.length > text.length) return [{ value: longest, said: longest }];
      const meant = exact.length > 0 ? exact : holding.length === 1 ? holding : [];
      return meant.map((value) => ({ value, said: text }));
    });
    return values.length === 0 ? [] : [{ dimension, values }];
  });
}
