import { hasWeekdays } from '../../../src/contract/columns.ts';
import { type Column, grainOf, isNumber, isTime, momentOf, timeText, unitOptions } from './column-text.ts';
import { numberFormatter, timeFormatter } from './formatters.ts';
import { pageLocale } from './locale.ts';
import type { QueryResult } from './query-result.ts';
import { words } from './words/words.ts';

/** How the values of one column are shown. */
export interface ColumnFormat {
  readonly name: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly text: (value: unknown) => string;
}

/**
 * Titles and formats of a result's columns: as its chart names them, else from their names and values.
 * @param rows all rows with this format, even if they are shown page by page
 * @param locale @default the page's
 */
export function columnFormats(
  { columns, rows, vegaSpec, titles }: Pick<QueryResult, 'columns' | 'rows' | 'vegaSpec' | 'titles'>,
  locale = pageLocale,
): readonly ColumnFormat[] {
  const labels = new Map<string, Label>();
  collectLabels(vegaSpec, labels);
  return columns.map((column, index) => {
    const label = labels.get(column.name);
    const values = rows.map((row) => row[index] ?? null);
    const areWeekdays = isNumber(column) && hasWeekdays(column.name, values);
    return {
      name: column.name,
      title: titles?.get(column.name) ?? label?.title ?? humanised(column.name),
      isNumber: isNumber(column) && !areWeekdays,
      text: areWeekdays
        ? weekdayText(locale)
        : isNumber(column)
          ? numberText(column, values, label, locale)
          : isTime(column)
            ? momentText(column, values, locale)
            : plainText,
    };
  });
}

/** Titles of a result's columns, by name. */
export function columnTitles(
  result: Pick<QueryResult, 'columns' | 'vegaSpec' | 'titles'>,
): ReadonlyMap<string, string> {
  return new Map(columnFormats({ ...result, rows: [] }).map(({ name, title }) => [name, title]));
}

interface Label {
  readonly title: string;
  readonly format: string | undefined;
}

function collectLabels(node: unknown, into: Map<string, Label>): void {
  if (typeof node !== 'object' || node === null) return;
  const { field, title, format } = node as Readonly<Record<string, unknown>>;
  if (typeof field === 'string' && typeof title === 'string') {
    const name = field.replace(/\\(.)/g, '$1');
    const known = into.get(name);
    into.set(name, { title, format: typeof format === 'string' ? format : known?.format });
  }
  for (const value of Object.values(node)) collectLabels(value, into);
}

function humanised(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function numberText(
  column: Column,
  values: readonly unknown[],
  label: Label | undefined,
  locale: string | undefined,
): (value: unknown) => string {
  const isPercent = label?.format?.includes('%') === true;
  const unit = unitOptions(isPercent ? { format: 'percent' } : column, values);
  // Numbers that are identifiers get no thousands separators.
  const isName = column.format === 'id' || /(^|_)(id|number|year|code)$/i.test(column.name);
  // The same number of decimals for all, so that the figures of a column line up.
  const decimals = unit?.style === 'percent' ? 1 : Math.min(2, Math.max(0, ...values.map(decimalsOf)));
  const format = numberFormatter(locale, {
    ...(unit?.style === 'currency'
      ? unit
      : { ...unit, minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
    useGrouping: !isName,
  });
  return (value) => {
    if (value === null || value === undefined) return '–';
    // Exact decimals and large integers come as text, which is formatted without loss.
    return typeof value === 'number' || typeof value === 'string'
      ? format.format(value as number | `${number}`)
      : plainText(value);
  };
}

/** From 1 for Monday, which 1 January 2024 was. */
function weekdayText(locale: string | undefined): (value: unknown) => string {
  const format = timeFormatter(locale, { weekday: 'long', timeZone: 'UTC' });
  return (value) => (value === null ? plainText(value) : format.format(Date.UTC(2024, 0, Number(value))));
}

function decimalsOf(value: unknown): number {
  return /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0;
}

function momentText(
  column: Column,
  values: readonly unknown[],
  locale: string | undefined,
): (value: unknown) => string {
  const text = timeText(grainOf(column, values), locale);
  return (value) => {
    const moment = momentOf(value);
    return moment === undefined ? plainText(value) : text(moment);
  };
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? words().yes : words().no;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
