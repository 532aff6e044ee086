import { type CsvOptions, type CsvWriter, csvWriter } from '../csv.ts';

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

/** A format of the data query API (contract §4) for one result. */
export function dataFormat(name: DataFormatName, options: CsvOptions): DataFormat {
  return name === 'csv' ? csv(options) : jsonFormats[name];
}

const jsonFormats: Readonly<Record<Exclude<DataFormatName, 'csv'>, DataFormat>> = {
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
};

function csv(options: CsvOptions): DataFormat {
  let writer: CsvWriter = csvWriter([], options);
  return {
    contentType: 'text/csv; charset=utf-8; header=present',
    begin(columns) {
      writer = csvWriter(columns, options);
      return writer.header;
    },
    rows: (rows) => rows.map((row) => writer.record(row)).join(''),
    end: () => '',
  };
}

function schemaText(columns: readonly DataColumn[]): string {
  return JSON.stringify(columns.map(({ name, columnType }) => ({ name, column_type: columnType })));
}
