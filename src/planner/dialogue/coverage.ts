import type { CubeMetadata } from '../../contract/tools.ts';
import { addDays, addUnits } from '../language/calendar.ts';
import { comesRound } from '../language/grains.ts';
import { ageOf } from '../link/ages.ts';
import { defaultTime } from '../link/default-time.ts';
import { ownLemmas } from '../link/entities.ts';
import { isJoined, isOfMany } from '../link/joined-cubes.ts';
import { endOfLasting } from '../link/lasting.ts';
import { isDatedOtherwise } from '../parse/figure-time.ts';
import { mergedName } from '../parse/merged-names.ts';
import { isPart, membersOf, type Quantity } from '../parse/quantity.ts';
import type { Having } from '../parse/reading.ts';
import { groupColumn, memberOfFilter } from '../query/columns.ts';
import { formatGroup } from '../query/formats.ts';
import type { Plan } from '../query/plan.ts';
import { seriesOf } from '../query/series.ts';
import type { Speech } from '../speech/english.ts';
import type { AnsweredQuery } from './figures.ts';

/** Says that dates were counted from the end of the data instead of today; empty where they were not. */
export function dataEndNote({ time }: Plan, speech: Speech): string {
  return time?.dataEnd === undefined ? '' : speech.dataEnds(speech.day(time.dataEnd));
}

/**
 * Says by which date the rows are in a period, where it is not the one that they, or any that are told apart, are usually dated by, or
 * where some have none; else empty.
 */
export function datedByNote({ time, cube, quantities, groups, shareOf = [] }: Plan, speech: Speech): string {
  if (time === undefined) return '';
  const until = endOfLasting(time.dimension);
  if (until !== undefined) return speech.goingOnThen(time.dimension.title, until.title);
  const times = cube.dimensions.filter(({ type }) => type === 'time');
  const isUsual = times.length === 1 || time.dimension === defaultTime(cube, ownLemmas(cube));
  const states = [...groups, ...shareOf].flatMap((it) => ('dimension' in it ? [it.dimension] : []));
  const isOther = states.some((it) => isDatedOtherwise(cube, quantities, it, time.dimension));
  if (!isUsual || isOther) return speech.datedBy(time.dimension.title);
  return time.dimension.gaps === true ? speech.datedByPartly(time.dimension.title) : '';
}

/** Says that those who share a name are not told apart; empty where none of what it is told by is such a name. */
export function namesakesNote(plan: Plan, speech: Speech): string {
  const name = mergedName(plan);
  return name === undefined ? '' : speech.namesakes(name.title);
}

/** The first and the last day of the data by which a plan is dated; empty where that is not known. */
function daysOf({ time, cube }: Plan): readonly string[] {
  // When the first and the last account were closed says nothing of whether there were any before.
  const isOfSome = time?.dimension.gaps === true && time.dimension !== defaultTime(cube, ownLemmas(cube));
  return isOfSome ? [] : (time?.dimension.range ?? []).map((moment) => moment.slice(0, 10));
}

/** How much of each period asked for the data covers; `whole` where that is not known. */
export function coverageOf(plan: Plan): ('none' | 'part' | 'whole')[] {
  const { time } = plan;
  const [first, last] = daysOf(plan);
  if (time === undefined || first === undefined || last === undefined) return ['whole'];
  return time.periods.map(({ start, end }) => {
    if ((start !== undefined && start > last) || (end !== undefined && end <= first)) return 'none';
    const late = start !== undefined && addDays(start, usualGapDays) < first;
    const early = end !== undefined && addDays(end, -1) > last;
    return late || early ? 'part' : 'whole';
  });
}

/** A year whose first row is dated 3 January is complete. */
const usualGapDays = 31;

/** Says what the data covers where that is only some of the periods that are compared or added up, or not all of one; else empty. */
export function coverageNote(plan: Plan, speech: Speech): string {
  const coverage = coverageOf(plan);
  const [only] = coverage;
  const begins = plan.time?.periods[0]?.start;
  const [first = ''] = daysOf(plan);
  if (plan.time?.dataEnd !== undefined) return '';
  const cutAtStart = coverage.length === 1 && only === 'part' && begins !== undefined && begins < first;
  const uneven = coverage.length > 1 && coverage.some((it) => it !== 'whole');
  return cutAtStart || uneven ? rangeNote(plan, speech) : '';
}

/** Says from when to when there is data; empty where that is not known. */
export function rangeNote(plan: Plan, speech: Speech): string {
  const [first, last] = daysOf(plan);
  return first === undefined || last === undefined
    ? ''
    : speech.dataRuns(speech.day(first), speech.day(last));
}

/** Says that the last bucket of a series is not over, which makes it less than those before; else empty. */
export function goingOnNote(plan: Plan, { rows, columns }: AnsweredQuery, speech: Speech): string {
  const series = seriesOf(plan);
  if (series === undefined || !plan.quantities.some(isPart) || rows.length < 2) return '';
  const { grain } = series;
  if (grain === undefined || grain === 'hour' || comesRound(grain)) return '';
  const last = rows.at(-1)?.[columns.indexOf(groupColumn(series))];
  if (typeof last !== 'string') return '';
  const start = last.slice(0, 10);
  const asked = plan.time?.dimension === series.dimension ? plan.time.periods : [];
  const isAsked = asked.length === 0 || asked.some(({ end }) => end === undefined || end > plan.today);
  const isGoingOn = isAsked && start <= plan.today && plan.today < addUnits(start, 1, grain);
  return isGoingOn ? speech.goesOn(formatGroup(last, series, speech)) : '';
}

/** Says that who has no rows at all is not among those that have few of them, or of which a mean is; else empty. */
export function noRowsNote(
  { cube, groups, countGroups, having, quantities, ranking, meanOver }: Plan,
  speech: Speech,
): string {
  if (meanOver !== undefined && meanOver.grain === undefined && isJoined(meanOver.dimension))
    return speech.noRows(cube.title);
  const isOfJoined = (countGroups === undefined ? groups : [countGroups]).some(({ dimension }) =>
    isJoined(dimension),
  );
  const [main] = quantities;
  const areFewest =
    ranking?.direction === 'asc' && ranking.limit !== undefined && main !== undefined && isPart(main);
  const isHeld = ranking?.limit === undefined && areBesideOwners(cube, quantities);
  const isMissing = areFewest || having.some(passesNone) || (having.length === 0 && isHeld);
  return isOfJoined && isMissing ? speech.noRows(cube.title) : '';
}

/** Whether something of the rows is shown beside a number of what they belong to. */
function areBesideOwners(cube: CubeMetadata, quantities: readonly Quantity[]): boolean {
  const members = quantities.flatMap(membersOf);
  return (
    members.some((it) => !isJoined(it)) &&
    members.some((it) => it.type === 'sum' && isJoined(it) && !isOfMany(cube, it))
  );
}

/** Whether a condition on groups holds for those of which there is nothing to count or to add up. */
function passesNone({ quantity, operator, values: [low = 0, high = 0], than }: Having): boolean {
  if (!isPart(quantity)) return false;
  if (than !== undefined) return operator !== '>';
  switch (operator) {
    case '<':
      return low > 0;
    case '<=':
      return low >= 0;
    case '<>':
      return low !== 0;
    case 'between':
      return low <= 0 && high >= 0;
    case '=':
    case '>':
    case '>=':
      return false;
  }
}

/** Says on which day those are so old whose ages were computed; empty where none were. */
export function ageNote(plan: Plan, speech: Speech): string {
  const { quantities, having, groups, filters, shareOf = [] } = plan;
  const members = [
    ...[...quantities, ...having.map(({ quantity }) => quantity)].flatMap(membersOf),
    ...groups.map(({ dimension }) => dimension),
    ...[...filters, ...shareOf].map(memberOfFilter),
  ];
  const [age] = members.flatMap((it) => ageOf(it) ?? []);
  return age?.today === undefined ? '' : speech.agesOn(speech.day(age.today));
}
