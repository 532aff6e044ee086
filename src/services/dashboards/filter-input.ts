import { z } from 'zod';
import type { Issue } from '../../errors.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import { caps, isStorable, validationFailed } from '../input.ts';
import type { Dashboard, DashboardFilter, Tile } from '../workspace/dashboard.ts';

const day = z.iso.date('must be a date such as 2025-01-31').nullish();

/** What a reader chose in one filter; which of the properties it may have is the filter's kind to say. */
export const filterInputSchema = z.object({
  name: z.string(),
  values: z
    .array(z.string().max(caps.valueChars).refine(isStorable, 'must not contain NUL characters'))
    .max(caps.listItems)
    .nullish(),
  from: day,
  to: day,
  min: z.number().nullish(),
  max: z.number().nullish(),
});

type FilterInput = z.output<typeof filterInputSchema>;
type Condition = Pick<RelationFilter, 'operator' | 'values'>;

/**
 * What a reader's choices mean for one tile: a condition for each relation that the tile reads and a filter is about.
 * A choice of nothing narrows nothing.
 * @throws AppError `VALIDATION_FAILED` for a filter that the dashboard does not have, or has of another kind
 */
export function tileFilters(
  { filters }: Dashboard,
  { relations }: Tile,
  inputs: readonly FilterInput[],
): readonly RelationFilter[] {
  const issues: Issue[] = [];
  const conditions = inputs.flatMap((input, index) => {
    const path = `filters.${index}`;
    const filter = filters.find(({ name }) => name === input.name);
    if (filter === undefined) {
      issues.push({ path: `${path}.name`, message: 'is no filter of this dashboard' });
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

function strayProperties({ kind }: DashboardFilter, input: FilterInput): Issue[] {
  const allowed: readonly string[] = propertiesOf[kind];
  return (['values', 'from', 'to', 'min', 'max'] as const)
    .filter((property) => input[property] != null && !allowed.includes(property))
    .map((path) => ({ path, message: `does not go with this filter: use ${allowed.join(' and ')}` }));
}

function conditionsOf({ values, from, to, min, max }: FilterInput): Condition[] {
  const conditions: Condition[] = [];
  if (values != null && values.length > 0) conditions.push({ operator: 'equals', values });
  if (from != null) conditions.push({ operator: 'gte', values: [from] });
  // The last day counts whole.
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
