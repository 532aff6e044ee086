import type { QueryResult, ResultColumn } from './tool-result.ts';

/** How the values of one column are shown. */
export interface ColumnFormat {
  readonly name: string;
  readonly title: string;
  readonly isNumber: boolean;
  readonly text: (value: unknown) => string;
}

const numberTypes = ['Int64', 'Double', 'Decimal'];
const timeTypes = ['Date', 'Timestamp'];

/**
 * Titles and formats of a result's columns: as its chart names them, else from their names and values.
 * @param locale @default the browser's
 */
export function columnFormats(
  { columns, rows, spec }: Pick<QueryResult, 'columns' | 'rows' | 'spec'>,
  locale?: string,
): readonly ColumnFormat[] {
  const labels = new Map<string, Label>();
  collectLabels(spec, labels);
  return columns.map((column, index) => {
    const label = labels.get(column.name);
    const isNumber = numberTypes.includes(column.type);
    return {
      name: column.name,
      title: label?.title ?? humanised(column.name),
      isNumber,
      text: isNumber
        ? numberText(
            column,
            rows.map((row) => row[index]),
            label,
            locale,
          )
        : timeTypes.includes(column.type)
          ? timeText(
              rows.map((row) => row[index]),
              locale,
            )
          : plainText,
    };
  });
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
  { name }: ResultColumn,
  values: readonly unknown[],
  label: Label | undefined,
  locale: string | undefined,
): (value: unknown) => string {
  const isPercent = label?.format?.includes('%') === true;
  // Numbers that name something are not counted.
  const isName = /(^|_)(id|number|year|code)$/i.test(name);
  const decimals = Math.min(2, Math.max(0, ...values.map(decimalsOf)));
  const format = new Intl.NumberFormat(locale, {
    // As many for all, so that the figures of a column stand below each other.
    minimumFractionDigits: isPercent ? 1 : decimals,
    maximumFractionDigits: isPercent ? 1 : decimals,
    ...(isPercent ? { style: 'percent' as const } : {}),
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

function decimalsOf(value: unknown): number {
  return /\.(\d+)/.exec(String(value))?.[1]?.length ?? 0;
}

/** As coarse as the values are: days that all begin a month are months, and so on. */
function timeText(values: readonly unknown[], locale: string | undefined): (value: unknown) => string {
  const known = values.filter((value) => typeof value === 'string');
  const all = (pattern: RegExp) => known.every((value) => pattern.test(value));
  const isSeries = known.length > 1;
  const options: Intl.DateTimeFormatOptions =
    isSeries && all(/^\d{4,}-01-01(T00:00:00\.000)?$/)
      ? { year: 'numeric' }
      : isSeries && all(/-01(T00:00:00\.000)?$/)
        ? { year: 'numeric', month: 'short' }
        : all(/^\d{4,}-\d\d-\d\d(T00:00:00\.000)?$/)
          ? { dateStyle: 'medium' }
          : { dateStyle: 'medium', timeStyle: 'short' };
  // They are told in the session's time zone already, without saying so.
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return (value) => {
    if (typeof value !== 'string') return plainText(value);
    const moment = Date.parse(value.includes('T') ? `${value}Z` : value);
    return Number.isNaN(moment) ? value : format.format(moment);
  };
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
