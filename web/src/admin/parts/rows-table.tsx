import { Table } from '@mantine/core';
import { formats } from './moment.tsx';

interface RowsTableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Rows of any query, in a scrolling box. */
export function RowsTable({ label, columns, rows }: RowsTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section aria-label={label} style={{ overflowX: 'auto', maxHeight: 420 }} tabIndex={0}>
      <Table withTableBorder fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column, place) => (
              <Table.Th key={column} ta={alignment(rows[0]?.[place])}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a result have no other identity, and never move
            <Table.Tr key={index}>
              {columns.map((column, place) => (
                <Table.Td key={column} ta={alignment(row[place])}>
                  {textOf(row[place])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function alignment(value: unknown): 'left' | 'right' {
  return typeof value === 'number' ? 'right' : 'left';
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'number') return formats.number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
