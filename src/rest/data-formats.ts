/** A column as the GraphQL API's source has it. */
export interface DataColumn {
  readonly name: string;
  readonly columnType: string;
}

/** Values are JSON-native (contract §5, `svcSqlApi`). */
export type DataRow = readonly unknown[];

/** How a result is written. The pieces in their order are the body: `begin`, `rows` for each batch, `end`. */
export interface DataFormat {
  readonly contentType: string;
  begin(columns: readonly DataColumn[]): string;
  /** @param index rows before these */
  rows(rows: readonly DataRow[], index: number): string;
  end(totalRows: number): string;
  /** The last piece after a failure; a format without one cannot say it, and the connection is broken. */
  readonly failure?: (failure: { readonly error: string; readonly code: string }) => string;
}

export type DataFormatName = 'ndjson' | 'json' | 'csv';

/** The formats of the data query API (contract §4). */
export const dataFormats: Readonly<Record<DataFormatName, DataFormat>> = {
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    begin: (columns) => `{"schema":${schemaText(columns)}}\n`,
    rows: (rows) => `{"data":${JSON.stringify(rows)}}\n`,
    end: () => '',
    failure: ({ error, code }) => `${JSON.stringify({ error, code })}\n`,
  },
  json: {
    contentType: 'application/json; charset=utf-8',
    begin: (columns) => `{"schema":${schemaText(columns)},"data":[`,
    rows: (rows, index) => `${index === 0 ? '' : ','}${JSON.stringify(rows).slice(1, -1)}`,
    end: (totalRows) => `],"totalRows":${totalRows}}`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    begin: (columns) => csvLine(columns.map(({ name }) => name)),
    rows: (rows) => {
      let text = '';
      for (const row of rows) text += csvLine(row);
      return text;
    },
    end: () => '',
  },
};

function schemaText(columns: readonly DataColumn[]): string {
  return JSON.stringify(columns.map(({ name, columnType }) => ({ name, column_type: columnType })));
}

/** A record of RFC 4180. No value is an empty field, and the empty text a quoted one. */
function csvLine(row: DataRow): string {
  // An empty line is no record for many readers.
  if (row.length === 1 && row[0] === null) return '""\r\n';
  let line = '';
  let separator = '';
  for (const value of row) {
    line += separator + csvField(value);
    separator = ',';
  }
  return `${line}\r\n`;
}

function csvField(value: unknown): string {
  if (typeof value === 'number') return String(value);
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
