/** A statement that reads one relation, taken apart. What is not understood is kept as it is written. */
export interface QueryParts {
  /** Name of the cube or view. */
  readonly relation: string;
  /** FROM as written: the relation, with its alias. */
  readonly from: string;
  readonly columns: readonly ColumnPart[];
  /** Whether rows are grouped, so that there is something to break down by. */
  readonly isGrouped: boolean;
  /** What is grouped by besides the columns: keys that tell rows of the same name apart. */
  readonly keys: readonly KeyPart[];
  readonly conditions: readonly Condition[];
  /** Conditions on groups. */
  readonly having: readonly OtherCondition[];
  readonly order: readonly OrderPart[];
  /** LIMIT and OFFSET as written. */
  readonly limit: string | undefined;
  readonly offset: string | undefined;
}

export type ColumnPart = Breakdown | Figure;

/** A column that the figures are broken down by. */
export interface Breakdown {
  readonly kind: 'breakdown';
  /** Name of the result column. */
  readonly column: string;
  readonly sql: string;
  /** Within the relation: `country`, `customers.country`. Undefined for what is computed from one. */
  readonly member: string | undefined;
  /** Unit of DATE_TRUNC. */
  readonly granularity: string | undefined;
}

/** Any other column, such as a measure. */
export interface Figure {
  readonly kind: 'figure';
  readonly column: string;
  readonly sql: string;
  /** Measure that it shows as it is. */
  readonly member: string | undefined;
}

export interface KeyPart {
  readonly sql: string;
  readonly member: string | undefined;
}

/** One of the conditions that WHERE joins by AND. */
export type Condition = ValuesCondition | BoundCondition | PresenceCondition | OtherCondition;

interface OnMember {
  readonly sql: string;
  readonly member: string;
}

export interface ValuesCondition extends OnMember {
  readonly kind: 'values';
  readonly values: readonly string[];
  readonly isExcluded: boolean;
}

/** A lower or upper bound, or both. Days are written as `YYYY-MM-DD`. */
export interface BoundCondition extends OnMember {
  readonly kind: 'bounds';
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
}

export interface Bound {
  readonly value: string;
  /** Whether the value itself is included. */
  readonly isIncluded: boolean;
}

/** IS NULL, IS NOT NULL. */
export interface PresenceCondition extends OnMember {
  readonly kind: 'presence';
  readonly isPresent: boolean;
}

export interface OtherCondition {
  readonly kind: 'other';
  readonly sql: string;
}

export interface OrderPart {
  /** The column that is ordered by; undefined for an expression. */
  readonly column: string | undefined;
  readonly sql: string;
  /** Direction and place of nulls as written, ` DESC NULLS LAST`, or nothing. */
  readonly direction: string;
}

/** What a dimension is, as far as a statement has to know to be written. */
export interface DimensionInfo {
  readonly name: string;
  readonly type: 'string' | 'number' | 'boolean' | 'time';
}
