import type { DimensionMetadata, MemberMetadata } from '../../contract/tools.ts';
import type { Day, Unit } from '../language/calendar.ts';
import type { ComparisonOperator } from '../language/comparisons.ts';
import type { TextComparison } from '../language/text-matches.ts';

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
      /** Each of them is asked for. */
      readonly apart?: boolean;
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
      /** Where the values are buckets of time. */
      readonly grain?: Unit;
    };

/** A filter and its place in the question. */
export interface Condition {
  readonly filter: Filter;
  readonly at: number;
}

/** How many values a condition names, of which rows have one; none where it denies them. */
export function valuesNamed({ filter }: Condition): number {
  return filter.kind === 'values' && !filter.negated ? filter.values.length : 0;
}

/** The same for conditions that accept the same rows. */
export function filterKey(filter: Filter): string {
  const { kind, ...rest } = filter;
  return JSON.stringify([kind, filterTarget(filter), { ...rest, dimension: undefined, segment: undefined }]);
}

/** Whether two conditions accept the same rows. */
export function sameFilter(one: Filter, other: Filter): boolean {
  return filterKey(one) === filterKey(other);
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
