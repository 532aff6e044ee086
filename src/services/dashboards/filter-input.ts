import type { DashboardFilterInput } from '../../contract/dashboards.ts';
import type { Issue } from '../../errors.ts';
import { validationFailed } from '../../errors.ts';
import { dayAfter } from '../../semantic/refine/days.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { DashboardHead, Tile } from '../workspace/dashboard.ts';

type Condition = Pick<RelationFilter, 'operator' | 'values'>;

/**
 * The conditions that a reader's choices mean for one tile: for each filter, those on the relations that the tile
 * reads. A filter without a choice has none.
 * @throws AppError `VALIDATION_FAILED` for a filter that the dashboard does not have or that is of another kind, and for a first
 * day after the last
 */
export function tileFilters(
  { filters }: Pick<DashboardHead, 'filters'>,
  { relations }: Tile,
  inputs: readonly DashboardFilterInput[],
): readonly RelationFilter[] {
  const issues: Issue[] = [];
  const conditions = inputs.flatMap((input, index) => {
    const [kind, selection] = Object.entries(input)[0] ?? [];
    const path = `filters.${index}.${kind}`;
    const filter = filters.find(({ name }) => name === selection?.name);
    if (filter === undefined) {
      issues.push({ path: `${path}.name`, message: 'is not a filter of this dashboard' });
      return [];
    }
    if (filter.kind !== kind) issues.push({ path, message: `is another kind of filter: use ${filter.kind}` });
    const { from, to } = input.dateRange ?? {};
    if (from != null && to != null && from > to) issues.push({ path, message: 'begins after it ends' });
    const targets = filter.targets.filter(({ relation }) => relations.includes(relation));
    return targets.flatMap((target) => conditionsOf(input).map((condition) => ({ ...target, ...condition })));
  });
  if (issues.length > 0) throw validationFailed(issues);
  return conditions;
}

function conditionsOf({ list, dateRange, number }: DashboardFilterInput): Condition[] {
  const conditions: Condition[] = [];
  if (list !== undefined && list.values.length > 0)
    conditions.push({ operator: 'equals', values: list.values });
  if (dateRange?.from != null) conditions.push({ operator: 'gte', values: [dateRange.from] });
  // The last day is included.
  const after = dateRange?.to == null ? undefined : dayAfter(dateRange.to);
  if (after !== undefined) conditions.push({ operator: 'lt', values: [after] });
  if (number?.min != null) conditions.push({ operator: 'gte', values: [number.min] });
  if (number?.max != null) conditions.push({ operator: 'lte', values: [number.max] });
  return conditions;
}
