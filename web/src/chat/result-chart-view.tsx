import { Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Chart } from '../shared/chart.tsx';
import type { ChartProps } from '../shared/chart-props.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { chartHeightPx, chartOf } from '../shared/result-chart.ts';
import { words } from '../shared/words/words.ts';
import { useAllRows } from './all-result-rows.ts';
import { useChat } from './chat-context.ts';

/** More marks than this can be neither distinguished nor drawn quickly. */
const maxDrawn = 5_000;

interface ResultChartViewProps {
  readonly result: QueryResult;
  readonly onDrawn: ChartProps['onDrawn'];
  /** With the values of a mark that was clicked; undefined where that does nothing. */
  readonly onClick: ChartProps['onClick'];
}

/** The chart of a result, of all rows or with a note of how many. */
export function ResultChartView({ result, onDrawn, onClick }: ResultChartViewProps) {
  const { formats } = useChat();
  const say = words().chat;
  const { data, error } = useAllRows(result);
  const rows = data?.rows;
  // If the others do not arrive, the rows of the answer are better than none.
  const drawn = useMemo(
    () => rows?.slice(0, maxDrawn) ?? (error === undefined ? undefined : result.rows),
    [rows, error, result],
  );
  const spec = useMemo(() => (drawn === undefined ? undefined : chartOf(result, drawn)), [result, drawn]);
  const heightPx = chartHeightPx(result);
  if (drawn === undefined || spec === undefined) {
    return <Skeleton height={heightPx} role="status" aria-label={say.loadingChartRows} />;
  }
  return (
    <>
      <Chart
        spec={spec}
        label={say.chartOf(result.title, result.description)}
        heightPx={heightPx}
        onDrawn={onDrawn}
        onClick={onClick}
      />
      {drawn.length < result.totalRows ? (
        <Text size="xs" c="dimmed" mt="sm">
          {say.drawnFrom(formats.number(drawn.length), formats.number(result.totalRows))}
        </Text>
      ) : null}
    </>
  );
}
