import type { Dialect } from '../../engines/dialect.ts';
import type { Expr, OrderItem, Query } from './ast.ts';
import { some } from './expression-tree.ts';
import { plainSelect } from './plain-select.ts';
import { type OutputColumn, positionsOf, printedColumns } from './scope.ts';
import type { SourceText } from './source-text.ts';

/** ORDER BY of what has only output columns: their names or positions. */
export function outputOrder(
  order: readonly OrderItem[],
  columns: readonly OutputColumn[],
  source: SourceText,
): OrderItem[] {
  return order.map((item) => {
    const ordinal = resultOrdinal(item.expr, columns, source);
    if (ordinal === undefined) throw source.invalid(-1, 'ORDER BY can only name a column of the result here');
    return { ...item, expr: ordinal };
  });
}

/** The column of the result that ORDER BY or GROUP BY means by a number or a bare name. */
export function resultOrdinal(
  expr: Expr,
  columns: readonly OutputColumn[],
  source: SourceText,
): Extract<Expr, { kind: 'ordinal' }> | undefined {
  if (expr.kind === 'literal' && expr.type === 'integer') {
    const position = Number(expr.text);
    const column = columns[position - 1];
    if (column === undefined)
      throw source.invalid(-1, `There is no column number ${expr.text} in the result`);
    return { kind: 'ordinal', position, type: column.type };
  }
  if (expr.kind !== 'name' || expr.parts.length !== 1) return undefined;
  const [position] = positionsOf(expr.parts[0] ?? '', columns);
  if (position === undefined) return undefined;
  return { kind: 'ordinal', position: position + 1, type: columns[position]?.type ?? 'unknown' };
}

/**
 * Where nulls go by a bound expression, if the statement does not say: behind the figures of a descending order, since nobody
 * asks for the top groups to read those without a figure. Undefined for what is no figure.
 */
export function nullsOf(item: OrderItem, isFigure: (expr: Expr) => boolean): OrderItem['nulls'] {
  return item.nulls ?? (item.descending && isFigure(item.expr) ? 'last' : undefined);
}

export function isAggregated(expr: Expr): boolean {
  return some(expr, ({ kind }) => kind === 'aggregate');
}

/** A set operation or DISTINCT can be ordered by plain columns only; text that needs a byte order of its own gets it around it. */
export function byteOrdered(
  query: Query,
  columns: readonly OutputColumn[],
  dialect: Dialect,
  nextAlias: () => string,
): Query {
  const needed = query.order.some(({ expr }) => expr.kind === 'ordinal' && expr.type === 'text');
  if (dialect.byteOrder === '' || !needed) return query;
  const alias = nextAlias();
  const names = printedColumns(columns);
  const column = (index: number): Expr => ({
    kind: 'column',
    table: alias,
    column: names[index] ?? '',
    type: columns[index]?.type ?? 'unknown',
  });
  return {
    ...plainSelect,
    targets: columns.map(({ name }, index) => ({ expr: column(index), alias: name })),
    from: [
      {
        kind: 'derived',
        query: { ...query, order: [], limit: undefined, offset: undefined },
        alias,
        columns: names,
        at: -1,
      },
    ],
    where: undefined,
    order: query.order.map((item) => ({
      ...item,
      expr: item.expr.kind === 'ordinal' ? column(item.expr.position - 1) : item.expr,
    })),
    limit: query.limit,
    offset: query.offset,
  };
}
