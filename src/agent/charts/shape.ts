import type { Column, Row } from '../../engines/query-engine.ts';
import { columnTitle, type Field, type FieldCatalog } from './fields.ts';

/** A column of a result, with what a chart has to know of it. */
export interface ChartColumn {
  readonly name: string;
  readonly title: string;
  readonly field: Field | undefined;
  readonly role: 'time' | 'category' | 'number';
  /** Values arrive as text (exact decimals). */
  readonly textual: boolean;
  /** A `DATE`: read as midnight UTC by charts, so it is shown in UTC. */
  readonly dateOnly: boolean;
  /** Every value lies between -1 and 1, so that a percentage is written as a fraction. */
  readonly fraction: boolean;
  readonly distinct: number;
}

export interface Shape {
  readonly times: readonly ChartColumn[];
  readonly categories: readonly ChartColumn[];
  readonly numbers: readonly ChartColumn[];
  readonly rowCount: number;
}

/** Sorts a result's columns by the part that they can play in a chart. */
export function shapeOf(columns: readonly Column[], rows: readonly Row[], fields: FieldCatalog): Shape {
  const described = columns.flatMap((column, index) => {
    const role = roleOf(column, fields.find(column.name));
    return role === undefined ? [] : [describe(column, role, fields.find(column.name), rows, index)];
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
  rows: readonly Row[],
  index: number,
): ChartColumn {
  const values = rows.map((row) => row[index] ?? null);
  return {
    name: column.name,
    title: columnTitle(column.name, field),
    field,
    role,
    textual: role === 'number' && values.some((value) => typeof value === 'string'),
    dateOnly: column.columnType === 'Date',
    fraction: values.every((value) => value === null || Math.abs(Number(value)) <= 1),
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
      // An id or a number that groups (a rating, an age) is not a quantity to draw a bar of.
      return field?.dimension !== undefined || field?.format === 'id' ? 'category' : 'number';
  }
}
