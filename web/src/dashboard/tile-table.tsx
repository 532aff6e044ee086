import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';
import { isNumberType } from '../../../src/contract/columns.ts';
import type { Column } from '../shared/column-text.ts';
import type { Formats } from '../shared/format.ts';
import { DrillButton, DrillHead } from '../shared/result-table.tsx';
import { words } from '../shared/words/words.ts';
import classes from './dashboard.module.css';
import type { PointOfTile } from './point-menu.tsx';
import { cellsOf, columnsOf, formatCell, grainsOf, type Result, type Tile } from './rows.ts';

interface TileTableProps {
  readonly tile: Tile;
  readonly result: Result;
  readonly formats: Formats;
  readonly onPoint: (point: PointOfTile) => void;
}

/** Rows that a table draws at once; the download has all that were loaded. */
const maxShown = 200;
/** A narrower column is hard to read: the box scrolls sideways instead. */
const columnPx = 110;

/** The rows of a tile, which scroll in their own box. */
export function TileTable({ tile, result, formats, onPoint }: TileTableProps) {
  const shown = result.rows.slice(0, maxShown);
  const columns = useMemo(() => columnsOf(tile, result), [tile, result]);
  const grains = useMemo(() => grainsOf(columns, result.rows), [columns, result]);
  /** What tells a row from others. */
  const rowText = (row: unknown) =>
    columns
      .flatMap(({ type }, index) =>
        isNumberType(type) ? [] : [formatCell(cellsOf(row)[index], type, undefined, formats, grains[index])],
      )
      .join(', ');
  return (
    <Table.ScrollContainer
      minWidth={result.columns.length * columnPx}
      type="native"
      h="100%"
      tabIndex={0}
      role="region"
      aria-label={words().dashboard.rowsOf(tile.title)}
    >
      <Table
        className={classes['table']}
        stickyHeader
        striped="even"
        verticalSpacing={6}
        aria-label={tile.title}
      >
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, type }, index) => (
              <Table.Th key={name} scope="col" className={isNumberType(type) ? classes['number'] : undefined}>
                {tile.columns[index]?.title ?? name}
              </Table.Th>
            ))}
            <DrillHead />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have nothing else to be told apart by
            <Table.Tr key={position}>
              {columns.map(({ name, type }, index) => (
                <Table.Td key={name} className={isNumberType(type) ? classes['number'] : undefined}>
                  {formatCell(cellsOf(row)[index], type, tile.columns[index], formats, grains[index])}
                </Table.Td>
              ))}
              <Table.Td py={0}>
                <DrillButton
                  label={rowText(row)}
                  onDrill={(place) => onPoint({ values: valuesOf(columns, row), place })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {result.totalRows > shown.length ? (
        <Text size="xs" c="dimmed" mt="xs">
          {words().dashboard.firstRows(formats.number(shown.length), formats.number(result.totalRows))}
        </Text>
      ) : null}
    </Table.ScrollContainer>
  );
}

function valuesOf(columns: readonly Column[], row: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, cellsOf(row)[index]]));
}
