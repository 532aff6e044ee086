import { filterRangeArgs, filterValuesArgs } from '../contract/dashboards.ts';
import { readFilterRange } from '../services/dashboards/filter-range.ts';
import { readFilterValues } from '../services/dashboards/filter-values.ts';
import { type FilterOfDashboard, findFilter } from '../services/dashboards/find-dashboard.ts';
import type { DayRange } from '../services/data/day-range.ts';
import type { DistinctValues } from '../services/data/distinct-values.ts';
import { builder } from './builder.ts';
import { partKey, partOf } from './dashboard-key.ts';
import { scanComplexity } from './data.ts';
import { argsOf, enumType } from './input-of.ts';
import { failsAlone } from './partial-answers.ts';

const FilterKind = enumType('DashboardFilterKind', 'What a reader selects in a filter.', {
  list: 'Any number of values.',
  dateRange: 'A first day, a last day, or both.',
  number: 'A minimum, a maximum, or both.',
});

export const Values = builder.objectRef<DistinctValues>('DashboardFilterValues').implement({
  description: 'Values that can be selected in a filter.',
  fields: (t) => ({
    values: t.field({
      type: ['String'],
      description: 'The values, in order, as passed to filters.',
      resolve: ({ values }) => [...values],
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether there are more values. Use `search` to find them.',
    }),
  }),
});

export const Range = builder.objectRef<DayRange>('DashboardFilterRange').implement({
  description: 'A range of days.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day.' }),
  }),
});

export const Filter = builder.objectRef<FilterOfDashboard>('DashboardFilter');

builder.node(Filter, {
  ...partOf(findFilter),
  id: { resolve: (parent) => partKey(parent, parent.filter) },
  authScopes: { chatReader: true },
  description: 'A filter with which a reader can narrow a dashboard.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the filter within the dashboard.',
      resolve: ({ filter }) => filter.name,
    }),
    title: t.string({ description: 'Display title of the filter.', resolve: ({ filter }) => filter.title }),
    kind: t.field({
      type: FilterKind,
      description: 'What a reader selects in the filter.',
      resolve: ({ filter }) => filter.kind,
    }),
    values: t.field({
      type: Values,
      description:
        'Distinct values in the rows that this user can see. Empty if the filter is not a list filter.',
      complexity: scanComplexity,
      extensions: failsAlone,
      args: argsOf(filterValuesArgs),
      resolve: (filter, args, { services, caller, signal }) =>
        readFilterValues(services, caller, filter, args, signal),
    }),
    range: t.field({
      type: Range,
      nullable: true,
      description:
        'The first and last day in the rows that this user can see. Null if there are no rows or the filter is not a date range filter.',
      complexity: scanComplexity,
      args: argsOf(filterRangeArgs),
      resolve: (filter, args, { services, caller, signal }) =>
        readFilterRange(services, caller, filter, args, signal),
    }),
  }),
});
