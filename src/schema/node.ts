import type { List } from '../services/lists/list.ts';
import { loadRow } from '../services/lists/look-up.ts';
import type { GraphQLContext } from './context.ts';
import { readNodeNumber, readNodeUuid } from './record-id.ts';

/** Options for a type of objects with a global ID, by which `node` fetches the rows that the caller may see. */
export function nodeOf<Row extends { readonly id: number | string }>(list: List<Row, string>) {
  return {
    id: { resolve: ({ id }: Row) => id },
    loadWithoutCache: (id: string, { services, caller }: GraphQLContext) =>
      loadRow(services, caller, list, list.id === 'int' ? readNodeNumber(id) : readNodeUuid(id)),
  };
}
