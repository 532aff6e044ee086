import type { DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import { deedOf } from '../language/doers.ts';
import { antonyms } from '../language/lexical.ts';
import { forms, type Token } from '../language/text.ts';
import { isTradeVerb } from '../language/trade.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { entityDimension, ownLemmas } from '../link/entities.ts';
import { type Entry, memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { thingOf } from './figures.ts';
import { type Filter, filterTarget, isDenied } from './filter.ts';
import type { Item } from './item.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import type { Group } from './reading.ts';
import { leadOf, operatorOfItem } from './scene.ts';
import { sameEntry } from './word-beside.ts';

/**
 * "Browsers that do not support it" over rows of what each supports: rows that say something else are no answer, because
 * a browser has several.
 */
export function deniesOthers(draft: Draft, filters: readonly Filter[], groups: readonly Group[]): boolean {
  const { lexicon, quantities, conditions, having } = draft;
  // "Which states had no such line": a state of which one order had none is no answer.
  const isReferred = filters.some(
    (it) => it.kind !== 'segment' && isDenied(it) && referenceOf(lexicon.cube, it.dimension) !== undefined,
  );
  // "3 women and no man": among the women there is none anyway.
  const judged = having.flatMap(({ quantity }) =>
    quantity.kind === 'filtered' ? [filterTarget(quantity.where)] : [],
  );
  if (filters.some((it) => judged.includes(filterTarget(it)))) return true;
  const things = [
    ...groups.map(({ dimension }) => dimension),
    ...quantities.map((it) => thingOf(lexicon, it)),
  ];
  // Class types that "are not offered in Neubau" are not those that are offered elsewhere, too.
  const isListed = quantities.length === 0 && having.length === 0 && groups.length > 0;
  const isApart = (it: Filter): boolean =>
    it.kind === 'values' && it.negated && !groups.some(({ dimension }) => dimension === it.dimension);
  if (isListed && groups.every(({ dimension }) => isKind(draft, dimension)) && filters.some(isApart))
    return true;
  // "Never booked" denies bookings, and not those among them that are called so.
  if (filters.some((it) => isDenied(it) && isOwnDeed(lexicon, it))) return true;
  if (isReferred && things.some((it) => it !== undefined && isKind(draft, it))) return true;
  const asked = quantities.length > 0 ? quantities.flatMap(membersOf) : groups.map((it) => it.dimension);
  // "How many movies" are not rows of where they are shown.
  const counted = conditions.flatMap(({ at, filter }) =>
    filter.kind === 'values' && leadOf(draft, at).cue?.kind === 'many' ? [filter.dimension] : [],
  );
  return deniesRows(lexicon, filters, [...asked, ...counted]);
}

/** Whether what is asked of is there in several rows, of which only those are left out that are denied. */
export function deniesRows(
  { cube, strangers }: Lexicon,
  filters: readonly Filter[],
  asked: readonly MemberMetadata[],
): boolean {
  const [home] = asked.flatMap((it) => strangers.get(it) ?? []);
  if (home === undefined) return false;
  // "Properties without a current tenancy" are not those with one that is over.
  if (filters.some((filter) => filter.kind === 'segment' && filter.negated)) return true;
  return filters.some(
    (filter) =>
      filter.kind !== 'segment' &&
      filter.dimension.type !== 'number' &&
      isDenied(filter) &&
      referenceOf(cube, filter.dimension) === undefined &&
      strangers.get(filter.dimension) !== home,
  );
}

/** Whether a condition is that rows are what all rows like them once were: a booking that is booked. */
function isOwnDeed({ cube }: Lexicon, filter: Filter): boolean {
  if (filter.kind !== 'values') return false;
  const from = referenceOf(cube, filter.dimension)?.from;
  const roots = new Set(from === undefined ? [] : [...ownLemmas(from)].map((lemma) => forms(lemma).root));
  return filter.values.some((value) => roots.has(deedOf(value.toLowerCase()) ?? ''));
}

/** What rows are grouped by rather than told apart by. */
export function isKind({ lexicon: { cube } }: Draft, dimension: DimensionMetadata): boolean {
  return dimension.type === 'string' && dimension.primaryKey !== true && dimension !== entityDimension(cube);
}

/**
 * "Which elements are poisonous?", "how many members did we lose": what would narrow the rows is among the words left aside.
 * @param restricts whether something else narrows them
 */
export function leavesRestriction(draft: Draft, skipped: readonly string[], restricts: boolean): boolean {
  const { items, question, quantities } = draft;
  const { tokens } = question;
  if (leavesManner(draft)) return true;
  return items.some(({ kind, from }) => {
    const token = kind === 'word' ? tokens[from] : undefined;
    if (token === undefined || !skipped.includes(token.raw)) return false;
    const before = tokens.slice(0, from).map(({ word }) => word);
    // "Customers of last year and how many renewed": those that did are asked for.
    if (token.before === 'many' && items.some((it) => it.kind === 'link' && it.to < from - 1)) return true;
    if (isTradeVerb(token, [])) return false;
    const next = tokens[from + 1];
    // "Who work remotely".
    const isManner = token.word.endsWith('ly') && (next === undefined || next.afterBreak);
    if (!isManner && !/^(verb|adjective)$/.test(kindOf(token))) return false;
    // "How many people left" counts, whatever adds them up.
    const counts =
      quantities.every(isCountOf) || items.some((it) => operatorOfItem(it, 'many') !== undefined);
    const isOpposed = antonyms(baseVerb(token.word) ?? token.lemma).length > 0;
    // What we did to them is no matter of course, unlike what we do: "do we track". Amounts are lost as well as won.
    if (/^(we|you|i|they)$/.test(token.before ?? ''))
      return /^(did|have|had)$/.test(before.at(-2) ?? '') && (counts || isOpposed);
    // "Customers whose contract has lapsed".
    if (
      /^(has|have|had)$/.test(token.before ?? '') &&
      before.some((it) => /^(whose|who|which|that)$/.test(it))
    )
      return true;
    // "Refunds denied" are not all of them.
    const isDone = token.word !== token.lemma || token.word.endsWith('ed');
    return !restricts && (counts || (isDone && isOpposed && kindOf(token) === 'verb'));
  });
}

/** "Birds that breed locally": a clause that tells things by nothing but how they do something, which is left aside. */
function leavesManner({ items, question: { tokens }, used }: Draft): boolean {
  return items.some((item, at) => {
    const isManner = item.kind === 'word' && !used.has(at) && kindOf(tokens[item.from] as Token) === 'adverb';
    if (!isManner) return false;
    const start = items.findLastIndex(
      ({ from }, place) => place < at && /^(?:that|which|who)$/.test(tokens[from]?.word ?? ''),
    );
    const behind = items.slice(start + 1);
    const end = behind.findIndex(({ from }) => tokens[from]?.afterBreak === true);
    const clause = end < 0 ? behind : behind.slice(0, end);
    const saysNothing = clause.every(
      (it) => it.kind === 'word' || operatorOfItem(it, 'filler') !== undefined,
    );
    return items[start - 1]?.kind === 'link' && clause.includes(item) && saysNothing;
  });
}

/** "…, counting only companies that pay one": whether a clause that should narrow the rows does nothing of the kind. */
export function narrowsNothing({ items, question: { tokens }, conditions, lexicon }: Draft): boolean {
  const only = tokens.findIndex(({ word }) => word === 'only');
  const start = tokens.findLastIndex(({ afterBreak, index }) => index <= only && afterBreak);
  if (start < 0) return false;
  const next = tokens.findIndex(({ afterBreak, index }) => index > only && afterBreak);
  const isInside = ({ from }: Item): boolean => from >= start && (next < 0 || from < next);
  const others = items.flatMap((item) => (item.kind === 'link' && !isInside(item) ? [item.link.entry] : []));
  const isSibling = (entry: Entry, member: MemberMetadata): boolean => {
    const { dimension, measures } = siblingsOf(lexicon, member);
    const other = memberOf(entry);
    return other !== undefined && (other === dimension || [...measures.values()].some((it) => it === other));
  };
  const isNamedBefore = (entry: Entry): boolean => {
    const member = memberOf(entry);
    return (
      member === undefined ||
      member === lexicon.rowCount ||
      others.some((it) => sameEntry(it, entry) || isSibling(it, member))
    );
  };
  return !items.some((item, at) => {
    if (!isInside(item) || item.kind === 'word') return false;
    if (conditions.some((it) => it.at === at)) return true;
    if (item.kind === 'link') return !isNamedBefore(item.link.entry);
    return operatorOfItem(item, 'filler', 'who', 'where', 'which', 'aggregate') === undefined;
  });
}

/** Charges where rows are narrowed by those that refer to them, which would say as much themselves. */
export function chargeNarrowing(draft: Draft, filters: readonly Filter[]): void {
  const { cube } = draft.lexicon;
  const referenceOfFilter = (it: Filter) =>
    it.kind === 'segment' ? undefined : referenceOf(cube, it.dimension);
  const asked = [...filters, ...draft.quantities.flatMap(wheresOf)].filter((it) => !isDenied(it));
  const referring = filters.filter((it) => referenceOfFilter(it) !== undefined);
  const [only, ...more] = referring;
  if (asked.some((it) => referenceOfFilter(it)?.byName)) charge(draft, 'referredByName');
  else if (only !== undefined && more.length === 0 && !isDenied(only)) charge(draft, 'referredCube');
}

/** What narrows the rows of a figure beside others. */
function wheresOf(quantity: Quantity): readonly Filter[] {
  switch (quantity.kind) {
    case 'filtered':
      return [quantity.where, ...wheresOf(quantity.of)];
    case 'ratio':
      return [...wheresOf(quantity.part), ...wheresOf(quantity.whole)];
    case 'difference':
      return [...wheresOf(quantity.of), ...wheresOf(quantity.less)];
    case 'scaled':
      return wheresOf(quantity.of);
    case 'measure':
    case 'aggregate':
      return [];
  }
}
