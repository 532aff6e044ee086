import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Row } from '../../engines/query-engine.ts';
import { fold } from '../../english.ts';
import { identifier, quoteLiteral } from '../../quoting.ts';
import { isFillerWord, operatorOf } from '../language/grammar.ts';
import { isIdentifier, isNaming } from '../link/entities.ts';
import type { FoundValues } from '../link/lexicon.ts';
import { namePhrases } from '../link/names.ts';
import { column } from './columns.ts';
import { maxTexts, plain, type SoughtText, textsIn } from './sought-texts.ts';

interface Place {
  readonly cube: CubeMetadata;
  readonly dimension: DimensionMetadata;
}

/** Words of a question that may be values which the metadata does not list, such as names, and where they may be. */
interface Lookup {
  readonly texts: readonly SoughtText[];
  readonly question: string;
  readonly dimensions: readonly Place[];
}

const maxDimensions = 16;
const maxTimes = 3;
const maxMatches = 100;

/** What to look for when words were not understood: each run of them, in every string dimension whose values are not all known. */
export function proposeLookup(
  question: string,
  unknown: readonly string[],
  cubes: readonly CubeMetadata[],
  nearest: string | undefined,
): Lookup | undefined {
  const all = textsIn(question, new Set(unknown), namedIn(cubes));
  if (all.length > maxTexts) return undefined;
  const texts = [...new Map(all.map((it) => [it.text.toLowerCase(), it])).values()];
  const seen = new Map<string, number>();
  const nearestFirst = cubes.toSorted(
    (a, b) =>
      Number(b.name === nearest) - Number(a.name === nearest) ||
      Number(b.type === 'cube') - Number(a.type === 'cube'),
  );
  const dimensions = nearestFirst
    .flatMap((cube) =>
      cube.dimensions
        .filter((it) => it.type === 'string' && it.valuesComplete !== true)
        .map((dimension) => ({ cube, dimension })),
    )
    .flatMap((place) => {
      // A view shows again what its cubes have, but only of its own rows: the cube and some views are looked through, if there is room.
      const { name, title } = place.dimension;
      const key = `${name.slice(name.lastIndexOf('.') + 1)} ${title}`;
      const times = seen.get(key) ?? 0;
      seen.set(key, times + 1);
      return times < maxTimes ? [{ ...place, times }] : [];
    })
    .toSorted((a, b) => a.times - b.times)
    .slice(0, maxDimensions);
  return texts.length === 0 || dimensions.length === 0 ? undefined : { texts, question, dimensions };
}

function namedIn(cubes: readonly CubeMetadata[]): ReadonlySet<string> {
  const members = cubes.flatMap((cube) => [
    cube,
    ...cube.dimensions,
    ...cube.measures,
    ...(cube.segments ?? []),
  ]);
  return new Set(
    members.flatMap((it) => namePhrases(it).flatMap((words) => words.map(({ lemma }) => lemma))),
  );
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
  // Most values are left out before their words are told apart, which takes longer.
  const parts = dimensions.map(({ cube, dimension }, place) => {
    const of = column(dimension);
    const likely = texts.map((text) => likelySql(of, text)).join(' OR ');
    return `SELECT ${place} AS place, ${of} AS value FROM ${identifier(cube.name)} WHERE ${likely} GROUP BY 2`;
  });
  const words = `SELECT place, value, ${plainSql('value')} AS words FROM (${parts.join(' UNION ALL ')}) AS likely`;
  const sought = texts.map((text, at) => `WHEN ${soughtSql(text, dimensions)} THEN ${at}`);
  // "Apple" is Apple Inc. rather than Apple Hospitality REIT.
  const ranked = (call: string): string =>
    `${call} OVER (PARTITION BY place, text ORDER BY LENGTH(value), value)`;
  const needed = texts.flatMap(({ text, isNeeded }) => {
    const places = [...texts.keys()].filter((at) => texts[at]?.text.includes(text));
    return isNeeded ? [`(SELECT COUNT(*) FROM found WHERE text IN (${places.join(', ')})) > 0`] : [];
  });
  const exact = oneOf(
    'TRIM(words)',
    texts.flatMap(({ forms }) => forms),
  );
  return (
    `${beginning} (SELECT place, value, words, CASE ${sought.join(' ')} END AS text FROM (${words}) AS alike)` +
    ` SELECT place, value FROM (SELECT place, value, words, COUNT(*) OVER (PARTITION BY place, text) AS likes, ${ranked('ROW_NUMBER()')} AS shortest,` +
    ` ${ranked('LEAD(LENGTH(value))')} AS next_length FROM found WHERE text IS NOT NULL) AS counted WHERE (likes = 1 OR ${exact}` +
    ` OR ${quoteLiteral(question)} ILIKE CONCAT('%', value, '%') OR (shortest = 1 AND LENGTH(value) * 1.4 < next_length))${needed.map((it) => ` AND ${it}`).join('')} ORDER BY 1, 2 LIMIT ${maxMatches}`
  );
}

function oneOf(of: string, forms: readonly string[]): string {
  return `${of} IN (${forms.map(quoteLiteral).join(', ')})`;
}

/** Whether a value can be the text at all. */
function likelySql(of: string, { forms, words, isName }: SoughtText): string {
  if (!isName && words.length === 0) return oneOf(`LOWER(${of})`, forms);
  const [longest = ''] = (forms[0] ?? '').split(' ').toSorted((a, b) => b.length - a.length);
  return `${of} ILIKE ${quoteLiteral(`%${longest.slice(0, 4)}%`)}`;
}

/** Whether the words of a value have the text, which depends on what the dimension is. */
function soughtSql({ forms, words, isName }: SoughtText, dimensions: Lookup['dimensions']): string {
  const holds = (said: readonly string[]): string =>
    `(${said.map((it) => `words LIKE ${quoteLiteral(`% ${it} %`)}`).join(' OR ')})`;
  const ways = Map.groupBy(dimensions.keys(), (place) => {
    const { dimension } = dimensions[place] as Place;
    if (words.length > 0 && isNaming(dimension)) return words.map(holds).join(' AND ');
    return isName && (isIdentifier(dimension) || !isNumber(forms))
      ? holds(forms)
      : oneOf('TRIM(words)', forms);
  });
  return [...ways]
    .map(([way, places]) => (ways.size === 1 ? way : `(place IN (${places.join(', ')}) AND ${way})`))
    .join(' OR ');
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
    const values = texts.flatMap(({ text, forms, words, isName }) => {
      // Part of a name that was found.
      if (taken.some((it) => it.includes(text))) return [];
      const isSaid = (value: string, be: (words: string, form: string) => boolean): boolean =>
        forms.some((form) => be(padded(value), padded(form)));
      const likely = isTyped(text) ? own.filter((value) => fold(value) === fold(text)) : own;
      const exact = likely.filter((value) => isSaid(value, (own, form) => own === form));
      const holding = likely.filter(
        (value) =>
          (isName && isSaid(value, (own, form) => own.includes(form))) ||
          isSaid(value, (own, form) => own === form) ||
          (isNaming(dimension) && isMostly(value, words)),
      );
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

/** Whether words are most of a name: "boiled egg yolk" is said of "Egg, poultry, yolk, boiled". */
function isMostly(name: string, words: SoughtText['words']): boolean {
  const own = plain(fold(name)).split(' ');
  const unsaid = own.filter((it) => !words.some((forms) => forms.some((form) => fold(form) === it)));
  const isSaid = words.every((forms) => forms.some((form) => own.includes(fold(form))));
  const telling = unsaid.filter((it) => /\p{L}{2}/u.test(it) && !isFillerWord(it));
  return (
    words.length > 0 &&
    isSaid &&
    telling.length < words.length &&
    // Sugar is not what "without sugar" means.
    !unsaid.some((it) => operatorOf(it)?.kind === 'not' || /^(?:free|non)$/.test(it))
  );
}

function padded(text: string): string {
  return ` ${plain(fold(text))} `;
}
