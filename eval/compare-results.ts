import type { Column, Row, Value } from '../src/engines/query-engine.ts';

/** Rows with the names of their columns, complete or cut after the first rows. */
export interface ResultSet {
  readonly columns: readonly Pick<Column, 'name'>[];
  readonly rows: readonly Row[];
  /** Rows of the whole result, of which `rows` may be the first. */
  readonly totalRows: number;
}

export interface Comparison {
  /** The order of the rows matters. */
  readonly ordered: boolean;
  /** The numbers are shares: 0.123 and 12.3 are the same. */
  readonly percent: boolean;
}

/** Half of the fourth significant figure of the smallest number that has it. */
const tolerance = 0.0005;

/**
 * Whether an answer holds what the gold result holds: the same rows, numbers to four significant figures, in columns of
 * any name and order, further columns besides. An answer that was cut must consist of rows of the gold result.
 */
export function matchesGold(answer: ResultSet, gold: ResultSet, comparison: Comparison): boolean {
  if (answer.totalRows !== gold.totalRows || gold.columns.length > answer.columns.length) return false;
  const expected = normalRows(gold.rows);
  const given = normalRows(answer.rows);
  return pickColumns(expected, given, gold.columns.length, answer.columns.length, comparison);
}

/** Tries each assignment of gold columns to answer columns, and gives up on one as soon as its rows do not fit. */
function pickColumns(
  expected: readonly Row[],
  given: readonly Row[],
  width: number,
  answerWidth: number,
  comparison: Comparison,
  chosen: readonly number[] = [],
): boolean {
  if (chosen.length > 0 && !sameRows(expected, given, chosen, comparison)) return false;
  if (chosen.length === width) return true;
  return Array.from({ length: answerWidth }, (_, column) => column)
    .filter((column) => !chosen.includes(column))
    .some((column) => pickColumns(expected, given, width, answerWidth, comparison, [...chosen, column]));
}

/** Whether the chosen columns of the answer hold the leading columns of the gold rows. */
function sameRows(
  expected: readonly Row[],
  given: readonly Row[],
  chosen: readonly number[],
  comparison: Comparison,
): boolean {
  const sameRow = (row: Row, gold: Row) =>
    chosen.every((column, index) => sameValue(row[column] ?? null, gold[index] ?? null, comparison.percent));
  const isAmong = (rows: readonly Row[], golds: readonly Row[]): boolean => {
    const left = [...golds];
    return rows.every((row) => {
      const index = left.findIndex((gold) => sameRow(row, gold));
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  };
  if (!comparison.ordered) return isAmong(given, expected);
  return tiesOf(expected).every(([from, to]) => isAmong(given.slice(from, to), expected.slice(from, to)));
}

/** Runs of rows that tie in the figure that they are ordered by; their order says nothing. Without such a figure, each row is a run. */
function tiesOf(rows: readonly Row[]): readonly (readonly [from: number, to: number])[] {
  const figures = (rows[0] ?? []).map((_, at) => rows.map((row) => row[at] ?? null));
  const ordering = figures.find((values) => isOrderedFigure(values));
  const runs: [number, number][] = [];
  for (const at of rows.keys()) {
    const last = runs.at(-1);
    if (last !== undefined && ordering !== undefined && ordering[at] === ordering[at - 1]) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  return runs;
}

/** Numbers that only rise or only fall, apart from unknown ones at an end. */
function isOrderedFigure(values: readonly Value[]): boolean {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length < 2 || values.some((value) => value !== null && typeof value !== 'number')) return false;
  const steps = numbers.slice(1).map((value, at) => Math.sign(value - (numbers[at] ?? 0)));
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
}

function sameValue(value: Value, gold: Value, percent: boolean): boolean {
  if (typeof gold === 'number') {
    if (typeof value === 'string') return value === `${gold}-01-01`;
    if (typeof value !== 'number') return false;
    return close(value, gold) || (percent && (close(value, gold * 100) || close(value * 100, gold)));
  }
  // A year may be written as a number.
  if (typeof value === 'number') return typeof gold === 'string' && gold === `${value}-01-01`;
  return JSON.stringify(value) === JSON.stringify(gold);
}

function close(value: number, gold: number): boolean {
  return Math.abs(value - gold) <= tolerance * Math.abs(gold);
}

function normalRows(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => row.map(normalValue));
}

/** Numbers as numbers, the start of a day as a date, a month or quarter by its first day, text without case. */
function normalValue(value: Value): Value {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return Number(text);
  const quarter = /^(\d{4})-?\s?Q([1-4])$/i.exec(text);
  if (quarter !== null) return `${quarter[1]}-${String(Number(quarter[2]) * 3 - 2).padStart(2, '0')}-01`;
  if (/^\d{4}-\d{2}$/.test(text)) return `${text}-01`;
  return text.replace(/^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?Z?$/, '$1').toLowerCase();
}
