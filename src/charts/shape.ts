import type { AnswerWords } from '../contract/answer-words.ts';
import { type Grain, grainOfName, hasWeekdays } from '../contract/columns.ts';
import { unitName } from '../contract/units.ts';
import type { Column, Row } from '../engines/query-engine.ts';
import { chartText, columnTitle, type Field, type FieldCatalog } from './fields.ts';

/** A column of a result, described for charts. */
export interface ChartColumn {
  readonly name: string;
  readonly title: string;
  readonly field: Field | undefined;
  readonly role: 'time' | 'category' | 'number';
  /** Values arrive as text (exact decimals). */
  readonly textual: boolean;
  /** Granularity of a time; undefined if unknown. */
  readonly grain: Grain | undefined;
  /** Numbers of days of the week, which are drawn by name and in their order. */
  readonly weekdays: boolean;
  /** For a time: number of steps of its granularity between the first and the last. */
  readonly steps: number;
  /** A `DATE`: read as midnight UTC by charts, so it is shown in UTC. */
  readonly dateOnly: boolean;
  /** Whether every value is between -1 and 1, so that a percentage is a fraction. */
  readonly fraction: boolean;
  /** What a missing value of a category is called, where some are missing or may be. */
  readonly unknown: string | undefined;
  /** What a number is counted in, where the title does not say that. */
  readonly unit: string | undefined;
  /** Whether a known value is below zero. */
  readonly negative: boolean;
  /** Number of distinct values in the known rows. */
  readonly distinct: number;
  /** Whether the chart will have more rows than are known, and so perhaps more values. */
  readonly isPart: boolean;
}

export interface Shape {
  readonly times: readonly ChartColumn[];
  readonly categories: readonly ChartColumn[];
  readonly numbers: readonly ChartColumn[];
  readonly rowCount: number;
}

/** Sorts a result's columns by their possible roles in a chart, and says what it has no title for in these words. */
export function shapeOf(
  columns: readonly Column[],
  rows: readonly Row[],
  fields: FieldCatalog,
  words: AnswerWords,
  grains: ReadonlyMap<string, Grain> = new Map(),
  isPart = false,
): Shape {
  const described = columns.flatMap((column, index) => {
    const role = roleOf(column, fields.find(column.name));
    if (role === undefined) return [];
    const grain = role === 'time' ? (grains.get(column.name) ?? grainOfName(column.name)) : undefined;
    const described = describe(column, role, fields.find(column.name), grain, rows, index);
    const { title, field } = described;
    const misses = isPart || rows.some((row) => row[index] === null || row[index] === '');
    const unknown = role === 'category' && misses ? words.unknown(title) : undefined;
    const unit =
      role === 'number' && field?.unit !== undefined ? chartText(unitName(field.unit, words)) : undefined;
    return [{ ...described, unknown, unit, isPart }];
  });
  return {
    times: described.filter((column) => column.role === 'time'),
    categories: described.filter((column) => column.role === 'category'),
    numbers: described.filter((column) => column.role === 'number'),
    rowCount: rows.length,
  };
}

function describe(
  column: Column,
  role: ChartColumn['role'],
  field: Field | undefined,
  grain: Grain | undefined,
  rows: readonly Row[],
  index: number,
): Omit<ChartColumn, 'isPart' | 'unknown' | 'unit'> {
  const values = rows.map((row) => row[index] ?? null);
  return {
    name: column.name,
    title: columnTitle(column.name, field),
    field,
    role,
    textual: role === 'number' && values.some((value) => typeof value === 'string'),
    grain,
    weekdays: role === 'category' && hasWeekdays(column.name, values),
    steps: grain === undefined ? 0 : stepsOf(values, grain),
    dateOnly: column.columnType === 'Date',
    fraction: values.every((value) => value === null || Math.abs(Number(value)) <= 1),
    negative: role === 'number' && values.some((value) => Number(value) < 0),
    distinct: new Set(values).size,
  };
}

function roleOf(column: Column, field: Field | undefined): ChartColumn['role'] | undefined {
  switch (column.columnType) {
    case 'Date':
    case 'Timestamp':
      return 'time';
    case 'String':
    case 'Boolean':
      return 'category';
    case 'Json':
      return undefined;
    case 'Int64':
    case 'Double':
    case 'Decimal':
      // An id, or a number that groups (a rating, an age), is not a quantity to draw as a bar.
      return field?.dimension !== undefined || field?.format === 'id' ? 'category' : 'number';
  }
}

const dayMs = 86_400_000;
/** Approximate lengths. */
const grainMs: Readonly<Record<Grain, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: dayMs,
  week: 7 * dayMs,
  month: 30.44 * dayMs,
  quarter: 91.31 * dayMs,
  year: 365.25 * dayMs,
};

function stepsOf(values: Row, grain: Grain): number {
  const moments = values.map((value) => Date.parse(String(value))).filter((moment) => !Number.isNaN(moment));
  if (moments.length === 0) return 0;
  const [first, last] = [moments.reduce((a, b) => Math.min(a, b)), moments.reduce((a, b) => Math.max(a, b))];
  return Math.round((last - first) / grainMs[grain]);
}
