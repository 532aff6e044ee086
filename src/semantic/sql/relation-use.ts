import { AppError } from '../../errors.ts';
import { suggest } from '../../yaml/suggestion.ts';
import type { Cube, View } from '../data-model.ts';
import type { Access } from '../policy/resolve-access.ts';
import type { RelationFilter } from '../relation-filter.ts';
import type { ColumnExpr, Expr, Grain, SelectQuery, Target, Zone } from './ast.ts';
import type { CompileContext } from './context.ts';
import { ExpressionKeys } from './expression-keys.ts';
import { conjunction, mapChildren } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { fenced } from './fence.ts';
import { grainOf, rowsOf } from './grain.ts';
import { JoinTree } from './join-tree.ts';
import { MeasureExpander } from './measure.ts';
import { policyMember } from './member-value.ts';
import { plainSelect } from './plain-select.ts';
import { RelationMembers } from './relation-members.ts';
import { rowFilter } from './row-filter.ts';

/**
 * One mention of a cube or view in FROM. Collects which members are read through it, and becomes a subquery of rows:
 * the dimensions under their names, and under hidden names the arguments and keys of measures. Aggregation is left to
 * the query around it, so that windows, HAVING and set operations mean what they mean in SQL.
 */
export class RelationUse {
  readonly relation: Cube | View;
  readonly alias: string;
  /** What can be named through it. */
  readonly members: RelationMembers;
  readonly #access: Access;
  readonly #tree: JoinTree;
  readonly #columns = new Map<string, { readonly expr: Expr; readonly column: ColumnExpr }>();
  readonly #context: CompileContext;
  readonly #policy: Expr | undefined;
  readonly #filters: readonly { readonly member: string; readonly condition: Expr }[];
  readonly #keys = new ExpressionKeys();
  readonly #measures = new Map<string, Expr>();
  #hidden = 0;

  constructor(context: CompileContext, relation: Cube | View, alias: string) {
    this.relation = relation;
    this.alias = alias;
    this.#context = context;
    this.#access = context.access(relation);
    this.members = new RelationMembers(context, relation);
    const root = relation.kind === 'cube' ? relation : context.model.cubes.get(relation.root);
    if (root === undefined)
      throw new AppError('SQL_INVALID', `"${relation.name}" has no root cube in the data model.`);
    this.#tree = new JoinTree(context, root);
    // Bound at once, so that the cubes it reads are in the tree before repetition is determined.
    this.#policy = this.#rowFilter();
    this.#filters = context.filters(relation).map((filter) => this.#filter(filter));
  }

  /** True when an access policy hides rows of the relation or of a cube that it reads. */
  get isRestricted(): boolean {
    return this.#policy !== undefined || this.#tree.isRestricted;
  }

  /** The request's filters of a dimension, over columns of the subquery. */
  filtersOf(name: string): readonly Expr[] {
    return this.#filters.flatMap(({ member, condition }) => (member === name ? [condition] : []));
  }

  /** A dimension's or a segment's value as a column of the subquery. */
  column(name: string): ColumnExpr {
    const existing = this.#columns.get(name);
    if (existing !== undefined) return existing.column;
    const expr = this.#value(name, 'query');
    if (expr === undefined) throw new AppError('SQL_INVALID', `"${name}" is not a dimension.`);
    return this.#add(name, expr);
  }

  #value(name: string, localize: Zone): Expr | undefined {
    const place = this.members.place(name);
    if (place === undefined || place.member.kind === 'measure') return undefined;
    const node = this.#tree.node(place.path);
    if (place.member.kind === 'segment') return this.#tree.fragment(node, place.member.sql, localize);
    return this.#tree.dimension(node, place.member, localize);
  }

  #add(name: string, expr: Expr): ColumnExpr {
    const column: ColumnExpr = { kind: 'column', table: this.alias, column: name, type: typeOf(expr) };
    this.#columns.set(name, { expr, column });
    return column;
  }

  #addHidden(expr: Expr): ColumnExpr {
    const key = `hidden ${this.#keys.of(expr)}`;
    const existing = this.#columns.get(key);
    if (existing !== undefined) return existing.column;
    const column: ColumnExpr = {
      kind: 'column',
      table: this.alias,
      column: `__${this.#hidden++}`,
      type: typeOf(expr),
    };
    this.#columns.set(key, { expr, column });
    return column;
  }

  /**
   * A measure as an expression over aggregates of hidden columns.
   * @param filter of the aggregate, as FILTER (WHERE …) gives it
   * @throws AppError `SQL_INVALID` when the model does not allow a right number
   */
  measure(name: string, filter: Expr | undefined): Expr {
    let measure = this.#measures.get(name);
    if (measure === undefined) {
      const place = this.members.place(name);
      if (place?.member.kind !== 'measure') throw new AppError('SQL_INVALID', `"${name}" is not a measure.`);
      const expander = new MeasureExpander(this.#tree, this.relation.name, (expr) => this.#addHidden(expr));
      measure = expander.expand(this.#tree.node(place.path), place.member);
      this.#measures.set(name, measure);
    }
    return filter === undefined ? measure : filtered(measure, filter);
  }

  /**
   * What an aggregate over columns of the subquery folds: each of its rows once, whatever else the statement reads.
   * @throws AppError `SQL_INVALID` when its values are of rows that lie side by side
   */
  grain(columns: readonly ColumnExpr[]): Grain {
    const read = new Set(columns.map(({ column }) => this.#columns.get(column)?.expr));
    const rows = rowsOf(
      this.#tree,
      [...read].flatMap((expr) => (expr === undefined ? [] : this.#tree.nodesOf(expr))),
    );
    if (rows === undefined) {
      throw new AppError(
        'SQL_INVALID',
        `An aggregate combines rows of several cubes of "${this.relation.name}" with different row counts and cannot be computed.`,
      );
    }
    const hide = (expr: Expr): ColumnExpr => this.#addHidden(expr);
    return grainOf(this.#tree, rows, hide, `An aggregate of "${this.relation.name}"`, {
      varies: false,
      keepsJoins: true,
    });
  }

  /**
   * The subquery; to be called once everything that reads the relation is bound.
   * @param fence whether the engine must filter rows by policy before anything else
   * @param filters whether the request's filters of a dimension are applied. @default all are
   */
  build(fence: boolean, filters: (member: string) => boolean = () => true): SelectQuery {
    const targets: Target[] = [...this.#columns.values()].map(({ expr, column }) => ({
      expr,
      alias: column.column,
    }));
    if (targets.length === 0)
      targets.push({ expr: { kind: 'literal', type: 'integer', text: '1' }, alias: '__none' });
    const isRestricted = this.#policy !== undefined;
    const from = this.#tree.from(!fence ? 'none' : isRestricted ? 'around' : 'within');
    const rows: SelectQuery = { ...plainSelect, targets, from: [from], where: this.#policy };
    return this.#filtered(fence && isRestricted ? fenced(rows, this.#context.dialect) : rows, filters);
  }

  /** Filters are the viewer's own conditions, so they come after the policy. */
  #filtered(rows: SelectQuery, filters: (member: string) => boolean): SelectQuery {
    const where = conjunction(
      this.#filters.flatMap(({ member, condition }) => (filters(member) ? [condition] : [])),
    );
    if (where === undefined) return rows;
    return {
      ...plainSelect,
      targets: [{ expr: { kind: 'star', qualifier: this.alias, at: -1 }, alias: undefined }],
      from: [{ kind: 'derived', query: rows, alias: this.alias, columns: [], at: -1 }],
      where,
    };
  }

  #rowFilter(): Expr | undefined {
    // A cube's own filter is part of its rows in the tree.
    if (this.relation.kind === 'cube' || this.#access.rows === 'all') return undefined;
    if (this.#access.rows === 'none') return { kind: 'literal', type: 'boolean', text: 'false' };
    return rowFilter(this.#access.rows, (name) => {
      const place = this.members.place(name);
      const expr = this.#value(name, 'utc');
      if (place === undefined || expr === undefined) return undefined;
      return policyMember(expr, place.member.kind === 'dimension' ? place.member.type : 'boolean');
    });
  }

  /** Unlike a policy's, it names only what the viewer may see, and reads times as the viewer does. */
  #filter({ relation, member, operator, values }: RelationFilter) {
    const found = this.members.find(member);
    const expr = found?.kind === 'dimension' ? this.#value(found.name, 'query') : undefined;
    const place = found === undefined ? undefined : this.members.place(found.name);
    if (expr === undefined || place?.member.kind !== 'dimension') {
      const hint = suggest(member, this.members.dimensionNames);
      throw new AppError('SQL_INVALID', `Unknown dimension "${member}" of ${relation} in a filter.${hint}`);
    }
    const bound = policyMember(this.#addHidden(expr), place.member.type);
    const condition = rowFilter({ kind: 'condition', member, operator, values }, () => bound);
    return { member: found?.name ?? member, condition };
  }
}

/** The measure with this filter on each of its aggregates. */
function filtered(expr: Expr, filter: Expr): Expr {
  return expr.kind === 'aggregate'
    ? { ...expr, filter }
    : mapChildren(expr, (child) => filtered(child, filter));
}
