import type { QueryChange } from '@inlay/client';
import { Alert, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useClient, useQuery } from 'urql';
import { Chart } from '../shared/chart.tsx';
import type { ChartProps } from '../shared/chart-props.ts';
import { columnFormats } from '../shared/column-format.ts';
import { columnOf } from '../shared/column-text.ts';
import { downloadCsv } from '../shared/csv.ts';
import { drillPoint } from '../shared/drill.ts';
import { DrillMenu, type Pointed } from '../shared/drill-menu.tsx';
import { failureText } from '../shared/failure.ts';
import type { Formats } from '../shared/format.ts';
import { pageLocale } from '../shared/locale.ts';
import type { QueryResult } from '../shared/query-result.ts';
import { refinedResult } from '../shared/refined-result.ts';
import { chartHeightPx, chartOf } from '../shared/result-chart.ts';
import { ResultTable } from '../shared/result-table.tsx';
import { inOrder, type RowOrder } from '../shared/row-order.ts';
import { fileNameOf } from '../shared/save-file.ts';
import { words } from '../shared/words/words.ts';
import { DrilledTileDocument, type DrilledTileQueryVariables } from './generated/graphql.ts';
import type { Tile } from './rows.ts';

/** What a reader went down to. */
export interface Drilled {
  /** Of the tile's query, from the first on. */
  readonly changes: readonly QueryChange[];
  /** The points on the way, in words. */
  readonly path: readonly string[];
}

export interface DrillDialogProps {
  readonly dashboard: string;
  readonly tile: Tile;
  readonly filters: DrilledTileQueryVariables['filters'];
  readonly start: Drilled;
  /** Where the reader is looking: a frame of a host page is as high as its content. */
  readonly topPx: number;
  readonly formats: Formats;
  readonly onClose: () => void;
}

const shownRows = 1_000;
const fileRows = 10_000;
const isFramed = window.parent !== window;

/** What is behind a tile, level by level. */
export function DrillDialog({ dashboard, tile, filters, start, topPx, formats, onClose }: DrillDialogProps) {
  const [steps, setSteps] = useState([start]);
  const current = steps.at(-1) ?? start;
  const variables = { dashboard, tile: tile.name, filters, changes: [...current.changes], first: shownRows };
  const [{ data, error, fetching }] = useQuery({ query: DrilledTileDocument, variables });
  const drilled = data?.dashboard.tile?.refinement;
  const result = useMemo(
    () => (drilled?.result == null ? undefined : refinedResult(drilled, drilled.result)),
    [drilled],
  );
  const [pointed, point] = useState<Pointed>();
  const text = words();
  const client = useClient();
  const [problem, setProblem] = useState<string>();

  async function save(shown: QueryResult): Promise<void> {
    setProblem(undefined);
    const all = await client.query(DrilledTileDocument, { ...variables, first: fileRows }).toPromise();
    const found = all.data?.dashboard.tile?.refinement?.result;
    if (found == null) return setProblem(text.dashboard.downloadFailed(failureText(all.error)));
    const columns = found.columns.map(columnOf).map(({ name, type }) => ({ name, columnType: type }));
    downloadCsv(fileNameOf(shown.title), columns, found.rows);
    if (found.rows.length < found.totalRows) {
      const [rows, total] = [formats.number(found.rows.length), formats.number(found.totalRows)];
      setProblem(text.dashboard.partOfFile(rows, total));
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      yOffset={isFramed ? Math.max(16, topPx - 160) : '5dvh'}
      title={[tile.title, ...current.path].join(' › ')}
      closeButtonProps={{ 'aria-label': text.close }}
    >
      <Stack gap="sm">
        {problem === undefined ? null : (
          <Alert color="yellow" role="alert">
            {problem}
          </Alert>
        )}
        {steps.length === 1 ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            style={{ alignSelf: 'start' }}
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            onClick={() => setSteps(steps.slice(0, -1))}
          >
            {text.card.back}
          </Button>
        )}
        {fetching || (result === undefined && error === undefined && data === undefined) ? (
          <Skeleton height={280} role="status" aria-label={text.dashboard.loadingTile(tile.title)} />
        ) : result === undefined ? (
          <Alert color={error === undefined ? 'gray' : 'red'} role="alert">
            {error === undefined ? text.dashboard.noDetail : failureText(error)}
          </Alert>
        ) : (
          <Behind
            key={JSON.stringify(current.changes)}
            result={result}
            formats={formats}
            onSave={() => void save(result)}
            onPoint={(values, place) => {
              const found = drilled && drillPoint(drilled, result.columns, values);
              if (found != null) point({ point: found, ...place });
            }}
            isDrillable={(drilled?.breakdowns.length ?? 0) > 0}
          />
        )}
      </Stack>
      {pointed === undefined ? null : (
        <DrillMenu
          pointed={pointed}
          onChange={(changes) =>
            setSteps([
              ...steps,
              { changes: [...current.changes, ...changes], path: [...current.path, pointed.point.text] },
            ])
          }
          onClose={() => point(undefined)}
        />
      )}
    </Modal>
  );
}

interface BehindProps {
  readonly result: QueryResult;
  readonly formats: Formats;
  readonly isDrillable: boolean;
  readonly onPoint: NonNullable<ChartProps['onClick']>;
  readonly onSave: () => void;
}

/** The rows of a level, as a chart where there is one and as a table. */
function Behind({ result, formats, isDrillable, onPoint, onSave }: BehindProps) {
  const [asTable, setAsTable] = useState(result.vegaSpec === null);
  const [order, setOrder] = useState<RowOrder>();
  const spec = useMemo(() => chartOf(result), [result]);
  const columns = useMemo(() => columnFormats(result), [result]);
  const rows = useMemo(() => inOrder(result.rows, order, columns, pageLocale), [result, order, columns]);
  const text = words();
  const isPart = result.totalRows > result.rows.length;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Text fw={600} size="sm">
          {result.title}
        </Text>
        <Group gap="xs">
          {spec === undefined ? null : (
            <SegmentedControl
              size="xs"
              aria-label={text.chat.showAs}
              value={asTable ? 'table' : 'chart'}
              onChange={(value) => setAsTable(value === 'table')}
              data={[
                { value: 'chart', label: text.chat.chart },
                { value: 'table', label: text.chat.table },
              ]}
            />
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={onSave}
          >
            {text.dashboard.downloadCsv}
          </Button>
        </Group>
      </Group>
      {rows.length === 0 ? (
        <Text c="dimmed">{text.dashboard.noData}</Text>
      ) : spec !== undefined && !asTable ? (
        <Chart
          spec={spec}
          label={text.dashboard.chartOf(result.title)}
          heightPx={chartHeightPx(result)}
          onClick={isDrillable ? onPoint : undefined}
        />
      ) : (
        <ResultTable
          formats={columns}
          rows={rows}
          label={text.chat.rowsOf(result.title)}
          order={order}
          onOrder={isPart ? undefined : setOrder}
          onDrill={
            isDrillable
              ? (row, place) =>
                  onPoint(Object.fromEntries(columns.map(({ name }, index) => [name, row[index]])), place)
              : undefined
          }
        />
      )}
      {isPart ? (
        <Text size="xs" c="dimmed">
          {text.dashboard.firstRows(formats.number(result.rows.length), formats.number(result.totalRows))}
        </Text>
      ) : null}
    </>
  );
}
