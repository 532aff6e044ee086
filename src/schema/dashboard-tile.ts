import { tileArgs, tileRefinementArgs } from '../contract/dashboards.ts';
import { findTile, type TileOfDashboard } from '../services/dashboards/find-dashboard.ts';
import { readTile } from '../services/dashboards/read-tile.ts';
import { refineTile } from '../services/dashboards/refine-tile.ts';
import { isTileOpen } from '../services/dashboards/tile-access.ts';
import { appliesTo, type FigurePeriod, filterOf, type TileColumn } from '../services/workspace/dashboard.ts';
import { builder } from './builder.ts';
import { Granularity } from './column.ts';
import { partKey, partOf } from './dashboard-key.ts';
import { SqlResult, scanComplexity } from './data.ts';
import { argsOf, enumType } from './input-of.ts';
import { Refined } from './refined-query.ts';

/** The cost of a field with up to tens of thousands of characters, so that an operation cannot ask for those of all dashboards. */
const longTextComplexity = 200;

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

const Column = builder
  .objectRef<TileColumn & Pick<TileOfDashboard, 'dashboard' | 'tile'>>('DashboardColumn')
  .implement({
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
      filter: t.string({
        nullable: true,
        description:
          'Name of the filter in which a value of the column can be chosen: a value of a list filter or, for times with a granularity, its days of a date range filter.',
        resolve: ({ dashboard, tile, ...column }) => filterOf(dashboard, tile, column)?.name ?? null,
      }),
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

export const Tile = builder.objectRef<TileOfDashboard>('DashboardTile');

builder.node(Tile, {
  ...partOf((parent, name, { services, caller }) => findTile(services, caller, parent, name)),
  id: { resolve: (parent) => partKey(parent, parent.tile) },
  authScopes: { chatReader: true },
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
      description:
        'Columns, in the order of the values of a row. Empty for a reader of a shared tile who may not run its query.',
      resolve: async (place, _args, { services, caller }) => {
        const { dashboard, tile } = place;
        const shown = (await isTileOpen(services, caller, place)) ? tile.columns : [];
        return shown.map((column) => ({ ...column, dashboard, tile }));
      },
    }),
    spec: t.field({
      type: 'JSONObject',
      nullable: true,
      description:
        'For a chart: its Vega-Lite v5 specification without data. The data is the rows, with values keyed by column name. Null for a reader of a shared tile who may not run its query.',
      complexity: longTextComplexity,
      resolve: async (place, _args, { services, caller }) => {
        const { view } = place.tile;
        return view.kind === 'chart' && (await isTileOpen(services, caller, place)) ? view.spec : null;
      },
    }),
    value: t.string({
      nullable: true,
      description:
        'For a figure: the column whose value in the first row is shown. Null for a reader of a shared tile who may not run its query.',
      resolve: async (place, _args, { services, caller }) => {
        const { view } = place.tile;
        return view.kind === 'figure' && (await isTileOpen(services, caller, place)) ? view.value : null;
      },
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
    sql: t.string({
      nullable: true,
      description:
        'The semantic SQL of a tile that a user made. Null for a dashboard of the workspace, and for a reader of a shared one who may not run it.',
      complexity: longTextComplexity,
      resolve: async (place, _args, { services, caller }) => {
        const { origin, tile } = place;
        return origin.kind === 'user' && (await isTileOpen(services, caller, place)) ? tile.sql : null;
      },
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
    refinement: t.field({
      type: Refined,
      nullable: true,
      description:
        'The query of the tile, changed part by part: what readers drill down with. The selections narrow its rows, and are not among its filters. Null if the query is not of a form that can be changed so. Runs nothing unless `result` is requested.',
      complexity: 200,
      args: argsOf(tileRefinementArgs),
      resolve: (tile, args, { services, caller }) => refineTile(services, caller, tile, args),
    }),
  }),
});
