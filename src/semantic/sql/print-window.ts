import { quoteIdentifier } from '../../quoting.ts';
import type { Expr, FrameBound, OrderItem, WindowSpec } from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { Printer } from './print.ts';

/** What comes after ORDER BY. */
export function printOrder(printer: Printer, items: readonly OrderItem[]): string {
  return items
    .map((item) => `${printer.expression(item.expr)}${byteOrder(printer, item.expr)}${direction(item)}`)
    .join(', ');
}

/** DuckDB orders text by bytes; PostgreSQL's order depends on the database. */
function byteOrder(printer: Printer, expr: Expr): string {
  return printer.dialect === 'postgres' && expr.kind !== 'ordinal' && typeOf(expr) === 'text'
    ? ' COLLATE "C"'
    : '';
}

/** A window, without its brackets. */
export function printWindow(printer: Printer, spec: WindowSpec): string {
  return [
    spec.base === undefined ? '' : quoteIdentifier(spec.base),
    spec.partition.length === 0 ? '' : `PARTITION BY ${printer.list(spec.partition)}`,
    spec.order.length === 0 ? '' : `ORDER BY ${printOrder(printer, spec.order)}`,
    spec.frame === undefined
      ? ''
      : `${spec.frame.mode} BETWEEN ${printBound(printer, spec.frame.start)} AND ${printBound(printer, spec.frame.end)}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function printBound(printer: Printer, bound: FrameBound): string {
  switch (bound.kind) {
    case 'unboundedPreceding':
      return 'UNBOUNDED PRECEDING';
    case 'unboundedFollowing':
      return 'UNBOUNDED FOLLOWING';
    case 'currentRow':
      return 'CURRENT ROW';
    case 'following':
    case 'preceding':
      return `${printer.expression(bound.offset)} ${bound.kind === 'preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
  }
}

/** ` OVER …` of a call; nothing for one without a window. A window that is only named goes without brackets. */
export function printOver(printer: Printer, over: WindowSpec | undefined): string {
  if (over === undefined) return '';
  const isNamed = over.partition.length + over.order.length === 0 && over.frame === undefined;
  if (over.base !== undefined && isNamed) return ` OVER ${quoteIdentifier(over.base)}`;
  return ` OVER (${printWindow(printer, over)})`;
}

/** ` ASC` or ` DESC`, and where nulls go. */
export function direction({ descending, nulls }: OrderItem): string {
  return `${descending ? ' DESC' : ' ASC'} NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`;
}
