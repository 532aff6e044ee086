import type { Alias, Node, SelectStmt } from 'libpg-query';
import type { Cte, Expr, FromItem, GroupItem, Query, SelectQuery, Target } from './ast.ts';
import { maxGroupingSets, maxItems, type WorkBudget } from './compile-limits.ts';
import type { SourceText } from './source-text.ts';
import { Translation } from './translate-expression.ts';
import { orderItem, windowSpec } from './translate-window.ts';

/**
 * Turns PostgreSQL's parse tree of a user's statement into the tree that is bound and printed. Knows only what semantic
 * SQL offers: everything unknown is refused, so nothing else can reach an engine.
 * @throws AppError `SQL_NOT_ALLOWED`
 */
export function translateQuery(statement: SelectStmt, source: SourceText, budget: WorkBudget): Query {
  const translation = new Translation(source, budget, 'user', (nested) => query(translation, nested));
  return query(translation, statement);
}

function query(t: Translation, statement: SelectStmt): Query {
  return t.nested(-1, () => {
    if (statement.intoClause !== undefined) throw t.refuse(-1, 'SELECT INTO is not allowed');
    if (statement.lockingClause !== undefined) throw t.refuse(-1, 'FOR UPDATE and FOR SHARE are not allowed');
    if (statement.limitOption === 'LIMIT_OPTION_WITH_TIES')
      throw t.refuse(-1, 'FETCH … WITH TIES is not supported');
    const tail = {
      ctes: commonTables(t, statement),
      order: items(t, statement.sortClause, 'ORDER BY').map((item) => orderItem(t, item)),
      limit: limit(t, statement.limitCount),
      offset: limit(t, statement.limitOffset),
    };
    if (statement.op !== undefined && statement.op !== 'SETOP_NONE') {
      if (statement.larg === undefined || statement.rarg === undefined)
        throw t.refuse(-1, 'Incomplete set operation');
      const op =
        statement.op === 'SETOP_UNION'
          ? 'UNION'
          : statement.op === 'SETOP_INTERSECT'
            ? 'INTERSECT'
            : 'EXCEPT';
      return {
        kind: 'set',
        op,
        all: statement.all === true,
        left: query(t, statement.larg),
        right: query(t, statement.rarg),
        ...tail,
      };
    }
    if (statement.valuesLists !== undefined) {
      const rows = statement.valuesLists.map((row) =>
        'List' in row ? (row.List.items ?? []).map((item) => t.expression(item)) : [],
      );
      return { kind: 'values', rows, ...tail };
    }
    return { ...select(t, statement), ...tail };
  });
}

function select(
  t: Translation,
  statement: SelectStmt,
): Omit<SelectQuery, 'ctes' | 'order' | 'limit' | 'offset'> {
  return {
    kind: 'select',
    distinct: distinct(t, statement.distinctClause),
    targets: (statement.targetList ?? []).map((item) => target(t, item)),
    from: (statement.fromClause ?? []).map((item) => fromItem(t, item)),
    where: t.optional(statement.whereClause),
    group: groupItems(t, statement.groupClause),
    having: t.optional(statement.havingClause),
    windows: (statement.windowClause ?? []).map((item) => {
      if (!('WindowDef' in item)) throw t.unknown(item);
      return { name: item.WindowDef.name ?? '', spec: windowSpec(t, item.WindowDef) };
    }),
  };
}

function distinct(t: Translation, clause: Node[] | undefined): boolean | readonly Expr[] {
  if (clause === undefined) return false;
  // Plain DISTINCT is a list with one empty node.
  const on = clause.filter((item) => Object.keys(item).length > 0);
  return on.length === 0 ? true : items(t, on, 'DISTINCT ON').map((item) => t.expression(item));
}

function items(t: Translation, nodes: readonly Node[] | undefined, clause: string): readonly Node[] {
  if (nodes !== undefined && nodes.length > maxItems)
    throw t.refuse(-1, `${clause} cannot have more than ${maxItems} items`);
  return nodes ?? [];
}

function target(t: Translation, node: Node): Target {
  if (!('ResTarget' in node)) throw t.unknown(node);
  const { val, name } = node.ResTarget;
  if (val !== undefined && 'ColumnRef' in val) {
    const fields = val.ColumnRef.fields ?? [];
    const last = fields.at(-1);
    if (last !== undefined && 'A_Star' in last) {
      const names = t.strings(fields.slice(0, -1));
      if (names.length > 1)
        throw t.refuse(val.ColumnRef.location ?? -1, 'Schema-qualified names are not allowed');
      return {
        expr: { kind: 'star', qualifier: names[0], at: val.ColumnRef.location ?? -1 },
        alias: undefined,
      };
    }
  }
  return { expr: t.expression(val), alias: name };
}

function fromItem(t: Translation, node: Node): FromItem {
  if ('RangeVar' in node) {
    const { catalogname, schemaname, relname, alias, location } = node.RangeVar;
    const name = [catalogname, schemaname, relname].filter((part) => part !== undefined);
    return {
      kind: 'named',
      name,
      alias: alias?.aliasname,
      columns: columnNames(t, alias),
      at: location ?? -1,
    };
  }
  if ('RangeSubselect' in node) {
    const { lateral, subquery, alias } = node.RangeSubselect;
    if (lateral === true) throw t.refuse(-1, 'LATERAL is not supported');
    if (subquery === undefined || !('SelectStmt' in subquery)) throw t.refuse(-1, 'Only SELECT is allowed');
    const nested = query(t, subquery.SelectStmt);
    return {
      kind: 'derived',
      query: nested,
      alias: alias?.aliasname ?? '',
      columns: columnNames(t, alias),
      at: -1,
    };
  }
  if ('JoinExpr' in node) return join(t, node.JoinExpr);
  if ('RangeFunction' in node) throw t.refuse(functionLocation(node), 'Table functions are not allowed');
  throw t.unknown(node);
}

function functionLocation(node: { RangeFunction: { functions?: Node[] } }): number {
  const first = node.RangeFunction.functions?.[0];
  const call = first !== undefined && 'List' in first ? first.List.items?.[0] : undefined;
  return call !== undefined && 'FuncCall' in call ? (call.FuncCall.location ?? -1) : -1;
}

function join(t: Translation, node: Extract<Node, { JoinExpr: unknown }>['JoinExpr']): FromItem {
  if (node.isNatural === true)
    throw t.refuse(-1, 'NATURAL JOIN is not supported', 'Write the condition with ON.');
  if (node.alias !== undefined || node.join_using_alias !== undefined)
    throw t.refuse(-1, 'A join cannot have an alias');
  if (node.larg === undefined || node.rarg === undefined) throw t.refuse(-1, 'Incomplete join');
  const kinds = { JOIN_INNER: 'INNER', JOIN_LEFT: 'LEFT', JOIN_RIGHT: 'RIGHT', JOIN_FULL: 'FULL' } as const;
  const kind =
    node.jointype !== undefined && node.jointype in kinds
      ? kinds[node.jointype as keyof typeof kinds]
      : undefined;
  if (kind === undefined) throw t.refuse(-1, 'This kind of join is not supported');
  const using = t.strings(node.usingClause ?? []);
  const on = t.optional(node.quals);
  return t.nested(-1, () => ({
    kind: 'join',
    join: on === undefined && using.length === 0 ? 'CROSS' : kind,
    left: fromItem(t, node.larg as Node),
    right: fromItem(t, node.rarg as Node),
    on,
    using,
    at: -1,
  }));
}

function columnNames(t: Translation, alias: Alias | undefined): readonly string[] {
  return t.strings(alias?.colnames ?? []);
}

function groupItems(t: Translation, nodes: readonly Node[] | undefined): readonly GroupItem[] {
  const group = items(t, nodes, 'GROUP BY').map((item) => groupItem(t, item));
  if (group.reduce((product, item) => product * groupings(item), 1) > maxGroupingSets)
    throw t.refuse(-1, `GROUP BY cannot make more than ${maxGroupingSets} grouping sets`);
  return group;
}

/** How many ways of grouping the rows an item makes. */
function groupings(item: GroupItem): number {
  if (item.kind !== 'sets') return 1;
  if (item.sets === 'ROLLUP') return item.items.length + 1;
  if (item.sets === 'CUBE') return 2 ** item.items.length;
  return item.items.reduce((sum, inner) => sum + groupings(inner), 0);
}

function groupItem(t: Translation, node: Node): GroupItem {
  return t.nested(-1, () => translateGroupItem(t, node));
}

function translateGroupItem(t: Translation, node: Node): GroupItem {
  if ('RowExpr' in node) {
    const list = items(t, node.RowExpr.args, 'GROUP BY').map((item) => t.expression(item));
    return { kind: 'list', items: list };
  }
  if (!('GroupingSet' in node)) return { kind: 'expr', expr: t.expression(node) };
  const content = items(t, node.GroupingSet.content, 'GROUP BY').map((item) => groupItem(t, item));
  const { kind } = node.GroupingSet;
  if (kind === 'GROUPING_SET_EMPTY') return { kind: 'list', items: [] };
  const sets = {
    GROUPING_SET_ROLLUP: 'ROLLUP',
    GROUPING_SET_CUBE: 'CUBE',
    GROUPING_SET_SETS: 'GROUPING SETS',
  } as const;
  if (kind === undefined || kind === 'GROUPING_SET_SIMPLE') throw t.unknown(node);
  return { kind: 'sets', sets: sets[kind], items: content };
}

function commonTables(t: Translation, statement: SelectStmt): readonly Cte[] {
  if (statement.withClause?.recursive === true)
    throw t.refuse(statement.withClause.location ?? -1, 'WITH RECURSIVE is not supported');
  return (statement.withClause?.ctes ?? []).map((node) => {
    if (!('CommonTableExpr' in node)) throw t.unknown(node);
    const { ctename, aliascolnames, ctequery, location } = node.CommonTableExpr;
    if (ctequery === undefined || !('SelectStmt' in ctequery))
      throw t.refuse(location ?? -1, 'Only SELECT is allowed in WITH');
    return {
      name: ctename ?? '',
      columns: t.strings(aliascolnames ?? []),
      query: query(t, ctequery.SelectStmt),
      at: location ?? -1,
    };
  });
}

/** What engines count rows with. */
const maxCount = 2n ** 63n - 1n;

function limit(t: Translation, node: Node | undefined): Expr | undefined {
  if (node === undefined) return undefined;
  const expr = t.expression(node);
  if (expr.kind === 'literal' && expr.type === 'null') return undefined;
  if (expr.kind === 'literal' && expr.type === 'integer') {
    const count = BigInt(expr.text);
    if (count >= 0 && count <= maxCount) return expr;
  }
  const at = 'A_Const' in node ? (node.A_Const.location ?? -1) : -1;
  throw t.refuse(
    at,
    `LIMIT and OFFSET take a whole number from 0 to ${maxCount}`,
    'Leave LIMIT out for all rows.',
  );
}
