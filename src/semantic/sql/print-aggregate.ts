import type { AggregateExpr, Expr } from './ast.ts';
import { printOver } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';

/** The aggregate, with FILTER and OVER after it. */
export function printAggregate(writer: SqlWriter, expr: AggregateExpr): string {
  return writer.dialect.aggregate({
    name: expr.name,
    args: expr.args.map((arg: Expr) => writer.operand(arg)),
    star: expr.star,
    distinct: expr.distinct,
    withinGroup: expr.withinGroup,
    order: expr.order.map((item) => ({ ...item, ...writer.operand(item.expr) })),
    filter: expr.filter && writer.expression(expr.filter),
    over: printOver(writer, expr.over),
  });
}
