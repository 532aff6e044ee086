import { Group, Stack, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { Formats } from '../shared/format.ts';
import { cellsOf, numberOf, numberOptions, type Result, type Tile, type TileColumn } from './rows.ts';

interface TileFigureProps {
  readonly tile: Tile;
  readonly result: Result;
  readonly formats: Formats;
}

/** One number, and by how much it differs from what it is compared with. */
export function TileFigure({ tile, result, formats }: TileFigureProps) {
  const value = figureOf(tile.value, tile, result);
  const comparison = figureOf(tile.comparison, tile, result);
  if (value?.number === undefined) return <Text c="dimmed">No data</Text>;
  return (
    <Stack gap={2}>
      <Text fz={30} fw={650} lh={1.1} data-figure title={write(value.number, value.column, formats)}>
        {write(value.number, value.column, formats, true)}
      </Text>
      {comparison?.number === undefined || comparison.number === 0 ? null : (
        <Change
          value={value.number}
          before={comparison.number}
          column={comparison.column}
          formats={formats}
        />
      )}
    </Stack>
  );
}

interface ChangeProps {
  readonly value: number;
  readonly before: number;
  readonly column: TileColumn | undefined;
  readonly formats: Formats;
}

function Change({ value, before, column, formats }: ChangeProps) {
  const change = (value - before) / Math.abs(before);
  const Icon = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <Group gap={6} wrap="nowrap">
      <Group gap={2} wrap="nowrap">
        <Icon size={16} aria-hidden />
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {formats.number(change, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" truncate>
        {column?.title ?? 'before'}: {write(before, column, formats, true)}
      </Text>
    </Group>
  );
}

function figureOf(name: string | null, tile: Tile, result: Result) {
  const index = tile.columns.findIndex((column) => column.name === name);
  if (index < 0) return undefined;
  return { column: tile.columns[index], number: numberOf(cellsOf(result.rows[0])[index]) };
}

function write(value: number, column: TileColumn | undefined, formats: Formats, compact = false): string {
  const options = numberOptions(column);
  const isLong = compact && Math.abs(value) >= 100_000 && column?.format !== 'percent';
  return formats.number(
    value,
    isLong ? { ...options, notation: 'compact', maximumFractionDigits: 2 } : options,
  );
}
