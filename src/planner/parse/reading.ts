import type { DimensionMetadata, MeasureMetadata, MemberMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import type { ComparisonOperator } from '../language/comparisons.ts';
import type { DateExpression } from '../language/date-meanings.ts';
import type { DayTime } from '../language/day-times.ts';
import type { Grain } from '../language/grains.ts';
import type { Aggregate } from '../language/grammar.ts';
import type { TextComparison } from '../language/text-matches.ts';
import type { Weekdays } from '../language/weekdays.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { ChangeOrder } from './change-order.ts';
import type { Doubt } from './doubt.ts';

/** A number that a query computes: a measure of the model, or an aggregate over a dimension where no measure does it. */
export type Quantity =
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: 'avg' | 'min' | 'max' | 'sum' | 'distinct' | 'median';
      readonly dimension: DimensionMetadata;
    }
  /** One figure divided by another; `share` where that was asked as a share. */
  | { readonly kind: 'ratio'; readonly part: Quantity; readonly whole: Quantity; readonly share?: true }
  /** A figure in another unit than its own: "in minutes", "in billions". */
  | { readonly kind: 'scaled'; readonly of: Quantity; readonly by: number; readonly unit: string }
  /** A figure of only the rows that meet a condition, beside figures of all of them. */
  | { readonly kind: 'filtered'; readonly of: Quantity; readonly where: Filter };

/** What the answer is split by; times by buckets. */
export interface Group {
  readonly dimension: DimensionMetadata;
  readonly grain?: Grain | undefined;
}

/** A condition on rows. */
export type Filter =
  | {
      readonly kind: 'values';
      readonly dimension: DimensionMetadata;
      readonly values: readonly string[];
      readonly negated: boolean;
      /** Each of them is asked for: "movies and series", unlike "in Germany and France". */
      readonly apart?: boolean;
    }
  | { readonly kind: 'boolean'; readonly dimension: DimensionMetadata; readonly value: boolean }
  | {
      readonly kind: 'missing';
      readonly dimension: DimensionMetadata;
      readonly negated: boolean;
      /** It is not known, unlike a number of which there is none. */
      readonly unknown?: true;
      /** What is said to be done, so that a time that may be yet to come has to be over. */
      readonly done?: true;
      /** The day before which it has to be. */
      readonly before?: Day;
      /** What the rows are called that are joined or not, of which the dimension tells. */
      readonly rows?: string;
    }
  | {
      readonly kind: 'number';
      readonly dimension: DimensionMetadata;
      readonly operator: ComparisonOperator;
      readonly values: readonly number[];
    }
  | {
      readonly kind: 'text';
      readonly dimension: DimensionMetadata;
      readonly comparison: TextComparison;
      readonly text: string;
      readonly negated: boolean;
    }
  /** One number of a row held against another, or a part of it: "more debt than revenue", "than half of the revenue". */
  | {
      readonly kind: 'columns';
      readonly dimension: DimensionMetadata;
      readonly operator: '>' | '<' | '=';
      readonly other: DimensionMetadata;
      readonly factor?: number;
    }
  | { readonly kind: 'segment'; readonly segment: MemberMetadata; readonly negated: boolean }
  | {
      readonly kind: 'shown';
      readonly dimension: DimensionMetadata;
      /** Selects the values of the rows that were shown before. */
      readonly select: string;
      /** How many they are at most, where they were cut. */
      readonly count: number | undefined;
    };

/** A filter and its place in the question. */
export interface Condition {
  readonly filter: Filter;
  readonly at: number;
}

/** A condition on groups, by a figure. */
export interface Having {
  readonly quantity: Quantity;
  readonly operator: ComparisonOperator;
  readonly values: readonly number[];
  /** The values were given in hundredths: `above 20%`. */
  readonly percent: boolean;
}

/** How the answer is ordered and cut. */
export interface Ranking {
  readonly direction: 'desc' | 'asc';
  /** Rows asked for; undefined sorts without cutting. */
  readonly limit: number | undefined;
  /** Rows left out before: "second highest". */
  readonly offset: number;
  /** The figure that orders the answer, where the question names it; else the first quantity. */
  readonly by: Quantity | undefined;
  /** "worst" and the like, which turn round for what one wants little of, with the figure yet to be known. */
  readonly judges?: boolean | undefined;
  /** Ranked separately within each member of this group: "top 3 products in each region". */
  readonly within: DimensionMetadata | undefined;
  /** It is of changes rather than of figures. */
  readonly ofChange?: ChangeOrder | undefined;
}

/** What one message asks of one relation, as far as it says so itself. Nothing is filled in yet. */
export interface Reading {
  readonly lexicon: Lexicon;
  readonly text: string;
  readonly quantities: readonly Quantity[];
  readonly groups: readonly Group[];
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
  readonly dates: DateExpression | undefined;
  /** Days of the week on which what is asked for was. */
  readonly weekdays: Weekdays | undefined;
  /** The part of the day in which it was. */
  readonly dayTime: DayTime | undefined;
  /** The time dimension that the dates speak of, when named. */
  readonly timeDimension: DimensionMetadata | undefined;
  readonly ranking: Ranking | undefined;
  /** `percent` is in hundredths, `fraction` between 0 and 1. */
  readonly share: 'percent' | 'fraction' | undefined;
  /** The filters that those whose share is asked meet; set only with `share`. */
  readonly shareOf: readonly Filter[] | undefined;
  /** The conditions that a follow-up added last to what was asked before. */
  readonly narrowed?: readonly Filter[] | undefined;
  readonly change: boolean;
  /** Each bucket with all before it added. */
  readonly running: boolean;
  readonly compare: boolean;
  /** The mean over groups of a quantity that adds up: "average monthly revenue". */
  readonly meanOver: Group | undefined;
  readonly list: boolean;
  /** Each row is shown as it is, though others are alike. */
  readonly each: boolean;
  /** An aggregate that is said of nothing, such as the "and the median?" of a follow-up. */
  readonly aggregate: Aggregate | undefined;
  /** Nothing names a figure; counting rows is only the likeliest meaning. */
  readonly implied: boolean;
  /** What it leaves open. */
  readonly ambiguities: readonly Doubt[];
}

/** A greeting or the like: no word of it is about data. */
export function saysNothing(reading: Reading): boolean {
  const { quantities, groups, filters, having, ambiguities } = reading;
  return (
    quantities.length + groups.length + filters.length + having.length + ambiguities.length === 0 &&
    reading.dates === undefined &&
    reading.weekdays === undefined &&
    reading.dayTime === undefined &&
    reading.ranking === undefined &&
    reading.share === undefined &&
    reading.aggregate === undefined &&
    !(reading.change || reading.compare || reading.running)
  );
}

/** The members that a figure is made of. */
export function membersOf(quantity: Quantity): readonly (MeasureMetadata | DimensionMetadata)[] {
  switch (quantity.kind) {
    case 'measure':
      return [quantity.measure];
    case 'aggregate':
      return [quantity.dimension];
    case 'ratio':
      return [...membersOf(quantity.part), ...membersOf(quantity.whole)];
    case 'scaled':
    case 'filtered':
      return membersOf(quantity.of);
  }
}

/** Whether a figure says how many there are. */
export function isCountOf(quantity: Quantity): boolean {
  return quantity.kind === 'measure'
    ? quantity.measure.type.startsWith('count')
    : quantity.kind === 'aggregate' && quantity.aggregate === 'distinct';
}

/** Whether a figure says which part of the rows, or of what they come to, meets a condition. */
export function isShareOf(quantity: Quantity): boolean {
  if (quantity.kind !== 'ratio' || quantity.part.kind !== 'filtered') return false;
  const { of } = quantity.part;
  const adds = of.kind === 'measure' && (of.measure.type === 'sum' || of.measure.type === 'count');
  return adds && sameQuantity(of, quantity.whole);
}

/** Whether what is split by any dimension is part of the whole: of distinct things, averages and rates it is none. */
export function isPart(quantity: Quantity): boolean {
  if (quantity.kind === 'measure') return ['count', 'count_distinct', 'sum'].includes(quantity.measure.type);
  if (quantity.kind === 'scaled') return isPart(quantity.of);
  return quantity.kind === 'aggregate' && (quantity.aggregate === 'sum' || quantity.aggregate === 'distinct');
}

/** Whether two figures are computed in the same way. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return quantityKey(a) === quantityKey(b);
}

/** The same for the same figure, and only for it. */
export function quantityKey(quantity: Quantity): string {
  switch (quantity.kind) {
    case 'measure':
      return quantity.measure.name;
    case 'aggregate':
      return `${quantity.aggregate} ${quantity.dimension.name}`;
    case 'ratio':
      return `${quantityKey(quantity.part)} / ${quantityKey(quantity.whole)}`;
    case 'scaled':
      return `${quantityKey(quantity.of)} / ${quantity.by}`;
    case 'filtered':
      return `${quantityKey(quantity.of)} where ${filterKey(quantity.where)}`;
  }
}

/** The same for conditions that accept the same rows. */
function filterKey(filter: Filter): string {
  const { kind, ...rest } = filter;
  return JSON.stringify([kind, filterTarget(filter), { ...rest, dimension: undefined, segment: undefined }]);
}

/** Whether two conditions accept the same rows. */
export function sameFilter(one: Filter, other: Filter): boolean {
  return filterKey(one) === filterKey(other);
}

/** Whether a condition on groups is that there is none of something. */
export function saysNone({ quantity, operator, values }: Having): boolean {
  const counts = quantity.kind === 'filtered' || isCountOf(quantity);
  return counts && operator === '=' && values.length === 1 && values[0] === 0;
}

/** Whether it is that there is any. */
export function saysSome({ quantity, operator, values }: Having): boolean {
  const counts = quantity.kind === 'filtered' || isCountOf(quantity);
  return counts && operator === '>' && values.length === 1 && values[0] === 0;
}

/** Whether a condition says what rows are not. */
export function isDenied(filter: Filter): boolean {
  switch (filter.kind) {
    case 'number':
    case 'columns':
    case 'shown':
      return false;
    case 'boolean':
      return !filter.value;
    // Nothing is there.
    case 'missing':
      return !filter.negated;
    case 'values':
    case 'text':
    case 'segment':
      return filter.negated;
  }
}

/** The condition that holds where another one does not; undefined where there is none of its kind. */
export function denied(filter: Filter): Filter | undefined {
  switch (filter.kind) {
    case 'number':
    case 'columns':
    case 'shown':
      return undefined;
    case 'boolean':
      return { ...filter, value: !filter.value };
    case 'missing':
    case 'values':
    case 'text':
    case 'segment':
      return { ...filter, negated: !filter.negated };
  }
}

/** The condition that another one denies. */
export function affirmed(filter: Filter): Filter {
  return isDenied(filter) ? (denied(filter) ?? filter) : filter;
}

/** The name of what a condition is about. */
export function filterTarget(filter: Filter): string {
  return filter.kind === 'segment' ? filter.segment.name : filter.dimension.name;
}

/** Each figure once, in the order of their first mention. */
export function uniqueQuantities(quantities: readonly Quantity[]): Quantity[] {
  return [...new Map(quantities.map((quantity) => [quantityKey(quantity), quantity])).values()];
}
