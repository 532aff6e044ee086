import type { DimensionMetadata } from '../semantic/metadata.ts';
import { memberLemmas } from './entities.ts';
import type { Mention } from './matching.ts';
import { saidAs } from './question.ts';
import type { Filter } from './reading.ts';
import { remembered } from './remembered.ts';
import { forms } from './text.ts';
import { wordTable } from './word-table.ts';
import { isFiller, negations } from './words.ts';
import {
  before,
  claim,
  firstOf,
  isOfKind,
  lastOf,
  lemmaAt,
  type MentionOf,
  mentionAt,
  mentionsOf,
  type Work,
  wordAt,
} from './work.ts';

export interface FilterMention {
  readonly filter: Filter;
  /** Index of the first word, for the order in which filters were said. */
  readonly at: number;
}

/** Filters by values, booleans and segments, each with the negation that stands before it. */
export function findFilters(work: Work): FilterMention[] {
  return [...valueFilters(work), ...segmentFilters(work), ...presenceFilters(work)].sort(
    (a, b) => a.at - b.at,
  );
}

function valueFilters(work: Work): FilterMention[] {
  const found = new Map<
    string,
    { at: number; dimension: DimensionMetadata; values: string[]; negated: boolean }
  >();
  let last: { key: string; end: number } | undefined;
  for (const mention of mentionsOf(work, 'value')) {
    if (isBearerOfLast(work, mention)) {
      claim(work, mention.tokens);
      continue;
    }
    const { dimension, value } = chooseDimension(work, mention);
    const direct = negationBefore(work, firstOf(mention), dimension);
    // "not Berlin or Hamburg": the negation holds for the whole list.
    const continues =
      last?.key.endsWith(` ${dimension.name}`) === true && listBetween(work, last.end, firstOf(mention));
    const negated = direct || (continues && last?.key.startsWith('not ') === true);
    const key = `${negated ? 'not' : 'is'} ${dimension.name}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { at: firstOf(mention), dimension, values: [value], negated });
    else if (!known.values.includes(value)) known.values.push(value);
    claim(work, mention.tokens);
    last = { key, end: lastOf(mention) };
  }
  return [...found.values()].map(({ at, ...rest }) => ({ at, filter: { kind: 'values', ...rest } }));
}

/** "Enterprise customers", by the customer segment: the customers only say whose it is, also where "customer" is a value. */
function isBearerOfLast(work: Work, mention: MentionOf<'value'>): boolean {
  const [at, ...more] = mention.tokens;
  const earlier = mentionAt(work, (at ?? 0) - 1);
  if (at === undefined || more.length > 0 || !isOfKind(earlier, 'value')) return false;
  const { lemma = '', word = '', afterBreak = false } = work.tokens[at] ?? {};
  return word !== lemma && !afterBreak && memberLemmas(earlier.entry.dimension).includes(lemma);
}

function listBetween(work: Work, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    if (!['and', 'or', 'nor', 'in', 'from', 'the'].includes(wordAt(work, at))) return false;
  }
  return true;
}

function segmentFilters(work: Work): FilterMention[] {
  return mentionsOf(work, 'segment').map((mention) => {
    claim(work, mention.tokens);
    const negated = negationBefore(work, firstOf(mention), undefined);
    return { at: firstOf(mention), filter: { kind: 'segment', segment: mention.entry.segment, negated } };
  });
}

/** `orders with a coupon`, `customers without an email address`. Of numbers it is not clear what having none means. */
function presenceFilters(work: Work): FilterMention[] {
  return mentionsOf(work, 'dimension').flatMap((mention): FilterMention[] => {
    const { dimension } = mention.entry;
    if (dimension.type === 'number' || dimension.type === 'boolean' || isLabelOfValue(work, mention))
      return [];
    const at = firstOf(mention);
    const missing = negationBefore(work, at, undefined);
    const having = ['with', 'have', 'having'].includes(lemmaAt(work, before(work, at)));
    if (!missing && !having) return [];
    claim(work, mention.tokens);
    // "products that were never returned" are not among the returns.
    if (missing && dimension === work.lexicon.defaultTime)
      work.ambiguities.push(`I only know what has a ${dimension.title}.`);
    return [{ at, filter: { kind: 'missing', dimension, negated: !missing } }];
  });
}

const small = new Set(
  'in from to by via for with at on be as have do of than been any yet equal get receive want own use make place send write create submit handle come'.split(
    ' ',
  ),
);

/** Claims a negation before a filter; only small words and the filtered dimension's own name may stand between. */
export function negationBefore(work: Work, index: number, dimension: DimensionMetadata | undefined): boolean {
  const own = new Set(dimension === undefined ? [] : memberLemmas(dimension));
  const roots = new Set([...own].map((lemma) => forms(lemma).root));
  const at = before(work, index, (word) => small.has(word) || own.has(word) || roots.has(forms(word).root));
  const word = wordAt(work, at);
  if (negations.has(word) || negations.has(lemmaAt(work, at))) {
    claim(work, [at]);
    // "not including", "but not": the words around a negation belong to it.
    const outer = wordAt(work, at - 1);
    if (outer === 'but' || outer === 'do') claim(work, [at - 1]);
    return true;
  }
  if (
    (word === 'other' || word === 'apart' || word === 'aside' || word === 'rather') &&
    ['than', 'from'].includes(wordAt(work, at + 1))
  ) {
    claim(work, [at, at + 1]);
    return true;
  }
  if ((word === 'including' || word === 'counting') && negations.has(wordAt(work, at - 1))) {
    claim(work, [at - 1, at]);
    return true;
  }
  return false;
}

/**
 * A value may occur in several dimensions ("Germany" of the customer, of the store): the dimension named nearby wins,
 * else the one with the plainest name, else the user is asked.
 */
function chooseDimension(
  work: Work,
  mention: MentionOf<'value'>,
): { dimension: DimensionMetadata; value: string } {
  const options = [mention.entry, ...mention.rivals.filter((rival) => rival.kind === 'value')];
  const [only] = options;
  if (options.length === 1 && only !== undefined) return only;
  work.budget.spend(options.length);
  const own = new Set(mention.tokens);
  const isSaid = (lemma: string): boolean =>
    saidAs(work.question, lemma).some((token) => !own.has(token.index));
  // "to France, Spain and Italy": one list is of one kind.
  const others = certainDimensions(work.mentions);
  const direction = directions[wordAt(work, before(work, firstOf(mention)))];
  const scored = options.map((option) => {
    const lemmas = new Set(memberLemmas(option.dimension).filter((lemma) => lemma !== 'name'));
    const named = [...lemmas].filter(isSaid).length;
    const directed = [...lemmas].some((lemma) => direction?.has(lemma)) ? 1 : 0;
    const listed = others.has(option.dimension.name) ? 1 : 0;
    return { option, named: named + directed + listed, length: lemmas.size };
  });
  scored.sort((a, b) => b.named - a.named || a.length - b.length);
  const [best, second] = scored;
  if (best === undefined) return mention.entry;
  // "Country" is plainer than "Store country"; of two different things neither is.
  const plainer =
    second !== undefined &&
    memberLemmas(best.option.dimension).every(
      (lemma) => lemma === 'name' || memberLemmas(second.option.dimension).includes(lemma),
    );
  if (second !== undefined && second.named === best.named && (second.length === best.length || !plainer)) {
    work.ambiguities.push(
      `Is "${best.option.value}" the ${best.option.dimension.title} or the ${second.option.dimension.title}?`,
    );
  }
  return best.option;
}

/** The dimensions of those values that only one has. */
const certainDimensions = remembered(
  (mentions: readonly Mention[]) =>
    new Set(
      mentions.flatMap(({ entry, rivals }) =>
        entry.kind === 'value' && rivals.every((rival) => rival.kind !== 'value')
          ? [entry.dimension.name]
          : [],
      ),
    ),
);

/** What English says of where something comes from and goes to. */
const directions = wordTable<ReadonlySet<string>>({
  from: new Set(['origin', 'source', 'from', 'departure', 'sender', 'start', 'pickup', 'shipper']),
  to: new Set([
    'destination',
    'target',
    'to',
    'arrival',
    'receiver',
    'recipient',
    'end',
    'dropoff',
    'consignee',
  ]),
});

/** Names of a dimension that only lead to its value: `status cancelled`, `the Electronics category`. */
export function isLabelOfValue(work: Work, mention: MentionOf<'dimension'>): boolean {
  const { name } = mention.entry.dimension;
  const after = neighbour(work, lastOf(mention), 1);
  // "caused by icing" says the cause.
  const passive = after?.words === 'by' && /ed$/.test(wordAt(work, lastOf(mention)));
  if (after !== undefined && (passive || !after.splits) && mayBeOf(after.value, name)) return true;
  const before = neighbour(work, firstOf(mention), -1);
  return before !== undefined && !before.splits && mayBeOf(before.value, name);
}

const splitting = new Set(['by', 'per', 'for', 'in', 'each']);

/** The value next to a word in one direction, with only small words between. */
function neighbour(
  work: Work,
  from: number,
  step: 1 | -1,
): { readonly value: MentionOf<'value'>; readonly words: string; readonly splits: boolean } | undefined {
  const words: string[] = [];
  for (let at = from + step; ; at += step) {
    work.budget.spend(1);
    const token = work.tokens[at];
    const value = mentionAt(work, at);
    if (isOfKind(value, 'value'))
      return { value, words: words.join(' '), splits: words.some((word) => splitting.has(word)) };
    if (token === undefined || !isFiller(token)) return undefined;
    words.push(token.word);
  }
}

function mayBeOf(value: MentionOf<'value'>, dimension: string): boolean {
  return (
    value.entry.dimension.name === dimension ||
    value.rivals.some((rival) => rival.kind === 'value' && rival.dimension.name === dimension)
  );
}
