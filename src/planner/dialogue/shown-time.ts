import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Unit } from '../language/calendar.ts';
import { timeOf } from '../parse/figure-time.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
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

/** "Cancelled ones?", "how many were cancelled?": said of the rows that were counted. */
const ofRows = /\bones\b|\bhow many (?:of (?:them|those|these) )?(?:is|are|was|were|has|have|had|got)\b/i;

/**
 * What dates a follow-up that says no dates, where its own figure would be dated otherwise: of the bookings in January, those
 * that were cancelled are not those that were cancelled in January.
 */
export function keptTime(earlier: Reading, later: Reading): DimensionMetadata | undefined {
  const { lexicon, filters, quantities, timeDimension, dates } = earlier;
  if (dates === undefined || later.dates !== undefined || later.timeDimension !== undefined) return undefined;
  const bucket = filters.find((it) => it.kind === 'shown' && it.grain !== undefined);
  if (bucket?.kind === 'shown') return bucket.dimension;
  const isOfRows =
    ofRows.test(later.text) &&
    quantities.length > 0 &&
    [...quantities, ...later.quantities].every(
      (it) => it.kind === 'measure' && isCountOf(it) && lexicon.cube.measures.includes(it.measure),
    );
  return isOfRows ? (timeDimension ?? timeOf(lexicon, quantities, filters)) : undefined;
}
