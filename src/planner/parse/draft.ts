import type { DimensionMetadata } from '../../contract/tools.ts';
import type { DayTime } from '../language/day-times.ts';
import type { Aggregate } from '../language/grammar.ts';
import type { Doubt } from './doubt.ts';
import type { Condition } from './filter.ts';
import type { Quantity } from './quantity.ts';
import type { Group, Having, Reading } from './reading.ts';
import type { Scene } from './scene.ts';

/** A figure by its place in the question. */
export interface FigureMention {
  readonly quantity: Quantity;
  readonly at: number;
  /** An aggregate that was said of it and has nothing to do yet. */
  readonly open: Aggregate | undefined;
  /** Places of words that may modify it. */
  readonly modifiers: readonly number[];
  /** The dimension that was named, where the figure is made of its numbers. */
  readonly number: DimensionMetadata | undefined;
  /** The words say how it is put together. */
  readonly stated: boolean;
}

/** A figure that words say all of, so that nothing is left to modify it. */
export function statedFigure(quantity: Quantity, at: number, number?: DimensionMetadata): FigureMention {
  return { quantity, at, open: undefined, modifiers: [], number, stated: true };
}

/** What the answer is split by, by its place in the question, and what says so. */
export interface GroupMention extends Group {
  readonly at: number;
  readonly cue: 'by' | 'per' | 'which' | 'ranked' | 'bare' | 'list';
}

/** What is asked of each record, beside which they are. */
export interface Attributes {
  /** Places of the items that say so. */
  readonly places: readonly number[];
  readonly groups: readonly GroupMention[];
  /** The records are the first of an order. */
  readonly ranked: boolean;
  /** They are rows of the relation, rather than something that several rows name. */
  readonly each: boolean;
}

/** A reading in the making. */
export interface Draft extends Scene {
  readonly figures: FigureMention[];
  readonly groups: GroupMention[];
  readonly conditions: Condition[];
  readonly having: Having[];
  /** Places that name the relation's rows. */
  readonly relations: number[];
  readonly ambiguities: Doubt[];
  /** What the figures come to, once they are all known. */
  quantities: readonly Quantity[];
  rankBy: Quantity | undefined;
  /** What tells records apart, in whose order they are listed. */
  sortedBy: DimensionMetadata | undefined;
  timeDimension: DimensionMetadata | undefined;
  dayTime: DayTime | undefined;
  meanOver: Group | undefined;
  /** The second figure divides the first. */
  isRatio: boolean;
  share: Reading['share'];
  change: boolean;
  running: boolean;
  compare: boolean;
  isCounting: boolean;
  /** The place of a number of things that only an earlier message names: "and the 5 widest?". */
  few: number | undefined;
  /** The figure that is asked for answers by yes or no. */
  verifies: boolean;
  /** What the rows come to is held against a number of what they belong to. */
  holds: boolean;
  /** Records are asked for rather than figures. */
  readonly isListing: boolean;
  /** What is asked of each of them. */
  readonly attributes: Attributes | undefined;
  /** Something is said to be split. */
  readonly isSplit: boolean;
}
