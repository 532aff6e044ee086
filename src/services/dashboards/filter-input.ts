import type { DashboardFilterInput } from '../../contract/dashboards.ts';
import type { Issue } from '../../errors.ts';
import { validationFailed } from '../../errors.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { Dashboard, DashboardFilter, Tile } from '../workspace/dashboard.ts';

type Condition = Pick<RelationFilter, 'operator' | 'values'>;

/**
 * The conditions that a reader's choices mean for one tile: for each filter, those on the relations that the tile
 * reads. A filter without a choice has none.
 * @throws AppError `VALIDATION_FAILED` for a filter that the dashboard does not have, or that is of another kind
 */
export function tileFilters(
  { filters }: Dashboard,
  { relations }: Tile,
  inputs: readonly DashboardFilterInput[],
): readonly RelationFilter[] {
  const issues: Issue[] = [];
  const conditions = inputs.flatMap((input, index) => {
    const path = `filters.${index}`;
    const filter = filters.find(({ name }) => name === input.name);
    if (filter === undefined) {
      issues.push({ path: `${path}.name`, message: 'is not a filter of this dashboard' });
      return [];
    }
    issues.push(
      ...strayProperties(filter, input).map((issue) => ({ ...issue, path: `${path}.${issue.path}` })),
    );
    const targets = filter.targets.filter(({ relation }) => relations.includes(relation));
    return targets.flatMap((target) => conditionsOf(input).map((condition) => ({ ...target, ...condition })));
  });
  if (issues.length > 0) throw validationFailed(issues);
  return conditions;
}

const propertiesOf = { list: ['values'], dateRange: ['from', 'to'], number: ['min', 'max'] } as const;

function strayProperties({ kind }: DashboardFilter, input: DashboardFilterInput): Issue[] {
  const allowed: readonly string[] = propertiesOf[kind];
  return (['values', 'from', 'to', 'min', 'max'] as const)
    .filter((property) => input[property] != null && !allowed.includes(property))
    .map((path) => ({ path, message: `cannot be used with this filter: use ${allowed.join(' and ')}` }));
}

function conditionsOf({ values, from, to, min, max }: DashboardFilterInput): Condition[] {
  const conditions: Condition[] = [];
  if (values != null && values.length > 0) conditions.push({ operator: 'equals', values });
  if (from != null) conditions.push({ operator: 'gte', values: [from] });
  // The last day is included.
  if (to != null) conditions.push({ operator: 'lt', values: [dayAfter(to)] });
  if (min != null) conditions.push({ operator: 'gte', values: [min] });
  if (max != null) conditions.push({ operator: 'lte', values: [max] });
  return conditions;
}

function dayAfter(date: string): string {
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
