import { comparedWith, withCurrent } from '../language/compared-dates.ts';
import { together } from '../language/joined-dates.ts';
import { keyOf } from '../link/keys.ts';
import { timeOf } from '../parse/figure-time.ts';
import { type Filter, filterTarget, isDenied } from '../parse/filter.ts';
import type { Group, Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { contrasts, ofUnnamed, pronouns } from './going-on.ts';
import { namesNoFigure } from './shown.ts';

export function mergeDates(earlier: Reading, later: Reading): Reading['dates'] {
  const counted = earlier.dates && later.dates?.from?.(earlier.dates);
  if (counted !== undefined && earlier.dates !== undefined)
    return later.compare ? together([counted, earlier.dates], true) : counted;
  if (later.dates === undefined || !later.compare) return later.dates ?? earlier.dates;
  if (earlier.dates === undefined) return (comparesTime(later) && withCurrent(later.dates)) || later.dates;
  // "compare it with 2024" keeps the period that it is compared with; "this year with last year" names both.
  if (later.dates.compare && !pronouns.test(later.text)) return later.dates;
  return comparesTime(later)
    ? comparedWith(earlier.dates, later.dates)
    : together([earlier.dates, later.dates], true);
}

/** "Compared to 2024", after what was of no time: with which other is not said. */
export function comparesWithNothing(earlier: Reading, later: Reading): boolean {
  const { dates } = later;
  return (
    earlier.dates === undefined &&
    dates !== undefined &&
    comparesTime(later) &&
    withCurrent(dates) === undefined
  );
}

/** "Compared to last year", unlike "compare men and women last year". */
function comparesTime({ compare, dates, text }: Reading): boolean {
  const from = dates?.spans[0]?.[0];
  return compare && dates?.compare === false && from !== undefined && heldAgainst.test(text.slice(0, from));
}

const heldAgainst =
  /\b(?:compared?|comparison|versus|vs\.?|against|relative)\s+(?:(?:it|this|that|them|these|those)\s+)?(?:(?:to|with|against)\s+)?(?:that of\s+|in\s+|for\s+|the\s+)*$/i;

/** "By month instead", of figures that have a date of their own. */
export function datedAsFigures(
  groups: readonly Group[],
  { timeDimension, quantities, filters, groups: known }: Reading,
  later: Reading,
): readonly Group[] {
  const { lexicon } = later;
  const isSilent = later.timeDimension === undefined && namesNoFigure(later);
  const time =
    timeDimension ??
    known.find(({ dimension }) => dimension.type === 'time')?.dimension ??
    timeOf(lexicon, quantities, filters);
  if (!isSilent || time === undefined) return groups;
  const isUsual = ({ dimension, grain }: Group): boolean =>
    grain !== undefined && dimension === lexicon.defaultTime;
  return groups.map((group) => (isUsual(group) ? { ...group, dimension: time } : group));
}

export function mergeFilters(earlier: Reading, later: Reading, edit: Edit): readonly Filter[] {
  const { adds } = edit;
  const known = earlier.filters;
  const isOther = isContrast(later, edit);
  const said = isOther ? later.filters.map((it) => alikeNamed(known, it) ?? it) : later.filters;
  const joined = said.map((filter) => {
    const like = known.find((it) => filterTarget(it) === filterTarget(filter));
    if (!(adds || later.compare) || like?.kind !== 'values' || filter.kind !== 'values') return filter;
    // "and France too" does with France what was done with Germany.
    return { ...like, values: [...new Set([...like.values, ...filter.values])] };
  });
  // "How many of them are paid?", then "and overdue?" is of all of them.
  const counted = isOther && ofUnnamed.test(earlier.text) ? (earlier.narrowed ?? []) : [];
  const replaced = new Set([
    ...counted.map(filterTarget),
    ...said.flatMap((filter) => {
      const alternatives = known.filter((it) => isOther && areAlternatives(earlier, it, filter));
      return [filterTarget(filter), ...(alternatives.length === 1 ? alternatives.map(filterTarget) : [])];
    }),
  ]);
  return [
    ...known.filter((filter) => !replaced.has(filterTarget(filter)) && !isSplitUp(filter, later)),
    ...joined,
  ];
}

/** "Only the junior league", then "and senior?" where people are senior, too: the league that is called so. */
function alikeNamed(known: readonly Filter[], said: Filter): Filter | undefined {
  const [word, ...words] = said.kind === 'values' && !said.negated ? said.values : [];
  if (said.kind !== 'values' || word === undefined || words.length > 0) return undefined;
  const wordsOf = (value: string): readonly string[] => value.toLowerCase().split(/\s+/);
  const other = wordsOf(word);
  for (const filter of known) {
    if (filter.kind !== 'values' || filter.negated || filter.dimension === said.dimension) continue;
    const before = new Set(filter.values.flatMap(wordsOf));
    const [value, ...more] = (filter.dimension.values ?? []).filter((it) => {
      const own = wordsOf(it);
      const shared = own.filter((part) => !other.includes(part));
      return (
        shared.length > 0 &&
        shared.length + other.length === own.length &&
        shared.every((part) => before.has(part)) &&
        !other.some((part) => before.has(part))
      );
    });
    if (value !== undefined && more.length === 0) return { ...filter, values: [value] };
  }
  return undefined;
}

/** "How many in Bavaria?", then "by state": of the others, too, since one alone is no split. */
function isSplitUp(filter: Filter, { groups }: Reading): boolean {
  return (
    filter.kind === 'values' &&
    !filter.negated &&
    filter.values.length === 1 &&
    groups.some(({ dimension }) => dimension === filter.dimension)
  );
}

/** "And lockers?": the same is asked of something else. */
export function isContrast(later: Reading, { adds, narrows }: Edit): boolean {
  return contrasts.test(later.text) && !adds && !narrows && later.groups.length === 0 && namesNoFigure(later);
}

/** Whether two conditions say the same of different things: two flags, two answers alike, the name and the key of something. */
export function areAlternatives({ lexicon: { cube } }: Reading, one: Filter, other: Filter): boolean {
  if (isDenied(one) !== isDenied(other)) return false;
  const isFlag = (it: Filter): boolean => it.kind === 'boolean' || it.kind === 'segment';
  if (isFlag(one) && isFlag(other)) return true;
  if (one.kind !== 'values' || other.kind !== 'values') return false;
  const [a, b] = [one.dimension, other.dimension];
  return (
    (one.values.length === 1 && one.values[0] === other.values[0]) ||
    // "Only damaged" of a condition, then "and defective?" of a reason that may be "damaged", too.
    (one.values.every((value) => b.values?.includes(value)) &&
      !other.values.every((value) => a.values?.includes(value))) ||
    keyOf(cube, a) === b ||
    keyOf(cube, b) === a
  );
}
