import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';

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
const loadVegaChart = () => lazy(async () => ({ default: (await import('./vega-chart.tsx')).VegaChart }));
/** For all charts of the page; one that could not be loaded stays so, and is replaced by another. */
let loaded = loadVegaChart();

/** A chart as wide as its container, light or dark as the page is. */
export function Chart(props: ChartProps) {
  const [{ attempt, VegaChart }, setAttempt] = useState({ attempt: 1, VegaChart: loaded });
  function tryAgain(): void {
    if (loaded === VegaChart) loaded = loadVegaChart();
    setAttempt({ attempt: attempt + 1, VegaChart: loaded });
  }
  return (
    <ErrorBoundary key={attempt} fallback={<NotLoaded onRetry={tryAgain} />}>
      <Suspense fallback={<Skeleton height={props.heightPx ?? 280} aria-label="Loading the chart" />}>
        <VegaChart {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        This chart could not be loaded. Its rows are in the table.
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}
