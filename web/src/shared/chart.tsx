import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

/** A Vega-Lite specification with its data in it. */
export type ChartSpec = Readonly<Record<string, unknown>>;

export interface ChartProps {
  /** The same object until the chart changes: another one is drawn anew. */
  readonly spec: ChartSpec;
  /** What the chart shows, for those who do not see it. */
  readonly label: string;
  /** @default 280 */
  readonly heightPx?: number;
}

// Vega is larger than everything else together, so it comes with the first chart.
const VegaChart = lazy(async () => ({ default: (await import('./vega-chart.tsx')).VegaChart }));

/** A chart as wide as its container, light or dark as the page is. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton height={props.heightPx ?? 280} aria-label="Loading the chart" />}>
      <VegaChart {...props} />
    </Suspense>
  );
}
