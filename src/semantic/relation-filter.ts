import type { FilterOperator } from './data-model.ts';

/**
 * Narrows a cube or view wherever a statement reads it, before anything else is done with its rows. The values become
 * parameters; a time is compared as the query's time zone shows it. What fits no value of the member's type matches no row.
 */
export interface RelationFilter {
  /** Name of the cube or view. */
  readonly relation: string;
  /** A dimension of it, unqualified. One that the viewer may not use is an error, since its rows could be told by it. */
  readonly member: string;
  readonly operator: FilterOperator;
  /** As in access policies: any of several for `equals` and `contains`, one for comparisons, none for `set`. */
  readonly values: readonly (string | number | boolean)[];
}
