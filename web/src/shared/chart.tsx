import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { ChartProps } from './chart-props.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { words } from './words/words.ts';

// Vega is larger than everything else together, so it is loaded with the first chart.
const loadVegaChart = () => lazy(async () => ({ default: (await import('./vega-chart.tsx')).VegaChart }));
/** Shared by all charts of the page. A failed import stays failed, so a retry replaces it. */
let loaded = loadVegaChart();

/** A chart as wide as its container, in the page's color scheme. */
export function Chart(props: ChartProps) {
  const [{ attempt, VegaChart }, setAttempt] = useState({ attempt: 1, VegaChart: loaded });
  function tryAgain(): void {
    if (loaded === VegaChart) loaded = loadVegaChart();
    setAttempt({ attempt: attempt + 1, VegaChart: loaded });
  }
  return (
    <ErrorBoundary key={attempt} fallback={<NotLoaded onRetry={tryAgain} />}>
      <Suspense
        fallback={
          <Skeleton height={props.heightPx ?? 280} role="status" aria-label={words().chart.loading} />
        }
      >
        <VegaChart {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function NotLoaded({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        {words().chart.notLoaded}
        <Button size="xs" variant="default" onClick={onRetry}>
          {words().tryAgain}
        </Button>
      </Group>
    </Alert>
  );
}
