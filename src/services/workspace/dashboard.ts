import type { Spec } from '../../charts/spec/chart-spec.ts';
import type { Grain } from '../../contract/columns.ts';
import type { Place } from '../../semantic/model/problem-list.ts';

export type FilterKind = 'list' | 'dateRange' | 'number';
type ColumnFormat = 'number' | 'percent' | 'currency';

/** A dimension of a cube or view. */
interface FilterTarget {
  readonly relation: string;
  readonly member: string;
}

/** A filter by which readers can narrow a dashboard. */
export interface DashboardFilter {
  readonly name: string;
  readonly title: string;
  readonly kind: FilterKind;
  /** The dimension to filter in each relation, at most one for each. Values to choose from are those of the first. */
  readonly targets: readonly [FilterTarget, ...FilterTarget[]];
}

export interface TileColumn {
  readonly name: string;
  readonly title: string;
  readonly format: ColumnFormat | undefined;
  /** ISO 4217 code, for `currency`. */
  readonly currency: string | undefined;
  /** For times: their granularity, if the statement specifies one. */
  readonly granularity: Grain | undefined;
  /** The dimension that it shows, if the statement reads only one relation. */
  readonly member: string | undefined;
}

/** The days that a figure covers. */
export interface FigurePeriod {
  /** Name of the date range filter that selects them. */
  readonly filter: string;
  /** If nothing is selected: the number of months, up to the last one in the rows of the reader. */
  readonly months: number;
}

/** How a tile shows the rows of its query. */
export type TileView =
  | { readonly kind: 'chart'; readonly spec: Spec }
  /** `value` and `comparison` are names of columns, whose values in the first row are shown. */
  | {
      readonly kind: 'figure';
      readonly value: string;
      readonly comparison: string | undefined;
      /** If set, the value is compared with that of earlier years. */
      readonly period: FigurePeriod | undefined;
    }
  | { readonly kind: 'table' };

export interface Tile {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Semantic SQL. */
  readonly sql: string;
  /** Cubes and views that it reads. */
  readonly relations: readonly string[];
  readonly columns: readonly TileColumn[];
  readonly view: TileView;
  /** In columns of the 12-column grid. */
  readonly width: number;
  /** In rows of the grid. */
  readonly height: number;
}

/** A tile of the workspace. */
export interface DeclaredTile extends Tile {
  /** Where the SQL is in the file. */
  readonly location: Place;
}

/** What a dashboard is without its tiles. */
export interface DashboardHead {
  /** As used in URLs: the name of its file without the extension, or the id of one that a user made. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly filters: readonly DashboardFilter[];
}

/** A dashboard of the workspace, checked against its deployment's model. */
export interface Dashboard extends DashboardHead {
  /** In reading order. */
  readonly tiles: readonly DeclaredTile[];
}

/** The filter in which a value of a column can be chosen: a value of a list, or the days of a granularity. */
export function filterOf(
  { filters }: Pick<DashboardHead, 'filters'>,
  { relations }: Pick<Tile, 'relations'>,
  { member, granularity }: TileColumn,
): DashboardFilter | undefined {
  const kind: FilterKind = granularity === undefined ? 'list' : 'dateRange';
  return filters.find(
    (filter) =>
      filter.kind === kind &&
      filter.targets.some((target) => target.member === member && relations.includes(target.relation)),
  );
}

/** Whether a filter has an effect on a tile. */
export function appliesTo(filter: DashboardFilter, tile: Tile): boolean {
  return filter.targets.some(({ relation }) => tile.relations.includes(relation));
}
