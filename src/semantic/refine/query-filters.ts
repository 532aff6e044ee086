import { dayAfter } from './days.ts';
import type { BoundCondition, Condition, OtherCondition, QueryParts } from './query-parts.ts';

/** A condition of a statement, or both bounds of one member. */
export interface QueryFilter {
  /** As written, by which the filter is told from others. */
  readonly sql: string;
  readonly member: string | undefined;
  readonly values: readonly string[];
  /** Whether it is the values that are left out. */
  readonly isExcluded: boolean;
  /** Whether it selects rows with any value, or those without one. */
  readonly isPresent: boolean | undefined;
  /** The first and the last value. Days are both included, whatever the condition says. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** What it consists of. */
  readonly conditions: readonly (Condition | OtherCondition)[];
}

/** The filters of a statement, without what only keeps rows without a name out of a ranking. */
export function filtersOf({ conditions, having, columns }: QueryParts): readonly QueryFilter[] {
  const groups = new Set(
    columns.flatMap((each) => (each.kind === 'breakdown' && each.member !== undefined ? [each.member] : [])),
  );
  const filters = Map.groupBy(
    conditions.filter((each) => each.kind !== 'presence' || !each.isPresent || !groups.has(each.member)),
    (each) => (each.kind === 'bounds' ? `bounds ${each.member}` : each.sql),
  );
  return [...filters.values(), ...having.map((each) => [each])].map(filterOf);
}

function filterOf(conditions: readonly (Condition | OtherCondition)[]): QueryFilter {
  const [first] = conditions;
  const bounds = conditions.filter((each): each is BoundCondition => each.kind === 'bounds');
  const [from] = bounds.flatMap((each) => each.from ?? []);
  const [to] = bounds.flatMap((each) => each.to ?? []);
  return {
    sql: conditions.map(({ sql }) => sql).join(' AND '),
    member: first === undefined || first.kind === 'other' ? undefined : first.member,
    values: first?.kind === 'values' ? first.values : [],
    isExcluded: first?.kind === 'values' && first.isExcluded,
    isPresent: first?.kind === 'presence' ? first.isPresent : undefined,
    from: from && dayOf(from.value),
    to: to && (isDay(to.value) && !to.isIncluded ? dayAfter(dayOf(to.value), -1) : dayOf(to.value)),
    conditions,
  };
}

const dayPattern = /^\d{4}-\d{2}-\d{2}(?=$|[T ]00:00(:00)?$)/;

function isDay(value: string): boolean {
  return dayPattern.test(value);
}

function dayOf(value: string): string {
  return dayPattern.exec(value)?.[0] ?? value;
}
