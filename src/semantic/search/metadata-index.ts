import type { DataModel } from '../data-model.ts';
import type { CubeMetadata } from '../metadata.ts';
import type { Viewer } from '../viewer.ts';
import type { MemberSamples } from './samples.ts';

/** On whose behalf metadata is read, and what is known of the data that they may see. */
export interface MetadataScope {
  readonly viewer: Viewer;
  /** Relations that may be named; empty or undefined means all public ones. */
  readonly accessibleViews?: readonly string[] | undefined;
  /** By qualified member name (`orders.city`), read under this viewer's own row filters; takes part in matching. */
  readonly samples?: ReadonlyMap<string, MemberSamples> | undefined;
}

export interface SearchOptions {
  /** Relations returned at most. @default 8 */
  readonly limit?: number | undefined;
}

export interface MetadataIndex {
  /** Every relation with at least one member that the viewer may see, in model order, views first. */
  visible(scope: MetadataScope): readonly CubeMetadata[];
  /**
   * The best matches for free text, best first, every visible member of each, members ranked. Text that is empty or
   * matches nothing gives the visible relations in model order, so that the asker learns what there is.
   */
  search(query: string, scope: MetadataScope, options?: SearchOptions): readonly CubeMetadata[];
}

/** Builds the search index of one model; the model does not change under it. */
export function createMetadataIndex(_model: DataModel): MetadataIndex {
  return { visible: () => [], search: () => [] };
}
