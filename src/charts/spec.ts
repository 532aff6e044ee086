import type { Grain } from '../contract/columns.ts';
import { isAdditive } from './fields.ts';
import type { ChartColumn } from './shape.ts';
import type { Spec } from './spec/chart-spec.ts';

/** Maximum number of series or slices; the smallest are combined as `Other`. */
export const maxSeries = 10;

/** An expression that reads a field. */
export function datum(name: string): string {
  return `datum[${JSON.stringify(name)}]`;
}

/** Exact decimals arrive as text; charts need numbers. */
export function numberTransforms(columns: readonly ChartColumn[]): Spec[] {
  return columns
    .filter((column) => column.textual)
    .map((column) => ({
      calculate: `${datum(column.name)} === null ? null : toNumber(${datum(column.name)})`,
      as: column.name,
    }));
}

interface QuantityStyle {
  readonly title: string;
  readonly format: string;
}

/** Axis title with its unit, and the number format of labels. @param exact whether money is written to the cent, as in tooltips */
export function quantityStyle(column: ChartColumn, exact = false): QuantityStyle {
  const percent = column.field?.format === 'percent' || /(_percent|_share)$/.test(column.name);
  if (percent && column.fraction) return { title: column.title, format: '.1~%' };
  if (percent) return { title: `${column.title} (%)`, format: ',.1~f' };
  if (column.field?.format === 'currency') {
    const unit = column.field.currency === undefined ? '' : ` (${column.field.currency})`;
    return { title: `${column.title}${unit}`, format: exact ? ',.2f' : ',.2~f' };
  }
  return { title: column.title + (column.unit === undefined ? '' : ` (${column.unit})`), format: ',.2~f' };
}

export function quantity(column: ChartColumn, extra: Spec = {}): Spec {
  const { title, format } = quantityStyle(column);
  return { field: column.name, type: 'quantitative', title, axis: { format }, ...extra };
}

const timeFormats: Readonly<Record<Grain, string>> = {
  second: '%b %-d, %Y, %H:%M:%S',
  minute: '%b %-d, %Y, %H:%M',
  hour: '%b %-d, %Y, %H:%M',
  day: '%b %-d, %Y',
  week: '%b %-d, %Y',
  month: '%b %Y',
  quarter: 'Q%q %Y',
  year: '%Y',
};
/** Maximum number of time labels that fit side by side. */
const maxTicks = 12;

/** Format of a column's times. Empty if their granularity is unknown. */
export function timeStyle({ grain }: Pick<ChartColumn, 'grain'>): { readonly format?: string } {
  return grain === undefined ? {} : { format: timeFormats[grain] };
}

/** A tick for each step if there is room, and never one between two steps. */
export function timeAxis(column: ChartColumn): Spec {
  const { grain, steps } = column;
  // Many times of a day get ticks by the hour, and many days by the month.
  const isCoarse = grain === 'month' || grain === 'quarter' || grain === 'year';
  return isCoarse ? { ...timeStyle(column), tickCount: Math.min(Math.max(steps, 1), maxTicks) } : {};
}

export function temporal(column: ChartColumn): Spec {
  const axis = timeAxis(column);
  return {
    field: column.name,
    type: 'temporal',
    title: column.title,
    ...(column.dateOnly ? { scale: { type: 'utc' } } : {}),
    ...(Object.keys(axis).length === 0 ? {} : { axis }),
  };
}

/** @param guide what shows its values: none for an offset within the values of another column */
export function nominal(column: ChartColumn, guide?: 'axis' | 'legend', extra: Spec = {}): Spec {
  const { name, title } = column;
  const labelExpr = guide && labelOf(column, 'datum.value', 'datum.label');
  return {
    field: name,
    type: 'nominal',
    title,
    ...(labelExpr === undefined ? {} : { [guide ?? 'axis']: { labelExpr } }),
    ...extra,
  };
}

/**
 * An expression for what a value is called: a day of the week by its name, and a missing one by the words for that. Undefined where
 * all are called what they are.
 */
function labelOf({ unknown, weekdays }: ChartColumn, value: string, plain: string): string | undefined {
  const label = weekdays ? `dayFormat(${value} % 7)` : plain;
  if (unknown === undefined) return weekdays ? label : undefined;
  const text = JSON.stringify(unknown.slice(0, maxUnknown));
  return `${value} === null || ${value} === '' ? ${text} : ${label}`;
}

const maxUnknown = 100;
/** Longer ones are not read. */
const maxExpression = 500;

/** Adds names of missing values and of weekdays for tooltips, which have no labels of their own. */
export function namedCategories(columns: readonly ChartColumn[]): Spec[] {
  return columns.flatMap((column) => {
    const calculate = namedCategory(column);
    return calculate === undefined ? [] : [{ calculate, as: namedField(column.name) }];
  });
}

/** Undefined where all have values, and for a column whose name takes up the expression. */
function namedCategory(column: ChartColumn): string | undefined {
  const value = datum(column.name);
  const expression = labelOf(column, value, value);
  return expression === undefined || expression.length > maxExpression ? undefined : expression;
}

function namedField(name: string): string {
  return `${name}_named`;
}

export function tooltips(columns: readonly ChartColumn[]): Spec[] {
  return columns.map((column) => {
    const field = column.name;
    if (column.role === 'time') return { field, type: 'temporal', title: column.title, ...timeStyle(column) };
    if (column.role === 'category')
      return {
        field: namedCategory(column) === undefined ? field : namedField(field),
        type: 'nominal',
        title: column.title,
      };
    return { field, type: 'quantitative', ...quantityStyle(column, true) };
  });
}

/**
 * Keeps the largest categories of a column and combines the rest as `Other`, or drops the rest if their values cannot be added
 * up (averages, ratios, distinct counts).
 */
export function limitSeries(
  column: ChartColumn,
  by: ChartColumn,
  groupby: readonly ChartColumn[],
): { readonly transforms: Spec[]; readonly limited: boolean } {
  // The number of categories in partial rows is unknown; the transforms leave few categories as they are.
  if (column.distinct <= maxSeries && !column.isPart) return { transforms: [], limited: false };
  const rank: Spec[] = [
    {
      joinaggregate: [{ op: 'sum', field: by.name, as: 'series_total' }],
      groupby: [column.name],
    },
    {
      window: [{ op: 'dense_rank', as: 'series_rank' }],
      sort: [
        { field: 'series_total', order: 'descending' },
        { field: column.name, order: 'ascending' },
      ],
    },
  ];
  if (!isAdditive(by.field?.measure)) {
    const limited = column.distinct > maxSeries;
    return { transforms: [...rank, { filter: { field: 'series_rank', lte: maxSeries } }], limited };
  }
  return {
    transforms: [
      ...rank,
      { calculate: `datum.series_rank < ${maxSeries} ? ${datum(column.name)} : 'Other'`, as: column.name },
      {
        aggregate: [{ op: 'sum', field: by.name, as: by.name }],
        groupby: [...groupby, column].map((it) => it.name),
      },
    ],
    limited: false,
  };
}
