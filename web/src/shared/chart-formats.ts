import type { Grain } from '../../../src/contract/columns.ts';
import type { ChartSpec } from './chart-props.ts';
import { type Column, isNumber, isTime, knownGrain, momentOf, timeText, unitOptions } from './column-text.ts';
import { numberFormatter } from './formatters.ts';
import { pageLocale } from './locale.ts';

/** The expression function with which charts format values; Vega-Lite passes it the `format`. */
export const textFunction = 'inlayText';

/** How {@link textFunction} formats a value. */
type TextFormat =
  | { readonly kind: 'time'; readonly grain: Grain }
  | { readonly kind: 'number'; readonly options: Intl.NumberFormatOptions };

interface FormattedColumn extends Column {
  readonly unit: Intl.NumberFormatOptions | undefined;
  /** Number of steps of its granularity between the first time and the last. */
  readonly steps: number;
  /** All days or weeks, if they are few: between them, an axis has nothing to say. */
  readonly few: readonly number[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Formats a specification's axes, legends and tooltips like the columns of its result: money with its currency, times at their
 * granularity. Formats that include a unit stay. Marks without a tooltip get one with everything that they encode.
 * @param countsTicks whether to derive the ticks of times from the rows even if the specification has its own
 */
export function withColumnFormats(
  spec: ChartSpec,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
  countsTicks = false,
): ChartSpec {
  const known = new Map(
    columns.map((column, index) => [
      column.name,
      describe(
        column,
        rows.map((row) => row[index] ?? null),
      ),
    ]),
  );
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isObject(node)) return node;
    const copy = Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const isEncoding = key === 'encoding' && isObject(value);
        return [
          key,
          isEncoding ? formatted(value, known, { isMark: 'mark' in node, countsTicks }) : walk(value),
        ] as const;
      }),
    );
    return copy;
  };
  return walk(spec) as ChartSpec;
}

function describe(column: Column, values: readonly unknown[]): FormattedColumn {
  const granularity = knownGrain(column);
  return {
    ...column,
    granularity,
    unit: isNumber(column) ? unitOptions(column, values) : undefined,
    steps: granularity === undefined ? 0 : stepsOf(values, granularity),
    few: granularity === 'day' || granularity === 'week' ? fewOf(values) : undefined,
  };
}

/** Approximate lengths in days. Finer granularities get no ticks of their own. */
const grainDays: Partial<Record<Grain, number>> = { month: 30.44, quarter: 91.31, year: 365.25 };
const dayMs = 86_400_000;
/** Maximum number of time labels side by side. */
const maxTicks = 12;

/** Labels with a day in them are wide. */
const maxDays = 8;

function fewOf(values: readonly unknown[]): readonly number[] | undefined {
  const moments = new Set(values.flatMap((value) => momentOf(value) ?? []));
  return moments.size > maxDays ? undefined : [...moments];
}

function stepsOf(values: readonly unknown[], grain: Grain): number {
  const days = grainDays[grain];
  const moments = values.flatMap((value) => momentOf(value) ?? []);
  if (days === undefined || moments.length === 0) return 0;
  const [first, last] = [moments.reduce((a, b) => Math.min(a, b)), moments.reduce((a, b) => Math.max(a, b))];
  return Math.max(1, Math.round((last - first) / (days * dayMs)));
}

function formatted(
  encoding: Json,
  columns: ReadonlyMap<string, FormattedColumn>,
  { isMark, countsTicks }: { readonly isMark: boolean; readonly countsTicks: boolean },
): Json {
  const change = (value: unknown, changed: (definition: Json, column: FormattedColumn) => Json): unknown => {
    const column = columnOf(value, columns);
    return isObject(value) && column !== undefined ? changed(value, column) : value;
  };
  const copy: Record<string, unknown> = {};
  for (const [channel, value] of Object.entries(encoding)) {
    if (channel === 'x' || channel === 'y')
      copy[channel] = change(value, (definition, column) => withAxis(definition, column, countsTicks));
    else if (channel === 'tooltip') {
      const each = (one: unknown) =>
        change(one, (definition, column) => ({ ...definition, ...tooltipText(definition, column) }));
      copy[channel] = Array.isArray(value) ? value.map(each) : each(value);
    } else if (isObject(value) && value['type'] === 'quantitative') copy[channel] = change(value, withLegend);
    else copy[channel] = value;
  }
  if (isMark && !('tooltip' in copy)) {
    const tooltip = tooltipOf(encoding, columns);
    if (tooltip.length > 0) copy['tooltip'] = tooltip;
  }
  return copy;
}

/** Values computed from a column keep their own format. */
function columnOf(
  value: unknown,
  columns: ReadonlyMap<string, FormattedColumn>,
): FormattedColumn | undefined {
  if (!isObject(value) || 'timeUnit' in value || 'bin' in value) return undefined;
  if ('aggregate' in value && !keepsUnit.has(String(value['aggregate']))) return undefined;
  return columns.get(String(value['field']).replace(/\\(.)/g, '$1'));
}

const keepsUnit = new Set(['sum', 'mean', 'average', 'median', 'min', 'max']);

const drawn = ['x', 'y', 'color', 'fill', 'stroke', 'size', 'shape', 'theta', 'detail', 'opacity'];

function tooltipOf(encoding: Json, columns: ReadonlyMap<string, FormattedColumn>): readonly Json[] {
  const told = new Map<string, Json>();
  for (const channel of drawn) {
    const definition = encoding[channel];
    const column = columnOf(definition, columns);
    if (!isObject(definition) || column === undefined || told.has(column.name)) continue;
    const { field, type, title, aggregate, axis, scale } = definition;
    const own = isObject(axis) ? axis['title'] : undefined;
    const kept = Object.entries({
      field,
      type,
      title: title ?? own,
      aggregate,
      scale: type === 'temporal' ? scale : undefined,
    });
    const plain = Object.fromEntries(kept.filter(([, value]) => value !== undefined && value !== null));
    told.set(column.name, { ...plain, ...tooltipText(plain, column) });
  }
  return [...told.values()];
}

function tooltipText(definition: Json, column: FormattedColumn): Json {
  const { format } = definition;
  if ('formatType' in definition) return {};
  if (isTime(column))
    return column.granularity === undefined || !isOfNoLocale(format) ? {} : timeFormat(column.granularity);
  if (!isNumber(column) || saysUnit(format)) return {};
  if (column.unit === undefined)
    return format === undefined ? numberFormat({ maximumFractionDigits: 2 }) : {};
  return numberFormat({ ...column.unit, ...digitsOf(format, column) });
}

function withAxis(definition: Json, column: FormattedColumn, countsTicks: boolean): Json {
  const { axis = {}, stack } = definition;
  if (!isObject(axis) || 'labelExpr' in axis || 'formatType' in axis || stack === 'normalize')
    return definition;
  const { format } = axis;
  if (isTime(column)) {
    const { granularity, steps, few } = column;
    if (granularity === undefined || definition['type'] !== 'temporal') return definition;
    const text = isOfNoLocale(format) ? timeFormat(granularity) : {};
    if (few !== undefined && few.length > 0)
      return { ...definition, axis: { ...axis, values: few, ...text } };
    if (steps === 0) return definition;
    const own = Number(countsTicks ? Number.NaN : (axis['tickCount'] ?? Number.NaN));
    // More ticks than steps would say the same twice.
    const tickCount = Math.min(steps, Number.isNaN(own) ? maxTicks : own);
    return { ...definition, axis: { ...axis, tickCount, ...text } };
  }
  if (column.unit === undefined || saysUnit(format)) return definition;
  return { ...definition, axis: { ...axis, ...numberFormat(shortOptions(column.unit)) } };
}

function withLegend(definition: Json, column: FormattedColumn): Json {
  const { legend = {} } = definition;
  if (!isObject(legend) || column.unit === undefined || saysUnit(legend['format'])) return definition;
  return { ...definition, legend: { ...legend, ...numberFormat(shortOptions(column.unit)) } };
}

/** Rounded money, for axes. */
function shortOptions(unit: Intl.NumberFormatOptions): Intl.NumberFormatOptions {
  return unit.style === 'currency'
    ? { ...unit, notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 2 }
    : { ...unit, maximumFractionDigits: 1 };
}

function digitsOf(format: unknown, { unit }: FormattedColumn): Intl.NumberFormatOptions {
  const digits = /\.(\d+)f$/.exec(String(format))?.[1];
  if (digits !== undefined)
    return { minimumFractionDigits: Number(digits), maximumFractionDigits: Number(digits) };
  return unit?.style === 'percent' ? { maximumFractionDigits: 1 } : {};
}

function saysUnit(format: unknown): boolean {
  return typeof format === 'string' && /[%$]|[ep]$/.test(format);
}

/** Other locales use another order. */
function isOfNoLocale(format: unknown): boolean {
  return format === undefined || format === '%b %-d, %Y' || format === '%b %-d, %Y, %H:%M';
}

function timeFormat(grain: Grain): Json {
  return { formatType: textFunction, format: { kind: 'time', grain } };
}

function numberFormat(options: Intl.NumberFormatOptions): Json {
  return { formatType: textFunction, format: { kind: 'number', options } };
}

/** {@link textFunction}. @param locale BCP 47; @default the page's */
export function textOf(value: unknown, format: unknown, locale = pageLocale): string {
  if (value === null || value === undefined) return '–';
  const { kind, ...rest } = format as TextFormat;
  if (kind === 'time' && 'grain' in rest) return timeText(rest.grain, locale)(Number(value));
  return 'options' in rest ? numberFormatter(locale, rest.options).format(Number(value)) : String(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
