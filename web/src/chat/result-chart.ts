import type { ChartSpec } from '../shared/chart.tsx';
import { withColumnFormats } from '../shared/chart-formats.ts';
import { withRows } from '../shared/chart-rows.ts';
import { seriesPalette } from '../shared/series-colours.ts';
import type { QueryResult } from './tool-result.ts';

/**
 * The chart of a result, with its rows in it.
 * @returns undefined for a result without a chart
 */
export function chartOf({ spec, columns, rows }: QueryResult): ChartSpec | undefined {
  if (spec === undefined) return undefined;
  const { title, $schema: _, ...rest } = spec;
  const subtitle =
    typeof title === 'object' && title !== null && 'subtitle' in title ? title.subtitle : undefined;
  const chart = {
    ...rest,
    ...(typeof subtitle === 'string'
      ? { title: { text: subtitle, fontSize: 12, fontWeight: 'normal' } }
      : {}),
    config: look,
  };
  return withRows(withColumnFormats(chart, columns, rows), columns, rows);
}

/** High enough for each bar to be read where there is one for each row. */
export function chartHeightPx({ spec, rows }: QueryResult): number {
  const encoding = spec?.['encoding'];
  const y = typeof encoding === 'object' && encoding !== null && 'y' in encoding ? encoding.y : undefined;
  const isBars = typeof y === 'object' && y !== null && 'type' in y && y.type === 'nominal';
  return isBars ? Math.min(640, Math.max(160, 60 + 28 * rows.length)) : 280;
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
  mark: { color: seriesPalette[0] },
};
