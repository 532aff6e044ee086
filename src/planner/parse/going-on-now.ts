import type { CubeMetadata, DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { endOfLasting, endsUnknown, isStatus, lastingTimeOf, saysEnd } from '../link/lasting.ts';
import { promisedBy } from '../link/lateness.ts';
import { namePhrases } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { isAsOfNow } from './figure-time.ts';
import { type Filter, filterTarget } from './filter.ts';
import { membersOf } from './quantity.ts';
import { operatorOfItem } from './scene.ts';

/**
 * "How many loans are out at the moment", "are still here": those that go on, where something tells them. Rows that may be over
 * without anything that tells so are not all of them meant.
 */
export function readNow(draft: Draft): void {
  const { question, conditions, lexicon } = draft;
  if (isOfEachTime(draft)) charge(draft, 'otherTime');
  const at = placeOfNow(draft);
  if (at === undefined || question.isDated) return;
  const referring = conditions.flatMap((it) => {
    const member = it.filter.kind === 'segment' ? it.filter.segment : it.filter.dimension;
    return referenceOf(lexicon.cube, member) ?? [];
  });
  // "Machines that are let at the moment" are none of those that ever were.
  if (referring.some(({ from }) => mayBeOver(from))) charge(draft, 'modifier');
  if (referring.length > 0 || isTold(draft)) return;
  const filter = goingOnNow(lexicon.cube);
  if (filter !== undefined) conditions.push({ at, filter });
  else if (mayBeOver(lexicon.cube) && !conditions.some((it) => isOwn(it.filter))) charge(draft, 'modifier');
}

/** "Active members by month": those of today, by when they joined, are not those who were active in each. */
function isOfEachTime({ items, conditions, lexicon: { cube }, timeDimension }: Draft): boolean {
  return (
    timeDimension === undefined &&
    items.some(({ kind }) => kind === 'grain') &&
    conditions.some(
      ({ filter }) =>
        filter.kind === 'segment' &&
        !isJoined(filter.segment) &&
        isCalled(filter.segment, /^(?:current|active)$/),
    ) &&
    (lastingTimeOf(cube, cube.name) !== undefined || endsUnknown(cube))
  );
}

/** Where a question says that it is of now; "now" alone also begins what is asked next. */
function placeOfNow({ items, question: { tokens } }: Draft): number | undefined {
  const at = items.findIndex((item) => {
    const { word = '', index = 0 } = tokens[item.from] ?? {};
    if (operatorOfItem(item, 'filler') === undefined) return false;
    return /^(?:currently|still)$/.test(word) || (word === 'now' && index > 0 && index === tokens.length - 1);
  });
  return at < 0 ? undefined : at;
}

/** Whether a condition or a figure is of now, or of what has not been done yet. */
function isTold({ conditions, quantities }: Draft): boolean {
  return (
    quantities.flatMap(membersOf).some((it) => isAsOfNow(it) || isCalledCurrent(it)) ||
    conditions.some(({ filter }) => {
      if (filter.kind === 'segment') return isCalledCurrent(filter.segment);
      if (filter.kind === 'missing') return filter.dimension.type === 'time';
      if (filter.kind === 'boolean') return stateOf(filter.dimension) ?? promisedBy(filter.dimension);
      return filter.kind === 'values' && isStatus(filter.dimension);
    })
  );
}

/** What says of the rows of a relation that they go on: a segment, or the time at which they are over. */
function goingOnNow(cube: CubeMetadata): Filter | undefined {
  const [segment, ...others] = cube.segments.filter((it) => !isJoined(it) && isCalledCurrent(it));
  if (segment !== undefined)
    return others.length === 0 ? { kind: 'segment', segment, negated: false } : undefined;
  const time = lastingTimeOf(cube, cube.name);
  const end = time && endOfLasting(time);
  const dimension = cube.dimensions.find(({ name }) => name === end?.name);
  if (dimension === undefined) return undefined;
  const state = cube.dimensions.find((it) => untilOf(it) === dimension.name);
  if (state !== undefined) return { kind: 'boolean', dimension: state, value: true };
  return end?.isOpen === true ? { kind: 'missing', dimension, negated: false } : undefined;
}

/** The time at which rows are over of which a member says that they are not. */
function untilOf(member: DimensionMetadata): string | undefined {
  const promise = promisedBy(member);
  return stateOf(member)?.until.name ?? (promise?.is === 'open' ? promise.done.name : undefined);
}

const current = /^(?:current|active|open|ongoing|running)$/;

/** Whether a member is called after what goes on. */
export function isCalledCurrent(member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms'>): boolean {
  return isCalled(member, current);
}

function isCalled(member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms'>, said: RegExp): boolean {
  return namePhrases(member).some((words) => words.some(({ lemma }) => said.test(lemma)));
}

/** Whether rows of a relation may be over: a status tells it, a segment, or a time. */
function mayBeOver(cube: CubeMetadata): boolean {
  return (
    cube.segments.some((it) => !isJoined(it) && isCalledCurrent(it)) ||
    cube.dimensions.some(
      (it) =>
        ownerOf(it.name) === cube.name &&
        ((it.type === 'string' && isStatus(it)) || (it.type === 'time' && saysEnd(it))),
    )
  );
}

function isOwn(filter: Filter): boolean {
  return !isJoined({ name: filterTarget(filter) });
}
