import type { Formats } from '../shared/format.ts';
import type { DashboardQuery, TileQuery } from './generated/graphql.ts';

export type Tile = DashboardQuery['dashboard']['tiles'][number];
export type TileColumn = Tile['columns'][number];
export type Result = NonNullable<NonNullable<TileQuery['dashboard']['tile']>['result']>;
export type ColumnType = Result['columns'][number]['columnType'];

/** The values of one row, one for each column. */
export function cellsOf(row: unknown): readonly unknown[] {
  return Array.isArray(row) ? row : [];
}

/** A number, also one that is written as text because it is exact; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Rows as a chart reads them: exact decimals as numbers, days as local ones. */
export function chartValues({ columns, rows }: Result): readonly Record<string, unknown>[] {
  return rows.map((row) => {
    const cells = cellsOf(row);
    return Object.fromEntries(
      columns.map(({ name, columnType }, index) => [name, chartValue(cells[index], columnType)]),
    );
  });
}

function chartValue(value: unknown, type: ColumnType): unknown {
  if (type === 'Decimal' || type === 'Int64') return numberOf(value) ?? null;
  // A browser takes a bare day for midnight in UTC, and a time without offset for one of its own zone.
  return type === 'Date' && typeof value === 'string' ? `${value}T00:00:00` : value;
}

/** A value for people, in their locale. Times are those of the dashboard's time zone already. */
export function formatCell(
  value: unknown,
  type: ColumnType,
  column: TileColumn | undefined,
  formats: Formats,
): string {
  if (value === null || value === undefined) return '–';
  switch (type) {
    case 'Boolean':
      return value === true ? 'Yes' : 'No';
    case 'Date':
      return formats.date(`${String(value)}T00:00:00Z`);
    case 'Timestamp': {
      const moment = `${String(value)}Z`;
      return /T00:00:00(\.0+)?$/.test(String(value)) ? formats.date(moment) : formats.dateTime(moment);
    }
    case 'Int64':
    case 'Double':
    case 'Decimal': {
      // Numbers beyond what the browser's own hold exactly come as text, and are written from it.
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

export function isNumeric(type: ColumnType): boolean {
  return type === 'Int64' || type === 'Double' || type === 'Decimal';
}

/** How the numbers of a column are written. */
export function numberOptions(column: TileColumn | undefined): Intl.NumberFormatOptions {
  switch (column?.format) {
    case 'percent':
      return { style: 'percent', maximumFractionDigits: 1 };
    case 'currency':
      return { style: 'currency', currency: column.currency ?? 'EUR', maximumFractionDigits: 2 };
    case 'number':
    case null:
    case undefined:
      return { maximumFractionDigits: 2 };
  }
}
