import { isNumberType, isTimeType } from '../../src/contract/columns.ts';
import type { DescribedColumn, MemberMetadata } from '../../src/contract/tools.ts';

/** How the columns of results are named and written for people. */
export interface FieldFormats {
  /** Takes over titles and formats from what `svcMeta` found. */
  learn(
    cubes: readonly { readonly measures: readonly Field[]; readonly dimensions: readonly Field[] }[],
  ): void;
  titleOf(column: string): string;
  /** One cell; `compact` shortens numbers for charts (`€1.2M`). Never holds a control character. */
  format(column: Pick<DescribedColumn, 'name' | 'column_type'>, cell: unknown, compact?: boolean): string;
}

type Field = Pick<MemberMetadata, 'name' | 'title' | 'format' | 'currency'>;

export function createFieldFormats(): FieldFormats {
  const fields = new Map<string, Field>();

  /** A column carries its member's name, perhaps with a granularity: `ordered_at_month`. */
  function fieldOf(column: string): Field | undefined {
    return fields.get(column) ?? fields.get(column.replace(/_(hour|day|week|month|quarter|year)$/, ''));
  }

  return {
    learn(cubes) {
      for (const cube of cubes) {
        for (const found of [...cube.measures, ...cube.dimensions]) {
          const name = found.name.slice(found.name.lastIndexOf('.') + 1);
          // Relations come best first: the first one to name a column is the one that was meant.
          if (!fields.has(name)) fields.set(name, found);
        }
      }
    },
    titleOf(column) {
      const words = column.replaceAll('_', ' ');
      return printable(fieldOf(column)?.title ?? words.charAt(0).toUpperCase() + words.slice(1));
    },
    format(column, cell, compact = false) {
      if (cell === null) return '–';
      if (isTimeType(column.column_type)) return dateText(String(cell), column.name);
      if (isNumberType(column.column_type)) return numberText(cell, fieldOf(column.name), compact);
      return printable(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
    },
  };
}

function numberText(cell: unknown, field: Field | undefined, compact: boolean): string {
  const value = Number(cell);
  if (!Number.isFinite(value) || field?.format === 'id') return printable(String(cell));
  const style: Intl.NumberFormatOptions =
    field?.format === 'percent'
      ? { style: 'percent', minimumFractionDigits: 1 }
      : field?.currency !== undefined
        ? { style: 'currency', currency: field.currency }
        : {};
  const digits: Intl.NumberFormatOptions = compact
    ? { notation: 'compact', minimumFractionDigits: 0, maximumFractionDigits: 1 }
    : { maximumFractionDigits: field?.format === 'percent' ? 1 : 2 };
  return new Intl.NumberFormat('en-US', { ...style, ...digits }).format(value);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2025-03-01T00:00:00.000` as precisely as the column's name says that it is meant. */
function dateText(text: string, column: string): string {
  const [, year = text, month = '01', day = '01', time = ''] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/.exec(text) ?? [];
  if (/year$/.test(column)) return year;
  if (/quarter$/.test(column)) return `${year} Q${Math.ceil(Number(month) / 3)}`;
  if (/month$/.test(column)) return `${months[Number(month) - 1] ?? month} ${year}`;
  return time === '' || time === '00:00' ? `${year}-${month}-${day}` : `${year}-${month}-${day} ${time}`;
}

/** Text of others must not steer the terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}]/gu, ' ');
}
