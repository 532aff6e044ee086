import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cell, Table } from '../../shop/generator/parquet.ts';

/** Writes each table to `<folder>/<name>.csv`: a header, dates as `YYYY-MM-DD`, null as nothing (RFC 4180). */
export async function writeCsv(folder: string, tables: readonly Table[]): Promise<void> {
  for (const { name, columns, rows } of tables) {
    const types = Object.values(columns);
    const lines = [Object.keys(columns).join(',')];
    for (const row of rows) lines.push(row.map((cell, index) => text(cell, types[index])).join(','));
    await writeFile(join(folder, `${name}.csv`), `${lines.join('\n')}\n`);
  }
}

function text(cell: Cell, type: string | undefined): string {
  if (cell === null) return '';
  if (type === 'DATE') return new Date(Number(cell) * 86_400_000).toISOString().slice(0, 10);
  if (type === 'DECIMAL(12,2)') return (Number(cell) / 100).toFixed(2);
  const written = String(cell);
  return /[",\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
}
