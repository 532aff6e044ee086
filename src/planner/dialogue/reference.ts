import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Question } from '../language/question.ts';
import { forms } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import { isJoinedFrom } from '../link/joined-cubes.ts';
import { shortName } from '../link/names.ts';
import { timeOf } from '../parse/figure-time.ts';
import { type Filter, filterTarget, sameFilter } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { isOfShown } from './shown.ts';
import { theTwo } from './wordings.ts';

const shown = new RegExp(
  [
    '\\b(?:these|them)\\b',
    '(?<!\\b(?:is|are|was|were|be|been) )\\bthere\\b(?! (?:is|are|was|were|be|been|has|have)\\b)',
    '\\bthose\\b(?! (?:who|that|which|whose|with(?! (?:their|its))|without|from|in|on|at|under|over|above|below|having|rated)\\b)',
    '\\b(?:is|are|was|were) that\\s*[?.!]*$',
    '\\b(?:each|both)\\s*[?.!]*$',
    `\\b(?:of|among) ${theTwo}`,
  ].join('|'),
  'i',
);

/** Whether a message speaks of rows that were shown before, by a word for them. */
export function pointsToShown(message: string): boolean {
  return shown.test(message);
}

/** "How many accounts does she have?", "its urgent tickets", unlike "products with their prices". */
const theOne =
  /\b(?:he|she|they)\b|\b(?:that|this) one\b|(?<!\b(?:with|by|per|of|than|in|on|\w+ and) )\b(?:its|his|her|their)\b|\b(?:did|does|do|has|have|had|was|is|for|of|at|from) it\b(?! by\b)/i;
/** "List their names", "and their emails", unlike "customers with their orders": nobody is named before. */
const theirs =
  /^\s*(?:(?:and|now|then|also|please|list|show|give|me|us|what|who|are|is|were|all|of|how about|tell|get|see|with|,)\s+)*their\b/i;
const named = /\b(?:that|this) (?:whole |entire |same )?(\p{L}+)\b/giu;

/**
 * Whether a message speaks of what was shown before: "in those jobs", "how many of them", unlike "those who subscribed"; of one thing
 * that was shown or asked for, "its price", "that plan".
 */
export function refersToShown(message: string, { ranking, filters, groups }: Reading): boolean {
  if (pointsToShown(message) || theirs.test(message)) return true;
  const isOfOne =
    ranking?.limit === 1 ||
    filters.some((it) => it.kind === 'values' && it.values.length === 1 && !it.negated);
  if (!isOfOne) return false;
  const things = new Set(groups.flatMap(({ dimension }) => memberLemmas(dimension)));
  const isNamed = [...message.matchAll(named)].some(([, thing = '']) => things.has(forms(thing).lemma));
  return isNamed || theOne.test(message);
}

/** "Which customer of that segment?", where one segment was asked for: what points to it splits nothing by it. */
export function keptToOne(earlier: Reading, later: Reading): Reading {
  const things = [...later.text.matchAll(named)].map(([, thing = '']) => forms(thing).lemma);
  const isPointedTo = (dimension: DimensionMetadata): boolean =>
    memberLemmas(dimension).some((lemma) => things.includes(lemma)) &&
    earlier.filters.some(
      (it) =>
        it.kind === 'values' &&
        it.values.length === 1 &&
        !it.negated &&
        isSameColumn(it.dimension, dimension),
    );
  const groups = later.groups.filter(({ dimension }) => !isPointedTo(dimension));
  return groups.length === 0 || groups.length === later.groups.length ? later : { ...later, groups };
}

/** "How many boats do we have in Kiel?" */
const ofAll = /\b(?:all|overall|altogether|ever|in general|do we have|have we got|we have)\b/i;

/**
 * Whether all that a message is narrowed to are values that were just told apart: "in which halls did grain spoil", after grain and malt
 * by hall. Nothing of it says that the rest no longer holds.
 */
export function picksGroup(
  { text, filters, dates, quantities: asked }: Reading,
  { groups, quantities, filters: known, shareOf = [] }: Reading,
  { widens }: Edit,
): boolean {
  // "List the barley", after what it cost, lists what there is.
  if ((asked.length === 0 && !quantities.every(isCountOf)) || ofAll.test(text)) return false;
  const told = groups.filter(({ grain }) => grain === undefined).map(({ dimension }) => dimension);
  const isTold = (it: Filter): boolean =>
    it.kind === 'values' && !it.negated && told.some((known) => isSameColumn(known, it.dimension));
  // "Which of these in Kiel are not insured?", after how many are, by harbour; what is said once more begins anew.
  const parts = quantities.flatMap((it) => (it.kind === 'filtered' ? [it.where] : []));
  const counted = [...known, ...shareOf, ...parts];
  const isOtherSide = (it: Filter): boolean =>
    counted.some((like) => shortName(filterTarget(like)) === shortName(filterTarget(it))) &&
    !counted.some((like) => sameFilter(like, it));
  return (
    quantities.length > 0 &&
    dates === undefined &&
    !widens &&
    filters.some(isTold) &&
    filters.every((it) => isTold(it) || isOtherSide(it))
  );
}

/** Whether two columns are one, as different relations have it. */
function isSameColumn(one: DimensionMetadata, other: DimensionMetadata): boolean {
  return (
    isJoinedFrom(one, other) || (shortName(one.name) === shortName(other.name) && one.title === other.title)
  );
}

/** Whether a message points to the rows of a result. */
export function pointsBack({ text }: Reading, { replaces }: Edit): boolean {
  const points = /\b(?:that|those|these|them|they|their|it|its|he|she|his|her)\b/i.test(text);
  return (points || pointsToShown(text)) && !replaces;
}

/** "How much did she spend?", where nothing in the message says who she is. */
export function namesNobody({ message }: Question, { filters }: Reading): boolean {
  return /\b(?:s?he|his|hers?|him)\b/i.test(message) && !filters.some(({ kind }) => kind === 'values');
}

/** "How many of those came in January?" after those who joined then: what dates them is no longer asked. */
function isDatedAsBefore(later: Reading, before: Reading): boolean {
  if (later.dates === undefined) return false;
  const [time, known] = [later, before].map(
    ({ timeDimension, lexicon, quantities, filters }) =>
      timeDimension ?? timeOf(lexicon, quantities, filters),
  );
  return (
    time === undefined ||
    known === undefined ||
    time.name.endsWith(known.name) ||
    known.name.endsWith(time.name)
  );
}

/** Whether a reading is of more than was shown: a condition or a limit of what was asked before is gone. */
export function isWider(later: Reading, before: Reading): boolean {
  const parts = later.quantities.flatMap((it) => (it.kind === 'filtered' ? [it.where] : []));
  const kept = new Set(
    [...later.filters, ...(later.shareOf ?? []), ...parts].map((it) => shortName(filterTarget(it))),
  );
  if (before.filters.some((it) => !kept.has(shortName(filterTarget(it))))) return true;
  if (before.dates !== undefined && !isOfShown(later) && !isDatedAsBefore(later, before)) return true;
  // The rows that were shown have met its bounds and its limit.
  if (isOfShown(later)) return false;
  return (
    later.having.length < before.having.length ||
    (before.ranking?.limit !== undefined && later.ranking?.limit === undefined)
  );
}
