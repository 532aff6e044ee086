import type { Link } from '../link/link.ts';
import type { Reading } from './reading.ts';

/** "All the local names of ragi": what is listed is not just one of them, where a food is called so, too. */
export function listsOneOfItself(
  { list, filters, groups }: Pick<Reading, 'list' | 'filters' | 'groups'>,
  links: readonly Link[],
): boolean {
  if (!list) return false;
  return filters.some((it) => {
    if (it.kind !== 'values' || it.negated || it.values.length > 1) return false;
    const [value] = it.values;
    return (
      groups[0]?.dimension === it.dimension &&
      links.some(
        ({ entry }) =>
          entry.kind === 'value' && entry.value === value && entry.dimension.title !== it.dimension.title,
      )
    );
  });
}
