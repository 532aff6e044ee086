import { AppError } from '../../errors.ts';
import type { Cube, Dimension, Measure, MeasureType, Segment, View } from '../data-model.ts';
import type { Access } from '../policy/resolve-access.ts';
import type { AggregateExpr, ColumnExpr, Expr, Grain, Query, Target } from './ast.ts';
import type { CompileContext } from './context.ts';
import { conjunction, keyOf, mapChildren, some } from './expression-tree.ts';
import { typeOf } from './expression-type.ts';
import { isModelAggregate } from './functions.ts';
import {
  fenced,
  foreignCubes,
  hasColumn,
  isColumn,
  type JoinNode,
  JoinTree,
  localized,
  plainSelect,
  policyMember,
} from './join-tree.ts';
import { rowFilter } from './row-filter.ts';
import { parseTemplate } from './template.ts';

/** A member of a relation and where it lives in the relation's join tree. */
interface Place {
  readonly path: readonly string[];
  readonly member: Dimension | Measure | Segment;
}

/** Aggregates under which a row may stand any number of times. */
const idempotent: ReadonlySet<string> = new Set(['min', 'max', 'bool_and', 'bool_or', 'every']);

export function toleratesRepetition(aggregate: AggregateExpr): boolean {
  return aggregate.distinct || idempotent.has(aggregate.name);
}

/**
 * One mention of a cube or view in FROM. Collects which members are read through it, and becomes a subquery of rows:
 * the dimensions under their names, and under hidden names the arguments and keys of measures. Aggregation is left to
 * the query around it, so that windows, HAVING and set operations mean what they mean in SQL.
 */
export class RelationUse {
  readonly relation: Cube | View;
  readonly alias: string;
  readonly #access: Access;
  readonly #tree: JoinTree;
  readonly #columns = new Map<string, { readonly expr: Expr; readonly column: ColumnExpr }>();
  readonly #dialect: CompileContext['dialect'];
  readonly #where: Expr | undefined;
  #hidden = 0;

  constructor(context: CompileContext, relation: Cube | View, alias: string) {
    this.relation = relation;
    this.alias = alias;
    this.#dialect = context.dialect;
    this.#access = context.access(relation);
    const root = relation.kind === 'cube' ? relation : context.model.cubes.get(relation.root);
    if (root === undefined)
      throw new AppError('SQL_INVALID', `"${relation.name}" has no root cube in the data model.`);
    this.#tree = new JoinTree(context, root);
    // Bound at once, so that the cubes it reads are part of the tree before anybody asks what is repeated.
    this.#where = this.#rowFilter();
  }

  /** Names that the viewer may use, for binding and for suggestions. */
  get memberNames(): ReadonlySet<string> {
    return this.#access.queryable;
  }

  /** The member under this name: exactly, or the only one that differs in case alone or was cut by the parser. */
  find(
    name: string,
  ): { readonly name: string; readonly kind: 'dimension' | 'measure' | 'segment' } | undefined {
    const found = this.#access.queryable.has(name) ? name : this.#onlyOne(name);
    const place = found === undefined ? undefined : this.#place(found);
    return found === undefined || place === undefined ? undefined : { name: found, kind: place.member.kind };
  }

  #onlyOne(name: string): string | undefined {
    // PostgreSQL's parser keeps 63 bytes of a name.
    const isCut = Buffer.byteLength(name) === 63;
    const others = [...this.#access.queryable].filter(
      (other) => other.toLowerCase() === name.toLowerCase() || (isCut && other.startsWith(name)),
    );
    return others.length === 1 ? others[0] : undefined;
  }

  /** Public dimensions in the model's order: what `*` stands for. */
  get dimensionNames(): readonly string[] {
    const names =
      this.relation.kind === 'view' ? this.relation.members.keys() : this.relation.dimensions.keys();
    return [...names].filter(
      (name) => this.#access.queryable.has(name) && this.#place(name)?.member.kind === 'dimension',
    );
  }

  #place(name: string): Place | undefined {
    if (this.relation.kind === 'view') {
      const member = this.relation.members.get(name);
      return member === undefined ? undefined : { path: member.path, member: member.member };
    }
    const { dimensions, measures, segments } = this.relation;
    const member = dimensions.get(name) ?? measures.get(name) ?? segments.get(name);
    return member === undefined ? undefined : { path: [this.relation.name], member };
  }

  /** A dimension's or a segment's value as a column of the subquery. */
  column(name: string): ColumnExpr {
    const existing = this.#columns.get(name);
    if (existing !== undefined) return existing.column;
    const expr = this.#value(name, true);
    if (expr === undefined) throw new AppError('SQL_INVALID', `"${name}" is not a dimension.`);
    return this.#add(name, expr);
  }

  #value(name: string, localize: boolean): Expr | undefined {
    const place = this.#place(name);
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
    const key = `hidden ${keyOf(expr)}`;
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

  /** The measure's own type, for telling whether an aggregate written around it is the right one. */
  measureType(name: string): MeasureType | undefined {
    const place = this.#place(name);
    return place?.member.kind === 'measure' ? place.member.type : undefined;
  }

  /**
   * A measure as an expression over aggregates of hidden columns.
   * @param filter of the aggregate, as FILTER (WHERE …) gives it
   * @throws AppError `SQL_INVALID` when the model does not allow a right number
   */
  measure(name: string, filter: Expr | undefined): Expr {
    const place = this.#place(name);
    if (place?.member.kind !== 'measure') throw new AppError('SQL_INVALID', `"${name}" is not a measure.`);
    return this.#measure(this.#tree.node(place.path), place.member, filter, []);
  }

  #measure(node: JoinNode, measure: Measure, filter: Expr | undefined, visiting: readonly Measure[]): Expr {
    if (visiting.includes(measure))
      throw new AppError('SQL_INVALID', `The measure "${measure.name}" refers to itself.`);
    switch (measure.type) {
      case 'count':
      case 'count_distinct':
      case 'sum':
      case 'avg':
      case 'min':
      case 'max':
        return this.#aggregateOf(node, measure, measure.type, filter);
      case 'boolean':
      case 'number':
      case 'string':
      case 'time':
        return this.#derived(node, measure, filter, visiting);
    }
  }

  #aggregateOf(
    node: JoinNode,
    measure: Measure,
    type: 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max',
    filter: Expr | undefined,
  ): Expr {
    this.#requireOwnGrain(node, measure);
    const hasValue = measure.sql.length > 0;
    const value = hasValue
      ? this.#present(node, this.#tree.fragment(node, measure.sql, true))
      : this.#tree.presence(node);
    const argument = type === 'min' || type === 'max' ? localized(value) : value;
    const conditions = measure.filters.map((template) => this.#tree.fragment(node, template, true));
    const varies = measure.filters.some((template) => foreignCubes(template, node.cube.name).size > 0);
    return this.#leaf(node, {
      name: type === 'count_distinct' ? 'count' : type,
      distinct: type === 'count_distinct',
      argument: guarded(conditions, argument),
      filter,
      varies,
    });
  }

  #leaf(
    node: JoinNode,
    leaf: { name: string; distinct: boolean; argument: Expr; filter: Expr | undefined; varies: boolean },
  ): AggregateExpr {
    return {
      kind: 'aggregate',
      name: leaf.name,
      args: [this.#addHidden(leaf.argument)],
      star: false,
      distinct: leaf.distinct,
      filter: leaf.filter,
      order: [],
      withinGroup: false,
      over: undefined,
      grain: this.#grain(node, leaf.varies),
    };
  }

  /** A measure over other measures, or with aggregates of its own. */
  #derived(node: JoinNode, measure: Measure, filter: Expr | undefined, visiting: readonly Measure[]): Expr {
    const expand = (expr: Expr, at: JoinNode): Expr => {
      if (expr.kind === 'memberRef') return this.#reference(at, expr, filter, [...visiting, measure]) ?? expr;
      if (expr.kind === 'call' && isModelAggregate(expr.name))
        return this.#written(at, measure, expr, filter);
      return mapChildren(expr, (child) => expand(child, at));
    };
    const expanded = expand(parseTemplate(measure.sql), node);
    const plain = some(
      withoutAggregates(expanded),
      (inner) => inner.kind === 'cubeColumn' || inner.kind === 'memberRef' || inner.kind === 'raw',
    );
    if (plain)
      throw new AppError(
        'SQL_INVALID',
        `The measure "${measure.name}" uses a column outside of an aggregate and cannot be computed.`,
      );
    return expanded;
  }

  #reference(
    node: JoinNode,
    ref: { readonly cube: string; readonly member: string },
    filter: Expr | undefined,
    visiting: readonly Measure[],
  ): Expr | undefined {
    const target = this.#tree.reach(node, ref.cube);
    const measure = target.cube.measures.get(ref.member);
    return measure === undefined ? undefined : this.#measure(target, measure, filter, visiting);
  }

  /** An aggregate that the model's author wrote into a measure. */
  #written(
    node: JoinNode,
    measure: Measure,
    call: Extract<Expr, { kind: 'call' }>,
    filter: Expr | undefined,
  ): AggregateExpr {
    this.#requireOwnGrain(node, measure);
    const bind = (expr: Expr): Expr => this.#tree.bind(node, expr, true);
    const own = call.filter === undefined ? [] : [bind(call.filter)];
    const hide = (expr: Expr): Expr => {
      const bound = bind(expr);
      return hasColumn(bound) ? this.#addHidden(guarded(own, this.#present(node, bound))) : bound;
    };
    const args = call.star ? [this.#addHidden(guarded(own, this.#tree.presence(node)))] : call.args.map(hide);
    return {
      kind: 'aggregate',
      name: call.name,
      args,
      star: false,
      distinct: call.distinct,
      filter,
      order: call.order.map((item) => ({ ...item, expr: hide(item.expr) })),
      withinGroup: call.withinGroup,
      over: undefined,
      grain: this.#grain(node, own.length > 0),
    };
  }

  /** Nothing for rows that a LEFT JOIN made up: an expression such as `coalesce(x, 0)` would have a value there. */
  #present(node: JoinNode, expr: Expr): Expr {
    if (node === this.#tree.root || isColumn(expr)) return expr;
    return guarded(
      [
        {
          kind: 'binary',
          op: '=',
          left: this.#tree.presence(node),
          right: { kind: 'literal', type: 'integer', text: '1' },
        },
      ],
      expr,
    );
  }

  /** A measure is defined over its cube's rows: its value may read other cubes only where one row belongs to each. */
  #requireOwnGrain(node: JoinNode, measure: Measure): void {
    for (const cube of foreignCubes(measure.sql, node.cube.name)) {
      if (!this.#tree.isToOne(node, this.#tree.reach(node, cube))) {
        throw new AppError(
          'SQL_INVALID',
          `The measure "${measure.name}" reads several rows of another cube for each of its own and cannot be computed.`,
        );
      }
    }
  }

  #grain(node: JoinNode, varies: boolean): Grain {
    return {
      isRepeated: () => this.#tree.isRepeated(node),
      key: () => {
        const keys = [...node.cube.dimensions.values()].filter((dimension) => dimension.primaryKey);
        if (keys.length === 0) {
          throw new AppError(
            'SQL_INVALID',
            `A measure of "${this.relation.name}" would be counted several times here, and its cube has no primary key in the data model to prevent that.`,
          );
        }
        return keys.map((dimension) => this.#addHidden(this.#tree.dimension(node, dimension, false)));
      },
      varies,
    };
  }

  /** The subquery; to be called once everything that reads the relation is bound. */
  build(): Query {
    const targets: Target[] = [...this.#columns.values()].map(({ expr, column }) => ({
      expr,
      alias: column.column,
    }));
    if (targets.length === 0)
      targets.push({ expr: { kind: 'literal', type: 'integer', text: '1' }, alias: '__none' });
    return fenced({ ...plainSelect, targets, from: [this.#tree.from()], where: this.#where }, this.#dialect);
  }

  #rowFilter(): Expr | undefined {
    // A cube's own filter is part of its rows in the tree.
    if (this.relation.kind === 'cube' || this.#access.rows === 'all') return undefined;
    if (this.#access.rows === 'none') return { kind: 'literal', type: 'boolean', text: 'false' };
    return rowFilter(this.#access.rows, (name) => {
      const place = this.#place(name);
      const expr = this.#value(name, false);
      if (place === undefined || expr === undefined) return undefined;
      return policyMember(expr, place.member.kind === 'dimension' ? place.member.type : 'boolean');
    });
  }
}

function guarded(conditions: readonly Expr[], value: Expr): Expr {
  const when = conjunction(conditions);
  return when === undefined
    ? value
    : { kind: 'case', arg: undefined, whens: [{ when, result: value }], otherwise: undefined };
}

function withoutAggregates(expr: Expr): Expr {
  if (expr.kind === 'aggregate') return { kind: 'literal', type: 'null', text: 'NULL' };
  return mapChildren(expr, withoutAggregates);
}
