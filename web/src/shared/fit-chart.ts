import type { VisualizationSpec } from 'vega-embed';
import type { ChartSpec } from './chart-props.ts';

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

/** Before it is known how much room their axes take; see `fillWidth`. */
const firstWidthPx = 200;

/** How many charts stand beside each other; undefined for one that follows its container, or makes its own of one. */
export function columnsOf(spec: ChartSpec, { columns }: ChartFit): number | undefined {
  if (Array.isArray(spec['vconcat'])) return 1;
  const views = spec['hconcat'] ?? spec['concat'];
  if (!Array.isArray(views)) return undefined;
  const own = spec['columns'];
  return Math.min(views.length, columns, typeof own === 'number' ? own : columns);
}

/**
 * Has a chart fill the width of its place and no more. A single view follows its container; of several, those that
 * find no room beside the others go on below them, and all are to be stretched to the width once they are drawn.
 */
export function fitChart(spec: ChartSpec, heightPx: number, fit: ChartFit): VisualizationSpec {
  const { hconcat, vconcat, concat, config, ...rest } = spec;
  const { legendColumns } = fit;
  const columns = columnsOf(spec, fit);
  const single = 'mark' in spec || 'layer' in spec;
  return {
    ...rest,
    ...(vconcat === undefined ? {} : { vconcat: stretchable(vconcat) }),
    ...(hconcat === undefined && concat === undefined
      ? {}
      : { concat: stretchable(hconcat ?? concat), columns }),
    ...(single
      ? { width: 'container', height: heightPx, autosize: { type: 'fit', contains: 'padding' } }
      : {}),
    config: legendColumns === undefined ? config : withLegendBelow(config, legendColumns),
  } as VisualizationSpec;
}

function stretchable(views: unknown): unknown {
  return Array.isArray(views) ? views.map((view) => ({ ...objectOf(view), width: firstWidthPx })) : views;
}

function withLegendBelow(config: unknown, columns: number): object {
  const given = objectOf(config);
  const legend = { orient: 'bottom', labelLimit: legendEntryPx - 35, ...objectOf(given['legend']), columns };
  return { ...given, legend };
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
