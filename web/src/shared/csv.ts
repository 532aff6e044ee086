import { type CsvColumn, csvWriter } from '../../../src/csv.ts';
import { saveFile } from './save-file.ts';

/** Downloads rows as CSV in which spreadsheets find no formulas. @param name without its extension */
export function downloadCsv(
  name: string,
  columns: readonly CsvColumn[],
  rows: readonly (readonly unknown[])[],
): void {
  const { header, record } = csvWriter(columns, { safe: true });
  const parts = [header, ...rows.map(record)];
  saveFile(new Blob(parts, { type: 'text/csv;charset=utf-8' }), `${name}.csv`);
}
