import type { DimensionMetadata } from '../../contract/tools.ts';
import { mergesNamesakes } from '../link/namesakes.ts';
import { membersOf, type Quantity } from './quantity.ts';

/** What figures are split by, counted by or put together for each, by a name under which several may count as one. */
export function mergedName({
  groups,
  quantities,
  having,
  meanOver,
}: {
  readonly groups: readonly { readonly dimension: DimensionMetadata }[];
  readonly quantities: readonly Quantity[];
  readonly having: readonly unknown[];
  readonly meanOver?: { readonly dimension: DimensionMetadata } | undefined;
}): { readonly title: string } | undefined {
  if (quantities.length + having.length === 0) return undefined;
  const members = [...groups, ...(meanOver === undefined ? [] : [meanOver])].map(
    ({ dimension }) => dimension,
  );
  return [...members, ...quantities.flatMap(membersOf)].find(mergesNamesakes);
}
