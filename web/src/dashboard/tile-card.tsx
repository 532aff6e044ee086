import { Alert, Button, Group, Modal, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useViewportSize } from '@mantine/hooks';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useClient } from 'urql';
import { columnOf } from '../shared/column-text.ts';
import { downloadCsv } from '../shared/csv.ts';
import { drillPoint } from '../shared/drill.ts';
import { failureText } from '../shared/failure.ts';
import type { Formats } from '../shared/format.ts';
import { later } from '../shared/later.tsx';
import { words } from '../shared/words/words.ts';
import { captionOf } from './chosen-period.ts';
import type { RowChoice } from './cross-filter.ts';
import classes from './dashboard.module.css';
import type { Drilled } from './drill-dialog.tsx';
import { TileDocument, TilePartsDocument } from './generated/graphql.ts';
import { NoData } from './no-data.tsx';
import { PointMenu, type PointOfTile } from './point-menu.tsx';
import { questionAbout } from './question-about.ts';
import { cellsOf, type Result, type Tile } from './rows.ts';
import { TileChart } from './tile-chart.tsx';
import { TileFigure } from './tile-figure.tsx';
import { TileMenu } from './tile-menu.tsx';
import { TileTable } from './tile-table.tsx';
import { type Reading, type TileRows, useTile } from './use-tile.ts';

// Loaded when somebody drills down.
const DrillDialog = later(async () => (await import('./drill-dialog.tsx')).DrillDialog);

interface TileCardProps {
  readonly dashboard: string;
  readonly tile: Tile;
  readonly reading: Reading;
  /** The days that its filters select; undefined for all. */
  readonly period: string | undefined;
  /** Clears all filters; undefined if there are none. */
  readonly onClear: (() => void) | undefined;
  readonly formats: Formats;
  /** Asks a chat; undefined where there is none. */
  readonly onAsk: ((question: string) => void) | undefined;
  /** Whether its title was given by whoever made the workspace. */
  readonly isTitled: boolean;
  /** What takes the place of its menu; undefined for none. */
  readonly tools: ReactNode;
  /** With the values of the row that was clicked. */
  readonly onClick: (values: PointOfTile['values']) => void;
  /** What a row means for the filters. */
  readonly choiceOf: (values: PointOfTile['values']) => RowChoice | undefined;
  readonly onChoose: (choice: RowChoice) => void;
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
export function TileCard({
  dashboard,
  tile,
  reading,
  period,
  onClear,
  formats,
  onAsk,
  isTitled,
  tools,
  onClick,
  choiceOf,
  onChoose,
}: TileCardProps) {
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const [remark, setRemark] = useState<string>();
  const [pointed, point] = useState<PointOfTile>();
  const [drilled, drill] = useState<Drilled & { readonly topPx: number }>();
  const card = useRef<HTMLDivElement>(null);
  const text = words();
  const client = useClient();
  const rows = useTile(dashboard, tile, reading);
  const { variables, result } = rows;

  async function download(shown: Result): Promise<void> {
    setRemark(undefined);
    const all = shown.hasMore
      ? await client.query(TileDocument, { ...variables, first: fileRows }).toPromise()
      : undefined;
    const result = all === undefined ? shown : all.data?.dashboard.tile?.result;
    if (result == null) {
      setRemark(text.dashboard.downloadFailed(failureText(all?.error)));
      return;
    }
    const { columns, rows, totalRows, hasMore } = result;
    const described = columns.map(columnOf).map(({ name, type }) => ({ name, columnType: type }));
    downloadCsv(tile.name, described, rows.map(cellsOf));
    if (hasMore) {
      setRemark(text.dashboard.partOfFile(formats.number(rows.length), formats.number(totalRows)));
    }
  }

  /** Of the tile, or of a point of it, whose menu may still wait for what the tile is made of. */
  async function askAbout(columns: Result['columns'] = [], at?: PointOfTile): Promise<void> {
    const { data } = await client.query(TilePartsDocument, { dashboard, tile: tile.name }).toPromise();
    const parts = data?.dashboard.tile?.refinement ?? undefined;
    const found = at && parts && drillPoint(parts, columns.map(columnOf), at.values);
    const chosen = reading.filters.filter(({ name }) => tile.filters.includes(name));
    onAsk?.(questionAbout(tile, parts, found, chosen, isTitled));
  }

  function pointAt(next: PointOfTile): void {
    onClick(next.values);
    point(next);
  }

  const shown = {
    ...{ tile, rows, asTable, onClear, formats },
    isNarrowed: period !== undefined,
    onPoint: pointAt,
  };
  const caption = captionOf(tile, rows.figureDays?.days, period, formats);
  const heightPx = tile.height * rowPx + (tile.height - 1) * gapPx;
  return (
    <Paper
      ref={card}
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
      <Group
        justify="space-between"
        align="start"
        gap={4}
        wrap={tools === undefined ? 'nowrap' : 'wrap'}
        mb={tile.kind === 'FIGURE' ? 4 : 'xs'}
      >
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
        {tools}
        {tools !== undefined || result === undefined ? null : (
          <TileMenu
            tile={tile}
            asTable={asTable}
            onToggle={() => setAsTable(!asTable)}
            onAsk={onAsk === undefined ? undefined : () => void askAbout()}
            onFullScreen={() => setLarge(true)}
            onDownload={() => void download(result)}
            onRows={() =>
              drill({
                changes: [{ records: true }],
                path: [],
                topPx: card.current?.getBoundingClientRect().top ?? 0,
              })
            }
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
          closeButtonLabel={text.dismiss}
          onClose={() => setRemark(undefined)}
        >
          {remark}
        </Alert>
      )}
      <div className={classes['body']} data-refreshing={rows.isRefreshing}>
        <TileBody {...shown} heightPx={heightPx - framePx} />
      </div>
      <Modal
        opened={isLarge}
        onClose={() => setLarge(false)}
        fullScreen
        title={tile.title}
        closeButtonProps={{ 'aria-label': text.close }}
      >
        <LargeBody {...shown} />
      </Modal>
      {pointed === undefined || result === undefined ? null : (
        <PointMenu
          dashboard={dashboard}
          tile={tile}
          columns={result.columns}
          point={pointed}
          choice={choiceOf(pointed.values)}
          onChoose={onChoose}
          onDrill={(changes, path) => drill({ changes, path: [path], topPx: pointed.place.y })}
          onAsk={onAsk === undefined ? undefined : () => void askAbout(result.columns, pointed)}
          onClose={() => point(undefined)}
        />
      )}
      {drilled === undefined ? null : (
        <DrillDialog
          dashboard={dashboard}
          tile={tile}
          filters={variables.filters}
          start={drilled}
          topPx={drilled.topPx}
          formats={formats}
          onClose={() => drill(undefined)}
        />
      )}
    </Paper>
  );
}

interface TileBodyProps extends Pick<TileCardProps, 'tile' | 'onClear' | 'formats'> {
  readonly onPoint: (point: PointOfTile) => void;
  readonly rows: TileRows;
  readonly asTable: boolean;
  /** Whether filters narrow its days. */
  readonly isNarrowed: boolean;
  readonly heightPx: number;
}

function TileBody({ tile, rows, asTable, isNarrowed, onClear, formats, onPoint, heightPx }: TileBodyProps) {
  const { result } = rows;
  if (result === undefined) {
    return rows.isBusy ? (
      <Skeleton h="100%" mih={40} role="status" aria-label={words().dashboard.loadingTile(tile.title)} />
    ) : (
      <Failure message={rows.failure} onRetry={rows.reload} />
    );
  }
  if (result.rows.length === 0) return <NoData onClear={onClear} />;
  if (tile.kind === 'TABLE' || asTable)
    return <TileTable tile={tile} result={result} formats={formats} onPoint={onPoint} />;
  if (tile.kind === 'CHART')
    return <TileChart tile={tile} result={result} heightPx={heightPx} onPoint={onPoint} />;
  return <TileFigure tile={tile} rows={rows} isNarrowed={isNarrowed} onClear={onClear} formats={formats} />;
}

/** Heading and padding of a full screen. */
const largeFramePx = 130;

function LargeBody(props: Omit<TileBodyProps, 'heightPx'>) {
  const { height } = useViewportSize();
  return <TileBody {...props} heightPx={Math.max(240, height - largeFramePx)} />;
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
            {words().tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
