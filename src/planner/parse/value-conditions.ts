import type { DimensionMetadata } from '../../contract/tools.ts';
import { doingOf } from '../language/doers.ts';
import { kindOf } from '../language/word-kind.ts';
import { isNaming } from '../link/entities.ts';
import type { Entry } from '../link/entries.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Link } from '../link/link.ts';
import { charge } from './charges.ts';
import { namesRows } from './cues.ts';
import { isExcludedWith, negationOf } from './negation.ts';
import { scaled } from './number-conditions.ts';
import { superlativeOf } from './rank-cues.ts';
import {
  afterBreak,
  isPlural,
  leadOf,
  leftOf,
  linkAt,
  type OperatorKind,
  onlyBetween,
  operatorOfItem,
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
  isPassive,
  isSaidOfOthers,
} from './value-evidence.ts';
import { asking, labelOf } from './value-label.ts';
import { chargeValueOfThing } from './value-of-thing.ts';
import type { Price } from './weights.ts';

/** Values of one dimension that are asked for, or left out, together. */
export interface ValueList {
  readonly at: number;
  last: number;
  readonly dimension: DimensionMetadata;
  readonly values: string[];
  readonly negated: boolean;
  apart: boolean;
}

/** Reads a value that a question names into the list that it continues, or one of its own. */
export function readValue(
  scene: Scene,
  at: number,
  link: Link,
  entry: Extract<Entry, { kind: 'value' }>,
  lists: Map<string, ValueList>,
): void {
  const { dimension, value } = entry;
  const previous = scene.items[at - 1];
  const adjective = previous?.kind === 'comparison' ? previous.comparison.adjective : undefined;
  const measured = adjective === undefined ? undefined : scaled(scene, adjective);
  // "Taller than 2 blocks" counts the height in blocks.
  if (measured !== undefined) {
    use(scene, at);
    return;
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
  if (isDoneAt(scene, at, dimension) || isSaidOfOthers(scene, at, dimension)) charge(scene, 'datedVerb', 2);
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

/** Whether a value is named by what those do who are called so. */
function isDeedOf({ items, question }: Scene, at: number, value: string): boolean {
  const token = question.tokens[items[at]?.from ?? -1];
  return token !== undefined && doingOf(value.toLowerCase()) === token.root;
}
