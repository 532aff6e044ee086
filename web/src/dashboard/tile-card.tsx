import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useId, useState } from 'react';
import { useClient } from 'urql';
import { columnOf } from '../shared/column-text.ts';
import { downloadCsv } from '../shared/csv.ts';
import { failureText } from '../shared/failure.ts';
import type { Formats } from '../shared/format.ts';
import { captionOf } from './chosen-period.ts';
import classes from './dashboard.module.css';
import { type DashboardFilterInput, TileDocument } from './generated/graphql.ts';
import { NoData } from './no-data.tsx';
import { cellsOf, type Result, type Tile } from './rows.ts';
import { TileChart } from './tile-chart.tsx';
import { TileFigure } from './tile-figure.tsx';
import { TileMenu } from './tile-menu.tsx';
import { TileTable } from './tile-table.tsx';
import { useTile } from './use-tile.ts';

interface TileCardProps {
  readonly dashboard: string;
  readonly tile: Tile;
  /** All choices of the dashboard, including those that do not apply to this tile. */
  readonly filters: readonly DashboardFilterInput[];
  /** The days that they select; undefined for all. */
  readonly period: string | undefined;
  /** Clears all filters; undefined if there are none. */
  readonly onClear: (() => void) | undefined;
  readonly formats: Formats;
}

/** Maximum number of rows in a download. */
const fileRows = 10_000;
const rowPx = 60;
const gapPx = 16;
/** Padding and heading. */
const framePx = 78;

/** Width on a narrow screen, of 12 columns: figures stay side by side. */
function mediumWidth({ kind, width }: Tile): number {
  if (kind !== 'FIGURE' || width > 4) return 12;
  return width === 4 ? 4 : 6;
}

/** A tile, which loads, fails and retries independently of the others. */
export function TileCard({ dashboard, tile, filters, period, onClear, formats }: TileCardProps) {
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  const [remark, setRemark] = useState<string>();
  const client = useClient();
  const rows = useTile(dashboard, tile, filters);
  const { variables, result } = rows;

  async function download(shown: Result): Promise<void> {
    setRemark(undefined);
    const all = shown.hasMore
      ? await client.query(TileDocument, { ...variables, first: fileRows }).toPromise()
      : undefined;
    const result = all === undefined ? shown : all.data?.dashboard.tile?.result;
    if (result == null) {
      setRemark(`The download failed. ${failureText(all?.error)}`);
      return;
    }
    const { columns, rows, totalRows, hasMore } = result;
    const described = columns.map(columnOf).map(({ name, type }) => ({ name, columnType: type }));
    downloadCsv(tile.name, described, rows.map(cellsOf));
    if (hasMore) {
      setRemark(
        `The file has the first ${formats.number(rows.length)} of ${formats.number(totalRows)} rows.`,
      );
    }
  }

  const caption = captionOf(tile, rows.figureDays?.days, period, formats);
  const heightPx = tile.height * rowPx + (tile.height - 1) * gapPx;
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      className={classes['tile']}
      __vars={{
        '--tile-width': String(tile.width),
        '--tile-medium-width': String(mediumWidth(tile)),
        '--tile-height': String(tile.height),
        '--tile-height-px': `${heightPx}px`,
      }}
      aria-labelledby={heading}
      aria-busy={rows.isBusy}
      data-kind={tile.kind}
    >
      <Group justify="space-between" align="start" wrap="nowrap" mb={tile.kind === 'FIGURE' ? 4 : 'xs'}>
        <Stack gap={0} miw={0}>
          <Title order={2} size="sm" fw={600} id={heading}>
            {tile.title}
          </Title>
          {caption === '' ? null : (
            <Text size="xs" c="dimmed" truncate title={caption}>
              {caption}
            </Text>
          )}
        </Stack>
        {result === undefined ? null : (
          <TileMenu
            tile={tile}
            asTable={asTable}
            onToggle={() => setAsTable(!asTable)}
            onDownload={() => void download(result)}
          />
        )}
      </Group>
      {remark === undefined ? null : (
        <Alert
          color="yellow"
          p="xs"
          mb="xs"
          role="alert"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => setRemark(undefined)}
        >
          {remark}
        </Alert>
      )}
      <div className={classes['body']} data-refreshing={rows.isRefreshing}>
        {result === undefined && rows.isBusy ? (
          <Skeleton h="100%" mih={40} aria-label={`Loading ${tile.title}`} />
        ) : result === undefined ? (
          <Failure message={rows.failure} onRetry={rows.reload} />
        ) : result.rows.length === 0 ? (
          <NoData onClear={onClear} />
        ) : tile.kind === 'TABLE' || asTable ? (
          <TileTable tile={tile} result={result} formats={formats} />
        ) : tile.kind === 'FIGURE' ? (
          <TileFigure
            tile={tile}
            rows={rows}
            isNarrowed={period !== undefined}
            onClear={onClear}
            formats={formats}
          />
        ) : (
          <TileChart tile={tile} result={result} heightPx={heightPx - framePx} />
        )}
      </div>
    </Paper>
  );
}

function Failure({
  message,
  onRetry,
}: {
  readonly message: string;
  readonly onRetry: (() => void) | undefined;
}) {
  return (
    <Alert color="red" variant="light" px="sm" py={6} role="alert">
      <Group justify="space-between" gap={6}>
        <Text size="sm">{message}</Text>
        {onRetry === undefined ? null : (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
