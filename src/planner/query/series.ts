import type { Value } from '../../engines/query-engine.ts';
import { daysCovered, isBucket, type Plan, type PlannedGroup } from './plan.ts';
import { planTitle } from './wording.ts';
import { writeSeriesEnds } from './write-sql.ts';

/** What a series comes to over all of its buckets, the first of which are all that a long one shows. */
export interface SeriesEnds {
  readonly highest: SeriesPoint;
  readonly lowest: SeriesPoint;
  readonly last: SeriesPoint;
}

/** A bucket of time and its figure. */
export interface SeriesPoint {
  readonly bucket: Value | undefined;
  readonly value: Value | undefined;
}

/** The buckets of time that a plan's figures run over; undefined when it is no plain series. */
export function seriesOf(plan: Plan): PlannedGroup | undefined {
  const [group, ...more] = plan.groups;
  const isPlain = more.length === 0 && plan.quantities.length > 0 && plan.meanOver === undefined;
  return isBucket(group) && isPlain && plan.ranking === undefined ? group : undefined;
}

/** Rows of a result that can be seen. */
const shownRows = 100;
const daysOf = { hour: 1 / 24, day: 1, week: 7, month: 30, quarter: 91, year: 365, decade: 3652 } as const;

/** The query for the ends of a series that is too long to be seen whole; undefined for any other plan. */
export function endsQuery(
  plan: Plan,
): { sqlQuery: string; queryTitle: string; description: string } | undefined {
  const group = seriesOf(plan);
  if (group?.grain === undefined || group.grain === 'weekday' || group.grain === 'daytime') return undefined;
  if (daysCovered(group.dimension, plan.time) / daysOf[group.grain] <= shownRows) return undefined;
  const title = planTitle(plan);
  return {
    sqlQuery: writeSeriesEnds(plan, group),
    queryTitle: `${title}: highest, lowest and last`,
    description: `Over all of it, the highest, lowest and last of ${title}.`,
  };
}

/** Reads the result of `endsQuery`. */
export function readEnds(row: readonly Value[] | undefined): SeriesEnds | undefined {
  if (row === undefined || row.some((value) => value === null)) return undefined;
  const point = (at: number): SeriesPoint => ({ bucket: row[at], value: row[at + 1] });
  return { highest: point(0), lowest: point(2), last: point(4) };
}
