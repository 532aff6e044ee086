import type { DimensionMetadata } from '../../contract/tools.ts';
import { type NumberComparison, spans } from '../language/comparisons.ts';
import { scaleOf } from '../language/scales.ts';
import { forms } from '../language/text.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { ageOf } from '../link/ages.ts';
import { isIdentifier, memberLemmas } from '../link/entities.ts';
import { isCounted, isOfRows, memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { spanBetween } from '../link/spans.ts';
import { charge } from './charges.ts';
import { measuredIn } from './compared-amount.ts';
import { explain } from './cues.ts';
import type { Item } from './item.ts';
import { wholeBehind } from './part-of-number.ts';
import { bearAge, personBefore, pointsToPeople, saysAge } from './people.ts';
import { afterBreak, leadOf, linkAt, onlyBetween, operatorOfItem, type Scene, use } from './scene.ts';
import { countsValue } from './value-evidence.ts';

/** A comparison with a number and what it compares, by its place; the place is undefined for the rows themselves. */
export interface Compared {
  readonly comparison: NumberComparison;
  readonly at: number;
  readonly target: number | DimensionMetadata | 'rows' | undefined;
  /** The place of the number that it is a percentage of. */
  readonly whole?: number;
}

/** Comparisons with numbers, each with what it compares. */
export function readComparisons(scene: Scene): Compared[] {
  const found: Compared[] = [];
  for (const [at, item] of scene.items.entries()) {
    if (item.kind !== 'comparison') continue;
    use(scene, at);
    // "Looking after more than 20 shops" says no time.
    const before = scene.items[at - 1];
    const isAfter = before?.kind === 'word' && scene.question.tokens[before.from]?.word === 'after';
    if (isAfter && item.comparison.unit === undefined) explain(scene, at - 1);
    const comparison = isExcluded(scene, at) ? denied(item.comparison) : item.comparison;
    const left = numericBeside(scene, at, -1);
    const whole = wholeBehind(scene, at, comparison);
    if (whole !== undefined && left !== undefined) {
      use(scene, whole);
      found.push({ comparison, at, target: left, whole });
    } else found.push({ comparison, at, target: targetOf(scene, at, comparison, found.at(-1)) });
  }
  return found;
}

function targetOf(
  scene: Scene,
  at: number,
  comparison: NumberComparison,
  before: Compared | undefined,
): Compared['target'] {
  const measured = comparison.adjective === undefined ? undefined : scaled(scene, comparison.adjective);
  if (measured !== undefined) {
    bearAge(scene, personBefore(scene, at), measured);
    return measured;
  }
  if (spans.has(comparison.adjective ?? '')) charge(scene, 'comparesNothing');
  // "At least 3 women", "at least three of them": so many rows.
  if (countsValue(scene, at, comparison) || isOfThem(scene, at) || areSoMany(scene, at)) return 'rows';
  // "Stayed more than 20 times": so many rows, and no other number of them.
  if (saysTimes(scene, at)) return 'rows';
  const things = thingsBeside(scene, at);
  if (things !== undefined) return things;
  const again = boundAgain(scene, at, comparison, before);
  if (typeof again === 'object') return again;
  const left = again ?? unbound(numericBeside(scene, at, -1), before);
  const right = numericBeside(scene, at, 1);
  // "Over 20 g protein, more than 5 mg iron".
  const isApart = right !== undefined && afterBreak(scene, at);
  const near =
    left !== undefined && !isApart && onlyBetween(scene, left, at, ['of', 'than']) ? left : undefined;
  const mayBeAge = saysAge(scene, at, comparison);
  const person = mayBeAge ? personBefore(scene, at) : undefined;
  const isPointed = mayBeAge && person === undefined && pointsToPeople(scene, at);
  const bears = isPointed || (near === undefined && person !== undefined);
  const age = bears ? scaled(scene, 'old') : undefined;
  // Among groups that were shown, those are meant whose figure is so high.
  if (age !== undefined && isPointed) charge(scene, 'impliedAmount', 1.5);
  if (age !== undefined) bearAge(scene, person, age);
  const target = (isPointed ? age : undefined) ?? near ?? age ?? right ?? left;
  // Nobody's age is known.
  if (person !== undefined && (target === undefined || target === person)) charge(scene, 'comparesNothing');
  // "Foods between 100 and 200 kcal": nobody counts in kilocalories.
  const counts = typeof target === 'number' && isCounted(linkAt(scene, target)?.entry);
  return (counts ? measuredIn(scene.lexicon, comparison) : undefined) ?? target;
}

/** "With people of at least 20": so many of them. */
function areSoMany(scene: Scene, at: number): boolean {
  const isOf = operatorOfItem(scene.items[at - 1], 'of') !== undefined;
  const areRows = isOf && isOfRows(linkAt(scene, at - 2)?.entry, scene.lexicon);
  const isSaid = areRows && leadOf(scene, at - 2).cue?.kind === 'with';
  if (isSaid) use(scene, at - 2);
  return isSaid;
}

/** Whether a comparison says how often something happened. */
export function saysTimes({ items, question }: Scene, at: number): boolean {
  const next = question.tokens[(items[at]?.to ?? 0) + 1];
  return next?.word === 'times' || question.tokens[items[at]?.to ?? -1]?.word === 'times';
}

/** "More than 5 years of experience but less than 10": what the bound before is of has another end. */
function boundAgain(
  { items }: Scene,
  at: number,
  { operator, values: [value = 0], unit }: NumberComparison,
  before: Compared | undefined,
): number | DimensionMetadata | undefined {
  if (before?.target === undefined || before.target === 'rows') return undefined;
  const { comparison, target } = before;
  const [start = 0] = comparison.values;
  const isOther =
    operator[0] === opposites[comparison.operator]?.[0] && value < 100 * start && start < 100 * value;
  // "Under 30 vs over 50".
  const isNext = items
    .slice(Math.max(typeof target === 'number' ? target : 0, before.at) + 1, at)
    .every((item) => operatorOfItem(item, 'and', 'or', 'filler', 'compare', 'than') !== undefined);
  // "Aged 40 to 49 vs those under 30".
  const isAgainst = items
    .slice(before.at + 1, at)
    .some((item) => operatorOfItem(item, 'compare') !== undefined);
  const isSame = isOther || (isAgainst && value < 100 * start && start < 100 * value);
  return isSame && isNext && (unit === undefined || unit === comparison.unit) ? target : undefined;
}

/** "More than 10 years experience earn less than 100,000": what has its bound already is not what the next one is of. */
function unbound(left: number | undefined, before: Compared | undefined): number | undefined {
  return before !== undefined && before.at < (left ?? 0) && before.target === left ? undefined : left;
}

function isOfThem({ items, question }: Scene, at: number): boolean {
  const next = (items[at]?.to ?? 0) + 1;
  return (
    question.tokens[next]?.word === 'of' && /^(them|these|those)$/.test(question.tokens[next + 1]?.word ?? '')
  );
}

const opposites = {
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
  '=': '<>',
  '<>': '=',
  between: undefined,
} as const;

function denied(comparison: NumberComparison): NumberComparison {
  const operator = opposites[comparison.operator];
  return operator === undefined ? comparison : { ...comparison, operator };
}

/** "Excluding people with less than 5 years": whether what is compared is left out; uses the denial up. */
function isExcluded(scene: Scene, at: number): boolean {
  const { items, question } = scene;
  const place = items.findLastIndex(
    (item, before) => before < at && operatorOfItem(item, 'not') !== undefined,
  );
  const said = question.tokens[items[place]?.from ?? -1]?.word ?? '';
  const isBefore = items.slice(place + 1, at).every(
    (item) =>
      operatorOfItem(item, 'filler', 'with', 'of', 'in') !== undefined ||
      // "Leave out everything below 10".
      /^(every|any|those|these|ones|all)/.test(question.tokens[item.from]?.word ?? '') ||
      (item.kind === 'link' && item.link.entry.kind === 'relation') ||
      isAgain(scene, item),
  );
  const isBetween = items[at]?.kind === 'comparison' && items[at].comparison.operator === 'between';
  if (
    place < 0 ||
    isBetween ||
    !isBefore ||
    !/^(?:exclud|without|except|ignor|omit|leav|skip|disregard)/.test(said)
  )
    return false;
  use(scene, place);
  for (const [again, item] of items.entries())
    if (again > place && again < at && isAgain(scene, item)) use(scene, again);
  return true;
}

/** "By shop, without shops of fewer than 10 sales": what the answer is split by, named once more. */
function isAgain({ items }: Scene, item: Item): boolean {
  const entry = item.kind === 'link' ? item.link.entry : undefined;
  const first = items.findIndex((it) => it.kind === 'link' && it.link.entry === entry);
  return entry?.kind === 'dimension' && entry.dimension.type === 'string' && items[first] !== item;
}

/** "On more than 3 services": the place of what there are so many different ones of. */
function thingsBeside(scene: Scene, at: number): number | undefined {
  const isDistinct = operatorOfItem(scene.items[at + 1], 'aggregate')?.aggregate === 'distinct';
  const place = at + (isDistinct ? 2 : 1);
  const { entry, quality = 0 } = linkAt(scene, place) ?? {};
  const next = linkAt(scene, place + 1)?.entry.kind;
  const isNamed =
    entry?.kind === 'dimension' &&
    entry.dimension.type === 'string' &&
    !isIdentifier(entry.dimension) &&
    !scene.used.has(place) &&
    quality >= 0.8;
  const isLast = next === undefined || next === 'value' || afterBreak(scene, place + 1);
  return isNamed && isLast ? place : undefined;
}

/** The number dimension that an adjective measures: "older" of an age. */
export function scaled(scene: Scene, adjective: string): DimensionMetadata | undefined {
  const { lexicon, question } = scene;
  const scale = scaleOf(adjective)?.scale;
  if (scale === undefined) return undefined;
  // "Positions older than six months" are no matter of their manager's age.
  const isOfOther = (it: DimensionMetadata): boolean => {
    const owner = new Set(nameLemmas(shortName(ownerOf(it.name))));
    return isJoined(it) && ageOf(it) !== undefined && !question.tokens.some(({ lemma }) => owner.has(lemma));
  };
  const measured = lexicon.cube.dimensions.filter(
    (it) =>
      it.type === 'number' &&
      !isOfOther(it) &&
      ((spanBetween(it) !== undefined && scale.nouns.has('duration')) ||
        memberLemmas(it).some((lemma) => scale.nouns.has(lemma) || scale.nouns.has(forms(lemma).lemma))),
  );
  // A project is long by when it was completed, and not by its budget of hours.
  const whole = measured.filter((it) => spanBetween(it)?.isWhole === true);
  const named = measured.filter(
    (it) => spanBetween(it) === undefined && memberLemmas(it).some((lemma) => isDuration(lemma)),
  );
  const [first, ...more] =
    named.length > 0 || whole.length === 0 ? measured : whole.filter((it) => areRowsNamed(scene, it));
  // Between which of several dates it was long is not said.
  return first !== undefined && spanBetween(first) !== undefined && more.length > 0 ? undefined : first;
}

/** Whether anything of the rows is named that are so long. */
function areRowsNamed({ items, lexicon }: Scene, { name }: DimensionMetadata): boolean {
  return items.some((item) => {
    if (item.kind !== 'link') return false;
    const member = memberOf(item.link.entry);
    return (member === undefined ? lexicon.cube.name : ownerOf(member.name)) === ownerOf(name);
  });
}

/** Whether a noun says how long something is, rather than in which unit. */
function isDuration(lemma: string): boolean {
  return unitSize(lemma) === undefined && scaleOf('long')?.scale.nouns.has(lemma) === true;
}

/** The nearest thing with numbers on one side, with nothing else named between. */
function numericBeside(scene: Scene, at: number, step: 1 | -1): number | undefined {
  for (let place = at + step; place >= 0 && place < scene.items.length; place += step) {
    const item = scene.items[place];
    if (item?.kind === 'link') {
      const { entry } = item.link;
      if (scene.used.has(place)) return undefined;
      if (
        entry.kind === 'measure' &&
        step === -1 &&
        entry.measure.type.startsWith('count') &&
        !item.link.saysAggregate
      )
        return undefined;
      if (entry.kind === 'dimension' && isIdentifier(entry.dimension)) return undefined;
      if (entry.kind === 'measure' || (entry.kind === 'dimension' && entry.dimension.type === 'number'))
        return place;
      if (entry.kind === 'relation' && step === 1) return place;
      return undefined;
    }
    if (item?.kind === 'comparison' || item?.kind === 'date') return undefined;
    if (item?.kind === 'operator' && ['by', 'per', 'each', 'which', 'and', 'or'].includes(item.operator.kind))
      return undefined;
  }
  return undefined;
}
