/** Columns of results. Without zod: the pages load this file. */

export const columnTypes = [
  'String',
  'Int64',
  'Double',
  'Decimal',
  'Boolean',
  'Date',
  'Timestamp',
  'Json',
] as const;
export type ColumnType = (typeof columnTypes)[number];

export function isNumberType(type: ColumnType): boolean {
  return type === 'Int64' || type === 'Double' || type === 'Decimal';
}

export function isTimeType(type: ColumnType): boolean {
  return type === 'Date' || type === 'Timestamp';
}

/** Granularities of times, from fine to coarse. */
export const grains = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Grain = (typeof grains)[number];

/** The granularity in the name of a column: `month` for `ordered_at_month` and `month`. */
export function grainOfName(column: string): Grain | undefined {
  const word = column.toLowerCase().split('_').at(-1);
  return grains.find((grain) => grain === word);
}

/** Whether a column has days of the week, from 1 for Monday to 7 for Sunday, as its name says: `ordered_at_weekday`. */
export function hasWeekdays(column: string, values: readonly unknown[]): boolean {
  return /(?:^|_)weekday$/i.test(column) && values.every((it) => it === null || /^[1-7]$/.test(String(it)));
}

/** Display formats of members that charts, answers and pages understand. */
export const memberFormats = ['percent', 'currency', 'number', 'id', 'link', 'imageUrl'] as const;
export type MemberFormat = (typeof memberFormats)[number];
