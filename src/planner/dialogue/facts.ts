import type { Row, Value } from '../../engines/query-engine.ts';
import { addDays, addUnits, type Day, daysBetween, type Unit, unitsBetween } from '../language/calendar.ts';
import { comesRound } from '../language/grains.ts';
import { isPart } from '../parse/quantity.ts';
import type { Plan } from '../query/plan.ts';
import type { PlannedGroup } from '../query/planned-groups.ts';
import { type ResultEnd, type ResultEnds, seriesOf } from '../query/series.ts';
import type { Speech } from '../speech/english.ts';
import type { Change, End, Ends } from '../speech/facts.ts';
import { coverageOf } from './coverage.ts';
import { type AnsweredQuery, type Figure, groupsOf, isShareOfEach, nameOf } from './figures.ts';

/** What there is to say of one figure of a result beyond its rows. */
export interface Facts {
  readonly ends: Ends | undefined;
  /** So many rows, and all with this figure. */
  readonly allAlike: { readonly count: string; readonly figure: string } | undefined;
  readonly change: Change | undefined;
  /** Of a series by hours or days. */
  readonly average: { readonly figure: string; readonly unit: 'hour' | 'day' } | undefined;
}

interface Known {
  readonly groups: readonly Value[];
  readonly value: Value;
}

/**
 * @param whole of the figure, where it is known
 * @param ends of a result whose rows are not all there
 */
export function factsOf(
  figure: Figure,
  plan: Plan,
  result: AnsweredQuery,
  whole: Value | undefined,
  ends: ResultEnds | undefined,
  speech: Speech,
): Facts {
  const rows = result.rows
    .map((row): Known => ({ groups: groupsOf(row, plan, result), value: figure.at(row) }))
    .filter(({ value }) => value !== null);
  const isComplete = result.rows.length === result.totalRows;
  const named = rows.filter(({ groups }) => groups.every((it) => it !== null && it !== ''));
  // What is not known is no highest or lowest of those that are.
  const candidates = named.length > 0 ? named : rows;
  const found = isComplete ? endsOf(candidates, figure) : ends;
  const series = seriesOf(plan);
  const first = rows[0];
  const last = isComplete ? rows.at(-1) : ends && { groups: ends.last.names, value: ends.last.value };
  const spread = series && first && last && spreadOf(first, last, series);
  const haveGaps = spread !== undefined && spread > result.totalRows;
  const share = (value: Value): string | undefined =>
    plan.share !== undefined && isShareOfEach(plan)
      ? undefined
      : shareOf(figure, value, whole, series, speech);
  const end = ({ names, value, count }: ResultEnd, notes: Partial<End>): End => ({
    names: namesOf(candidates, names, value, count, { figure, plan, speech }),
    count: speech.number(count, 0),
    figure: figure.text(value),
    ...notes,
  });
  const numbers = rows.map(({ value }) => Number(value));
  // Beside what is not known there may be only one.
  const isOnly = isComplete && candidates.length === 1 && result.rows.length > 1;
  const isAlike =
    !isOnly && found !== undefined && figure.rank(found.highest.value) === figure.rank(found.lowest.value);
  return {
    ends:
      found === undefined || isAlike
        ? undefined
        : {
            highest: end(found.highest, {
              share: share(found.highest.value),
              timesAverage: series && timesAverage(numbers, isComplete, speech),
            }),
            lowest: isOnly
              ? undefined
              : end(found.lowest, plan.share === undefined ? {} : { share: share(found.lowest.value) }),
            haveGaps: haveGaps && !isOnly,
          },
    allAlike:
      found !== undefined && isAlike
        ? {
            count: speech.number(isComplete ? candidates.length : result.totalRows, 0),
            figure: figure.text(found.highest.value),
          }
        : undefined,
    change: series && isComplete ? changeOf(rows, figure, plan, series, speech) : undefined,
    average:
      series && !haveGaps && (series.grain === 'day' || series.grain === 'hour') && isPart(figure.quantity)
        ? averageOf(whole, result.totalRows, figure, series.grain)
        : undefined,
  };
}

function endsOf(rows: readonly Known[], { rank }: Figure): ResultEnds | undefined {
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const end = (sign: 1 | -1): ResultEnd => {
    const best = rows.reduce((one, other) =>
      rank(other.value) * sign > rank(one.value) * sign ? other : one,
    );
    const count = rows.filter(({ value }) => rank(value) === rank(best.value)).length;
    return { names: best.groups, value: best.value, count };
  };
  return { highest: end(1), lowest: end(-1), last: { names: last.groups, value: last.value, count: 1 } };
}

/** More that share an end are counted. */
const maxNamed = 3;

function namesOf(
  rows: readonly Known[],
  names: readonly Value[],
  value: Value,
  count: number,
  { figure, plan, speech }: { readonly figure: Figure; readonly plan: Plan; readonly speech: Speech },
): string[] {
  if (count > maxNamed) return [];
  const alike = rows.filter((row) => figure.rank(row.value) === figure.rank(value));
  return (alike.length === count ? alike.map(({ groups }) => groups) : [names]).map((groups) =>
    nameOf(groups, plan, speech),
  );
}

/** What a value is of the whole; a part of a series is told by its time instead. */
function shareOf(
  { quantity }: Figure,
  value: Value,
  whole: Value | undefined,
  series: PlannedGroup | undefined,
  speech: Speech,
): string | undefined {
  const [part, all] = [Number(value), Number(whole ?? Number.NaN)];
  const isShare = isPart(quantity) && series === undefined && part >= 0 && all > 0 && part <= all;
  return isShare ? speech.percent((part / all) * 100) : undefined;
}

/** An end that is at least so many times the average stands out, among at least so many. */
const outstanding = 2;
const fewest = 6;

function timesAverage(numbers: readonly number[], isComplete: boolean, speech: Speech): string | undefined {
  const average = numbers.reduce((sum, it) => sum + it, 0) / numbers.length;
  const times = Math.max(...numbers) / average;
  const stands =
    isComplete && numbers.length >= fewest && numbers.every((it) => it >= 0) && times >= outstanding;
  return stands ? speech.number(times, 1) : undefined;
}

/** Units from the first bucket to the last, both counted; undefined for times that come again. */
function spreadOf(first: Known, last: Known, { grain }: PlannedGroup): number | undefined {
  const [from, to] = [first.groups[0], last.groups[0]];
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (grain === undefined || comesRound(grain)) return undefined;
  const days: readonly [Day, Day] = [from.slice(0, 10), to.slice(0, 10)];
  if (grain !== 'hour') return unitsBetween(...days, grain) + 1;
  return daysBetween(...days) * 24 + Number(to.slice(11, 13)) - Number(from.slice(11, 13)) + 1;
}

function averageOf(
  whole: Value | undefined,
  rows: number,
  figure: Figure,
  unit: 'hour' | 'day',
): Facts['average'] {
  const all = Number(whole ?? Number.NaN);
  return Number.isFinite(all) && rows > 2 ? { figure: figure.text(all / rows), unit } : undefined;
}

/** Days at the edge of the data that a bucket may lack and still be told as a whole. */
const usualGaps: Partial<Record<Unit, number>> = { month: 3, quarter: 10, year: 31, decade: 366 };

/** From the first to the last bucket that is there in full; days and weeks say more of their weekdays than of a change. */
function changeOf(
  rows: readonly Known[],
  figure: Figure,
  plan: Plan,
  series: PlannedGroup,
  speech: Speech,
): Change | undefined {
  // Of half years shown by quarter, the last quarter is no change of the first.
  const compared = plan.time?.periods.length ?? 1;
  // An average of some of a year is no smaller for that.
  const isCut = isPart(figure.quantity) && coverageOf(plan).some((it) => it !== 'whole');
  if (compared > 1 && (compared !== rows.length || isCut)) return undefined;
  const { grain } = series;
  if (compared === 1 && (grain === undefined || usualGaps[grain as Unit] === undefined)) return undefined;
  const full = compared > 1 ? rows : rows.filter(({ groups: [bucket] }) => isWhole(bucket, plan, series));
  const [first, last] = [full[0], full.at(-1)];
  if (first === undefined || last === undefined || full.length < 2) return undefined;
  const [from, to] = [Number(first.value), Number(last.value)];
  if (!Number.isFinite(from) || !Number.isFinite(to)) return undefined;
  const place = ({ groups, value }: Known): string =>
    `${figure.text(value)} (${nameOf(groups, plan, speech)})`;
  return {
    from: place(first),
    to: place(last),
    by: figure.isPercent
      ? figure.gap(from, to)
      : from > 0 && to >= 0
        ? speech.percent(Math.abs(((to - from) / from) * 100))
        : undefined,
    direction: to === from ? 'same' : to > from ? 'up' : 'down',
  };
}

/** Whether the question and the data reach over all of a bucket: one that is still going on is not down on the one before. */
function isWhole(
  bucket: Value | undefined,
  { time, today }: Plan,
  { dimension, grain }: PlannedGroup,
): boolean {
  if (typeof bucket !== 'string' || grain === undefined || comesRound(grain)) return false;
  const start = bucket.slice(0, 10);
  const end = addUnits(start, 1, grain);
  const gap = usualGaps[grain] ?? 0;
  const [first, last] = (dimension.range ?? []).map((moment) => moment.slice(0, 10));
  const period = time?.periods[0];
  const begins = (first === undefined || first <= addDays(start, gap)) && (period?.start ?? start) <= start;
  const ends = (last === undefined || last >= addDays(end, -1 - gap)) && (period?.end ?? end) >= end;
  return begins && ends && end <= today;
}

/** The rows of a result with the sum of a figure; undefined where one has none. */
export function sumOf(figure: Figure, rows: readonly Row[]): number | undefined {
  const numbers = rows.map((row) => Number(figure.at(row) ?? Number.NaN));
  return numbers.every(Number.isFinite) ? numbers.reduce((sum, it) => sum + it, 0) : undefined;
}
