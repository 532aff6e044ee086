/**
 * What is known of a value without asking the engine. `utc` is a timestamp as it is stored (UTC, no offset),
 * `timestamp` one that is already in the query's time zone; only the model's own SQL has `utc` values.
 */
export type SqlType =
  | 'boolean'
  | 'integer'
  | 'decimal'
  | 'double'
  | 'text'
  | 'date'
  | 'timestamp'
  | 'timestamptz'
  | 'utc'
  | 'time'
  | 'interval'
  | 'json'
  | 'null'
  | 'unknown';

export type LiteralType = 'integer' | 'decimal' | 'double' | 'text' | 'boolean' | 'null';

export interface CastType {
  readonly type: SqlType;
  /** PostgreSQL's name of the type, without modifiers. */
  readonly name: string;
  readonly modifiers: readonly number[];
}

/** A printed expression, with what is known of it. */
export interface Operand {
  readonly sql: string;
  readonly type: SqlType;
  /** Of a literal: its text, without quotes. */
  readonly literal?: string | undefined;
}

export interface OrderOperand extends Operand {
  readonly descending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

/** An aggregate call, its parts printed. */
export interface AggregateCall {
  readonly name: string;
  readonly args: readonly Operand[];
  readonly star: boolean;
  readonly distinct: boolean;
  readonly withinGroup: boolean;
  readonly order: readonly OrderOperand[];
  /** The condition of FILTER. */
  readonly filter: string | undefined;
  /** ` OVER …`, or nothing. */
  readonly over: string;
}

export interface LikeOperands {
  readonly arg: Operand;
  readonly pattern: Operand;
  readonly escapeWith: string | undefined;
  readonly negated: boolean;
  /** Whether case makes no difference. */
  readonly fold: boolean;
}

/** PostgreSQL's patterns of `to_char` that semantic SQL offers. */
export type TimePattern =
  | 'FMHH24'
  | 'FMMonth'
  | 'FMDay'
  | 'FMMM'
  | 'FMDD'
  | 'Month'
  | 'MONTH'
  | 'YYYY'
  | 'IYYY'
  | 'HH24'
  | 'HH12'
  | 'DDD'
  | 'Day'
  | 'Mon'
  | 'MON'
  | 'YY'
  | 'MM'
  | 'IW'
  | 'ID'
  | 'DD'
  | 'Dy'
  | 'DY'
  | 'HH'
  | 'MI'
  | 'SS'
  | 'MS'
  | 'US'
  | 'AM'
  | 'PM'
  | 'Q';

export interface TimeFormat {
  /** As PostgreSQL reads it. */
  readonly text: string;
  readonly pieces: readonly ({ readonly text: string } | { readonly pattern: TimePattern })[];
}

/**
 * Everything in which the SQL of one engine differs from that of others. Semantic SQL is checked, bound and typed before it is
 * printed; a dialect writes the parts so that the values are those of PostgreSQL, or refuses.
 *
 * Each function gives an expression that can stand anywhere, in brackets where it needs them.
 * @throws AppError `SQL_NOT_ALLOWED` in each of them, for what the engine cannot do in the same way
 */
export interface Dialect {
  quoteName(name: string): string;
  quoteText(text: string): string;
  /** A table's name that was written without quotes, as the engine reads it. */
  foldName(name: string): string;

  literal(type: LiteralType, text: string): string;
  /** @param position from 1 */
  parameter(position: number, type: SqlType): string;

  /** SQL for the engine's name of a value's type, as text. */
  typeName(sql: string): string;
  /** @param name what `typeName` gave */
  sourceType(name: string): SourceType;

  /** How text is ordered by bytes: what follows an expression in ORDER BY. */
  readonly byteOrder: string;
  /** ` ASC` or ` DESC`, with the place of nulls as PostgreSQL has it by default. */
  direction(order: Pick<OrderOperand, 'descending' | 'nulls'>): string;

  negate(arg: Operand): string;
  binary(op: string, left: Operand, right: Operand): string;
  /** @param test such as `IS NOT TRUE` */
  test(test: string, arg: Operand): string;
  in(arg: Operand, list: readonly Operand[], negated: boolean): string;
  /** @param query of one column */
  inQuery(arg: Operand, query: string, negated: boolean): string;
  /** `(items) IN (query)`. @param query of as many columns */
  rowInQuery(items: readonly string[], query: string): string;
  /** `op ANY (query)` or `op ALL (query)`. */
  quantified(op: string, all: boolean, arg: Operand, query: string): string;
  /** A subquery that is one value. @param empty what it is without a row, if that is not null */
  scalar(query: string, isCorrelated: boolean, empty: 'null' | 'zero' | 'unknown'): string;
  /** For aggregates in a subquery that reads something of the rows around it which several of them may have. */
  checkRepeatedCorrelation(): void;
  like(operands: LikeOperands): string;
  /** `~` finds a match anywhere. */
  regex(arg: string, pattern: string, fold: boolean): string;
  /** Values that are compared with each other. */
  comparable(operands: readonly Operand[]): readonly string[];
  /** Whether a null equals one in `CASE x WHEN y`, which is then written with conditions. */
  readonly caseMatchesNulls: boolean;
  /** Values of which one is the result, all of this type. */
  unified(operands: readonly Operand[], type: SqlType): readonly string[];
  cast(arg: Operand, to: CastType): string;

  call(name: string, args: readonly Operand[]): string;
  /** A function with OVER that is no aggregate. */
  windowCall(name: string, args: readonly Operand[]): string;
  aggregate(call: AggregateCall): string;
  windowFrame(mode: 'ROWS' | 'RANGE' | 'GROUPS', start: string, end: string): string;

  /** A stored time in the query's time zone. */
  localized(arg: Operand, timezone: string): string;
  now(timezone: string): string;
  /** @param unit such as `month` */
  dateTrunc(unit: string, arg: Operand): string;
  /** A whole number, except for `epoch`, `second`, `millisecond` and `microsecond`. */
  datePart(field: string, arg: Operand): string;
  formatTime(arg: Operand, format: TimeFormat): string;
  parseTime(arg: Operand, format: TimeFormat, to: 'date' | 'timestamp'): string;

  /** A column of a SELECT. */
  output(value: Operand, type: SqlType): string;
  /** @param rows printed, in brackets @param types of the columns */
  values(rows: readonly (readonly Operand[])[], types: readonly SqlType[]): string;
  /** The LIMIT or OFFSET that keeps all rows, and conditions outside of it; see `fence.ts`. */
  readonly fence: { readonly limit: string } | { readonly offset: string };
  /** What hides the statistics of a column from the engine's planner: a call on the column twice; see `fence.ts`. */
  readonly opaqueFunction: 'least' | 'coalesce';
  /** Whether conditions that fail on no value may be computed on hidden rows; see `unfenced.ts`. */
  readonly opensFences: boolean;
  /** The value, or a failure of the statement if its text is longer; for an engine whose own limits do not reach into texts. */
  readonly boundText: ((sql: string, isText: boolean, maxBytes: number) => string) | undefined;
}

export interface SourceType {
  readonly type: SqlType;
  /** Whether the engine compares any two values of such a type without a conversion that could fail. */
  readonly isExact: boolean;
}
