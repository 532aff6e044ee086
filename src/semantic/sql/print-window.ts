import type { Expr, FrameBound, OrderItem, WindowSpec } from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { SqlWriter } from './sql-writer.ts';

/** What comes after ORDER BY. */
export function printOrder(writer: SqlWriter, items: readonly OrderItem[]): string {
  return items
    .map(
      (item) =>
        `${writer.expression(item.expr)}${byteOrder(writer, item.expr)}${writer.dialect.direction(item)}`,
    )
    .join(', ');
}

/** Text is ordered by bytes on every engine. */
function byteOrder(writer: SqlWriter, expr: Expr): string {
  return expr.kind !== 'ordinal' && typeOf(expr) === 'text' ? writer.dialect.byteOrder : '';
}

/** A window, without its brackets. */
export function printWindow(writer: SqlWriter, spec: WindowSpec): string {
  return [
    spec.base === undefined ? '' : writer.dialect.quoteName(spec.base),
    spec.partition.length === 0 ? '' : `PARTITION BY ${writer.list(spec.partition)}`,
    spec.order.length === 0 ? '' : `ORDER BY ${printOrder(writer, spec.order)}`,
    spec.frame === undefined
      ? ''
      : writer.dialect.windowFrame(
          spec.frame.mode,
          printBound(writer, spec.frame.start),
          printBound(writer, spec.frame.end),
        ),
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function printBound(writer: SqlWriter, bound: FrameBound): string {
  switch (bound.kind) {
    case 'unboundedPreceding':
      return 'UNBOUNDED PRECEDING';
    case 'unboundedFollowing':
      return 'UNBOUNDED FOLLOWING';
    case 'currentRow':
      return 'CURRENT ROW';
    case 'following':
    case 'preceding':
      return `${writer.expression(bound.offset)} ${bound.kind === 'preceding' ? 'PRECEDING' : 'FOLLOWING'}`;
  }
}

/** ` OVER …` of a call; nothing for one without a window. A window that is only named goes without brackets. */
export function printOver(writer: SqlWriter, over: WindowSpec | undefined): string {
  if (over === undefined) return '';
  const isNamed = over.partition.length + over.order.length === 0 && over.frame === undefined;
  if (over.base !== undefined && isNamed) return ` OVER ${writer.dialect.quoteName(over.base)}`;
  return ` OVER (${printWindow(writer, over)})`;
}
