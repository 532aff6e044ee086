import { type ColumnType, isNumberType } from './contract/columns.ts';

/** A column of what is written as CSV. */
export interface CsvColumn {
  readonly name: string;
  readonly columnType: ColumnType;
}

export interface CsvOptions {
  /**
   * Whether spreadsheets are to read texts as texts: whatever they would take for a formula gets a `'` before it. Numbers
   * of number columns stay as they are. @default false
   */
  readonly safe?: boolean;
}

/** Writes rows as CSV (RFC 4180), each record with its end of line. */
export interface CsvWriter {
  readonly header: string;
  record(row: readonly unknown[]): string;
}

/** No value is an empty field, and the empty text a quoted one. */
export function csvWriter(columns: readonly CsvColumn[], { safe = false }: CsvOptions = {}): CsvWriter {
  const plain = (text: string): string => text;
  const texts = safe ? withoutFormulas : plain;
  const byColumn = columns.map(({ columnType }) => (isNumberType(columnType) ? plain : texts));
  return {
    header: `${columns.map(({ name }) => field(name, texts)).join(',')}\r\n`,
    record(row) {
      // An empty line is no record for many readers.
      if (row.length === 1 && row[0] === null) return '""\r\n';
      let line = '';
      for (let index = 0; index < row.length; index++) {
        line += (index === 0 ? '' : ',') + field(row[index], byColumn[index] ?? texts);
      }
      return `${line}\r\n`;
    },
  };
}

function field(value: unknown, write: (text: string) => string): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (typeof value === 'number') return text;
  const written = write(text);
  return written === '' || /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}

/**
 * Formulas begin with `=`, `+`, `-` or `@`, their wide forms too, and with a tab or a carriage return in some programs. They
 * are looked for behind `;`, tabs, line ends and quotes as well: where `;` divides fields, a cell begins there.
 */
function withoutFormulas(text: string): string {
  return text.replaceAll(/(?<=^|[;\t\r\n"])(?=[=+\-@＝＋－＠\t\r])/g, "'");
}
