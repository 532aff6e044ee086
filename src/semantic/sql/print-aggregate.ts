import { quoteIdentifier } from '../../quoting.ts';
import type { AggregateExpr, CallExpr, Expr } from './ast.ts';
import { typeOf } from './expression-type.ts';
import type { Dialect } from './function-spec.ts';
import { functions, windowFunctions } from './functions.ts';
import { direction, printOrder, printOver } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';

/** The aggregate, with FILTER and OVER after it. Sums of whole numbers stay whole on PostgreSQL, which widens them. */
export function printAggregate(writer: SqlWriter, expr: AggregateExpr): string {
  const args = expr.args.map((arg) => writer.expression(arg));
  const tail = `${expr.filter === undefined ? '' : ` FILTER (WHERE ${writer.expression(expr.filter)})`}${printOver(writer, expr.over)}`;
  const order = expr.order.length === 0 ? '' : `ORDER BY ${printOrder(writer, expr.order)}`;
  if (expr.name === 'median')
    return `percentile_cont(0.5) WITHIN GROUP (ORDER BY CAST(${args.join('')} AS float8))${tail}`;
  if (expr.withinGroup) {
    const [item] = expr.order;
    const ordered =
      expr.name === 'percentile_cont' && item !== undefined
        ? `ORDER BY CAST(${writer.expression(item.expr)} AS float8)${item.descending ? ' DESC' : ''}`
        : order;
    return `${expr.name}(${args.join(', ')}) WITHIN GROUP (${ordered})${tail}`;
  }
  if (expr.star) return `count(*)${tail}`;
  if (expr.distinct || expr.order.length > 0) {
    return `${expr.name}(${expr.distinct ? 'DISTINCT ' : ''}${printArguments(writer, expr, args)})${tail}`;
  }
  const call = `${printFunction(writer.dialect, expr, args)}${tail}`;
  const [first] = expr.args.map(typeOf);
  return expr.name === 'sum' && first === 'integer' && writer.dialect === 'postgres'
    ? `CAST(${call} AS int8)`
    : call;
}

/** Arguments and ORDER BY within an aggregate's brackets. */
function printArguments(writer: SqlWriter, expr: AggregateExpr, args: readonly string[]): string {
  if (expr.order.length === 0) return args.join(', ');
  if (!expr.distinct || writer.dialect !== 'postgres')
    return `${args.join(', ')} ORDER BY ${printOrder(writer, expr.order)}`;
  // PostgreSQL wants DISTINCT and ORDER BY to name the very same value, of the type that the aggregate takes.
  const asText = (arg: Expr, sql: string): string => (typeOf(arg) === 'text' ? `CAST(${sql} AS text)` : sql);
  const listed = expr.args.map((arg, index) => asText(arg, args[index] ?? ''));
  const order = expr.order.map(
    (item) => `${asText(item.expr, writer.expression(item.expr))}${direction(item)}`,
  );
  return `${listed.join(', ')} ORDER BY ${order.join(', ')}`;
}

/** A function as the engine calls it. @param args its arguments, printed */
export function printFunction(
  dialect: Dialect,
  { name, args: exprs }: Pick<CallExpr, 'name' | 'args'>,
  args: readonly string[],
): string {
  const spec = functions.get(name) ?? windowFunctions.get(name);
  return (
    spec?.print?.({ dialect, args, types: exprs.map(typeOf), exprs }) ??
    `${quoteFunction(name)}(${args.join(', ')})`
  );
}

function quoteFunction(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : quoteIdentifier(name);
}
