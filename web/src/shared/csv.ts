import { type CsvColumn, csvWriter } from '../../../src/csv.ts';

/** Downloads rows as CSV in which spreadsheets find no formulas. @param name without its extension */
export function downloadCsv(
  name: string,
  columns: readonly CsvColumn[],
  rows: readonly (readonly unknown[])[],
): void {
  const { header, record } = csvWriter(columns, { safe: true });
  save(name, [header, ...rows.map(record)]);
}

function save(name: string, parts: readonly string[]): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
