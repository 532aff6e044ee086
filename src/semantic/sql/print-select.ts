import type { SqlType } from '../../engines/dialect.ts';
import type { FromItem, GroupItem, Query, SelectQuery } from './ast.ts';
import { typeOf } from './expression-type.ts';
import { commonType } from './function-spec.ts';
import { printWindow } from './print-window.ts';
import type { SqlWriter } from './sql-writer.ts';

/** A query without what comes before and after it: WITH, ORDER BY and LIMIT. */
export function printBody(writer: SqlWriter, query: Query, types = columnTypes(query)): string {
  if (query.kind === 'set') {
    const operation = `${query.op}${query.all ? ' ALL' : ''}`;
    return `(${writer.query(query.left, types)}) ${operation} (${writer.query(query.right, types)})`;
  }
  if (query.kind === 'values')
    return writer.dialect.values(
      query.rows.map((row) => row.map((item) => writer.operand(item))),
      types,
    );
  return printSelect(writer, query, types);
}

/** Types of the columns of a query, each wide enough for all that it is put together from. */
function columnTypes(query: Query): readonly SqlType[] {
  if (query.kind === 'set') {
    const right = columnTypes(query.right);
    return columnTypes(query.left).map((type, index) => commonType([type, right[index] ?? 'unknown']));
  }
  if (query.kind === 'select')
    return query.targets.map(({ expr }) => (expr.kind === 'star' ? 'unknown' : typeOf(expr)));
  const [first = []] = query.rows;
  return first.map((_, index) =>
    commonType(query.rows.map((row) => (row[index] === undefined ? 'null' : typeOf(row[index])))),
  );
}

function printSelect(writer: SqlWriter, query: SelectQuery, types: readonly SqlType[]): string {
  const distinct =
    query.distinct === false
      ? ''
      : query.distinct === true
        ? 'DISTINCT '
        : `DISTINCT ON (${writer.list(query.distinct)}) `;
  const { quoteName } = writer.dialect;
  const targets = query.targets.map(({ expr, alias }, index) => {
    if (expr.kind === 'star') return expr.qualifier === undefined ? '*' : `${quoteName(expr.qualifier)}.*`;
    const value = writer.operand(expr);
    return `${writer.dialect.output(value, types[index] ?? value.type)}${alias === undefined ? '' : ` AS ${quoteName(alias)}`}`;
  });
  const windows = query.windows.map(
    ({ name, spec }) => `${quoteName(name)} AS (${printWindow(writer, spec)})`,
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
  const { quoteName } = writer.dialect;
  switch (item.kind) {
    case 'table':
      return `${item.name.map(quoteName).join('.')} AS ${quoteName(item.alias)}${printColumns(writer, item.columns)}`;
    case 'derived':
      return `(${writer.query(item.query)}) AS ${quoteName(item.alias)}${printColumns(writer, item.columns)}`;
    case 'relation':
      return `(${writer.query(item.build(true))}) AS ${quoteName(item.alias)}`;
    case 'raw':
      return `(${writer.raw(item.parts)}\n) AS ${quoteName(item.alias)}`;
    case 'join': {
      const on = item.on === undefined ? '' : ` ON ${writer.expression(item.on)}`;
      const right = printFrom(writer, item.right);
      // Brackets only where they mean something: ClickHouse does not take others.
      const joined = item.right.kind === 'join' ? `(${right})` : right;
      return `${printFrom(writer, item.left)} ${item.join} JOIN ${joined}${on}`;
    }
    case 'named':
      throw new Error(`The FROM item ${item.name.join('.')} was not bound`);
  }
}

export function printColumns({ dialect }: SqlWriter, names: readonly string[]): string {
  return names.length === 0 ? '' : ` (${names.map(dialect.quoteName).join(', ')})`;
}

function printGroup(writer: SqlWriter, item: GroupItem): string {
  if (item.kind === 'expr') return writer.expression(item.expr);
  if (item.kind === 'list') return `(${writer.list(item.items)})`;
  return `${item.sets} (${item.items.map((inner) => printGroup(writer, inner)).join(', ')})`;
}
