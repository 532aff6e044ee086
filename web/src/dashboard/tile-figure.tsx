import { Group, Stack, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { FigureDays } from '../shared/figure-days.ts';
import type { Formats } from '../shared/format.ts';
import { words } from '../shared/words/words.ts';
import { NoData } from './no-data.tsx';
import { cellsOf, numberOf, numberOptions, type Result, type Tile, type TileColumn } from './rows.ts';
import type { TileRows } from './use-tile.ts';

interface TileFigureProps {
  readonly tile: Tile;
  readonly rows: TileRows;
  /** Whether the reader chose which days it is of. */
  readonly isNarrowed: boolean;
  readonly onClear: (() => void) | undefined;
  readonly formats: Formats;
}

/** One number, and its difference from the compared one. */
export function TileFigure({ tile, rows, isNarrowed, onClear, formats }: TileFigureProps) {
  const value = figureOf(tile.value, tile, rows.result);
  if (value?.number === undefined) return <NoData onClear={onClear} />;
  const compared =
    rows.figureDays === undefined
      ? ownComparison(tile, rows, isNarrowed)
      : rows.isCompared
        ? earlierComparison(tile, rows, rows.figureDays, formats)
        : undefined;
  return (
    <Stack gap={2}>
      <Text fz={30} fw={650} lh={1.1} data-figure title={write(value.number, value.column, formats)}>
        {write(value.number, value.column, formats, true)}
      </Text>
      {compared === undefined ? null : compared.number === undefined || compared.number === 0 ? (
        <Text size="sm" c="dimmed" truncate title={compared.hint}>
          {compared.title}: {compared.reason}
        </Text>
      ) : (
        <Change {...compared} value={value.number} before={compared.number} formats={formats} />
      )}
    </Stack>
  );
}

/** What a figure is compared with. */
interface Compared {
  readonly title: string;
  readonly hint: string;
  readonly number: number | undefined;
  readonly column: TileColumn | undefined;
  /** Why there is no number to compare with. */
  readonly reason: string;
}

function ownComparison(tile: Tile, { result }: TileRows, isNarrowed: boolean): Compared | undefined {
  const text = words().dashboard;
  const found = figureOf(tile.comparison, tile, result);
  if (found === undefined) return undefined;
  const title = found.column?.title ?? text.before;
  // It is mostly earlier, where a period that was chosen has no rows.
  return {
    ...found,
    title,
    hint: title,
    reason: isNarrowed ? text.notInPeriod : text.nothingToCompare,
  };
}

function earlierComparison(
  tile: Tile,
  { before, isBusy }: TileRows,
  { before: days, years, isComparable }: FigureDays,
  formats: Formats,
): Compared | undefined {
  const text = words().dashboard;
  if (isComparable && before === undefined && isBusy) return undefined;
  const title = years === 0 ? text.periodBefore : text.yearsBefore(years);
  const found = isComparable ? figureOf(tile.value, tile, before) : undefined;
  return {
    title,
    hint: formats.dateRange(days.from, days.to),
    number: found?.number,
    column: found?.column,
    reason: isComparable ? text.nothingToCompare : text.notInData,
  };
}

interface ChangeProps extends Pick<Compared, 'title' | 'hint' | 'column'> {
  readonly value: number;
  readonly before: number;
  readonly formats: Formats;
}

function Change({ value, before, title, hint, column, formats }: ChangeProps) {
  // As it is written: what rounds to nothing went neither up nor down.
  const change = Math.round((1_000 * (value - before)) / Math.abs(before)) / 1_000;
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <Group gap={6} wrap="nowrap">
      <Group gap={2} wrap="nowrap">
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formats.number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" truncate title={hint}>
        {title}: {write(before, column, formats, true)}
      </Text>
    </Group>
  );
}

function figureOf(name: string | null, tile: Tile, result: Result | undefined) {
  const index = tile.columns.findIndex((column) => column.name === name);
  if (index < 0) return undefined;
  return { column: tile.columns[index], number: numberOf(cellsOf(result?.rows[0])[index]) };
}

function write(value: number, column: TileColumn | undefined, formats: Formats, compact = false): string {
  const options = numberOptions(column);
  const isLong = compact && Math.abs(value) >= 100_000 && column?.format !== 'PERCENT';
  return formats.number(
    value,
    isLong ? { ...options, notation: 'compact', maximumFractionDigits: 2 } : options,
  );
}
