import type { CastType, LiteralType, SqlType } from '../../engines/dialect.ts';
import type { Parameter } from '../../engines/query-engine.ts';
import type { RollingWindow } from '../data-model.ts';

/** Offset in bytes of UTF-8 into the statement, as PostgreSQL's parser reports it; -1 for what has no place in it. */
export type Offset = number;

/** The time zone of the query, which whoever asks may choose, or UTC. */
export type Zone = 'query' | 'utc';

export type Expr =
  | LiteralExpr
  | { readonly kind: 'parameter'; readonly value: Parameter; readonly type: SqlType }
  | NameExpr
  | ColumnExpr
  | { readonly kind: 'cubeColumn'; readonly cube: string; readonly column: string }
  | { readonly kind: 'memberRef'; readonly cube: string; readonly member: string }
  | { readonly kind: 'negate'; readonly arg: Expr }
  | BinaryExpr
  | { readonly kind: 'and' | 'or'; readonly args: readonly Expr[] }
  | { readonly kind: 'not'; readonly arg: Expr }
  | { readonly kind: 'test'; readonly test: Test; readonly arg: Expr }
  | {
      readonly kind: 'between';
      readonly negated: boolean;
      readonly arg: Expr;
      readonly low: Expr;
      readonly high: Expr;
    }
  | { readonly kind: 'in'; readonly negated: boolean; readonly arg: Expr; readonly list: readonly Expr[] }
  | LikeExpr
  | {
      readonly kind: 'regex';
      readonly negated: boolean;
      readonly fold: boolean;
      readonly arg: Expr;
      readonly pattern: Expr;
    }
  | CaseExpr
  | { readonly kind: 'cast'; readonly arg: Expr; readonly to: CastType }
  | { readonly kind: 'localize'; readonly zone: Zone; readonly arg: Expr }
  | { readonly kind: 'now'; readonly zone: Zone }
  | CallExpr
  | AggregateExpr
  | { readonly kind: 'row'; readonly items: readonly Expr[] }
  | {
      readonly kind: 'subquery';
      readonly mode: 'scalar' | 'exists';
      readonly query: Query;
      readonly correlated?: boolean;
      readonly repeats?: () => boolean;
    }
  | {
      readonly kind: 'inQuery';
      readonly negated: boolean;
      readonly arg: Expr;
      readonly query: Query;
      readonly correlated?: boolean;
      readonly repeats?: () => boolean;
    }
  | {
      readonly kind: 'quantified';
      readonly op: string;
      readonly all: boolean;
      readonly arg: Expr;
      readonly query: Query;
      readonly correlated?: boolean;
      readonly repeats?: () => boolean;
    }
  | { readonly kind: 'ordinal'; readonly position: number; readonly type: SqlType }
  /** The alias of a cube in the model's own SQL, alone. */
  | { readonly kind: 'alias'; readonly table: string }
  | { readonly kind: 'raw'; readonly parts: readonly (string | Expr)[] };

export type Test =
  | 'IS NULL'
  | 'IS NOT NULL'
  | 'IS TRUE'
  | 'IS NOT TRUE'
  | 'IS FALSE'
  | 'IS NOT FALSE'
  | 'IS UNKNOWN'
  | 'IS NOT UNKNOWN';

export interface LiteralExpr {
  readonly kind: 'literal';
  readonly type: LiteralType;
  /** The value without quotes; digits for numbers, `true` or `false` for booleans. */
  readonly text: string;
}

/** A name that is not yet bound to a column: `revenue`, `orders_view.revenue`. */
export interface NameExpr {
  readonly kind: 'name';
  readonly parts: readonly string[];
  readonly at: Offset;
}

/** A column of a FROM item, by the item's printed alias. */
export interface ColumnExpr {
  readonly kind: 'column';
  readonly table: string;
  readonly column: string;
  readonly type: SqlType;
  /** Of a source column: as `SourceColumn.isExact`. */
  readonly isExact?: boolean;
  /** Where the statement names it. */
  readonly at?: Offset;
}

export interface BinaryExpr {
  readonly kind: 'binary';
  readonly op: BinaryOperator;
  readonly left: Expr;
  readonly right: Expr;
}

export const binaryOperators = [
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '^',
  '||',
  'IS DISTINCT FROM',
  'IS NOT DISTINCT FROM',
] as const;
export type BinaryOperator = (typeof binaryOperators)[number];

export interface LikeExpr {
  readonly kind: 'like';
  readonly negated: boolean;
  readonly fold: boolean;
  readonly arg: Expr;
  readonly pattern: Expr;
  readonly escape: Expr | undefined;
}

export interface CaseExpr {
  readonly kind: 'case';
  readonly arg: Expr | undefined;
  readonly whens: readonly { readonly when: Expr; readonly result: Expr }[];
  readonly otherwise: Expr | undefined;
}

export interface CallExpr {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly star: boolean;
  readonly distinct: boolean;
  readonly filter: Expr | undefined;
  readonly order: readonly OrderItem[];
  readonly withinGroup: boolean;
  readonly over: WindowSpec | undefined;
  readonly at: Offset;
}

/** An aggregate call; bound, and never nested. */
export interface AggregateExpr {
  readonly kind: 'aggregate';
  readonly name: string;
  readonly args: readonly Expr[];
  readonly star: boolean;
  readonly distinct: boolean;
  readonly filter: Expr | undefined;
  readonly order: readonly OrderItem[];
  readonly withinGroup: boolean;
  /** Whether it is a window function over rows instead of groups. */
  readonly over: WindowSpec | undefined;
  /** The rows that it aggregates, so that a join that repeats them does not count them twice. */
  readonly grain: Grain | undefined;
  /** For a rolling measure's aggregate: the rows around each period that it folds. */
  readonly rolling?: RollingWindow;
}

/** The rows that an aggregate is defined over. */
export interface Grain {
  /** Whether one of these rows can occur more than once among the rows of its FROM item. */
  isRepeated(): boolean;
  /** Columns that identify one of the rows. @throws AppError `SQL_INVALID` if the cube has no primary key */
  key(): readonly ColumnExpr[];
  /** Whether joins that the statement itself writes may repeat them: they mean what they mean in SQL. */
  readonly keepsJoins: boolean;
  /** Whether the measure's argument may differ between two occurrences of the same row, because of its filters. */
  readonly varies: boolean;
}

export interface OrderItem {
  readonly expr: Expr;
  readonly descending: boolean;
  /** As the statement says; if it does not, as {@link nullsOf} and the printer decide. */
  readonly nulls: 'first' | 'last' | undefined;
}

export interface WindowSpec {
  /** A window of the WINDOW clause, alone or extended. */
  readonly base: string | undefined;
  readonly partition: readonly Expr[];
  readonly order: readonly OrderItem[];
  readonly frame: WindowFrame | undefined;
}

export interface WindowFrame {
  readonly mode: 'ROWS' | 'RANGE' | 'GROUPS';
  readonly start: FrameBound;
  readonly end: FrameBound;
}

export type FrameBound =
  | { readonly kind: 'unboundedPreceding' | 'unboundedFollowing' | 'currentRow' }
  | { readonly kind: 'preceding' | 'following'; readonly offset: Expr };

export interface Target {
  /** `*` and `x.*` before binding. */
  readonly expr:
    | Expr
    | { readonly kind: 'star'; readonly qualifier: string | undefined; readonly at: Offset };
  readonly alias: string | undefined;
}

export type GroupItem =
  | { readonly kind: 'expr'; readonly expr: Expr }
  | {
      readonly kind: 'sets';
      readonly sets: 'ROLLUP' | 'CUBE' | 'GROUPING SETS';
      readonly items: readonly GroupItem[];
    }
  | { readonly kind: 'list'; readonly items: readonly Expr[] };

export interface Cte {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: Query;
  readonly at: Offset;
}

interface QueryTail {
  readonly ctes: readonly Cte[];
  readonly order: readonly OrderItem[];
  readonly limit: Expr | undefined;
  readonly offset: Expr | undefined;
}

export interface SelectQuery extends QueryTail {
  readonly kind: 'select';
  readonly distinct: boolean | readonly Expr[];
  readonly targets: readonly Target[];
  readonly from: readonly FromItem[];
  readonly where: Expr | undefined;
  readonly group: readonly GroupItem[];
  readonly having: Expr | undefined;
  readonly windows: readonly { readonly name: string; readonly spec: WindowSpec }[];
}

export interface SetQuery extends QueryTail {
  readonly kind: 'set';
  readonly op: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly all: boolean;
  readonly left: Query;
  readonly right: Query;
}

export interface ValuesQuery extends QueryTail {
  readonly kind: 'values';
  readonly rows: readonly (readonly Expr[])[];
}

export type Query = SelectQuery | SetQuery | ValuesQuery;

export type FromItem =
  /** A name of the statement, not yet bound. */
  | {
      readonly kind: 'named';
      readonly name: readonly string[];
      readonly alias: string | undefined;
      readonly columns: readonly string[];
      readonly at: Offset;
    }
  /** A source table or a CTE, by its printed name. */
  | {
      readonly kind: 'table';
      readonly name: readonly string[];
      readonly alias: string;
      readonly columns: readonly string[];
    }
  | {
      readonly kind: 'derived';
      readonly query: Query;
      readonly alias: string;
      readonly columns: readonly string[];
      readonly at: Offset;
    }
  | RelationItem
  /** A cube's own SELECT, as its author wrote it. */
  | { readonly kind: 'raw'; readonly parts: readonly (string | Expr)[]; readonly alias: string }
  | JoinItem;

/** A relation of the model: its rows are known once everything that reads it is bound. */
export interface RelationItem {
  readonly kind: 'relation';
  readonly alias: string;
  /** Whether an access policy hides rows of it from the viewer. */
  isRestricted(): boolean;
  /** @param fence whether the engine must filter rows by policy before anything else */
  build(fence: boolean): SelectQuery;
}

export interface JoinItem {
  readonly kind: 'join';
  readonly join: 'INNER' | 'LEFT' | 'RIGHT' | 'FULL' | 'CROSS';
  readonly left: FromItem;
  readonly right: FromItem;
  readonly on: Expr | undefined;
  readonly using: readonly string[];
  readonly at: Offset;
}
