import type { VisualizationSpec } from 'vega-embed';
import type { ChartSpec } from './chart-props.ts';

/** The parts of a chart's layout that depend on the width of its container. Equal layouts need no redrawing. */
export interface ChartFit {
  /** Number of charts side by side, if there are several. */
  readonly columns: number;
  /** Number of legend entries side by side below a narrow chart; undefined if the legend can stay where it is. */
  readonly legendColumns: number | undefined;
}

/** One of several charts, with its axis. */
const sidePx = 310;
/** In a narrower container, a legend at the side would leave no room for the chart. */
const narrowPx = 480;
const legendEntryPx = 120;

export function fitOf(widthPx: number): ChartFit {
  return {
    columns: Math.max(1, Math.floor(widthPx / sidePx)),
    legendColumns: widthPx < narrowPx ? Math.max(1, Math.floor(widthPx / legendEntryPx)) : undefined,
  };
}

/** Used until the width of the axes is known; see `fillWidth`. */
const firstWidthPx = 200;

/** Number of charts side by side; undefined for a specification that does not concatenate views. */
export function columnsOf(spec: ChartSpec, { columns }: ChartFit): number | undefined {
  if (Array.isArray(spec['vconcat'])) return 1;
  const views = spec['hconcat'] ?? spec['concat'];
  if (!Array.isArray(views)) return undefined;
  const own = spec['columns'];
  return Math.min(views.length, columns, typeof own === 'number' ? own : columns);
}

/**
 * Makes a chart fill the width of its container. A single view follows its container. Several views wrap if there is no room,
 * and are stretched to the full width once they are drawn.
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
