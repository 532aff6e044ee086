import { filterRangeArgs, filterValuesArgs, tileArgs } from '../contract/dashboards.ts';
import { type FilterRange, readFilterRange } from '../services/dashboards/filter-range.ts';
import { type FilterValues, readFilterValues } from '../services/dashboards/filter-values.ts';
import {
  type DashboardOfDeployment,
  type FilterOfDashboard,
  findDashboard,
  listDashboards,
  type TileOfDashboard,
} from '../services/dashboards/find-dashboard.ts';
import { readTile } from '../services/dashboards/read-tile.ts';
import { appliesTo, type FigurePeriod, type TileColumn } from '../services/workspace/dashboard.ts';
import { builder } from './builder.ts';
import { Granularity } from './column.ts';
import { SqlResult } from './data.ts';
import { argsOf, enumType } from './input-of.ts';
import { failsAlone } from './partial-answers.ts';

/** As that of `sql`: it scans data, so an operation may do it only a few times. */
const scanComplexity = 2_000;

const FilterKind = enumType('DashboardFilterKind', 'What a reader selects in a filter.', {
  list: 'Any number of values.',
  dateRange: 'A first day, a last day, or both.',
  number: 'A minimum, a maximum, or both.',
});

const TileKind = enumType('DashboardTileKind', 'How a tile displays its rows.', {
  chart: 'A chart drawn according to `spec`.',
  figure: 'A single number.',
  table: 'A table of the rows as they are.',
});

const ColumnFormat = enumType('DashboardColumnFormat', 'How the numbers of a column are formatted.', {
  number: 'A plain number.',
  percent: 'A percentage, where 1 is 100 %.',
  currency: 'An amount of money.',
});

const Column = builder.objectRef<TileColumn>('DashboardColumn').implement({
  description: "A column of a tile's rows.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the column, as used by the rows and the chart.' }),
    title: t.exposeString('title', { description: 'Display title of the column.' }),
    format: t.expose('format', {
      type: ColumnFormat,
      nullable: true,
      description: 'How the numbers of the column are formatted.',
    }),
    currency: t.exposeString('currency', {
      nullable: true,
      description: 'ISO 4217 currency code, for amounts of money.',
    }),
    granularity: t.expose('granularity', {
      type: Granularity,
      nullable: true,
      description: 'For times: their granularity, if the query specifies one.',
    }),
  }),
});

const Values = builder.objectRef<FilterValues>('DashboardFilterValues').implement({
  description: 'Values that can be selected in a list filter.',
  fields: (t) => ({
    values: t.field({
      type: ['String'],
      description: 'The values, in order, as passed to `DashboardFilterInput`.',
      resolve: ({ values }) => [...values],
    }),
    hasMore: t.exposeBoolean('hasMore', {
      description: 'Whether there are more values. Use `search` to find them.',
    }),
  }),
});

const Range = builder.objectRef<FilterRange>('DashboardFilterRange').implement({
  description: 'A range of days.',
  fields: (t) => ({
    from: t.expose('from', { type: 'Date', description: 'The first day.' }),
    to: t.expose('to', { type: 'Date', description: 'The last day.' }),
  }),
});

const Period = builder.objectRef<FigurePeriod>('DashboardPeriod').implement({
  description: 'The days that a figure covers. The figure is compared with the same days of earlier years.',
  fields: (t) => ({
    filter: t.exposeString('filter', { description: 'Name of the date range filter that selects the days.' }),
    months: t.exposeInt('months', {
      description:
        'Number of months covered when nothing is selected, ending with the last month in the rows of this user.',
    }),
  }),
});

const Filter = builder.objectRef<FilterOfDashboard>('DashboardFilter').implement({
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

const Tile = builder.objectRef<TileOfDashboard>('DashboardTile').implement({
  description: 'A tile of a dashboard: a query and how its rows are displayed.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the tile within the dashboard.',
      resolve: ({ tile }) => tile.name,
    }),
    title: t.string({ description: 'Display title of the tile.', resolve: ({ tile }) => tile.title }),
    description: t.string({
      nullable: true,
      description: 'Human-readable description of what the tile shows.',
      resolve: ({ tile }) => tile.description,
    }),
    kind: t.field({
      type: TileKind,
      description: 'How the tile displays its rows.',
      resolve: ({ tile }) => tile.view.kind,
    }),
    columns: t.field({
      type: [Column],
      description: 'Columns, in the order of the values of a row.',
      resolve: ({ tile }) => [...tile.columns],
    }),
    spec: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'For a chart: its Vega-Lite v5 specification without data. The data is the rows, with values keyed by column name.',
      resolve: ({ tile: { view } }) => (view.kind === 'chart' ? view.spec : null),
    }),
    value: t.string({
      nullable: true,
      description: 'For a figure: the column whose value in the first row is shown.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.value : null),
    }),
    comparison: t.string({
      nullable: true,
      description: 'For a figure: the column whose value in the first row is used for comparison.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.comparison : null),
    }),
    period: t.field({
      type: Period,
      nullable: true,
      description: 'For a figure: the days that it covers.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.period : null),
    }),
    width: t.int({
      description: 'Width of the tile, in columns of the 12-column grid.',
      resolve: ({ tile }) => tile.width,
    }),
    height: t.int({
      description: 'Height of the tile, in rows of the grid.',
      resolve: ({ tile }) => tile.height,
    }),
    filters: t.stringList({
      description: 'Names of the filters that apply to the tile. Other filters have no effect on it.',
      resolve: ({ dashboard, tile }) =>
        dashboard.filters.filter((filter) => appliesTo(filter, tile)).map(({ name }) => name),
    }),
    result: t.field({
      type: SqlResult,
      nullable: true,
      description:
        'Rows of the tile, under the row-level security of one user. If a tile fails, this is null and the failure is reported as a separate error.',
      complexity: scanComplexity,
      args: argsOf(tileArgs),
      resolve: (tile, args, { services, caller, signal }) => readTile(services, caller, tile, args, signal),
    }),
  }),
});

const Dashboard = builder.objectRef<DashboardOfDeployment>('Dashboard').implement({
  description: 'A dashboard declared in the workspace: tiles in reading order on a 12-column grid.',
  fields: (t) => ({
    name: t.string({
      description: 'Name of the dashboard, as used in the URL `/embed/dashboard/{name}`.',
      resolve: ({ dashboard }) => dashboard.name,
    }),
    title: t.string({
      description: 'Display title of the dashboard.',
      resolve: ({ dashboard }) => dashboard.title,
    }),
    description: t.string({
      nullable: true,
      description: 'Human-readable description of the dashboard.',
      resolve: ({ dashboard }) => dashboard.description,
    }),
    deploymentId: t.exposeInt('deploymentNumber', {
      description: 'Number of the deployment whose data the dashboard shows.',
    }),
    timezone: t.exposeString('timezone', {
      description:
        "IANA name of the time zone of the dashboard's dates, unless a result is requested in another.",
    }),
    filters: t.field({
      type: [Filter],
      description: 'Filters of the dashboard.',
      resolve: (parent) => parent.dashboard.filters.map((filter) => ({ ...parent, filter })),
    }),
    filter: t.field({
      type: Filter,
      nullable: true,
      description: 'A single filter of the dashboard.',
      args: { name: t.arg.string({ required: true, description: 'Name of the filter.' }) },
      resolve: (parent, { name }) => {
        const filter = parent.dashboard.filters.find((each) => each.name === name);
        return filter === undefined ? null : { ...parent, filter };
      },
    }),
    tiles: t.field({
      type: [Tile],
      description: 'All tiles of the dashboard.',
      resolve: (parent) => parent.dashboard.tiles.map((tile) => ({ ...parent, tile })),
    }),
    tile: t.field({
      type: Tile,
      nullable: true,
      description: 'A single tile of the dashboard, so that each tile can be loaded separately.',
      args: { name: t.arg.string({ required: true, description: 'Name of the tile.' }) },
      resolve: (parent, { name }) => {
        const tile = parent.dashboard.tiles.find((each) => each.name === name);
        return tile === undefined ? null : { ...parent, tile };
      },
    }),
  }),
});

const deploymentDescription =
  'Number of the deployment. Required with an API key. Default: the deployment of the session.';

builder.queryFields((t) => ({
  dashboards: t.field({
    type: [Dashboard],
    description: 'Dashboards of a deployment, sorted by name.',
    authScopes: { caller: true },
    args: { deploymentId: t.arg.int({ description: deploymentDescription }) },
    resolve: (_root, { deploymentId }, { services, caller }) => [
      ...listDashboards(services, caller, deploymentId),
    ],
  }),
  dashboard: t.field({
    type: Dashboard,
    description: 'Fetches a dashboard of a deployment by its name.',
    authScopes: { caller: true },
    args: {
      deploymentId: t.arg.int({ description: deploymentDescription }),
      name: t.arg.string({ required: true, description: 'Name of the dashboard.' }),
    },
    resolve: (_root, { deploymentId, name }, { services, caller }) =>
      findDashboard(services, caller, deploymentId, name),
  }),
}));
