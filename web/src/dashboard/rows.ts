import type { ColumnType, Grain } from '../../../src/contract/columns.ts';
import { type Column, columnOf, grainOf, isTime, momentOf } from '../shared/column-text.ts';
import type { Formats } from '../shared/format.ts';
import { words } from '../shared/words/words.ts';
import type { DashboardQuery, TileQuery } from './generated/graphql.ts';

export type Tile = DashboardQuery['dashboard']['tiles'][number];
export type TileColumn = Tile['columns'][number];
export type Result = NonNullable<NonNullable<TileQuery['dashboard']['tile']>['result']>;

/** The values of one row, one for each column. */
export function cellsOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

/** A number, or an exact one given as text; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The columns of a tile's rows, as the result and the dashboard describe them. */
export function columnsOf(
  tile: Pick<Tile, 'columns'>,
  { columns }: Pick<Result, 'columns'>,
): readonly Column[] {
  return columns.map((column, index) => columnOf({ ...tile.columns[index], ...column }));
}

/** Granularity for each column's times; undefined for other columns. */
export function grainsOf(
  columns: readonly Column[],
  rows: readonly unknown[],
): readonly (Grain | undefined)[] {
  return columns.map((column, index) =>
    isTime(column)
      ? grainOf(
          column,
          rows.map((row) => cellsOf(row)[index] ?? null),
        )
      : undefined,
  );
}

/** A value in the reader's locale. Times are already in the dashboard's time zone. */
export function formatCell(
  value: unknown,
  type: ColumnType,
  column: TileColumn | undefined,
  formats: Formats,
  grain: Grain = 'minute',
): string {
  if (value === null || value === undefined) return '–';
  switch (type) {
    case 'Boolean':
      return value === true ? words().yes : words().no;
    case 'Date':
    case 'Timestamp': {
      const moment = momentOf(value);
      return moment === undefined ? String(value) : formats.time(moment, grain);
    }
    case 'Int64':
    case 'Double':
    case 'Decimal': {
      // Numbers that are not exact in JavaScript arrive as text, and are formatted from it.
      const exact = typeof value === 'string' ? (value as Intl.StringNumericLiteral) : numberOf(value);
      const isNumber = numberOf(value) !== undefined && exact !== undefined;
      return isNumber ? formats.number(exact, numberOptions(column)) : String(value);
    }
    case 'Json':
      return JSON.stringify(value);
    case 'String':
      return String(value);
  }
}

/** How the numbers of a column are written. */
export function numberOptions(column: TileColumn | undefined): Intl.NumberFormatOptions {
  switch (column?.format) {
    case 'PERCENT':
      return { style: 'percent', maximumFractionDigits: 1 };
    case 'CURRENCY':
      return { style: 'currency', currency: column.currency ?? 'EUR', maximumFractionDigits: 2 };
    case 'NUMBER':
    case null:
    case undefined:
      return { maximumFractionDigits: 2 };
  }
}
