import { type Filter, filterTarget, sameFilter } from '../parse/filter.ts';
import { type Quantity, sameQuantity } from '../parse/quantity.ts';
import type { Group, Reading } from '../parse/reading.ts';
import { namesNoFigure } from './shown.ts';

/** "Subscriptions per job", then "as a percentage of their calls". */
export function shareOfRows(earlier: Reading, later: Reading): Quantity | undefined {
  const { rowCount } = later.lexicon;
  const [counted, ...more] = earlier.quantities;
  // "In percent of the total", after subscriptions by channel, is of all subscriptions.
  const isOfTotal = earlier.groups.length > 0 && /\bof the (?:total|whole|sum)\b/i.test(later.text);
  if (
    !isOfAll(later) ||
    isOfTotal ||
    earlier.share !== undefined ||
    more.length > 0 ||
    counted?.kind !== 'measure' ||
    counted.measure.type !== 'count' ||
    rowCount === undefined ||
    counted.measure === rowCount ||
    namesCounted(earlier, later)
  )
    return undefined;
  return { kind: 'ratio', part: counted, whole: { kind: 'measure', measure: rowCount } };
}

/** "As a share of all features", after some features were counted. */
function namesCounted({ quantities: [counted] }: Reading, { quantities, implied }: Reading): boolean {
  return counted !== undefined && !implied && quantities.some((it) => sameQuantity(it, counted));
}

/** "Only women", then "as a share of all engineers", who were counted: what is named is the whole, and no part of it. */
export function ofKnownWhole(earlier: Reading, later: Reading): Reading {
  const said = [...later.filters, ...(later.shareOf ?? [])];
  const isKnown = (it: Filter): boolean => earlier.filters.some((known) => sameFilter(known, it));
  const isCounted = earlier.share === undefined && earlier.groups.length + later.groups.length === 0;
  if (said.length === 0 || !said.every(isKnown) || !isCounted || !namesWhole.test(later.text)) return later;
  const part = earlier.filters.filter((it) => !said.some((known) => sameFilter(known, it)));
  return part.length === 0 ? later : { ...later, filters: [], shareOf: part };
}

/** "What percentage of the engineers is that?", unlike "what percentage of them are engineers?" */
const namesWhole =
  /\b(?:percent|percentage|share|proportion|fraction) of (?!.*\b(?:(?:is|was)(?! (?:that|this|it)\b)|are|were|has|have|had)\b)/i;

/**
 * "Same share for Kiel", after the share that late trips from Oslo are of all trips: the part with what is said instead, each for itself
 * where several are named; undefined where a message says more than that.
 */
export function otherParts(
  { share, shareOf = [], quantities }: Reading,
  later: Reading,
): Reading | undefined {
  const said = [...later.filters, ...(later.shareOf ?? [])];
  const likeOf = (part: Filter): Filter | undefined =>
    said.find((it) => filterTarget(it) === filterTarget(part));
  const replaced = shareOf.filter((it) => likeOf(it) !== undefined);
  const saysMore =
    !namesNoFigure(later) || later.groups.length + later.having.length > 0 || later.ranking !== undefined;
  if (shareOf.length < 2 || said.length === 0 || saysMore || replaced.length < said.length) return undefined;
  const parts = shareOf.map((it) => likeOf(it) ?? it);
  const several = parts.find((it) => it.kind === 'values' && !it.negated && it.values.length > 1);
  const [whole, ...others] = quantities;
  const own = { ...later, filters: [], implied: false };
  if (several?.kind !== 'values' || whole === undefined || others.length > 0)
    return { ...own, quantities: [], share, shareOf: parts };
  const partOf = (value: string): Quantity =>
    parts
      .map((it) => (it === several ? { ...several, values: [value] } : it))
      .reduce<Quantity>((of, where) => ({ kind: 'filtered', of, where }), whole);
  return {
    ...own,
    quantities: several.values.map((it) => ({ kind: 'ratio', part: partOf(it), whole, share: true })),
    share: undefined,
    shareOf: undefined,
  };
}

/** What a follow-up narrowed last, of which "what percentage is that?" is asked. */
export function narrowedBy(earlier: Reading, later: Reading): readonly Filter[] | undefined {
  if (later.groups.length > 0 || !namesNoFigure(later)) return undefined;
  if (later.filters.length === 0) return earlier.narrowed;
  // "And for Safari?", after what there is for Firefox, narrows nothing.
  const isOther = (it: Filter): boolean =>
    !earlier.filters.some((known) => filterTarget(known) === filterTarget(it));
  const known = earlier.narrowed?.map(filterTarget) ?? [];
  const narrowed = later.filters.filter((it) => isOther(it) || known.includes(filterTarget(it)));
  return narrowed.length > 0 ? narrowed : earlier.narrowed;
}

/** The conditions that those meet whose share a follow-up asks for, where it names none itself. */
export function narrowedShare(earlier: Reading, later: Reading): readonly Filter[] | undefined {
  if (later.share === undefined || later.filters.length > 0) return undefined;
  const [only, ...more] = earlier.filters;
  // "As a percentage of all stations in the state", after only some of them were counted.
  const single = only === undefined || more.length > 0 ? undefined : [only];
  // "As a share of all features", after those that meet what one question said of them.
  if (/\bof all\b/i.test(later.text) && namesCounted(earlier, later))
    return earlier.narrowed === undefined ? earlier.filters : single;
  if (isOfAll(later)) return single;
  // "How many orders are late?", then "as a percentage": nothing else was counted.
  const isBare = saysOnlyShare(later) && earlier.groups.length === 0;
  if (!isOfThat(later) && !isBare && !countsSomeOfThose(earlier, later)) return undefined;
  const part = earlier.narrowed?.filter((it) => earlier.filters.includes(it)) ?? [];
  return part.length > 0 ? part : earlier.groups.length === 0 ? single : undefined;
}

/** "How many of those are late?", then "as a percentage": of those, and not what part of the late ones each has. */
function countsSomeOfThose({ text }: Reading, later: Reading): boolean {
  return (
    /^\W*(?:(?:and|but|so) )*how many (?:is|are|was|were|has|have|had|do|does|did|can)\b/i.test(text) &&
    saysOnlyShare(later)
  );
}

function saysOnlyShare(later: Reading): boolean {
  return later.groups.length === 0 && namesNoFigure(later) && !/\bof\b/i.test(later.text);
}

/** What a share is split by: a part is one of the whole, which neither "that" nor one of its groups is split by. */
export function splitOf(
  groups: readonly Group[],
  earlier: Reading,
  later: Reading,
  shareOf: readonly Filter[] | undefined,
): readonly Group[] {
  if (later.share === undefined || shareOf === undefined || later.groups.length > 0) return groups;
  if (later.shareOf === undefined && isOfThat(later) && narrowedShare(earlier, later) !== undefined)
    return [];
  const parts = new Set(shareOf.map(filterTarget));
  return groups.filter(({ dimension }) => !parts.has(dimension.name));
}

function isOfAll({ share, text }: Reading): boolean {
  return (
    share !== undefined &&
    /\b(?:percent|percentage|share|proportion|fraction) of (?:all|their|its|the)\b/i.test(text)
  );
}

/** "What percentage is that?", unlike "what percentage are those?", which may be each. */
function isOfThat({ text }: Reading): boolean {
  return /\b(?:that|this|it)\b/i.test(text);
}
