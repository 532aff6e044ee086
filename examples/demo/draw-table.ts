import { isNumberType } from '../../src/contract/columns.ts';
import type { SvcSqlApiResult } from '../../src/contract/tools.ts';
import type { FieldFormats } from './field-formats.ts';

const widestCell = 40;

/** A result as aligned lines: a heading, a rule, and at most `maxRows` rows with a note of what was left out. */
export function drawTable(
  result: Pick<SvcSqlApiResult, 'schema' | 'data' | 'totalRows'>,
  formats: FieldFormats,
  maxRows = 12,
): readonly string[] {
  const { schema, data, totalRows } = result;
  const shown = data.slice(0, maxRows);
  const columns = schema.map((column, index) => {
    const heading = shorten(formats.titleOf(column.name));
    const cells = shown.map((row) => shorten(formats.format(column, row[index] ?? null)));
    const width = Math.max(...[heading, ...cells].map(textWidth));
    const align = (text: string) => pad(text, width, isNumberType(column.column_type));
    return { heading: align(heading), rule: '─'.repeat(width), cells: cells.map(align) };
  });
  const line = (parts: readonly string[]) => parts.join('  ').trimEnd();
  const hidden = totalRows - shown.length;
  return [
    line(columns.map((column) => column.heading)),
    line(columns.map((column) => column.rule)),
    ...shown.map((_, index) => line(columns.map((column) => column.cells[index] ?? ''))),
    ...(hidden > 0 ? [`… and ${hidden.toLocaleString('en-US')} more`] : []),
  ];
}

export function pad(text: string, width: number, toTheRight = false): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return toTheRight ? space + text : text + space;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length > widestCell ? `${characters.slice(0, widestCell - 1).join('')}…` : text;
}

/** Code points, which is what European scripts occupy. */
export function textWidth(text: string): number {
  return [...text.normalize('NFC')].length;
}
