import { AppError } from '../../errors.ts';
import type { Measure, RollingWindow } from '../data-model.ts';
import type { AggregateExpr, Expr } from './ast.ts';
import { conjunction, mapChildren, some } from './expression-tree.ts';
import { isModelAggregate } from './functions.ts';
import { grainOf, type Hide } from './grain.ts';
import type { JoinNode, JoinTree } from './join-tree.ts';
import { localized } from './member-value.ts';
import { parseTemplate } from './template.ts';

/** Aggregates under which a row may stand any number of times. */
const idempotent: ReadonlySet<string> = new Set(['min', 'max', 'bool_and', 'bool_or', 'every']);

export function toleratesRepetition({ distinct, name }: Pick<AggregateExpr, 'distinct' | 'name'>): boolean {
  return distinct || idempotent.has(name);
}

type SimpleType = 'count' | 'count_distinct' | 'sum' | 'avg' | 'min' | 'max';
type CallExpr = Extract<Expr, { kind: 'call' }>;

/** The parts of a measure's aggregate, before its argument moves into the relation's subquery. */
interface Draft {
  readonly name: string;
  readonly distinct: boolean;
  readonly args: readonly Expr[];
  /** Conditions of the measure itself. */
  readonly conditions: readonly Expr[];
  readonly order: AggregateExpr['order'];
  readonly withinGroup: boolean;
}

/** Turns measures into expressions over aggregates of hidden columns of one relation's subquery. */
export class MeasureExpander {
  readonly #tree: JoinTree;
  readonly #relation: string;
  readonly #hide: Hide;

  constructor(tree: JoinTree, relation: string, hide: Hide) {
    this.#tree = tree;
    this.#relation = relation;
    this.#hide = hide;
  }

  /** @throws AppError `SQL_INVALID` when the model does not allow a right number */
  expand(node: JoinNode, measure: Measure, visiting: readonly Measure[] = []): Expr {
    if (visiting.includes(measure)) {
      throw new AppError('SQL_INVALID', `The measure "${measure.name}" refers to itself.`);
    }
    const { rollingWindow, ...still } = measure;
    if (rollingWindow !== undefined)
      return rolling(
        this.expand(node, { ...still, rollingWindow: undefined }, [...visiting, measure]),
        measure,
        rollingWindow,
      );
    switch (measure.type) {
      case 'count':
      case 'count_distinct':
      case 'sum':
      case 'avg':
      case 'min':
      case 'max':
        return this.#simple(node, measure, measure.type);
      case 'boolean':
      case 'number':
      case 'string':
      case 'time':
        return this.#derived(node, measure, [...visiting, measure]);
    }
  }

  #simple(node: JoinNode, measure: Measure, type: SimpleType): Expr {
    const bind = (template: Measure['sql']): Expr => this.#tree.fragment(node, template, 'query');
    const value = measure.sql.length > 0 ? bind(measure.sql) : this.#tree.presence(node);
    return this.#aggregate(node, measure, {
      name: type === 'count_distinct' ? 'count' : type,
      distinct: type === 'count_distinct',
      args: [type === 'min' || type === 'max' ? localized(value, 'query') : value],
      conditions: measure.filters.map(bind),
      order: [],
      withinGroup: false,
    });
  }

  /** A measure over other measures, or with aggregates of its own. */
  #derived(node: JoinNode, measure: Measure, visiting: readonly Measure[]): Expr {
    const expand = (expr: Expr): Expr => {
      if (expr.kind === 'memberRef') {
        const target = this.#tree.reach(node, expr.cube);
        const other = target.cube.measures.get(expr.member);
        return other === undefined ? expr : this.expand(target, other, visiting);
      }
      if (expr.kind === 'call' && isModelAggregate(expr.name)) return this.#written(node, measure, expr);
      return mapChildren(expr, expand);
    };
    const expanded = expand(parseTemplate(measure.sql));
    const isPlain = (inner: Expr): boolean =>
      inner.kind === 'cubeColumn' || inner.kind === 'memberRef' || inner.kind === 'raw';
    if (some(withoutAggregates(expanded), isPlain)) {
      throw new AppError(
        'SQL_INVALID',
        `The measure "${measure.name}" uses a column outside of an aggregate and cannot be computed.`,
      );
    }
    return expanded;
  }

  /** An aggregate that the model's author wrote into a measure. */
  #written(node: JoinNode, measure: Measure, call: CallExpr): AggregateExpr {
    const bind = (expr: Expr): Expr => this.#tree.bind(node, expr, 'query');
    return this.#aggregate(node, measure, {
      name: call.name,
      distinct: call.distinct,
      args: call.star ? [this.#tree.presence(node)] : call.args.map(bind),
      conditions: call.filter === undefined ? [] : [bind(call.filter)],
      order: call.order.map((item) => ({ ...item, expr: bind(item.expr) })),
      withinGroup: call.withinGroup,
    });
  }

  #aggregate(node: JoinNode, measure: Measure, draft: Draft): AggregateExpr {
    const values = [...draft.args, ...draft.order.map(({ expr }) => expr)];
    const isTolerant = toleratesRepetition(draft);
    const own = this.#grainNode(node, values) ?? (isTolerant ? node : undefined);
    if (own === undefined) {
      throw new AppError(
        'SQL_INVALID',
        `The measure "${measure.name}" combines rows of several cubes with different row counts and cannot be computed.`,
      );
    }
    // A value that the joined rows decide may be there for one of them and not for another.
    const varies = draft.conditions.some((condition) =>
      this.#tree.nodesOf(condition).some((other) => !this.#tree.isToOne(own, other)),
    );
    const hide = (expr: Expr): Expr =>
      hasColumn(expr) || draft.args.length === 1
        ? this.#hide(guarded(draft.conditions, this.#present(own, expr)))
        : expr;
    return {
      kind: 'aggregate',
      name: draft.name,
      args: draft.withinGroup
        ? draft.args.map((arg) => (hasColumn(arg) ? hide(arg) : arg))
        : draft.args.map(hide),
      star: false,
      distinct: draft.distinct,
      filter: undefined,
      order: draft.order.map((item) => ({ ...item, expr: hide(item.expr) })),
      withinGroup: draft.withinGroup,
      over: undefined,
      grain: grainOf(this.#tree, own, this.#hide, `A measure of "${this.#relation}"`, {
        varies,
        keepsJoins: false,
      }),
    };
  }

  /** The cube whose rows are folded: the one of the measure, or the finest that its value reads. */
  #grainNode(node: JoinNode, values: readonly Expr[]): JoinNode | undefined {
    const read = [...new Set(values.flatMap((value) => this.#tree.nodesOf(value)))];
    return [node, ...read].find((candidate) => read.every((other) => this.#tree.isToOne(candidate, other)));
  }

  /** Nothing for rows that a LEFT JOIN made up: an expression such as `coalesce(x, 0)` would have a value there. */
  #present(node: JoinNode, expr: Expr): Expr {
    if (node === this.#tree.root || (expr.kind === 'column' && expr.table === node.alias)) return expr;
    return guarded([{ kind: 'test', test: 'IS NOT NULL', arg: this.#tree.presence(node) }], expr);
  }
}

/** The measure over the rows of a window instead of those of its group. */
function rolling(expr: Expr, measure: Measure, window: RollingWindow): Expr {
  if (expr.kind !== 'aggregate') return mapChildren(expr, (child) => rolling(child, measure, window));
  if (expr.rolling === undefined) return { ...expr, rolling: window };
  throw new AppError(
    'SQL_INVALID',
    `The rolling measure "${measure.name}" is made of another rolling measure.`,
  );
}

function guarded(conditions: readonly Expr[], value: Expr): Expr {
  const when = conjunction(conditions);
  if (when === undefined) return value;
  return { kind: 'case', arg: undefined, whens: [{ when, result: value }], otherwise: undefined };
}

function withoutAggregates(expr: Expr): Expr {
  if (expr.kind === 'aggregate') return { kind: 'literal', type: 'null', text: 'NULL' };
  return mapChildren(expr, withoutAggregates);
}

function hasColumn(expr: Expr): boolean {
  return some(expr, (inner) => inner.kind === 'column' || inner.kind === 'alias' || inner.kind === 'raw');
}
