import type { Cube, FilterOperator, View } from '../data-model.ts';
import type { Viewer } from '../viewer.ts';

/**
 * Row filter with every reference replaced by the viewer's values. `member` is a name in the relation that was resolved.
 * Several values mean any of them for equals, contains, startsWith, endsWith, and none of them for their negations;
 * `set` and `notSet` have none, `inDateRange` has two. `false` matches no row.
 */
export type ResolvedFilter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly ResolvedFilter[] }
  | {
      readonly kind: 'condition';
      readonly member: string;
      readonly operator: FilterOperator;
      readonly values: readonly (string | number | boolean)[];
    }
  | { readonly kind: 'false' };

/** What one viewer may see of one relation. */
export interface Access {
  /** Names of members (unqualified) that exist for this viewer. */
  readonly visible: ReadonlySet<string>;
  readonly rows: 'all' | 'none' | ResolvedFilter;
}

/** Applies the access policies of one cube or view to one viewer (issue of the data layer, point 4; contract §4). */
export function resolveAccess(relation: Cube | View, _viewer: Viewer): Access {
  return { visible: new Set(), rows: relation.accessPolicy.length === 0 ? 'all' : 'none' };
}
