import type { Day, Period, Unit } from './calendar.ts';

/** What relative dates count from. */
export interface Clock {
  readonly today: Day;
  /** Last day with data, where known. */
  readonly dataEnd: Day | undefined;
}

/** One date as it stands in a text. */
export interface Atom {
  readonly from: number;
  readonly to: number;
  readonly unit: Unit;
  readonly resolve: (clock: Clock, bucket?: Unit) => { period: Period; fromDataEnd: boolean };
  /** It is the unit that goes on: "this month". */
  readonly ongoing?: boolean | undefined;
  /** Set where the year was left out: the same in a given year. */
  readonly inYear?: ((year: number) => Period) | undefined;
  readonly year?: number | undefined;
  /** There is no such day. */
  readonly isNone?: boolean;
  /** It counts from a date that was spoken of before: "a year earlier". */
  readonly back?: Back | undefined;
  /** It is the unit before the one that goes on: "last year". */
  readonly previous?: Unit | undefined;
  /** It has no first day: "more than 30 days ago". */
  readonly isOpen?: boolean;
}

/** So many units before something; less than none are after it. */
export interface Back {
  readonly count: number;
  readonly unit: Unit;
  /** Of what goes on, only the part that has gone by. */
  readonly isSoFar?: boolean;
}

/** What the dates of a question are, once today is known. */
export interface ResolvedDates {
  /** One period, or several that are compared or added up, in the order asked. */
  readonly periods: readonly Period[];
  /** Counted from the end of the data, because it ends before the day that the words mean. */
  readonly fromDataEnd: boolean;
}

/** The dates that a question names. */
export interface DateExpression {
  /** What names them, which a follow-up that keeps them does not say again. */
  readonly text?: string | undefined;
  /** Offsets in the text. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  /** Several periods are to be told apart. */
  readonly compare: boolean;
  /** The unit that the periods are made of. */
  readonly unit: Unit;
  /** One of them is the unit that goes on, from which the others count. */
  readonly ongoing?: boolean | undefined;
  /** They have a first or a last day alone: "since March". */
  readonly isOpen?: boolean | undefined;
  /** Where they count from a date that an earlier message spoke of: what they are from there. */
  readonly from?: ((dates: DateExpression) => DateExpression) | undefined;
  /** They are the unit before the one that goes on: "last year". */
  readonly previous?: Unit | undefined;
  /** For "last 6 months" shown by month: whole buckets instead of days. */
  readonly resolve: (clock: Clock, bucket?: Unit) => ResolvedDates;
}

/** What a date means, without its place. */
export type Meaning = Omit<Atom, 'from' | 'to'>;

/** Calendar units keep their literal meaning while the data reaches into them. */
export function literalOr(
  clock: Clock,
  literal: { start: Day; end: Day },
  fromEnd: (dataEnd: Day) => { start: Day; end: Day },
): { period: Period; fromDataEnd: boolean } {
  const { dataEnd } = clock;
  if (dataEnd === undefined || literal.start <= dataEnd) return { period: literal, fromDataEnd: false };
  return { period: fromEnd(dataEnd), fromDataEnd: true };
}
