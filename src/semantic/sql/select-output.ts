import type { Expr } from './ast.ts';
import type { ExpressionKeys } from './expression-keys.ts';
import { typeOf } from './expression-type.ts';
import { isAggregated, resultOrdinal } from './result-order.ts';
import type { OutputColumn } from './scope.ts';
import type { SourceText } from './source-text.ts';

export interface BoundTarget {
  readonly expr: Expr;
  readonly alias: string;
}

type Ordinal = Extract<Expr, { kind: 'ordinal' }>;

/** What a SELECT gives, and how its other clauses may refer to that. */
export class SelectOutput {
  readonly targets: readonly BoundTarget[];
  readonly columns: readonly OutputColumn[];
  readonly #source: SourceText;
  readonly #keys: ExpressionKeys;
  /** Positions from 1 by the meaning of their target, the first of each. */
  #positions: ReadonlyMap<number, number> | undefined;
  readonly #aggregated = new Map<Expr, boolean>();

  constructor(targets: readonly BoundTarget[], source: SourceText, keys: ExpressionKeys) {
    this.targets = targets;
    this.columns = targets.map(({ expr, alias }) => ({ name: alias, type: typeOf(expr) }));
    this.#source = source;
    this.#keys = keys;
  }

  /** The column that a number or a bare name means. @throws AppError `SQL_INVALID` for a number without a column */
  named(expr: Expr): Ordinal | undefined {
    return resultOrdinal(expr, this.columns, this.#source);
  }

  /** The column that has the value of a bound expression. */
  equal(bound: Expr): Ordinal | undefined {
    this.#positions ??= new Map(
      this.targets.map(({ expr }, index) => [this.#keys.of(expr), index + 1] as const).reverse(),
    );
    const position = this.#positions.get(this.#keys.of(bound));
    return position === undefined ? undefined : { kind: 'ordinal', position, type: typeOf(bound) };
  }

  /** The value of a column that rows may be grouped by. @throws AppError `SQL_INVALID` for an aggregate */
  groupedBy({ position }: Ordinal): Expr | undefined {
    const expr = this.targets[position - 1]?.expr;
    if (expr === undefined) return undefined;
    if (this.isFigure(expr)) throw this.#source.invalid(-1, 'GROUP BY cannot use an aggregate');
    return expr;
  }

  /** Whether an expression, or the column that it means, has an aggregate in it. */
  isFigure(expr: Expr): boolean {
    const value = expr.kind === 'ordinal' ? (this.targets[expr.position - 1]?.expr ?? expr) : expr;
    const isFigure = this.#aggregated.get(value) ?? isAggregated(value);
    this.#aggregated.set(value, isFigure);
    return isFigure;
  }
}
