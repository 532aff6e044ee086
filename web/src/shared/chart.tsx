import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { ChartProps } from './chart-props.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { later } from './later.tsx';
import { words } from './words/words.ts';

// Vega is larger than everything else together, so it is loaded with the first chart.
const VegaChart = later<ChartProps>(
  async () => (await import('./vega-chart.tsx')).VegaChart,
  ({ heightPx = 280 }) => <Skeleton height={heightPx} role="status" aria-label={words().chart.loading} />,
);

/** A chart as wide as its container, in the page's color scheme. */
export function Chart(props: ChartProps) {
  const [attempt, setAttempt] = useState(1);
  return (
    <ErrorBoundary key={attempt} fallback={<NotLoaded onRetry={() => setAttempt(attempt + 1)} />}>
      <VegaChart {...props} />
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
