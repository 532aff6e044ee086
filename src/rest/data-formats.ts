import type { DataFormatName } from '../contract/data.ts';
import { type CsvColumn, csvWriter } from '../csv.ts';
import type { Failure } from './ndjson.ts';

/** A row of JSON values. */
export type DataRow = readonly unknown[];

/** One result in one format. Its body is `begin`, `rows` for each batch, and `end`. */
export interface DataFormat {
  readonly contentType: string;
  readonly begin: string;
  /** @param index number of rows before these */
  rows(rows: readonly DataRow[], index: number): string;
  end(totalRows: number): string;
  /** The end after a failure. If a format cannot express one, the connection is broken instead. */
  readonly failure?: (failure: Failure) => string;
}

/** @param safe whether CSV is to keep spreadsheets from reading text as formulas */
export function dataFormat(
  name: DataFormatName,
  columns: readonly CsvColumn[],
  { safe }: { readonly safe: boolean },
): DataFormat {
  const schema = JSON.stringify(columns.map(({ name, columnType }) => ({ name, column_type: columnType })));
  switch (name) {
    case 'ndjson':
      return {
        contentType: 'application/x-ndjson; charset=utf-8',
        begin: `{"schema":${schema}}\n`,
        rows: (rows) => `{"data":${JSON.stringify(rows)}}\n`,
        end: () => '',
        failure: (failure) => `${JSON.stringify(failure)}\n`,
      };
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        begin: `{"schema":${schema},"data":[`,
        rows: (rows, index) => `${index === 0 ? '' : ','}${JSON.stringify(rows).slice(1, -1)}`,
        end: (totalRows) => `],"totalRows":${totalRows}}`,
      };
    case 'csv': {
      const writer = csvWriter(columns, { safe });
      return {
        contentType: 'text/csv; charset=utf-8; header=present',
        begin: writer.header,
        rows: (rows) => rows.map((row) => writer.record(row)).join(''),
        end: () => '',
      };
    }
  }
}
