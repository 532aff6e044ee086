import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Period } from '../language/calendar.ts';
import type { ComparisonOperator } from '../language/comparisons.ts';
import type { DateExpression } from '../language/date-meanings.ts';
import type { DayTime } from '../language/day-times.ts';
import type { Grain } from '../language/grains.ts';
import type { Aggregate } from '../language/grammar.ts';
import type { Weekdays } from '../language/weekdays.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { ChangeOrder } from './change-order.ts';
import type { Doubt } from './doubt.ts';
import type { Filter } from './filter.ts';
import { isCountOf, type Quantity } from './quantity.ts';

/** What the answer is split by; times by buckets. */
export interface Group {
  readonly dimension: DimensionMetadata;
  readonly grain?: Grain | undefined;
}

/** A condition on groups, by a figure. */
export interface Having {
  readonly quantity: Quantity;
  readonly operator: ComparisonOperator;
  readonly values: readonly number[];
  /** The values were given in hundredths: `above 20%`. */
  readonly percent: boolean;
  /** Another figure of the same group that it is compared with instead of numbers. */
  readonly than?: Quantity;
  /** When it was, for a time. */
  readonly during?: Period;
  /** It bounds each of what is counted, whatever that is split by: "customers with at least five orders, by country". */
  readonly ofCounted?: true;
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
  /** The time of the first or the last row of each group, which the dates bound instead of the rows. */
  readonly endOfEach?: Quantity | undefined;
  /** Days of the week on which what is asked for was. */
  readonly weekdays: Weekdays | undefined;
  /** The part of the day in which it was. */
  readonly dayTime: DayTime | undefined;
  /** The time dimension that the dates speak of, when named. */
  readonly timeDimension: DimensionMetadata | undefined;
  readonly ranking: Ranking | undefined;
  /** What a list is in the order of, where that is none of its figures. */
  readonly sortedBy?: DimensionMetadata | undefined;
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
  /** A number of things is asked for in words, such as "how many". */
  readonly counts: boolean;
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
