import type { Value } from '../../engines/query-engine.ts';
import { sameQuantity } from '../parse/quantity.ts';
import type { Speech } from '../speech/english.ts';
import type { Plan } from './plan.ts';
import { daysCovered, isBucket, type PlannedGroup } from './planned-groups.ts';
import type { Probe } from './whole.ts';
import { planTitle } from './wording.ts';
import { writeEnds } from './write-sql.ts';

/** What the first figure of a result comes to over all of its rows, the first of which are all that a long one shows. */
export interface ResultEnds {
  readonly highest: ResultEnd;
  readonly lowest: ResultEnd;
  /** In the order of the groups. */
  readonly last: ResultEnd;
}

export interface ResultEnd {
  /** The values of the groups. */
  readonly names: readonly Value[];
  readonly value: Value;
  /** How many rows have this value. */
  readonly count: number;
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

/** At most so many rows for one group, as far as that is known. */
function sizeOf({ dimension, grain }: PlannedGroup, plan: Plan): number {
  if (grain === 'weekday') return 7;
  if (grain === 'weekend') return 2;
  if (grain === 'daytime') return 24;
  if (grain !== undefined) return daysCovered(dimension, plan.time) / daysOf[grain];
  if (dimension.type === 'boolean') return 3;
  const { values = [], valuesComplete } = dimension;
  return valuesComplete === true ? values.length + 1 : Number.POSITIVE_INFINITY;
}

/** The query for the ends of a result that may be too long to be seen whole, or shows the first row alone; undefined for any other plan. */
export function endsQuery(plan: Plan, speech: Speech): Probe | undefined {
  const computes =
    plan.meanOver !== undefined ||
    plan.running ||
    plan.change ||
    plan.share !== undefined ||
    plan.countGroups !== undefined;
  const { ranking } = plan;
  // Others may have as much as the first one.
  const [first] = plan.quantities;
  const isOfFirst = first !== undefined && sameQuantity(ranking?.by ?? first, first);
  const isFirst =
    ranking?.limit === 1 &&
    ranking.offset === 0 &&
    ranking.within === undefined &&
    ranking.ofChange === undefined &&
    isOfFirst;
  const isCut = ranking?.limit !== undefined && !isFirst;
  if (plan.quantities.length === 0 || plan.groups.length === 0 || computes || isCut) return undefined;
  const rows = isFirst
    ? Number.POSITIVE_INFINITY
    : plan.groups.reduce((product, group) => product * sizeOf(group, plan), 1);
  if (rows <= shownRows) return undefined;
  const title = planTitle(plan, speech);
  return {
    sqlQuery: writeEnds({ ...plan, ranking: undefined }),
    queryTitle: speech.query.ends(title),
    description: speech.query.endsOf(title),
  };
}

/** Reads the result of `endsQuery` for so many groups. */
export function readEnds(row: readonly Value[] | undefined, groups: number): ResultEnds | undefined {
  if (row === undefined || row.length < 3 * (groups + 2)) return undefined;
  const end = (place: number): ResultEnd => {
    const from = place * (groups + 2);
    return {
      names: row.slice(from, from + groups),
      value: row[from + groups] ?? null,
      count: Number(row[from + groups + 1] ?? 1),
    };
  };
  const ends = { highest: end(0), lowest: end(1), last: end(2) };
  return ends.highest.value === null ? undefined : ends;
}
