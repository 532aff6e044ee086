import { pieMark } from '../../../src/contract/chart-marks.ts';
import { type Column, isNumber, isTime } from '../shared/column-text.ts';
import type { QueryResult } from '../shared/query-result.ts';

export const chartTypes = ['bar', 'line', 'area', 'stacked', 'pie'] as const;
export type ChartType = (typeof chartTypes)[number];

/** What of a result can be drawn. */
interface Shape {
  /** Along one axis: times, else the first category. */
  readonly main: Column | undefined;
  readonly series: Column | undefined;
  readonly numbers: readonly Column[];
}

/** More bars or slices than this cannot be told apart. */
const maxBars = 30;
const maxSlices = 12;
const maxNumbers = 4;

function shapeOf({ columns }: Pick<QueryResult, 'columns'>): Shape {
  const [time, ...times] = columns.filter(isTime);
  const categories = columns.filter((column) => !isNumber(column) && !isTime(column));
  const [main, series, ...rest] = time === undefined ? categories : [time, ...times, ...categories];
  const numbers = columns.filter((column) => isNumber(column) && column.format !== 'id');
  return { main: rest.length > 0 ? undefined : main, series, numbers };
}

/** The ways in which a result can be drawn without saying something else. */
export function possibleTypes(result: Pick<QueryResult, 'columns' | 'rows'>): readonly ChartType[] {
  const { main, series, numbers } = shapeOf(result);
  const [first, second] = numbers;
  if (main === undefined || first === undefined || result.rows.length < 2) return [];
  // Shares and rates do not add up.
  const addsUp = second === undefined && first.format !== 'percent';
  const index = result.columns.indexOf(first);
  const isPart = result.rows.length <= maxSlices && result.rows.every((row) => Number(row[index] ?? 0) >= 0);
  const isFew = numbers.length <= maxNumbers;
  const fits: Readonly<Record<ChartType, boolean>> = {
    bar: isFew,
    line: isFew && isTime(main),
    area: isFew && isTime(main),
    stacked: addsUp && series !== undefined,
    pie: addsUp && series === undefined && !isTime(main) && isPart,
  };
  return chartTypes.filter((type) => fits[type]);
}

type Spec = Readonly<Record<string, unknown>>;

/**
 * A result drawn in another way, as Vega-Lite without data.
 * @param titles of the columns, by name
 * @returns null if it cannot be drawn so
 */
export function specOfType(
  type: ChartType,
  result: Pick<QueryResult, 'columns' | 'rows'>,
  titles: ReadonlyMap<string, string>,
): Spec | null {
  const { main, series, numbers } = shapeOf(result);
  const [first, ...others] = numbers;
  if (main === undefined || first === undefined || !possibleTypes(result).includes(type)) return null;
  const field = ({ name }: Column, kind: string, more: Spec = {}) => ({
    field: name,
    type: kind,
    title: titles.get(name) ?? name,
    ...more,
  });
  const color = series === undefined ? {} : { color: field(series, 'nominal') };
  const largestFirst = { sort: { field: first.name, op: 'sum', order: 'descending' } };
  if (type === 'pie') {
    return {
      mark: pieMark,
      encoding: {
        theta: field(first, 'quantitative', { stack: true }),
        order: { field: first.name, type: 'quantitative', sort: 'descending' },
        color: field(main, 'nominal', largestFirst),
      },
    };
  }
  const view = (number: Column): Spec => {
    const value = field(number, 'quantitative', stackOf(type));
    if (isTime(main)) {
      const steps = new Set(result.rows.map((row) => row[result.columns.indexOf(main)])).size;
      const isBar = type === 'bar' || type === 'stacked';
      const sizePx = Math.max(2, Math.min(36, Math.round(420 / steps)));
      const x = field(main, 'temporal', isBar ? { scale: { padding: sizePx / 2 } } : {});
      const mark = isBar
        ? { type: 'bar', size: sizePx }
        : type === 'area'
          ? { type: 'area', line: true, opacity: 0.6 }
          : { type: 'line', point: steps <= 60 };
      return { mark, encoding: { x, y: value, ...color } };
    }
    const offset = type === 'bar' && series !== undefined ? { yOffset: field(series, 'nominal') } : {};
    return {
      mark: 'bar',
      encoding: { y: field(main, 'nominal', largestFirst), x: value, ...color, ...offset },
    };
  };
  const isLong = !isTime(main) && series === undefined && result.rows.length > maxBars;
  const rank = {
    window: [{ op: 'row_number', as: 'bar_rank' }],
    sort: [{ field: first.name, order: 'descending' }],
  };
  return {
    ...(isLong ? { transform: [rank, { filter: { field: 'bar_rank', lte: maxBars } }] } : {}),
    ...(others.length === 0
      ? view(first)
      : { vconcat: numbers.map((number) => ({ height: 150, ...view(number) })) }),
  };
}

/** Bars of one place stand side by side, and lines start where they are. */
function stackOf(type: ChartType): Spec {
  if (type === 'stacked') return { stack: 'zero' };
  return type === 'bar' || type === 'area' ? { stack: null } : {};
}
