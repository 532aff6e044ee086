import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Row } from '../../engines/query-engine.ts';
import { fold } from '../../english.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { isFillerWord, operatorOf } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { type Token, tokenize } from '../language/text.ts';
import { kindOf, type WordKind } from '../language/word-kind.ts';
import { isIdentifier } from '../link/entities.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { column } from './columns.ts';

/** Words of a question that may be values which the metadata does not list, such as names, and where they may be. */
interface Lookup {
  readonly texts: readonly SoughtText[];
  readonly question: string;
  readonly dimensions: readonly { readonly cube: CubeMetadata; readonly dimension: DimensionMetadata }[];
}

/** Words to look for among the values. */
interface SoughtText {
  /** As typed. */
  readonly text: string;
  /** Its words in lower case, as typed and in the singular. */
  readonly forms: readonly string[];
  /** It is written like a name, so that part of a value may be meant. */
  readonly isName: boolean;
  /** Whether the others say nothing unless it is a value, too: "responsible" need be none. */
  readonly isNeeded: boolean;
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
  if (all.length > maxTexts) return undefined;
  const texts = [...new Map(all.map((it) => [it.text.toLowerCase(), it])).values()];
  const seen = new Map<string, number>();
  const nearestFirst = cubes.toSorted((a, b) => Number(b.name === nearest) - Number(a.name === nearest));
  const dimensions = nearestFirst
    .flatMap((cube) =>
      cube.dimensions
        .filter((it) => it.type === 'string' && it.valuesComplete !== true)
        .map((dimension) => ({ cube, dimension })),
    )
    .flatMap((place) => {
      // A view shows again what its cubes have, but only of its own rows: both are looked through, if there is room.
      const { name, title } = place.dimension;
      const key = `${name.slice(name.lastIndexOf('.') + 1)} ${title}`;
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return times < 2 ? [{ ...place, times }] : [];
    })
    .toSorted((a, b) => a.times - b.times)
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

/** A word that is none of the language is a name, however it is typed: "nvidia". */
function isForeign({ word, lemma }: Token): boolean {
  const isWord = (text: string): boolean => Object.values(partsOfSpeech(text)).some((share) => share > 0);
  return /^\p{Ll}{4,}$/u.test(word) && !isWord(word) && !isWord(lemma);
}

/** Runs of words that are unknown or written like names, with something unknown among them. */
function textsIn(tokens: readonly Token[], unknown: ReadonlySet<string>, question: string): SoughtText[] {
  const runs: Token[][] = [];
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
    (isName(token) ||
      (unknown.has(token.raw) && (isSayable(token) || (run.length > 0 && !run.some(isName)))));
  const end = (): void => {
    while (run.length > 0 && !isSought(run.at(-1))) run.pop();
    if (run.some((token) => unknown.has(token.raw))) runs.push(run);
    run = [];
  };
  for (const token of tokens) {
    // "Where can I stream The Caine Mutiny": the name begins with its capital.
    if (isName(token) && !run.some(isName)) run = [];
    if (token.afterBreak && !token.quoted) end();
    // "Chrome 109 released": what is done to something is no part of its number.
    if (/^\d+$/.test(run.at(-1)?.raw ?? '') && kindOf(token) === 'verb') end();
    const goesOn =
      isSought(token) ||
      (run.length > 0 && isFillerWord(token.word) && isName(tokens[token.index + 1]) && isName(run.at(-1)));
    if (goesOn) run.push(token);
    else end();
  }
  end();
  const texts = runs.flatMap((own) => {
    const isNeeded = own.some((token) => isName(token) || kindOf(token) !== 'adjective');
    return soughtText(own, question, { isName: own.some((it) => isName(it) || isForeign(it)), isNeeded });
  });
  // "Amazon.com, Inc." is one name, and "Chrome, Firefox" are two.
  const together = runs.flatMap((own, at): SoughtText[] => {
    const next = runs[at + 1] ?? [];
    const isOn = next[0] !== undefined && next[0].index === (own.at(-1)?.index ?? 0) + 1;
    return isOn && next.some(isName)
      ? soughtText([...own, ...next], question, { isName: true, isNeeded: false })
      : [];
  });
  // "Guava, pink flesh" is one name as well.
  const further = runs.flatMap((own): SoughtText[] => {
    const from = (own.at(-1)?.index ?? 0) + 1;
    const end = tokens.findIndex(
      ({ word, index }) => index >= from && (index > from + 4 || operatorOf(word) !== undefined),
    );
    const more = tokens.slice(from, end < 0 ? undefined : end);
    return own.some(isName) && more[0]?.afterBreak === true && !more.some(isName)
      ? soughtText([...own, ...more], question, { isName: true, isNeeded: false })
      : [];
  });
  const hasRoom = together.length + further.length + texts.length <= maxTexts;
  return [...together, ...(hasRoom ? further : []), ...texts];
}

/** The text of a run; none of a single letter. */
function soughtText(
  run: readonly Token[],
  question: string,
  kind: Pick<SoughtText, 'isName' | 'isNeeded'>,
): SoughtText[] {
  const [first] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined || last.end - first.start <= 1) return [];
  const text = question.slice(first.start, last.end).replace(/['’]s?$/, '');
  const said = plain(text.toLowerCase());
  return [{ text, ...kind, forms: [...new Set([said, said.replace(/\S+$/, last.lemma)])] }];
}

/** The words of a text, without what stands between them. */
function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Part of a key at most: "paper, 1000 sheets" is not meant by 1000. */
function isNumber(forms: readonly string[]): boolean {
  return forms.every((form) => /^\d+$/.test(form));
}

/** The same in SQL, for what usually stands between the words of names, with a space at both ends. */
function plainSql(of: string): string {
  return `CONCAT(' ', REGEXP_REPLACE(LOWER(${of}), '[ .,;:!?''"()/&_+*#@’-]+', ' ', 'g'), ' ')`;
}

/**
 * One query that looks for the words in all of the dimensions: rows of a dimension's number and a value, where they say
 * which value is meant.
 */
export function lookupSql({ texts, dimensions, question }: Lookup): string {
  const oneOf = (of: string, forms: readonly string[]): string =>
    `${of} IN (${forms.map(quoteLiteral).join(', ')})`;
  const alike = (of: string, isKey = true): string[] =>
    texts.map(({ forms, isName }) => {
      const isPart = isName && (isKey || !isNumber(forms));
      if (!isPart && forms.every((form) => !form.includes(' '))) return oneOf(`LOWER(${of})`, forms);
      const [longest = ''] = (forms[0] ?? '').split(' ').toSorted((a, b) => b.length - a.length);
      const words = isPart
        ? `(${forms.map((form) => `${plainSql(of)} LIKE ${quoteLiteral(`% ${form} %`)}`).join(' OR ')})`
        : oneOf(`TRIM(${plainSql(of)})`, forms);
      // Most values are left out before their words are told apart, which takes longer.
      return `(${of} ILIKE ${quoteLiteral(`%${longest.slice(0, 4)}%`)} AND ${words})`;
    });
  const parts = dimensions.map(({ cube, dimension }, place) => {
    const of = column(dimension);
    return `SELECT ${place} AS place, ${of} AS value FROM ${identifier(cube.name)} WHERE ${alike(of, isIdentifier(dimension)).join(' OR ')} GROUP BY 2`;
  });
  const sought = alike('value').map((condition, text) => `WHEN ${condition} THEN ${text}`);
  // "Apple" is Apple Inc. rather than Apple Hospitality REIT.
  const ranked = (call: string): string =>
    `${call} OVER (PARTITION BY place, text ORDER BY LENGTH(value), value)`;
  const needed = texts.flatMap(({ text, isNeeded }) => {
    const places = [...texts.keys()].filter((at) => texts[at]?.text.includes(text));
    return isNeeded ? [`(SELECT COUNT(*) FROM found WHERE text IN (${places.join(', ')})) > 0`] : [];
  });
  const exact = oneOf(
    `TRIM(${plainSql('value')})`,
    texts.flatMap(({ forms }) => forms),
  );
  return (
    `${beginning} (SELECT place, value, CASE ${sought.join(' ')} END AS text FROM (${parts.join(' UNION ALL ')}) AS alike)` +
    ` SELECT place, value FROM (SELECT place, value, COUNT(*) OVER (PARTITION BY place, text) AS likes, ${ranked('ROW_NUMBER()')} AS shortest,` +
    ` ${ranked('LEAD(LENGTH(value))')} AS next_length FROM found) AS counted WHERE (likes = 1 OR ${exact}` +
    ` OR ${quoteLiteral(question)} ILIKE CONCAT('%', value, '%') OR (shortest = 1 AND LENGTH(value) * 1.4 < next_length))${needed.map((it) => ` AND ${it}`).join('')} ORDER BY 1, 2 LIMIT ${maxMatches}`
  );
}

const beginning = 'WITH found AS';

/** Whether a query only looks for words. */
export function isLookup(sqlQuery: string): boolean {
  return sqlQuery.startsWith(beginning);
}

/** The values meant: those that equal the words, else the only one of a dimension that holds them. */
export function meantValues({ texts, question, dimensions }: Lookup, rows: readonly Row[]): FoundValues[] {
  // "CSS Subgrid" is the feature rather than the key "css-subgrid".
  const isTyped = (text: string): boolean => rows.some(([, value]) => fold(String(value)) === fold(text));
  const found = dimensions.flatMap(({ dimension }, place): FoundValues[] => {
    const own = rows.flatMap(([at, value]) =>
      Number(at) === place && typeof value === 'string' ? [value] : [],
    );
    const taken: string[] = [];
    const values = texts.flatMap(({ text, forms }) => {
      // Part of a name that was found.
      if (taken.some((it) => it.includes(text))) return [];
      const isSaid = (value: string, be: (words: string, form: string) => boolean): boolean =>
        forms.some((form) => be(padded(value), padded(form)));
      const likely = isTyped(text) ? own.filter((value) => fold(value) === fold(text)) : own;
      const exact = likely.filter((value) => isSaid(value, (words, form) => words === form));
      const holding = likely.filter((value) => isSaid(value, (words, form) => words.includes(form)));
      const whole = holding.filter((value) => padded(question).includes(padded(value)));
      const [longest] = whole.toSorted((a, b) => b.length - a.length);
      const isLonger = longest !== undefined && padded(longest).length > padded(text).length;
      const meant = isLonger ? [longest] : exact.length > 0 ? exact : holding.length === 1 ? holding : [];
      if (meant.length > 0) taken.push(text);
      return meant.map((value) => ({ value, said: isLonger ? value : text }));
    });
    return values.length === 0 ? [] : [{ dimension, values }];
  });
  // "WebGPU" is the feature rather than its key, which is written the same.
  const named = new Set(
    found.flatMap(({ dimension, values }) =>
      isIdentifier(dimension) ? [] : values.map(({ value }) => fold(value)),
    ),
  );
  return found.filter(
    ({ dimension, values }) =>
      !isIdentifier(dimension) || !values.every(({ value }) => named.has(fold(value))),
  );
}

function padded(text: string): string {
  return ` ${plain(fold(text))} `;
}
