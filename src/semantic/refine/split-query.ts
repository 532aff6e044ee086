import { type QueuedWork, queued } from '../compile-queue.ts';
import type { Expr, OrderItem, SelectQuery } from '../sql/ast.ts';
import { WorkBudget } from '../sql/compile-limits.ts';
import { some } from '../sql/expression-tree.ts';
import { isAggregate } from '../sql/functions.ts';
import { outputName, resultNames } from '../sql/output-name.ts';
import { loadParser, parseSelect, scanTokens, type Token } from '../sql/parse.ts';
import { translateQuery } from '../sql/translate-query.ts';
import type { ColumnPart, Condition, KeyPart, OrderPart, QueryParts } from './query-parts.ts';
import { readCondition } from './read-condition.ts';

/**
 * Takes a statement apart.
 * @returns undefined for one of another form: several relations, subqueries in FROM, WITH, set operations, DISTINCT, windows,
 *   grouping sets, comments
 * @throws AppError `SQL_INVALID`, `SQL_NOT_ALLOWED`, as `queued`
 */
export async function splitQuery(
  sql: string,
  request: QueuedWork = { owner: '' },
): Promise<QueryParts | undefined> {
  await loadParser();
  return queued(request, () => split(sql));
}

function split(sql: string): QueryParts | undefined {
  const query = selectOf(sql);
  if (query === undefined) return undefined;
  const [from] = query.from;
  if (query.from.length !== 1 || from?.kind !== 'named' || from.columns.length > 0) return undefined;
  const [relation, ...qualifiers] = from.name;
  if (relation === undefined || qualifiers.length > 0) return undefined;
  const clauses = clausesOf(sql);
  if (clauses === undefined) return undefined;
  const names = [from.alias ?? relation];
  const memberOf = (expr: Expr): string | undefined => memberName(expr, names);
  const columns = columnsOf(query, clauses, memberOf);
  const order = columns && orderOf(query.order, clauses.order, columns, memberOf);
  const keys = columns && keysOf(query, clauses.group, columns, memberOf);
  if (columns === undefined || order === undefined || keys === undefined) return undefined;
  return {
    relation,
    from: clauses.from,
    columns,
    isGrouped:
      query.group.length > 0 || query.targets.some(({ expr }) => expr.kind !== 'star' && folds(expr)),
    keys,
    conditions: conditionsOf(clauses.where, memberOf),
    having: clauses.having.map(({ sql }) => ({ kind: 'other', sql })),
    order,
    limit: clauses.limit,
    offset: clauses.offset,
  };
}

/** A statement with none of what cannot be taken apart. */
function selectOf(sql: string): SelectQuery | undefined {
  const { statement, source } = parseSelect(sql);
  const query = translateQuery(statement, source, new WorkBudget());
  if (query.kind !== 'select' || query.ctes.length > 0 || query.distinct !== false) return undefined;
  return query.windows.length > 0 ? undefined : query;
}

/** `country` for `country` and `sales.country`; `customers.country` for a member of a cube that is joined. */
function memberName(expr: Expr, relations: readonly string[]): string | undefined {
  if (expr.kind !== 'name') return undefined;
  const [first = '', ...rest] = expr.parts;
  return rest.length > 0 && relations.includes(first) ? rest.join('.') : expr.parts.join('.');
}

type MemberOf = (expr: Expr) => string | undefined;

function folds(expr: Expr): boolean {
  return some(
    expr,
    (inner) =>
      inner.kind === 'call' &&
      inner.over === undefined &&
      (inner.name === 'measure' || isAggregate(inner.name)),
  );
}

function columnsOf(
  { targets }: SelectQuery,
  { select }: Clauses,
  memberOf: MemberOf,
): readonly ColumnPart[] | undefined {
  if (targets.length !== select.length) return undefined;
  const names = resultNames(
    targets.map(({ expr, alias }) => alias ?? (expr.kind === 'star' ? 'column' : outputName(expr))),
  );
  const columns = targets.map(({ expr, alias }, index): ColumnPart | undefined => {
    if (expr.kind === 'star') return undefined;
    const sql = withoutAlias(select[index] ?? [], alias);
    const column = names[index] ?? '';
    if (folds(expr)) {
      const [of] = expr.kind === 'call' && expr.name === 'measure' ? expr.args : [];
      return { kind: 'figure', column, sql, member: of && memberOf(of) };
    }
    const granularity = unitOf(expr);
    const of = granularity !== undefined && expr.kind === 'call' ? expr.args[1] : expr;
    return { kind: 'breakdown', column, sql, member: of && memberOf(of), granularity };
  });
  return columns.every((column) => column !== undefined) ? columns : undefined;
}

/** Of `date_trunc('month', …)`. */
function unitOf(expr: Expr): string | undefined {
  if (expr.kind !== 'call' || expr.name !== 'date_trunc' || expr.args.length !== 2) return undefined;
  const [unit] = expr.args;
  return unit?.kind === 'literal' ? unit.text.toLowerCase() : undefined;
}

function orderOf(
  items: readonly OrderItem[],
  pieces: readonly (readonly Token[])[],
  columns: readonly ColumnPart[],
  memberOf: MemberOf,
): readonly OrderPart[] | undefined {
  if (items.length !== pieces.length) return undefined;
  return pieces.map((piece, index) => {
    const ends = piece.findIndex(({ text }) => /^(asc|desc|nulls)$/i.test(text));
    const sql = textOf(ends < 0 ? piece : piece.slice(0, ends));
    const direction = ends < 0 ? '' : ` ${textOf(piece.slice(ends)).toUpperCase()}`;
    const expr = items[index]?.expr;
    return { column: expr && columnOf(expr, sql, columns, memberOf)?.column, sql, direction };
  });
}

/** The column that a position, a name or the same expression means. */
function columnOf(
  expr: Expr,
  sql: string,
  columns: readonly ColumnPart[],
  memberOf: MemberOf,
): ColumnPart | undefined {
  if (expr.kind === 'literal') return columns[Number(expr.text) - 1];
  const name = memberOf(expr);
  return (
    columns.find(({ column }) => column === name) ??
    columns.find((column) => column.sql.toLowerCase() === sql.toLowerCase())
  );
}

function keysOf(
  { group }: SelectQuery,
  pieces: readonly string[],
  columns: readonly ColumnPart[],
  memberOf: MemberOf,
): readonly KeyPart[] | undefined {
  if (group.some(({ kind }) => kind !== 'expr') || group.length !== pieces.length) return undefined;
  return group.flatMap((item, index): KeyPart[] => {
    const sql = pieces[index] ?? '';
    if (item.kind !== 'expr' || columnOf(item.expr, sql, columns, memberOf) !== undefined) return [];
    return [{ sql, member: memberOf(item.expr) }];
  });
}

/** The conditions of WHERE, also those in a bracket that joins them by AND, as around the ends of a period. */
function conditionsOf(where: readonly Piece[], memberOf: MemberOf): readonly Condition[] {
  const joined = expressionsOf(where);
  const pieces = where.flatMap((piece, index) =>
    joined[index]?.kind === 'and' ? anded(piece.tokens.slice(1, -1)) : [piece],
  );
  const expressions = pieces.length === where.length ? joined : expressionsOf(pieces);
  return pieces.map(({ sql }, index) => {
    const expr = expressions[index];
    return expr === undefined ? { kind: 'other', sql } : readCondition(expr, sql, memberOf);
  });
}

/** Parses all pieces at once, since each call of the parser has a price. */
function expressionsOf(pieces: readonly Piece[]): readonly Expr[] {
  if (pieces.length === 0) return [];
  const where = selectOf(`SELECT 1 WHERE 1 IN (${pieces.map(({ sql }) => sql).join(', ')})`)?.where;
  return where?.kind === 'in' && where.list.length === pieces.length ? where.list : [];
}

interface Clauses {
  readonly select: readonly (readonly Token[])[];
  readonly from: string;
  readonly where: readonly Piece[];
  readonly group: readonly string[];
  readonly having: readonly Piece[];
  readonly order: readonly (readonly Token[])[];
  readonly limit: string | undefined;
  readonly offset: string | undefined;
}

const clauseNames = ['select', 'from', 'where', 'group', 'having', 'order', 'limit', 'offset'] as const;
type ClauseName = (typeof clauseNames)[number];

/** The tokens of each clause; undefined with a comment, which may end anywhere once its line is another one. */
function clausesOf(sql: string): Clauses | undefined {
  const found = new Map<ClauseName, Token[]>();
  let current: Token[] = [];
  let depth = 0;
  let before = '';
  for (const token of scanned(sql)) {
    const text = token.text.toLowerCase();
    if (text.startsWith('--') || text.startsWith('/*')) return undefined;
    const name = depth === 0 ? clauseNames.find((each) => each === text) : undefined;
    const isClause = name !== undefined && !found.has(name) && !(name === 'from' && before === 'distinct');
    if (text === '(' || text === '[' || text === 'case') depth += 1;
    if (text === ')' || text === ']' || (text === 'end' && depth > 0)) depth -= 1;
    if (isClause) {
      current = [];
      found.set(name, current);
    } else if (text !== ';' && !(text === 'by' && (before === 'group' || before === 'order'))) {
      current.push(token);
    }
    before = text;
  }
  const list = (name: ClauseName) => separated(found.get(name) ?? [], ',');
  const limit = found.get('limit');
  const offset = found.get('offset');
  return {
    select: list('select'),
    from: textOf(found.get('from') ?? []),
    where: anded(found.get('where') ?? []),
    group: list('group').map(textOf),
    having: anded(found.get('having') ?? []),
    order: list('order'),
    limit: limit && textOf(limit),
    offset: offset && textOf(offset),
  };
}

/** A token with the text before it, so that texts can be put together again as they were written. */
interface WrittenToken extends Token {
  readonly space: string;
}

function scanned(sql: string): readonly WrittenToken[] {
  const bytes = Buffer.from(sql, 'utf8');
  const cut = (start: number, end: number): string => bytes.subarray(start, end).toString('utf8');
  let last = 0;
  return scanTokens(sql).map(({ start, end }) => {
    const space = cut(last, start);
    last = end;
    return { start, end, text: cut(start, end), space: space === '' ? '' : ' ' };
  });
}

function textOf(tokens: readonly Token[]): string {
  return (tokens as readonly WrittenToken[])
    .map(({ text, space }, index) => (index === 0 ? text : `${space}${text}`))
    .join('');
}

function withoutAlias(tokens: readonly Token[], alias: string | undefined): string {
  if (alias === undefined) return textOf(tokens);
  const isNamed = tokens.at(-2)?.text.toLowerCase() === 'as';
  return textOf(tokens.slice(0, isNamed ? -2 : -1));
}

function separated(tokens: readonly Token[], separator: string): (readonly Token[])[] {
  const parts: Token[][] = [];
  let part: Token[] = [];
  let depth = 0;
  let between = 0;
  for (const token of tokens) {
    const text = token.text.toLowerCase();
    if (text === '(' || text === '[' || text === 'case') depth += 1;
    if (text === ')' || text === ']' || (text === 'end' && depth > 0)) depth -= 1;
    if (depth === 0 && text === 'between') between += 1;
    const isBounds = text === 'and' && between > 0;
    if (depth === 0 && isBounds) between -= 1;
    if (depth === 0 && text === separator && !isBounds) {
      parts.push(part);
      part = [];
    } else part.push(token);
  }
  return part.length === 0 && parts.length === 0 ? [] : [...parts, part];
}

/** A condition as it is written. */
interface Piece {
  readonly tokens: readonly Token[];
  readonly sql: string;
}

/** The conditions that AND joins. Those that OR joins are one, in a bracket, so that another can be joined to it. */
function anded(tokens: readonly Token[]): readonly Piece[] {
  if (separated(tokens, 'or').length > 1) return [{ tokens, sql: `(${textOf(tokens)})` }];
  return separated(tokens, 'and').map((piece) => ({ tokens: piece, sql: textOf(piece) }));
}
