import type { DimensionMetadata, MeasureMetadata, MemberMetadata } from '../semantic/metadata.ts';
import type { Unit } from './calendar.ts';
import type { DateExpression } from './dates.ts';
import type { Lexicon } from './lexicon.ts';

/** A number that a query computes: a measure of the model, or an aggregate over a dimension where no measure does it. */
export type Quantity =
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: 'avg' | 'min' | 'max' | 'sum' | 'distinct';
      readonly dimension: DimensionMetadata;
    };

/** Buckets of a time dimension; `auto` picks by the length of the period. */
export type Grain = Unit | 'weekday' | 'daytime' | 'auto';

export interface Group {
  readonly dimension: DimensionMetadata;
  readonly grain?: Grain | undefined;
}

export type ComparisonOperator = '>' | '>=' | '<' | '<=' | '=' | 'between';

export type Filter =
  | {
      readonly kind: 'values';
      readonly dimension: DimensionMetadata;
      readonly values: readonly string[];
      readonly negated: boolean;
    }
  | { readonly kind: 'boolean'; readonly dimension: DimensionMetadata; readonly value: boolean }
  | { readonly kind: 'missing'; readonly dimension: DimensionMetadata; readonly negated: boolean }
  | {
      readonly kind: 'number';
      readonly dimension: DimensionMetadata;
      readonly operator: ComparisonOperator;
      readonly values: readonly number[];
    }
  | { readonly kind: 'segment'; readonly segment: MemberMetadata; readonly negated: boolean };

export interface Having {
  readonly quantity: Quantity;
  readonly operator: ComparisonOperator;
  readonly values: readonly number[];
  /** The values were given in hundredths: `above 20%`. */
  readonly percent: boolean;
}

export interface Ranking {
  readonly direction: 'desc' | 'asc';
  /** Rows asked for; undefined sorts without cutting. */
  readonly limit: number | undefined;
  /** Rows left out before: "second highest". */
  readonly offset: number;
  /** What it goes by when the question says so; else the first quantity. */
  readonly by: Quantity | undefined;
  /** "worst" and the like, which turn round for what one wants little of, with the figure yet to be known. */
  readonly judges?: boolean | undefined;
  /** Ranked anew within each member of this group: "top 3 products in each region". */
  readonly within: DimensionMetadata | undefined;
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
  /** The time dimension that the dates speak of, when named. */
  readonly timeDimension: DimensionMetadata | undefined;
  readonly ranking: Ranking | undefined;
  /** `percent` is in hundredths, `fraction` between 0 and 1. */
  readonly share: 'percent' | 'fraction' | undefined;
  /** The filter whose share is asked; set only with `share`. */
  readonly shareOf: Filter | undefined;
  readonly change: boolean;
  readonly compare: boolean;
  /** The mean over groups of a quantity that adds up: "average monthly revenue". */
  readonly meanOver: Group | undefined;
  readonly list: boolean;
  /** Nothing names a figure; counting rows is only the likeliest meaning. */
  readonly implied: boolean;
  /** Words that were not understood, as typed. */
  readonly unknown: readonly string[];
  /** Questions back, each a sentence. */
  readonly ambiguities: readonly string[];
  /** How far the words are from the names that they were taken for; 0 is to the letter. */
  readonly cost: number;
}

/** A greeting or the like: no word of it is about data. */
export function saysNothing(reading: Reading): boolean {
  const { quantities, groups, filters, having, ambiguities, unknown } = reading;
  return (
    quantities.length +
      groups.length +
      filters.length +
      having.length +
      ambiguities.length +
      unknown.length ===
      0 &&
    reading.dates === undefined &&
    reading.ranking === undefined &&
    reading.share === undefined &&
    !(reading.change || reading.compare) &&
    reading.cost === 0
  );
}

export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return quantityKey(a) === quantityKey(b);
}

export function quantityKey(quantity: Quantity): string {
  return quantity.kind === 'measure'
    ? quantity.measure.name
    : `${quantity.aggregate} ${quantity.dimension.name}`;
}
