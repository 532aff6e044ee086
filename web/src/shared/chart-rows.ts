import type { ChartSpec } from './chart-props.ts';
import { type Column, isNumber, isTime, momentOf } from './column-text.ts';

/**
 * Adds the rows of its result to a specification. Times are treated as UTC.
 * @param rows each a list of values, one for each column
 */
export function withRows(
  spec: ChartSpec,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
): ChartSpec {
  return { ...(inUtc(spec) as ChartSpec), data: { values: rows.map((row) => valuesOf(columns, row)) } };
}

/**
 * The values of a mark, as its rows have them: times and exact numbers as text. What no row has is left as the chart computed it.
 * @param mark without what the chart added to its row
 * @param rows those of the chart
 */
export function valuesOfMark(
  mark: Readonly<Record<string, unknown>>,
  columns: readonly Column[],
  rows: readonly (readonly unknown[])[],
): Readonly<Record<string, unknown>> {
  const shown = columns.flatMap((column, index) => (column.name in mark ? [{ column, index }] : []));
  const isOf = (row: readonly unknown[], { column, index }: (typeof shown)[number]) =>
    chartValue(row[index] ?? null, column) === mark[column.name];
  const whole = rows.find((row) => shown.every((part) => isOf(row, part)));
  return Object.fromEntries(
    shown.map((part) => {
      const { column, index } = part;
      // A mark that sums up several rows has only some of its values from them.
      const row = whole ?? rows.find((each) => isOf(each, part));
      return [column.name, row === undefined ? mark[column.name] : (row[index] ?? null)];
    }),
  );
}

function valuesOf(columns: readonly Column[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map((column, index) => [column.name, chartValue(row[index] ?? null, column)]),
  );
}

/** Exact decimals and large integers come as text. */
function chartValue(value: unknown, column: Column): unknown {
  if (typeof value !== 'string') return value;
  if (isTime(column)) return momentOf(value) ?? null;
  if (!isNumber(column)) return value;
  const number = Number(value);
  return value === '' || Number.isNaN(number) ? null : number;
}

function inUtc(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(inUtc);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, key === 'timeUnit' ? utcUnit(value) : inUtc(value)]),
  );
  if (copy['type'] !== 'temporal' || !('field' in copy)) return copy;
  const { scale } = copy;
  return scale === null
    ? copy
    : { ...copy, scale: { ...(typeof scale === 'object' ? scale : {}), type: 'utc' } };
}

function utcUnit(unit: unknown): unknown {
  if (typeof unit === 'string') return unit.startsWith('utc') ? unit : `utc${unit}`;
  return typeof unit === 'object' && unit !== null ? { ...unit, utc: true } : unit;
}
