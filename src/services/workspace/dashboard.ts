import type { Spec } from '../../charts/spec/chart-spec.ts';
import type { Place } from '../../semantic/model/problem-list.ts';
import type { Grain } from '../../semantic/sql/result-grains.ts';

export type FilterKind = 'list' | 'dateRange' | 'number';
export type ColumnFormat = 'number' | 'percent' | 'currency';

/** A dimension of a cube or view. */
export interface FilterTarget {
  readonly relation: string;
  readonly member: string;
}

/** What the reader of a dashboard may narrow it by. */
export interface DashboardFilter {
  readonly name: string;
  readonly title: string;
  readonly kind: FilterKind;
  /** The same thing in each relation that has it, once for a relation; lists of values come from the first. */
  readonly targets: readonly [FilterTarget, ...FilterTarget[]];
}

export interface TileColumn {
  readonly name: string;
  readonly title: string;
  readonly format: ColumnFormat | undefined;
  /** ISO 4217 code, for `currency`. */
  readonly currency: string | undefined;
  /** Of times: how coarse they are, where the statement says so. */
  readonly granularity: Grain | undefined;
}

/** Which days a figure is of. */
export interface FigurePeriod {
  /** Name of the date range that chooses them. */
  readonly filter: string;
  /** As long as nothing is chosen: so many months, up to the last that the reader's rows have. */
  readonly months: number;
}

/** How a tile shows the rows of its query. */
export type TileView =
  | { readonly kind: 'chart'; readonly spec: Spec }
  /** `value` and `comparison` are columns of the first row. */
  | {
      readonly kind: 'figure';
      readonly value: string;
      readonly comparison: string | undefined;
      /** Its value is compared with that of earlier years. */
      readonly period: FigurePeriod | undefined;
    }
  | { readonly kind: 'table' };

export interface Tile {
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Semantic SQL. */
  readonly sql: string;
  /** Where the SQL is written. */
  readonly location: Place;
  /** Cubes and views that it reads. */
  readonly relations: readonly string[];
  readonly columns: readonly TileColumn[];
  readonly view: TileView;
  /** Columns of the grid's 12. */
  readonly width: number;
  /** Rows of the grid. */
  readonly height: number;
}

/** A dashboard of the workspace, checked against its deployment's model. */
export interface Dashboard {
  /** Name of its file, which addresses use. */
  readonly name: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly filters: readonly DashboardFilter[];
  /** In reading order. */
  readonly tiles: readonly Tile[];
}

/** Whether a filter narrows what a tile reads. */
export function appliesTo(filter: DashboardFilter, tile: Tile): boolean {
  return filter.targets.some(({ relation }) => tile.relations.includes(relation));
}
