import type { CubeMetadata } from '../../contract/tools.ts';
import { memberOf } from '../link/entries.ts';
import type { Link } from '../link/link.ts';
import { shortName } from '../link/names.ts';

/** How much better other relations must know words, for them not to be meant here. */
const minLead = 0.35;
/** Words of a description are worth this much less than they seem, where something is called so elsewhere. */
const overrated = 0.2;

/** By its place, the names of the members that a word is taken for, and how well it names the best of them. */
export type NamesByWord = ReadonlyMap<number, ReadonlyMap<string, number>>;

/** What readings take each word for. */
export function namesByWord(links: Iterable<Link>): NamesByWord {
  const found = new Map<number, Map<string, number>>();
  for (const { tokens, entry, quality } of links) {
    const name = shortName(memberOf(entry)?.name ?? '');
    for (const at of tokens) {
      const names = found.get(at) ?? new Map<string, number>();
      names.set(name, Math.max(names.get(name) ?? 0, quality));
      found.set(at, names);
    }
  }
  return found;
}

/**
 * How much better the words of a link name something that its relation does not have: "discount" is no order value that is described
 * by discounts where there are discounts.
 * @param links of the same reading
 * @param own the names of its relation's members
 * @param named by the readings of all relations
 */
export function leadOfOthers(
  { tokens, quality, entry, described }: Link,
  links: readonly Link[],
  own: ReadonlySet<string>,
  named: NamesByWord,
): number {
  // "Business customers" are of a type of customer.
  const isOfValue = links.some(
    (it) => entry.kind === 'dimension' && it.entry.kind === 'value' && it.entry.dimension === entry.dimension,
  );
  if (isOfValue) return 0;
  const others = tokens.map((at) => {
    let best = 0;
    for (const [name, likeness] of named.get(at) ?? [])
      if (likeness > best && !own.has(name)) best = likeness;
    return best;
  });
  const lead = Math.min(...others) - quality + (described === true ? overrated : 0);
  // "Engineering" is a department before it is an engineering lead.
  const isPart = entry.kind === 'value' && quality < 0.9 && Math.min(...others) >= 0.97;
  return isPart || lead >= minLead ? lead : 0;
}

/** The names of a relation's members, without that of the relation. */
export function memberNames({ measures, dimensions, segments }: CubeMetadata): ReadonlySet<string> {
  return new Set([...measures, ...dimensions, ...segments].map(({ name }) => shortName(name)));
}
