import type { Grain } from '../semantic/sql/result-grains.ts';
import { type FilterRange, readFilterRange } from '../services/dashboards/filter-range.ts';
import {
  type FilterValues,
  maxFilterValues,
  readFilterValues,
} from '../services/dashboards/filter-values.ts';
import {
  type DashboardOfDeployment,
  type FilterOfDashboard,
  findDashboard,
  listDashboards,
  type TileOfDashboard,
} from '../services/dashboards/find-dashboard.ts';
import { readTile } from '../services/dashboards/read-tile.ts';
import { maxPageRows } from '../services/data/run-query.ts';
import { appliesTo, type FigurePeriod, type TileColumn } from '../services/workspace/dashboard.ts';
import { builder } from './builder.ts';
import { SessionSettingsInput } from './chat.ts';
import { SqlResult, settingsDescription } from './data.ts';

/** As `sql`: a scan of the data; of one operation only a few. */
const scanComplexity = 2_000;

const FilterKind = builder.enumType('DashboardFilterKind', {
  description: 'What a reader chooses in a filter.',
  values: {
    list: { description: 'Any of several values.' },
    dateRange: { description: 'A first and a last day, or one of them.' },
    number: { description: 'A smallest and a largest number, or one of them.' },
  } as const,
});

const TileKind = builder.enumType('DashboardTileKind', {
  description: 'How a tile shows its rows.',
  values: {
    chart: { description: 'Drawn as its `spec` says.' },
    figure: { description: 'One number.' },
    table: { description: 'As they are.' },
  } as const,
});

const ColumnFormat = builder.enumType('DashboardColumnFormat', {
  description: 'How the numbers of a column are written.',
  values: {
    number: { description: 'As a number.' },
    percent: { description: 'As a percentage; 1 is 100 %.' },
    currency: { description: 'As an amount of money.' },
  } as const,
});

const Granularity = builder.enumType('Granularity', {
  description: 'How coarse times are: each stands for the whole that begins with it.',
  values: {
    second: { description: 'Seconds.' },
    minute: { description: 'Minutes.' },
    hour: { description: 'Hours.' },
    day: { description: 'Days.' },
    week: { description: 'Weeks, which begin on Monday.' },
    month: { description: 'Months.' },
    quarter: { description: 'Quarters of a year.' },
    year: { description: 'Years.' },
  } as const satisfies Record<Grain, { description: string }>,
});

const FilterInput = builder.inputType('DashboardFilterInput', {
  description: 'What a reader chose in one filter. A choice of nothing narrows nothing.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the filter.' }),
    values: t.stringList({ description: 'For a list: any of these, at most 1,000.' }),
    from: t.string({ description: 'For a date range: the first day, `YYYY-MM-DD`.' }),
    to: t.string({ description: 'For a date range: the last day, which counts whole.' }),
    min: t.float({ description: 'For a number: the smallest.' }),
    max: t.float({ description: 'For a number: the largest.' }),
  }),
});

const Column = builder.objectRef<TileColumn>('DashboardColumn').implement({
  description: "A column of a tile's rows.",
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As the rows and the chart name it.' }),
    title: t.exposeString('title', { description: 'How people read it.' }),
    format: t.expose('format', {
      type: ColumnFormat,
      nullable: true,
      description: 'How its numbers are written.',
    }),
    currency: t.exposeString('currency', {
      nullable: true,
      description: 'ISO 4217 code of an amount of money.',
    }),
    granularity: t.expose('granularity', {
      type: Granularity,
      nullable: true,
      description: 'Of times: how coarse they are, where the query says so.',
    }),
  }),
});

const Values = builder.objectRef<FilterValues>('DashboardFilterValues').implement({
  description: 'What can be chosen in a list.',
  fields: (t) => ({
    values: t.field({
      type: ['String'],
      description: 'As `DashboardFilterInput` takes them, in order.',
      resolve: ({ values }) => [...values],
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether there are more: search for them.' }),
  }),
});

const Range = builder.objectRef<FilterRange>('DashboardFilterRange').implement({
  description: 'The days of some rows.',
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The first day, `YYYY-MM-DD`.' }),
    to: t.exposeString('to', { description: 'The last day.' }),
  }),
});

const Period = builder.objectRef<FigurePeriod>('DashboardPeriod').implement({
  description: 'Which days a figure is of; it is compared with the same days of earlier years.',
  fields: (t) => ({
    filter: t.exposeString('filter', { description: 'Name of the date range that chooses them.' }),
    months: t.exposeInt('months', {
      description: 'While nothing is chosen: so many months, up to the last that the rows of this user have.',
    }),
  }),
});

const Filter = builder.objectRef<FilterOfDashboard>('DashboardFilter').implement({
  description: 'What the reader of a dashboard may narrow it by.',
  fields: (t) => ({
    name: t.string({ description: 'Its name in the dashboard.', resolve: ({ filter }) => filter.name }),
    title: t.string({ description: 'How people read it.', resolve: ({ filter }) => filter.title }),
    kind: t.field({ type: FilterKind, description: 'What is chosen.', resolve: ({ filter }) => filter.kind }),
    values: t.field({
      type: Values,
      description: 'The different values in the rows that this user sees; none for a filter that is no list.',
      complexity: scanComplexity,
      args: {
        search: t.arg.string({ description: 'Only values that contain this text, in whatever case.' }),
        first: t.arg.int({ defaultValue: 50, description: `How many, at most ${maxFilterValues}.` }),
        sessionSettings: t.arg({ type: SessionSettingsInput, description: settingsDescription }),
      },
      resolve: (filter, { first, ...request }, { services, caller, signal }) =>
        readFilterValues(services, caller, filter, { ...request, first: first ?? 50 }, signal),
    }),
    range: t.field({
      type: Range,
      nullable: true,
      description:
        'The first and the last day in the rows that this user sees; null without rows, and for a filter that is no date range.',
      complexity: scanComplexity,
      args: {
        timezone: t.arg.string({
          description: "IANA name. Default: that of `sessionSettings`, the deployment's, or UTC.",
        }),
        sessionSettings: t.arg({ type: SessionSettingsInput, description: settingsDescription }),
      },
      resolve: (filter, request, { services, caller, signal }) =>
        readFilterRange(services, caller, filter, request, signal),
    }),
  }),
});

const Tile = builder.objectRef<TileOfDashboard>('DashboardTile').implement({
  description: 'A part of a dashboard: a query and how its rows are shown.',
  fields: (t) => ({
    name: t.string({ description: 'Its name in the dashboard.', resolve: ({ tile }) => tile.name }),
    title: t.string({ description: 'How people read it.', resolve: ({ tile }) => tile.title }),
    description: t.string({
      nullable: true,
      description: 'What it shows, for people.',
      resolve: ({ tile }) => tile.description,
    }),
    kind: t.field({
      type: TileKind,
      description: 'How it shows its rows.',
      resolve: ({ tile }) => tile.view.kind,
    }),
    columns: t.field({
      type: [Column],
      description: 'In the order of the values of a row.',
      resolve: ({ tile }) => [...tile.columns],
    }),
    spec: t.field({
      type: 'JSONObject',
      nullable: true,
      description: 'Of a chart: Vega-Lite v5 without data, which is the rows by column name.',
      resolve: ({ tile: { view } }) => (view.kind === 'chart' ? view.spec : null),
    }),
    value: t.string({
      nullable: true,
      description: 'Of a figure: the column of the first row that it shows.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.value : null),
    }),
    comparison: t.string({
      nullable: true,
      description: 'Of a figure: the column of the first row that its value is compared with.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.comparison : null),
    }),
    period: t.field({
      type: Period,
      nullable: true,
      description: 'Of a figure: which days it is of.',
      resolve: ({ tile: { view } }) => (view.kind === 'figure' ? view.period : null),
    }),
    width: t.int({ description: "Columns of the grid's 12.", resolve: ({ tile }) => tile.width }),
    height: t.int({ description: 'Rows of the grid.', resolve: ({ tile }) => tile.height }),
    filters: t.stringList({
      description: 'Names of the filters that narrow it; others leave it as it is.',
      resolve: ({ dashboard, tile }) =>
        dashboard.filters.filter((filter) => appliesTo(filter, tile)).map(({ name }) => name),
    }),
    result: t.field({
      type: SqlResult,
      nullable: true,
      description:
        'Its rows under the row security of one user. A tile that fails is null, and an error of its own.',
      complexity: scanComplexity,
      args: {
        filters: t.arg({ type: [FilterInput], description: 'What the reader chose.' }),
        first: t.arg.int({ defaultValue: 1_000, description: `Rows to return, at most ${maxPageRows}.` }),
        timezone: t.arg.string({
          description: "IANA name. Default: that of `sessionSettings`, the deployment's, or UTC.",
        }),
        sessionSettings: t.arg({ type: SessionSettingsInput, description: settingsDescription }),
      },
      resolve: (tile, { first, filters, ...request }, { services, caller, signal }) =>
        readTile(
          services,
          caller,
          tile,
          { ...request, filters: filters ?? [], first: first ?? 1_000 },
          signal,
        ),
    }),
  }),
});

const Dashboard = builder.objectRef<DashboardOfDeployment>('Dashboard').implement({
  description:
    'A dashboard of the workspace, in the order in which it is read: tiles on a grid of 12 columns.',
  fields: (t) => ({
    name: t.string({
      description: 'As in the address `/embed/dashboard/{name}`.',
      resolve: ({ dashboard }) => dashboard.name,
    }),
    title: t.string({ description: 'How people read it.', resolve: ({ dashboard }) => dashboard.title }),
    description: t.string({
      nullable: true,
      description: 'What it is about, for people.',
      resolve: ({ dashboard }) => dashboard.description,
    }),
    deploymentId: t.exposeInt('deploymentNumber', {
      description: 'Number of the deployment whose data it shows.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'IANA name of the time zone of its dates, unless a result is asked for in another.',
    }),
    filters: t.field({
      type: [Filter],
      description: 'What it can be narrowed by.',
      resolve: (parent) => parent.dashboard.filters.map((filter) => ({ ...parent, filter })),
    }),
    filter: t.field({
      type: Filter,
      nullable: true,
      description: 'One of its filters.',
      args: { name: t.arg.string({ required: true, description: 'Name of the filter.' }) },
      resolve: (parent, { name }) => {
        const filter = parent.dashboard.filters.find((each) => each.name === name);
        return filter === undefined ? null : { ...parent, filter };
      },
    }),
    tiles: t.field({
      type: [Tile],
      description: 'All tiles.',
      resolve: (parent) => parent.dashboard.tiles.map((tile) => ({ ...parent, tile })),
    }),
    tile: t.field({
      type: Tile,
      nullable: true,
      description: 'One of its tiles, so that each can be loaded by itself.',
      args: { name: t.arg.string({ required: true, description: 'Name of the tile.' }) },
      resolve: (parent, { name }) => {
        const tile = parent.dashboard.tiles.find((each) => each.name === name);
        return tile === undefined ? null : { ...parent, tile };
      },
    }),
  }),
});

const deploymentDescription =
  'Number of the deployment; required with an API key. Default: that of the session.';

builder.queryFields((t) => ({
  dashboards: t.field({
    type: [Dashboard],
    description: 'The dashboards of a deployment, by name.',
    authScopes: { caller: true },
    args: { deploymentId: t.arg.int({ description: deploymentDescription }) },
    resolve: (_root, { deploymentId }, { services, caller }) => [
      ...listDashboards(services, caller, deploymentId),
    ],
  }),
  dashboard: t.field({
    type: Dashboard,
    description: 'One dashboard of a deployment.',
    authScopes: { caller: true },
    args: {
      deploymentId: t.arg.int({ description: deploymentDescription }),
      name: t.arg.string({ required: true, description: 'Its name.' }),
    },
    resolve: (_root, { deploymentId, name }, { services, caller }) =>
      findDashboard(services, caller, deploymentId, name),
  }),
}));
