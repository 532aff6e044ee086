import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Link } from '../link/link.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import { explain, narrowsNext } from './cues.ts';
import type { Condition } from './filter.ts';
import type { Item } from './item.ts';
import { negationOf } from './negation.ts';
import { asksHowLongItRuns } from './other-duration.ts';
import { placeOfOut } from './out-of.ts';
import { asDone } from './promises.ts';
import {
  afterBreak,
  isInfinitive,
  leadOf,
  leftOf,
  linkAt,
  onlyBetween,
  operatorOfItem,
  type Scene,
  use,
} from './scene.ts';
import { isOwned, isPassive } from './value-evidence.ts';

/** Reads whether rows are to be so or not, by a yes or no that a question names. @param found the conditions before it */
export function readFlag(
  scene: Scene,
  at: number,
  link: Link,
  dimension: DimensionMetadata,
  found: Condition[],
): void {
  const { cue } = leadOf(scene, at);
  use(scene, at, cue?.kind === 'by' ? cue.at : undefined);
  const word = scene.question.tokens[scene.items[at]?.from ?? -1]?.word ?? '';
  if (stateOf(dimension) !== undefined && asksHowLongItRuns(scene, word)) return;
  // "With more than 10 learners" is not with any.
  if (scene.items[at - 1]?.kind === 'comparison') charge(scene, 'comparedValue');
  // "Visits of lapsed members" are visits.
  const isHead = operatorOfItem(scene.items[at + 1], 'of') !== undefined && !isOwned(scene, at);
  // "Companies at risk" are none with attempts.
  if ((isHead || link.quality < likely) && referenceOf(scene.lexicon.cube, dimension) !== undefined)
    charge(scene, 'countedStranger', 2);
  if (isInfinitive(scene, at)) charge(scene, 'infinitive');
  const isNegated = negationOf(scene, at) || isDeniedBefore(scene, found, at);
  const isDenied = isNegated !== readOutOf(scene, at, dimension);
  // "Blocks that players cannot dig", where a description says that players do.
  const said = found.at(-1);
  if (
    said?.filter.kind === 'boolean' &&
    said.filter.dimension === dimension &&
    onlyBetween(scene, said.at, at, ['not'])
  )
    found.pop();
  found.push({
    at,
    filter: {
      kind: 'boolean',
      dimension: asDone(scene, at, dimension),
      value: isDenied === link.denied,
    },
  });
}

/** Less surely named, other rows are rather something else. */
const likely = 0.75;

/** "Out of stock" is what is not in stock. @returns whether that is said */
function readOutOf(scene: Scene, at: number, { title }: DimensionMetadata): boolean {
  const out = placeOfOut(scene, at);
  if (!/^in\b/i.test(title) || out === undefined) return false;
  explain(scene, out);
  return true;
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

/** "by whether it is paid", "for each": the answer is split by it. */
export function isSplitBy(scene: Scene, at: number): boolean {
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
