import { readObject } from '../contract/read-tool-call.ts';
import { refineArgs, refinedRangeArgs, refinedRowsArgs, refinedValuesArgs } from '../contract/refine.ts';
import type { DimensionMetadata } from '../contract/tools.ts';
import type { QueryFilter } from '../semantic/refine/query-filters.ts';
import {
  type QueryBreakdown,
  type QueryLevel,
  queryBreakdowns,
  queryFigures,
  queryFilters,
} from '../services/data/query-outline.ts';
import {
  type RefinedQuery,
  type RefinedResult,
  readRefinedRange,
  readRefinedRows,
  readRefinedValues,
  refineQuery,
} from '../services/data/refine-query.ts';
import { builder } from './builder.ts';
import { DescribedColumnType } from './column.ts';
import { Range, Values } from './dashboard-filter.ts';
import { scanComplexity } from './data.ts';
import { argsOf } from './input-of.ts';
import { DimensionTypeEnum } from './metadata.ts';
import { failsAlone } from './partial-answers.ts';

const Level = builder.objectRef<QueryLevel>('QueryLevel').implement({
  description: 'A finer level than that of a breakdown.',
  fields: (t) => ({
    member: t.exposeString('member', { description: 'Name of the dimension within its relation.' }),
    title: t.exposeString('title', { description: 'Display title of the dimension.' }),
    granularity: t.exposeString('granularity', {
      nullable: true,
      description: 'For times: the unit, such as `month`.',
    }),
  }),
});

const Breakdown = builder.objectRef<QueryBreakdown>('QueryBreakdown').implement({
  description: 'A column by which a query breaks its figures down.',
  fields: (t) => ({
    column: t.exposeString('column', { description: 'Name of the result column.' }),
    member: t.exposeString('member', {
      nullable: true,
      description: 'Name of the dimension within its relation. Null for a column that is computed.',
    }),
    title: t.exposeString('title', { description: 'Display title.' }),
    granularity: t.exposeString('granularity', {
      nullable: true,
      description: 'For times: the unit, such as `month`.',
    }),
    isRequired: t.exposeBoolean('isRequired', {
      description:
        'Whether the query cannot do without it, because a rolling measure rolls over its periods.',
    }),
    finer: t.field({
      type: [Level],
      description:
        'Levels to drill down to: those below it in hierarchies of the data model and, for times, shorter units.',
      resolve: ({ finer }) => [...finer],
    }),
  }),
});

const Figure = builder
  .objectRef<{ readonly column: string; readonly title: string }>('QueryFigure')
  .implement({
    description: 'A column of a query that is computed from its rows, such as a measure.',
    fields: (t) => ({
      column: t.exposeString('column', { description: 'Name of the result column.' }),
      title: t.exposeString('title', { description: 'Display title.' }),
    }),
  });

type TitledFilter = QueryFilter & {
  readonly title: string | null;
  readonly dimension: DimensionMetadata | undefined;
};

const Filter = builder.objectRef<TitledFilter>('QueryFilter').implement({
  description: 'A filter of a query.',
  fields: (t) => ({
    sql: t.exposeString('sql', {
      description: 'The condition as the query has it, which identifies the filter.',
    }),
    member: t.string({
      nullable: true,
      description:
        'Name of the dimension within its relation. Null for a condition that is more than a selection in one dimension.',
      resolve: ({ member, dimension }) => (dimension === undefined ? null : (member ?? null)),
    }),
    title: t.exposeString('title', { nullable: true, description: 'Display title of the dimension.' }),
    type: t.field({
      type: DimensionTypeEnum,
      nullable: true,
      description: 'Type of the dimension.',
      resolve: ({ dimension }) => dimension?.type ?? null,
    }),
    values: t.stringList({
      description: 'The values that it selects.',
      resolve: ({ values }) => [...values],
    }),
    isExcluded: t.exposeBoolean('isExcluded', { description: 'Whether it selects all but these values.' }),
    isPresent: t.boolean({
      nullable: true,
      description: 'Whether it selects the rows with any value (true) or those without one (false).',
      resolve: ({ isPresent }) => isPresent ?? null,
    }),
    from: t.string({
      nullable: true,
      description: 'The least number, or the first day as `YYYY-MM-DD`.',
      resolve: ({ from }) => from ?? null,
    }),
    to: t.string({
      nullable: true,
      description: 'The largest number, or the last day as `YYYY-MM-DD`.',
      resolve: ({ to }) => to ?? null,
    }),
  }),
});

const QueryDimension = builder
  .objectRef<{ readonly member: string; readonly dimension: DimensionMetadata }>('QueryDimension')
  .implement({
    description: 'A dimension that a query can be broken down and filtered by.',
    fields: (t) => ({
      member: t.exposeString('member', { description: 'Name of the dimension within its relation.' }),
      title: t.string({
        description: 'Display title.',
        resolve: ({ dimension }) => dimension.title,
      }),
      type: t.field({
        type: DimensionTypeEnum,
        description: 'Type of the values.',
        resolve: ({ dimension }) => dimension.type,
      }),
      granularities: t.stringList({
        description: 'For times: units that the data model defines beside those of the calendar.',
        resolve: ({ dimension }) => (dimension.granularities ?? []).map(({ name }) => name),
      }),
    }),
  });

const Result = builder.objectRef<RefinedResult>('RefinementResult').implement({
  description: 'The first rows of a refined query.',
  fields: (t) => ({
    columns: t.field({
      type: [DescribedColumnType],
      description: 'Columns, in the order of the values of a row.',
      resolve: ({ columns }) => [...columns],
    }),
    rows: t.field({
      type: t.listRef(t.listRef('JSON', { nullable: true })),
      description: 'Rows. Each is a list with one value for each column; null stands for a missing value.',
      resolve: ({ rows }) => rows,
    }),
    totalRows: t.exposeInt('totalRows', {
      description: 'Number of rows of the query, including its own LIMIT. Counted up to 50,000.',
    }),
    vegaSpec: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Vega-Lite v5 specification of a chart that fits the rows, without data.',
      resolve: ({ spec }) => readObject(spec ?? '') ?? null,
    }),
  }),
});

export const Refined = builder.objectRef<RefinedQuery>('Refinement').implement({
  description:
    'A query over one cube or view that can be changed part by part: its figures, what they are broken down by, and its filters.',
  fields: (t) => ({
    sql: t.exposeString('sql', { description: 'The semantic SQL, after the changes.' }),
    relation: t.string({
      description: 'Display title of the cube or view that it reads.',
      resolve: ({ relation }) => relation.title,
    }),
    isGrouped: t.boolean({
      description: 'Whether the rows are grouped. Otherwise, breakdowns cannot be changed.',
      resolve: ({ parts }) => parts.isGrouped,
    }),
    limit: t.string({
      nullable: true,
      description: 'How many rows it has at most, as the query says.',
      resolve: ({ parts }) => parts.limit ?? null,
    }),
    figures: t.field({
      type: [Figure],
      description: 'What the query computes.',
      resolve: (query) => [...queryFigures(query)],
    }),
    breakdowns: t.field({
      type: [Breakdown],
      description: 'What the figures are broken down by. Empty if the rows are not grouped.',
      resolve: (query) => [...queryBreakdowns(query)],
    }),
    filters: t.field({
      type: [Filter],
      description: 'Which rows and groups the query selects.',
      resolve: (query) => [...queryFilters(query)],
    }),
    dimensions: t.field({
      type: [QueryDimension],
      description: 'Dimensions of the relation that the user may see.',
      resolve: ({ dimensions }) => [...dimensions].map(([member, dimension]) => ({ member, dimension })),
    }),
    values: t.field({
      type: Values,
      description: 'Distinct values of a text dimension in the rows that this user can see.',
      complexity: scanComplexity,
      extensions: failsAlone,
      args: argsOf(refinedValuesArgs),
      resolve: (query, args, { caller, signal }) => readRefinedValues(query, caller, args, signal),
    }),
    range: t.field({
      type: Range,
      nullable: true,
      description:
        'The first and the last day of a time dimension in the rows that this user can see. Null without rows.',
      complexity: scanComplexity,
      args: argsOf(refinedRangeArgs),
      resolve: (query, args, { caller, signal }) => readRefinedRange(query, caller, args, signal),
    }),
    result: t.field({
      type: Result,
      description: 'Runs the query under the row-level security of the user.',
      complexity: scanComplexity,
      extensions: failsAlone,
      args: argsOf(refinedRowsArgs),
      resolve: (query, args, { caller, signal }) => readRefinedRows(query, caller, args, signal),
    }),
  }),
});

builder.queryField('refinement', (t) =>
  t.field({
    type: Refined,
    nullable: true,
    description:
      'Changes semantic SQL part by part, without asking an agent. Null if the query is not of a form that can be changed so: it reads several relations, for example. Runs nothing unless `result` is requested.',
    complexity: 200,
    authScopes: { chatReader: true },
    args: argsOf(refineArgs),
    resolve: (_root, args, { services, caller }) => refineQuery(services, caller, args),
  }),
);
