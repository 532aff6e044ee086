import { identifier } from '../../quoting.ts';
import type { QueryParts } from './query-parts.ts';

/** Writes a statement from its parts. */
export function writeQuery(parts: QueryParts): string {
  const position = (column: string): number => parts.columns.findIndex((each) => each.column === column) + 1;
  const columns = parts.columns.map(({ sql, column }) =>
    isNamedSo(sql, column) ? sql : `${sql} AS ${identifier(column)}`,
  );
  const groups = [
    ...parts.columns.flatMap(({ kind, column }) => (kind === 'breakdown' ? [String(position(column))] : [])),
    ...parts.keys.map(({ sql }) => sql),
  ];
  const order = parts.order.map(
    ({ column, sql, direction }) => `${column === undefined ? sql : position(column)}${direction}`,
  );
  const clause = (words: string, pieces: readonly string[], separator = ', '): string =>
    pieces.length === 0 ? '' : ` ${words} ${pieces.join(separator)}`;
  const { limit, offset } = parts;
  return [
    `SELECT ${columns.join(', ')} FROM ${parts.from}`,
    clause(
      'WHERE',
      parts.conditions.map(({ sql }) => sql),
      ' AND ',
    ),
    parts.isGrouped ? clause('GROUP BY', groups) : '',
    clause(
      'HAVING',
      parts.having.map(({ sql }) => sql),
      ' AND ',
    ),
    clause('ORDER BY', order),
    limit === undefined ? '' : ` LIMIT ${limit}`,
    offset === undefined ? '' : ` OFFSET ${offset}`,
  ].join('');
}

/** Whether the result column has this name without an alias. */
function isNamedSo(sql: string, column: string): boolean {
  return sql.split('.').at(-1) === identifier(column);
}
