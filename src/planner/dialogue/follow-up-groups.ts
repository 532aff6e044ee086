import { entityDimension, isIdentifier } from '../link/entities.ts';
import { thingOf } from '../parse/figures.ts';
import { filterTarget } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Group, Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';

export function mergeGroups(earlier: Reading, later: Reading, edit: Edit): readonly Group[] {
  if (edit.ofGroups && later.groups.length === 0) return earlier.groups;
  // "how many are that?" counts what was listed.
  if (
    (earlier.list ||
      countsThings(earlier, later) ||
      /\bhow many (?:of (?:them|those|these)|(?:are|is|were) (?:that|those|they|there|these))\b/i.test(
        later.text,
      )) &&
    later.groups.length === 0 &&
    later.quantities.length > 0 &&
    !later.implied &&
    later.quantities.every(isCountOf) &&
    !/\b(each|every|their|its|(?<!of )them|with|per)\b/i.test(later.text)
  )
    return [];
  if (later.groups.length === 0 && addsUpListed(earlier, later)) return [];
  if (later.groups.length === 0) return earlier.groups;
  if (/\beach (?:one )?of (?:them|those|these)\b/i.test(later.text))
    return uniqueGroups([...earlier.groups, ...later.groups]);
  if (asksOfGroups(earlier, later)) return uniqueGroups([...earlier.groups, ...namedOf(later)]);
  // "Only documentaries" narrows what was computed, and lists nothing.
  if (
    later.list &&
    earlier.quantities.length > 0 &&
    !/\b(list|show|name|names|which|what|who|give|by)\b/i.test(
      later.filters.length > 0 ? later.text.replace(/\bwhat about\b/i, '') : later.text,
    )
  )
    return earlier.groups;
  // "Which of those yield more than 1 percent?" asks for no yields.
  if (edit.asks === 'which' && earlier.groups.length > 0) {
    const compared = new Set(later.filters.map(filterTarget));
    return uniqueGroups([
      ...earlier.groups,
      ...later.groups.filter(({ dimension }) => !compared.has(dimension.name)),
    ]);
  }
  if (splitsResult(later.text, edit))
    return uniqueGroups([...earlier.groups, ...apartIn(earlier), ...later.groups]);
  if (edit.adds) return uniqueGroups([...earlier.groups, ...later.groups]);
  // "Men vs women", then "by education", is still of the one against the other.
  return earlier.compare && !edit.replaces
    ? uniqueGroups([...apartIn(earlier), ...later.groups])
    : later.groups;
}

/** "And their colours?", after the revenue of some makers: said of each of them beside it. */
function asksOfGroups({ groups, quantities }: Reading, later: Reading): boolean {
  return (
    later.list &&
    groups.length > 0 &&
    quantities.length > 0 &&
    later.filters.length === 0 &&
    namedOf(later).length > 0 &&
    /^\s*(?:(?:and|what about|how about) )?(?:their|its|his|her)\b/i.test(later.text)
  );
}

/** The columns of a list but what its rows are told apart by, which goes without saying. */
function namedOf({ groups, lexicon }: Reading): readonly Group[] {
  const entity = entityDimension(lexicon.cube);
  return groups.filter(({ dimension }) => dimension !== entity && !isIdentifier(dimension));
}

/** "How many ketches are over 2 m?", after the draught of some boats: each of them would be counted once. */
function countsThings({ groups, lexicon }: Reading, { quantities }: Reading): boolean {
  const counted = new Set(quantities.map((it) => thingOf(lexicon, it)));
  return groups.some(({ dimension }) => counted.has(dimension));
}

/** "Total fee?", after projects were listed, is of all of them. */
function addsUpListed({ list, quantities, ranking, having }: Reading, later: Reading): boolean {
  const [sum, ...more] = later.quantities;
  return (
    list &&
    quantities.length + having.length + more.length === 0 &&
    ranking === undefined &&
    later.ranking === undefined &&
    !later.implied &&
    sum?.kind === 'measure' &&
    sum.measure.type === 'sum' &&
    /\b(?:total|altogether|overall|combined|together|in all)\b/i.test(later.text) &&
    !/\b(?:each|every|their|its|per)\b/i.test(later.text)
  );
}

/** What values that were each asked for, or held against each other, split an answer by. */
function apartIn({ filters, quantities, compare }: Reading): readonly Group[] {
  if (quantities.length === 0) return [];
  return filters.flatMap((it) => {
    if (it.kind !== 'values' || it.negated) return [];
    const isCompared = compare && it.values.length > 1;
    return it.apart === true || isCompared ? [{ dimension: it.dimension }] : [];
  });
}

/** "Split into men and women" is by gender. */
export function splitApart(later: Reading): Reading {
  const apart = later.filters.flatMap((it) =>
    it.kind === 'values' && it.apart === true ? [it.dimension] : [],
  );
  if (later.groups.length > 0 || apart.length === 0) return later;
  return { ...later, groups: apart.map((dimension) => ({ dimension })) };
}

/** Each dimension once, as it was said last. */
export function uniqueGroups(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group, at) => at === groups.findLastIndex((it) => it.dimension === group.dimension));
}

/** "Break that down by region" splits the rows of the result; "by region instead" splits anew. */
export function splitsResult(text: string, { replaces }: Edit): boolean {
  return (
    (/\b(?:that|this|it|these|those|them)(?: \w+){0,2} by\b/i.test(text) ||
      /^\s*(?:and |now |then |also |please )*(?:split|broken|break)\b/i.test(text)) &&
    !replaces
  );
}
