import { quoteIdentifier } from '../../quoting.ts';
import type { FromItem, GroupItem, Query, SelectQuery } from './ast.ts';
import type { Printer } from './print.ts';
import { printWindow } from './print-window.ts';

/** A query without what comes before and after it: WITH, ORDER BY and LIMIT. */
export function printBody(printer: Printer, query: Query): string {
  if (query.kind === 'set') {
    return `(${printer.query(query.left)}) ${query.op}${query.all ? ' ALL' : ''} (${printer.query(query.right)})`;
  }
  if (query.kind === 'values') {
    return `VALUES ${query.rows.map((row) => `(${row.map((item) => printer.expression(item)).join(', ')})`).join(', ')}`;
  }
  return printSelect(printer, query);
}

function printSelect(printer: Printer, query: SelectQuery): string {
  const distinct =
    query.distinct === false
      ? ''
      : query.distinct === true
        ? 'DISTINCT '
        : `DISTINCT ON (${printer.list(query.distinct)}) `;
  const targets = query.targets.map(({ expr, alias }) => {
    if (expr.kind === 'star')
      return expr.qualifier === undefined ? '*' : `${quoteIdentifier(expr.qualifier)}.*`;
    return `${printer.expression(expr)}${alias === undefined ? '' : ` AS ${quoteIdentifier(alias)}`}`;
  });
  const windows = query.windows.map(
    ({ name, spec }) => `${quoteIdentifier(name)} AS (${printWindow(printer, spec)})`,
  );
  return [
    `SELECT ${distinct}${targets.join(', ')}`,
    query.from.length === 0 ? '' : ` FROM ${query.from.map((item) => printFrom(printer, item)).join(', ')}`,
    query.where === undefined ? '' : ` WHERE ${printer.expression(query.where)}`,
    query.group.length === 0
      ? ''
      : ` GROUP BY ${query.group.map((item) => printGroup(printer, item)).join(', ')}`,
    query.having === undefined ? '' : ` HAVING ${printer.expression(query.having)}`,
    windows.length === 0 ? '' : ` WINDOW ${windows.join(', ')}`,
  ].join('');
}

function printFrom(printer: Printer, item: FromItem): string {
  switch (item.kind) {
    case 'table':
      return `${item.name.map(quoteIdentifier).join('.')} AS ${quoteIdentifier(item.alias)}${printColumns(item.columns)}`;
    case 'derived':
      return `(${printer.query(item.query)}) AS ${quoteIdentifier(item.alias)}${printColumns(item.columns)}`;
    case 'relation':
      return `(${printer.query(item.build(true))}) AS ${quoteIdentifier(item.alias)}`;
    case 'raw':
      return `(${printer.raw(item.parts)}\n) AS ${quoteIdentifier(item.alias)}`;
    case 'join': {
      const on = item.on === undefined ? '' : ` ON ${printer.expression(item.on)}`;
      return `(${printFrom(printer, item.left)} ${item.join} JOIN ${printFrom(printer, item.right)}${on})`;
    }
    case 'named':
      throw new Error(`The FROM item ${item.name.join('.')} was not bound`);
  }
}

function printColumns(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (${names.map(quoteIdentifier).join(', ')})`;
}

function printGroup(printer: Printer, item: GroupItem): string {
  if (item.kind === 'expr') return printer.expression(item.expr);
  if (item.kind === 'list') return `(${printer.list(item.items)})`;
  return `${item.sets} (${item.items.map((inner) => printGroup(printer, inner)).join(', ')})`;
}
