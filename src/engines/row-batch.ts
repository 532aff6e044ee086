import type { Row, RowBatch } from './query-engine.ts';

/** Rows that come from an engine. */
export function freshRows(rows: readonly Row[]): RowBatch {
  return { count: rows.length, rows: () => rows, json: () => Buffer.from(JSON.stringify(rows)) };
}

/** Rows that are kept as JSON. Parsed rows are not kept, since only the JSON is counted. */
export function keptRows(count: number, json: Buffer): RowBatch {
  return { count, rows: () => JSON.parse(json.toString()) as readonly Row[], json: () => json };
}
