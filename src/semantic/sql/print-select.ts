import { quoteIdentifier } from '../../quoting.ts';
import type { FromItem, GroupItem, Query, SelectQuery } from './ast.ts';
import { printWindow } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';

/** A query without what comes before and after it: WITH, ORDER BY and LIMIT. */
export function printBody(writer: SqlWriter, query: Query): string {
  if (query.kind === 'set') {
    return `(${writer.query(query.left)}) ${query.op}${query.all ? ' ALL' : ''} (${writer.query(query.right)})`;
  }
  if (query.kind === 'values') {
    return `VALUES ${query.rows.map((row) => `(${row.map((item) => writer.expression(item)).join(', ')})`).join(', ')}`;
  }
  return printSelect(writer, query);
}

function printSelect(writer: SqlWriter, query: SelectQuery): string {
  const distinct =
    query.distinct === false
      ? ''
      : query.distinct === true
        ? 'DISTINCT '
        : `DISTINCT ON (${writer.list(query.distinct)}) `;
  const targets = query.targets.map(({ expr, alias }) => {
    if (expr.kind === 'star')
      return expr.qualifier === undefined ? '*' : `${quoteIdentifier(expr.qualifier)}.*`;
    return `${writer.expression(expr)}${alias === undefined ? '' : ` AS ${quoteIdentifier(alias)}`}`;
  });
  const windows = query.windows.map(
    ({ name, spec }) => `${quoteIdentifier(name)} AS (${printWindow(writer, spec)})`,
  );
  return [
    `SELECT ${distinct}${targets.join(', ')}`,
    query.from.length === 0 ? '' : ` FROM ${query.from.map((item) => printFrom(writer, item)).join(', ')}`,
    query.where === undefined ? '' : ` WHERE ${writer.expression(query.where)}`,
    query.group.length === 0
      ? ''
      : ` GROUP BY ${query.group.map((item) => printGroup(writer, item)).join(', ')}`,
    query.having === undefined ? '' : ` HAVING ${writer.expression(query.having)}`,
    windows.length === 0 ? '' : ` WINDOW ${windows.join(', ')}`,
  ].join('');
}

function printFrom(writer: SqlWriter, item: FromItem): string {
  switch (item.kind) {
    case 'table':
      return `${item.name.map(quoteIdentifier).join('.')} AS ${quoteIdentifier(item.alias)}${printColumns(item.columns)}`;
    case 'derived':
      return `(${writer.query(item.query)}) AS ${quoteIdentifier(item.alias)}${printColumns(item.columns)}`;
    case 'relation':
      return `(${writer.query(item.build(true))}) AS ${quoteIdentifier(item.alias)}`;
    case 'raw':
      return `(${writer.raw(item.parts)}\n) AS ${quoteIdentifier(item.alias)}`;
    case 'join': {
      const on = item.on === undefined ? '' : ` ON ${writer.expression(item.on)}`;
      return `(${printFrom(writer, item.left)} ${item.join} JOIN ${printFrom(writer, item.right)}${on})`;
    }
    case 'named':
      throw new Error(`The FROM item ${item.name.join('.')} was not bound`);
  }
}

function printColumns(names: readonly string[]): string {
  return names.length === 0 ? '' : ` (${names.map(quoteIdentifier).join(', ')})`;
}

function printGroup(writer: SqlWriter, item: GroupItem): string {
  if (item.kind === 'expr') return writer.expression(item.expr);
  if (item.kind === 'list') return `(${writer.list(item.items)})`;
  return `${item.sets} (${item.items.map((inner) => printGroup(writer, inner)).join(', ')})`;
}
