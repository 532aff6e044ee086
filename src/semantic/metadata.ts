import type { DimensionType, MeasureType, MemberFormat } from './data-model.ts';

/** What a viewer may know of one member. */
export interface MemberMetadata {
  /** Qualified: `orders_view.total_revenue`. */
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly synonyms?: readonly string[];
  readonly aiContext?: string;
  readonly format?: MemberFormat;
  readonly currency?: string;
}

export interface DimensionMetadata extends MemberMetadata {
  readonly type: DimensionType;
  readonly primaryKey?: true;
  /** For dimensions of few distinct values: those the viewer can see, most frequent first. Complete when `valuesComplete`. */
  readonly values?: readonly string[];
  readonly valuesComplete?: boolean;
  /** For time dimensions: first and last value the viewer can see, `YYYY-MM-DD`. */
  readonly range?: readonly [first: string, last: string];
}

export interface MeasureMetadata extends MemberMetadata {
  readonly type: MeasureType;
  /**
   * Qualified names of the relation's time dimensions that date what is measured; absent where all of them do. Empty where
   * none does, as for the sales of stores beside the day on which a store opened.
   */
  readonly times?: readonly string[];
}

/** What a viewer may know of a cube or view as a whole. */
export type RelationMetadata = Pick<
  CubeMetadata,
  'name' | 'type' | 'title' | 'description' | 'synonyms' | 'aiContext'
>;

/** A cube or view as `svcMeta` returns it (spec: Tool `svcMeta`, `cubes`). */
export interface CubeMetadata {
  readonly name: string;
  readonly type: 'cube' | 'view';
  readonly title: string;
  readonly description?: string;
  readonly synonyms?: readonly string[];
  readonly aiContext?: string;
  readonly dimensions: readonly DimensionMetadata[];
  readonly measures: readonly MeasureMetadata[];
  readonly segments: readonly MemberMetadata[];
  /** Other cubes that a cube reaches along joins: their members may be named in its queries, as `customers.country`. */
  readonly joins?: readonly string[];
}
