import { Paper, Text, Title } from '@mantine/core';
import { useMemo } from 'react';
import { Chart } from '../../shared/chart.tsx';
import { withColumnFormats } from '../../shared/chart-formats.ts';
import { quietLook } from '../../shared/chart-look.ts';
import { withRows } from '../../shared/chart-rows.ts';
import type { Column } from '../../shared/column-text.ts';
import { Disclosure } from './disclosure.tsx';
import { RowsTable } from './rows-table.tsx';

interface DayChartProps {
  readonly title: string;
  readonly text: string;
  /** Days as `YYYY-MM-DD`. The same list until it changes. */
  readonly rows: readonly (readonly [day: string, series: string, value: number | null])[];
  /** What the values are, such as `Questions`. */
  readonly unit: string;
  /** Bars are stacked. */
  readonly mark: 'bar' | 'line';
  /** Of series that mean something good or bad. The same object until it changes. */
  readonly colours?: Readonly<Record<string, string>>;
}

/** A day between days without values is a point and no line. */
const marks = { bar: 'bar', line: { type: 'line', point: true } } as const;

function scaleOf(colours: DayChartProps['colours']): object {
  if (colours === undefined) return {};
  return { scale: { domain: Object.keys(colours), range: Object.values(colours) } };
}

/** Values by day, with the same values as a table. */
export function DayChart({ title, text, rows, unit, mark, colours }: DayChartProps) {
  const spec = useMemo(() => {
    const columns: Column[] = [
      { name: 'Day', type: 'Date', granularity: 'day' },
      { name: 'Series', type: 'String' },
      { name: unit, type: 'Double' },
    ];
    const hasSeries = new Set(rows.map(([, series]) => series)).size > 1;
    const encoding = {
      x: {
        field: 'Day',
        type: 'temporal',
        title: null,
        timeUnit: 'yearmonthdate',
        axis: { format: '%-d %b' },
      },
      y: { field: unit, type: 'quantitative', title: null, axis: { tickMinStep: mark === 'bar' ? 1 : 0.1 } },
      ...(hasSeries && { color: { field: 'Series', type: 'nominal', title: null, ...scaleOf(colours) } }),
    };
    return withRows(
      withColumnFormats({ config: quietLook, mark: marks[mark], encoding }, columns, rows),
      columns,
      rows,
    );
  }, [rows, unit, mark, colours]);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {text}
      </Text>
      {rows.some(([, , value]) => value !== null && value > 0) ? (
        <Chart spec={spec} label={`${title}: ${text}`} heightPx={200} />
      ) : (
        <Text c="dimmed">Nothing in this period.</Text>
      )}
      <Disclosure label="As a table">
        <RowsTable label={`${title} as a table`} columns={['Day', 'Series', unit]} rows={rows} />
      </Disclosure>
    </Paper>
  );
}
