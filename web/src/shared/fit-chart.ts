import type { VisualizationSpec } from 'vega-embed';
import type { ChartSpec } from './chart.tsx';

/** What of a chart depends on how wide its place is. The same for widths that need no other chart. */
export interface ChartFit {
  /** Charts beside each other, where there are several. */
  readonly columns: number;
  /** Entries of a legend beside each other, below a narrow chart; undefined where the legend may stay where it is. */
  readonly legendColumns: number | undefined;
}

/** One of several charts, with its axis. */
const sidePx = 310;
/** A legend beside less than this would leave no room for the chart. */
const narrowPx = 480;
const legendEntryPx = 120;

export function fitOf(widthPx: number): ChartFit {
  return {
    columns: Math.max(1, Math.floor(widthPx / sidePx)),
    legendColumns: widthPx < narrowPx ? Math.max(1, Math.floor(widthPx / legendEntryPx)) : undefined,
  };
}

/**
 * Has a chart fill the width of its place and no more. A single view follows its container; several side by side keep
 * the sizes that they state, and go on below each other.
 */
export function fitChart(spec: ChartSpec, heightPx: number, fit: ChartFit): VisualizationSpec {
  const { hconcat, config, ...rest } = spec;
  const { columns, legendColumns } = fit;
  const single = 'mark' in spec || 'layer' in spec;
  return {
    ...rest,
    ...(hconcat === undefined ? {} : { concat: hconcat, columns }),
    ...(single
      ? { width: 'container', height: heightPx, autosize: { type: 'fit', contains: 'padding' } }
      : {}),
    config: legendColumns === undefined ? config : withLegendBelow(config, legendColumns),
  } as VisualizationSpec;
}

function withLegendBelow(config: unknown, columns: number): object {
  const given = objectOf(config);
  const legend = { orient: 'bottom', labelLimit: legendEntryPx - 35, ...objectOf(given['legend']), columns };
  return { ...given, legend };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
