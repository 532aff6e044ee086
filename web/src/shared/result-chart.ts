import { withColumnFormats } from './chart-formats.ts';
import type { ChartSpec } from './chart-props.ts';
import { withRows } from './chart-rows.ts';
import type { QueryResult } from './query-result.ts';

/**
 * The chart of a result, with its rows in it.
 * @param rows all of them, where more than those that came with it are to be drawn
 * @returns undefined for a result without a chart
 */
export function chartOf(
  { vegaSpec, columns, rows: given }: QueryResult,
  rows: QueryResult['rows'] = given,
): ChartSpec | undefined {
  if (vegaSpec === null) return undefined;
  const { title, $schema: _, ...rest } = vegaSpec;
  const subtitle =
    typeof title === 'object' && title !== null && 'subtitle' in title ? title.subtitle : undefined;
  const chart = {
    ...rest,
    ...(typeof subtitle === 'string'
      ? { title: { text: subtitle, fontSize: 12, fontWeight: 'normal' } }
      : {}),
    config: look,
  };
  // Ticks were counted for the rows that the agent saw.
  const countsTicks = rows.length > given.length;
  return withRows(withColumnFormats(chart, columns, rows, countsTicks), columns, rows);
}

/** An axis and its title below a chart. */
const axisPx = 62;

/** High enough to read one bar per row; for several charts, about their own height. */
export function chartHeightPx({ vegaSpec, rows }: Pick<QueryResult, 'vegaSpec' | 'rows'>): number {
  const { vconcat, hconcat } = vegaSpec ?? {};
  if (Array.isArray(vconcat)) {
    const heights = vconcat.map((view) => Number(property(view, 'height') ?? 200) + axisPx);
    return heights.reduce((sum, height) => sum + height, 0);
  }
  const [first = vegaSpec] = Array.isArray(hconcat) ? hconcat : [];
  const isBars = property(property(property(first, 'encoding'), 'y'), 'type') === 'nominal';
  if (!isBars) return 280;
  return first === vegaSpec ? Math.min(640, Math.max(160, 60 + 28 * rows.length)) : axisPx + 20 * rows.length;
}

function property(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Quiet axes. */
const look = {
  view: { stroke: null },
  axis: {
    domain: false,
    ticks: false,
    labelPadding: 6,
    titlePadding: 10,
    gridOpacity: 0.35,
    titleFontWeight: 500,
  },
  axisX: { grid: false },
  axisXQuantitative: { tickCount: 5, labelSeparation: 10 },
  bar: { cornerRadiusEnd: 3 },
};
