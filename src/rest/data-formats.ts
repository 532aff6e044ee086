import type { DataFormatName } from '../contract/data.ts';
import { type CsvColumn, csvWriter } from '../csv.ts';
import type { Failure } from './ndjson.ts';

/** Some rows of a result. */
export interface DataBatch {
  readonly count: number;
  rows(): readonly (readonly unknown[])[];
  /** The rows as a JSON list; results that are kept have it already. */
  json(): Buffer;
}

const dataLine = { start: Buffer.from('{"data":'), end: Buffer.from('}\n') };
const comma = Buffer.from(',');

/** One result in one format. Its body is `begin`, `rows` for each batch, and `end`. */
export interface DataFormat {
  readonly contentType: string;
  readonly begin: string;
  /** @param index number of rows before these */
  rows(batch: DataBatch, index: number): Buffer;
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
        rows: (batch) => Buffer.concat([dataLine.start, batch.json(), dataLine.end]),
        end: () => '',
        failure: (failure) => `${JSON.stringify(failure)}\n`,
      };
    case 'json':
      return {
        contentType: 'application/json; charset=utf-8',
        begin: `{"schema":${schema},"data":[`,
        rows: (batch, index) => {
          const items = batch.json().subarray(1, -1);
          return index === 0 ? items : Buffer.concat([comma, items]);
        },
        end: (totalRows) => `],"totalRows":${totalRows}}`,
      };
    case 'csv': {
      const writer = csvWriter(columns, { safe });
      return {
        contentType: 'text/csv; charset=utf-8; header=present',
        begin: writer.header,
        rows: (batch) =>
          Buffer.from(
            batch
              .rows()
              .map((row) => writer.record(row))
              .join(''),
          ),
        end: () => '',
      };
    }
  }
}
