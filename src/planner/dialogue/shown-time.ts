import type { Unit } from '../language/calendar.ts';
import type { Filter } from '../parse/filter.ts';
import type { Reading } from '../parse/reading.ts';
import { isBucket } from '../query/planned-groups.ts';
import { bucketSql } from '../query/write-sql.ts';
import type { Choice } from './choice.ts';
import type { Edit } from './edit.ts';

/**
 * What was asked before, within the only bucket of time that was shown: "which month was the worst?", then "who was the lowest that
 * month?"; undefined where another span is said, or several were shown.
 */
export function inShownTime({ plan, reading }: Choice, { keepsDates }: Edit): Reading | undefined {
  const [bucket, ...more] = plan.groups;
  const isOne = reading.ranking?.limit === 1 && bucket !== undefined && more.length === 0;
  if (keepsDates === undefined || !isOne || !isBucket(bucket)) return undefined;
  if (keepsDates !== 'period' && keepsDates !== bucket.grain) return undefined;
  const during: Filter = {
    kind: 'shown',
    dimension: bucket.dimension,
    select: bucketSql(plan, bucket),
    count: 1,
    grain: bucket.grain as Unit,
  };
  return { ...reading, groups: [], ranking: undefined, filters: [...reading.filters, during] };
}

/** Whether the dates that were asked of before are a span as it is said: "that month" is no year. */
export function isOfSpan({ dates, filters }: Reading, { keepsDates }: Edit): boolean {
  if (filters.some((it) => it.kind === 'shown' && it.grain !== undefined)) return true;
  return dates !== undefined && (keepsDates === 'period' || dates.unit === keepsDates);
}
