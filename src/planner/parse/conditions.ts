import type { DimensionMetadata } from '../../contract/tools.ts';
import { doingOf } from '../language/doers.ts';
import { kindOf } from '../language/word-kind.ts';
import { isNaming } from '../link/entities.ts';
import type { Entry } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import { explain, namesRows, narrowsNext } from './cues.ts';
import type { Condition } from './filter.ts';
import type { Item } from './item.ts';
import { excludesPair, isExcludedWith, negationOf } from './negation.ts';
import { scaled } from './number-conditions.ts';
import { isCurrentOfOthers } from './present.ts';
import { asDone } from './promises.ts';
import { superlativeOf } from './rank-cues.ts';
import {
  afterBreak,
  isInfinitive,
  isPlural,
  leadOf,
  leftOf,
  linkAt,
  type OperatorKind,
  onlyBetween,
  open,
  operatorOfItem,
  rightOf,
  type Scene,
  use,
} from './scene.ts';
import {
  countsValue,
  describesOther,
  describesSibling,
  isBearerValue,
  isDatedVerb,
  isDoneAt,
  isHeadOfOther,
  isJoinedTo,
  isOfOtherThing,
  isOtherDirection,
  isOwned,
  isPassive,
} from './value-evidence.ts';
import { asking, labelOf } from './value-label.ts';
import { chargeValueOfThing } from './value-of-thing.ts';
import type { Price } from './weights.ts';

/** Filters by values, yes or no, presence and segments, each with its negation. */
export function readConditions(scene: Scene): Condition[] {
  const found: Condition[] = [];
  const lists = new Map<
    string,
    {
      at: number;
      last: number;
      dimension: DimensionMetadata;
      values: string[];
      negated: boolean;
      apart: boolean;
    }
  >();
  for (const [at] of scene.items.entries()) {
    const link = linkAt(scene, at);
    if (link === undefined || scene.used.has(at)) continue;
    const { entry } = link;
    if (entry.kind === 'value') {
      const { dimension, value } = entry;
      const previous = scene.items[at - 1];
      const adjective = previous?.kind === 'comparison' ? previous.comparison.adjective : undefined;
      const measured = adjective === undefined ? undefined : scaled(scene, adjective);
      // "Taller than 2 blocks" counts the height in blocks.
      if (measured !== undefined) {
        use(scene, at);
        continue;
      }
      if (previous?.kind === 'comparison' && !countsValue(scene, at - 1, previous.comparison))
        charge(scene, 'comparedValue');
      const own = leadOf(scene, at);
      const narrows = linkAt(scene, at + 1) !== undefined && !afterBreak(scene, at + 1);
      const isCounted =
        own.cue?.kind === 'many' ||
        own.modifiers.some((place) => operatorOfItem(scene.items[place], 'aggregate')?.aggregate === 'count');
      // "How many candles did we sell" counts what was sold of them.
      const isDone = scene.items.some((item) => item.kind === 'link' && item.link.deed === true);
      if (isCounted && !narrows && !isDone)
        // "How many reading lamps did we sell" counts no lamps of that name, of which there is one.
        charge(
          scene,
          isJoined(dimension) && !(own.cue?.kind === 'many' && isNaming(dimension))
            ? 'countedStranger'
            : 'countedValue',
        );
      if (
        isPartOfName(scene, at) ||
        describesOther(scene, at, dimension) ||
        // "Oak chairs" are chairs, whatever is said of the wood.
        (isHeadOfOther(scene, at, dimension) && !isPlural(scene, at))
      )
        charge(scene, 'compound');
      if (isOfOtherThing(scene, at, entry)) charge(scene, 'valueOfOther');
      if (describesSibling(scene, at, dimension)) charge(scene, 'valueOfOther', 2);
      const label = labelOf(scene, at, dimension);
      use(scene, at, label);
      if (label !== undefined)
        // A label need not say all of the name.
        charge(scene, 'unlike', 0.8 * ((linkAt(scene, label)?.quality ?? 1) - 1));
      const lead = leadOf(scene, at);
      const { cue, after } = lead;
      if (label === undefined) chargeValueOfThing(scene, at, entry, lead);
      if (isOtherDirection(scene, cue?.at, dimension)) charge(scene, 'otherDirection');
      if (isDoneAt(scene, at, dimension)) charge(scene, 'datedVerb', 2);
      else if (isDatedVerb(scene, at)) charge(scene, 'datedVerb');
      if (after !== undefined && isBearerValue(scene, after, at))
        charge(scene, 'bearerValue', namesRows(scene, at) || isPlural(scene, at) ? 0.4 : 1);
      if (cue !== undefined && asking.has(cue.kind) && !isAskedOf(scene, cue.at, at)) {
        // An answer is rarely split by one value, and one value is rarely counted.
        const isOne = superlativeOf(scene, scene.items[at - 1]) !== undefined;
        if (
          cue.kind === 'which' &&
          link.quality < 0.95 &&
          !isOne &&
          !(link.quality >= 0.88 && namesRows(scene, at))
        )
          charge(scene, 'askedValue.stranger');
        if (cue.kind === 'by' && isPassive(scene, cue.at)) use(scene, cue.at);
        else if (!narrows) charge(scene, askedValuePrice(scene, cue.kind, dimension));
        if (cue.kind === 'by') use(scene, cue.at);
      }
      const before = [...lists.values()].findLast(
        (list) => list.dimension === dimension && continues(scene, list.last, at),
      );
      const negated = negationOf(scene, at) || before?.negated === true || isExcludedWith(scene, at);
      // "Drivers who have not driven" are not those of another role.
      if (negated && isDeedOf(scene, at, value)) charge(scene, 'valueOfOther', 2);
      const key = `${dimension.name} ${negated}`;
      const known = lists.get(key);
      if (known === undefined)
        lists.set(key, { at, last: at, dimension, values: [value], negated, apart: false });
      else {
        // "From Denmark who sailed in Sweden" are not from either of them.
        if (!isJoinedTo(scene, known.last, at)) charge(scene, 'unused');
        if (!known.values.includes(value)) known.values.push(value);
        // "In Germany and France", unlike "at VRR and at NWL".
        const isOwn = cue?.kind === 'in' && cue.at > known.last;
        const lead = leadOf(scene, known.at).cue;
        // "Split into men and women".
        const split = lead && leftOf(scene.items, lead.at);
        const isSplit = split !== undefined && operatorOfItem(scene.items[split], 'spread') !== undefined;
        if (isSplit) use(scene, split);
        known.apart ||=
          scene.operators.some(({ operator }) => operator.kind === 'apart') ||
          ((isOwn || isSplit || lead?.kind !== 'in') &&
            scene.items.slice(known.last, at).some((item) => operatorOfItem(item, 'and') !== undefined));
        known.last = at;
      }
    } else if (entry.kind === 'dimension' && entry.dimension.type !== 'boolean' && link.denied) {
      use(scene, at);
      found.push({ at, filter: { kind: 'missing', dimension: entry.dimension, negated: false } });
    } else if (entry.kind === 'segment') {
      use(scene, at);
      if (isCurrentOfOthers(scene, at, entry.segment)) charge(scene, 'modifier');
      found.push({
        at,
        filter: { kind: 'segment', segment: entry.segment, negated: negationOf(scene, at) !== link.denied },
      });
    } else if (
      entry.kind === 'dimension' &&
      entry.dimension.type === 'boolean' &&
      !isSplitBy(scene, at) &&
      !isOwned(scene, at)
    ) {
      const { cue } = leadOf(scene, at);
      use(scene, at, cue?.kind === 'by' ? cue.at : undefined);
      // "With more than 10 learners" is not with any.
      if (scene.items[at - 1]?.kind === 'comparison') charge(scene, 'comparedValue');
      // "Visits of lapsed members" are visits.
      const isHead = operatorOfItem(scene.items[at + 1], 'of') !== undefined && !isOwned(scene, at);
      // "Companies at risk" are none with attempts.
      if ((isHead || link.quality < likely) && referenceOf(scene.lexicon.cube, entry.dimension) !== undefined)
        charge(scene, 'countedStranger', 2);
      if (isInfinitive(scene, at)) charge(scene, 'infinitive');
      const isNegated = negationOf(scene, at) || isDeniedBefore(scene, found, at);
      const isDenied = isNegated !== readOutOf(scene, at, entry.dimension);
      // "Blocks that players cannot dig", where a description says that players do.
      const said = found.at(-1);
      if (
        said?.filter.kind === 'boolean' &&
        said.filter.dimension === entry.dimension &&
        onlyBetween(scene, said.at, at, ['not'])
      )
        found.pop();
      found.push({
        at,
        filter: {
          kind: 'boolean',
          dimension: asDone(scene, at, entry.dimension),
          value: isDenied === link.denied,
        },
      });
    }
  }
  // "orders and cancelled orders" are two things.
  for (const { at } of open(scene, 'and')) {
    const [left, right] = entriesBeside(scene, at);
    // "Juniors and leads", "seniors, leads and juniors" rank nothing.
    const isValueRanked =
      (left?.kind === 'value' && isRankBy(scene, rightOf(scene.items, at), scene.items.length - 1)) ||
      (right?.kind === 'value' && isRankBy(scene, leftOf(scene.items, at), at - 1));
    if (((left?.kind === 'relation' || left?.kind === 'measure') && right?.kind === 'value') || isValueRanked)
      charge(scene, 'uneven');
  }
  for (const { at, operator } of scene.operators)
    if ((operator.kind === 'and' || operator.kind === 'compare') && areApart(scene, at))
      charge(scene, 'unused');
  // "damaged or defective" are values of one dimension.
  for (const { at } of open(scene, 'or')) {
    const [left, right] = entriesBeside(scene, at);
    if (left?.kind === 'value' && right?.kind === 'value' && left.dimension !== right.dimension)
      charge(scene, 'unevenOr');
  }
  if (excludesPair(scene)) charge(scene, 'twice', 2);
  const refers = (it: DimensionMetadata): boolean => referenceOf(scene.lexicon.cube, it) !== undefined;
  // "on both Netflix and Prime Video": no row has two values.
  const both = scene.question.tokens.some(
    ({ word, index }, _, tokens) =>
      // "Both numbers" are those of two values.
      word === 'also' || (word === 'both' && !/^(?:numbers|figures)$/.test(tokens[index + 1]?.word ?? '')),
  );
  if (
    both &&
    [...lists.values()].some(({ values, dimension }) => values.length > 1 && !refers(dimension)) &&
    !scene.items.some((item) => operatorOfItem(item, 'by', 'per', 'each', 'compare') !== undefined)
  )
    charge(scene, 'twice');
  // Rows may refer to both.
  for (const { at, dimension, values, negated, apart } of lists.values())
    for (const own of both && refers(dimension) ? values.map((it) => [it]) : [values])
      found.push({ at, filter: { kind: 'values', dimension, values: own, negated, apart } });
  return found.sort((a, b) => a.at - b.at);
}

/** "Out of stock" is what is not in stock. @returns whether that is said */
function readOutOf(scene: Scene, at: number, { title }: DimensionMetadata): boolean {
  const { from = 0 } = scene.items[at] ?? {};
  const [of, out] = scene.question.tokens.slice(Math.max(0, from - 2), from).toReversed();
  if (!/^in\b/i.test(title) || out?.word !== 'out' || of?.word !== 'of') return false;
  explain(
    scene,
    scene.items.findIndex((item) => item.from <= out.index && out.index <= item.to),
  );
  return true;
}

/** Less surely named, other rows are rather something else. */
const likely = 0.75;

/** What is named on either side of a small word. */
function entriesBeside(scene: Scene, at: number): readonly (Entry | undefined)[] {
  return [leftOf, rightOf].map((beside) => linkAt(scene, beside(scene.items, at) ?? -1)?.entry);
}

/** "Revenue and refunds" are two things: nothing says that the revenue is of what was refunded. */
function areApart(scene: Scene, at: number): boolean {
  const [left, right] = entriesBeside(scene, at);
  const isFigure = (it: Entry | undefined): boolean => it?.kind === 'measure' || it?.kind === 'relation';
  const refers = (it: Entry | undefined): boolean =>
    it?.kind === 'dimension' && referenceOf(scene.lexicon.cube, it.dimension) !== undefined;
  return (isFigure(left) && refers(right)) || (refers(left) && isFigure(right));
}

function isRankBy({ items }: Scene, at: number | undefined, place: number): boolean {
  return at === place && operatorOfItem(items[at], 'rank') !== undefined;
}

/** "Without wifi, lockers or toilets", unlike "with lockers or toilets", where either would do. */
function isDeniedBefore(scene: Scene, found: readonly Condition[], at: number): boolean {
  const { items } = scene;
  const before = found.at(-1);
  if (before?.filter.kind !== 'boolean' || !onlyBetween(scene, before.at, at, ['or', 'in', 'with']))
    return false;
  const isOr = (item: Item): boolean => operatorOfItem(item, 'or') !== undefined;
  if (!items.slice(before.at, at).some(isOr) && !(afterBreak(scene, at) && items.slice(at).some(isOr)))
    return false;
  const isDenied =
    onlyBetween(scene, before.at, at, ['or']) && before.filter.value === linkAt(scene, before.at)?.denied;
  if (!isDenied) charge(scene, 'unevenOr');
  return isDenied;
}

/** "What do women earn", "what percentage of the men": who does something, or is the whole, is not what is asked. */
function isAskedOf(scene: Scene, cue: number, at: number): boolean {
  const { items, question } = scene;
  const entry = linkAt(scene, at)?.entry;
  // "What share of callouts", by the jobs that invoices are for, is of jobs.
  const isOwn = entry?.kind === 'value' && !isJoined(entry.dimension);
  return items
    .slice(cue + 1, at)
    .some(
      (item) =>
        /^(do|does|did)$/.test(question.tokens[item.from]?.word ?? '') ||
        (isOwn && operatorOfItem(item, 'share') !== undefined),
    );
}

/** "Success rate" is no rate of what was a success; what "seniors earn" is of seniors, who do it. */
function isPartOfName(scene: Scene, at: number): boolean {
  const [item, next] = [scene.items[at], scene.items[at + 1]];
  const [token, head] = [scene.question.tokens[item?.to ?? -1], scene.question.tokens[next?.from ?? -1]];
  if (isPlural(scene, at) && head !== undefined && kindOf(head) === 'verb') return false;
  return (
    next?.kind === 'link' &&
    next.link.entry.kind === 'measure' &&
    next.link.quality < 0.96 &&
    next.from === (item?.to ?? 0) + 1 &&
    !afterBreak(scene, at + 1) &&
    token !== undefined &&
    kindOf(token) === 'noun'
  );
}

function askedValuePrice({ lexicon }: Scene, cue: OperatorKind, dimension: DimensionMetadata): Price {
  if (cue === 'by' || cue === 'per') return `askedValue.${cue}`;
  if (cue === 'each') return 'askedValue.per';
  return cue === 'which' && lexicon.strangers.has(dimension) ? 'askedValue.stranger' : 'askedValue.other';
}

function continues(scene: Scene, last: number, at: number): boolean {
  return onlyBetween(scene, last, at, ['and', 'or', 'in']);
}

/** "by whether it is paid", "for each": the answer is split by it. */
/** Whether a value is named by what those do who are called so. */
function isDeedOf({ items, question }: Scene, at: number, value: string): boolean {
  const token = question.tokens[items[at]?.from ?? -1];
  return token !== undefined && doingOf(value.toLowerCase()) === token.root;
}

function isSplitBy(scene: Scene, at: number): boolean {
  const { cue, after } = leadOf(scene, at);
  // "top 5 by natural isotopes": what it narrows follows.
  const isRelation = !afterBreak(scene, at + 1) && linkAt(scene, at + 1)?.entry.kind === 'relation';
  if (isRelation || narrowsNext(scene, at)) return false;
  if (cue !== undefined && ['by', 'per', 'each', 'whether', 'which'].includes(cue.kind)) {
    return cue.kind !== 'which' && !(cue.kind === 'by' && isPassive(scene, cue.at));
  }
  if (cue?.kind !== 'and' && after === undefined) return false;
  const before = cue?.kind === 'and' ? leftOf(scene.items, cue.at) : after;
  const joined = cue?.kind === 'and' || (after !== undefined && afterBreak(scene, at));
  return joined && before !== undefined && linkAt(scene, before) !== undefined && isGroupCued(scene, before);
}

function isGroupCued(scene: Scene, at: number): boolean {
  const { cue } = leadOf(scene, at);
  return cue !== undefined && ['by', 'per', 'each'].includes(cue.kind);
}
