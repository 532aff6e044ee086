import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { type Condition, type Filter, filterTarget, isDenied, valuesNamed } from './filter.ts';
import type { Item } from './item.ts';
import { isCountOf, isPart } from './quantity.ts';
import { leadOf, operatorOfItem, type Scene } from './scene.ts';

/** What those whose share is asked for meet; undefined where it is the share of each group, or none. */
export function readShareOf(
  draft: Draft,
  filters: readonly Filter[],
  isGrouped: boolean,
): readonly Filter[] | undefined {
  const share = draft.items.findIndex((item) => operatorOfItem(item, 'share') !== undefined);
  if (draft.share === undefined) return undefined;
  const compared = comparedParts(draft, share);
  if (compared !== undefined) return [compared];
  const met = metBySides(draft, share);
  if (met !== undefined) return [met];
  const source = sourceOf(draft, Math.max(share, 0), isGrouped);
  if (source !== undefined) return withSameRows(draft, source);
  if (isDeedOfDate(draft, share)) charge(draft, 'whoseShare', 3);
  if (!isGrouped) {
    const said = behindVerb(draft, draft.conditions, Math.max(share, 0));
    // What was returned is the part of what was sent then, whenever it was returned.
    const isSaidOnce = draft.charges.get('datedVerb') === 1;
    if (isSaidOnce && said?.filter.kind === 'values' && draft.conditions.length > 1)
      charge(draft, 'datedVerb', -1);
    return withSameRows(draft, sharedFilters(draft, draft.conditions, Math.max(share, 0)));
  }
  if (draft.quantities.length > 1) return undefined;
  const named = namedPart(draft, share);
  if (named !== undefined) return [named];
  if (!draft.quantities.every(isCountOf)) return undefined;
  // "Each state's share of all stations with lockers" is one of all of these, "the share of each state among them", too.
  const [firstGroup = share] = draft.groups.map(({ at }) => at).filter((at) => at > share);
  if (draft.groups.some(({ at }) => at === share - 1) || amongAt(draft, firstGroup) === firstGroup + 1)
    return undefined;
  // "Share of stations with toilets by state" is the part of each state's.
  const shareOf =
    filters.find(
      ({ kind }) => kind === 'boolean' || kind === 'segment' || kind === 'missing' || kind === 'number',
    ) ??
    behindVerb(draft, draft.conditions, Math.max(share, 0))?.filter ??
    saidOfEach(draft) ??
    ofEach(draft, Math.max(share, 0));
  const [counted] = draft.quantities;
  const { rowCount } = draft.lexicon;
  const isPart = counted?.kind === 'measure' && rowCount !== undefined && counted.measure !== rowCount;
  if (shareOf === undefined && (filters.length > 0 || isPart)) charge(draft, 'whoseShare');
  return shareOf && [shareOf];
}

/** "What share of the rush orders was returned in May": the part is what was returned, and not the rush orders of these. */
function isDeedOfDate({ items, conditions, timeDimension, question }: Draft, share: number): boolean {
  const verb = items.findIndex(
    ({ to }, at) => at > share && /^(?:is|are|was|were|have|has|had)$/.test(question.tokens[to]?.word ?? ''),
  );
  const isDated = items.some(
    (item, at) =>
      at > verb &&
      item.kind === 'link' &&
      item.link.entry.kind === 'dimension' &&
      item.link.entry.dimension === timeDimension,
  );
  return verb >= 0 && isDated && conditions.length > 0 && conditions.every(({ at }) => at < verb);
}

/** "What percentage of customers have an overdue invoice" is of all of them, those without any invoice too. */
function withSameRows(
  { lexicon: { cube }, conditions }: Draft,
  met: readonly Filter[] | undefined,
): readonly Filter[] | undefined {
  const referenceBy = (it: Filter) => (it.kind === 'segment' ? undefined : referenceOf(cube, it.dimension));
  const references = new Set(met?.flatMap((it) => referenceBy(it) ?? []));
  const others = conditions.flatMap(({ filter }) => {
    const reference = referenceBy(filter);
    return reference !== undefined && references.has(reference) && met?.includes(filter) !== true
      ? [filter]
      : [];
  });
  return met && [...met, ...others];
}

/** "Share of online vs counter sales" is the share of each of them, of the sales of all channels. */
function comparedParts({ compare, conditions, quantities }: Draft, share: number): Filter | undefined {
  if (!compare || quantities.length > 1 || !quantities.every(isPart)) return undefined;
  const said = conditions.filter(({ at }) => at > share).toSorted((a, b) => a.at - b.at);
  const [first = conditions[0]] = said;
  const isSeveral =
    first?.filter.kind === 'values' && !first.filter.negated && first.filter.values.length > 1;
  return isSeveral && conditions.every((it) => it === first || it.at > first.at) ? first.filter : undefined;
}

/** "Share of members with a locker, juniors vs seniors": what is said before the sides is the part of each of them. */
function metBySides({ compare, conditions }: Draft, share: number): Filter | undefined {
  const sides = conditions.findLast((it) => valuesNamed(it) > 1);
  const [met, ...others] = conditions.filter((it) => it !== sides && it.at > share);
  const isSaidFirst = sides !== undefined && met !== undefined && met.at < sides.at;
  return compare && isSaidFirst && others.length === 0 ? met.filter : undefined;
}

/**
 * "Online share of revenue per year", "share of online revenue by region": what stands before the share or before its figure is
 * the part, of the figure of each group.
 */
function namedPart(
  { items, conditions, groups, quantities, figures }: Draft,
  share: number,
): Filter | undefined {
  const figure = figures.find((it) => it.quantity === quantities[0])?.at ?? -1;
  if (!quantities.every(isPart)) return undefined;
  const isBefore = (from: number, to: number): boolean =>
    from < to && items.slice(from, to).every((item) => item.kind === 'link');
  const named = conditions.filter(
    ({ at, filter }) =>
      !isDenied(filter) &&
      !groups.some(({ dimension }) => dimension.name === filterTarget(filter)) &&
      (isBefore(at, share) || (at > share && isBefore(at, figure))),
  );
  return named.length === 1 ? named[0]?.filter : undefined;
}

/** "Percentage of women per job title": of the people of each. */
function ofEach({ items, conditions }: Draft, share: number): Filter | undefined {
  const split = items.findIndex(
    (item, at) => at > share && operatorOfItem(item, 'per', 'each', 'by') !== undefined,
  );
  const [only, ...more] = conditions.filter(({ filter }) => filter.kind === 'values');
  return split >= 0 && only !== undefined && more.length === 0 && only.at > share && only.at < split
    ? only.filter
    : undefined;
}

/** "What percentage of features does each mobile browser support": what is said of each, behind it. */
function saidOfEach(draft: Draft): Filter | undefined {
  const { items, conditions, groups, question } = draft;
  const each = groups.find(({ at }) => {
    const cue = leadOf(draft, at).cue;
    const from = items[cue?.at ?? -1]?.from ?? 0;
    return cue?.kind === 'each' && /^(?:do|does|did)$/.test(question.tokens[from - 1]?.word ?? '');
  });
  const [only, ...more] = each === undefined ? [] : conditions.filter(({ at }) => at > each.at);
  return more.length === 0 ? only?.filter : undefined;
}

/**
 * "Share of island takings from night trips": of an amount it is what comes from there, whatever narrows that amount. Of rows, as
 * in "share of island trips from Kiel", it may be either of the two.
 */
function sourceOf(draft: Draft, share: number, isGrouped: boolean): readonly Filter[] | undefined {
  const { conditions, groups, quantities, figures, items } = draft;
  const fromAt = (at: number): number | undefined => {
    const { cue } = leadOf(draft, at);
    const isFrom = cue?.kind === 'in' && /^(?:from|through|via)$/.test(wordOf(draft, items[cue.at]));
    return isFrom && cue.at > share ? cue.at : undefined;
  };
  const [from, ...more] = new Set(conditions.flatMap(({ at }) => fromAt(at) ?? []));
  const said = behindVerb(draft, conditions, share);
  const isSaidOtherwise = said !== undefined && fromAt(said.at) === undefined;
  if (from === undefined || more.length > 0 || quantities.length > 1 || isSaidOtherwise) return undefined;
  const isNarrowed = conditions.some(({ at }) => at > share && at < from);
  if (isNarrowed && said === undefined && quantities.every(isCountOf)) charge(draft, 'whoseShare', 3);
  const isOfAmount = figures.some(
    ({ at, quantity }) => at > share && at < from && isPart(quantity) && !isCountOf(quantity),
  );
  const isSplitBefore = groups.some(({ at }) => at < from);
  if (!isOfAmount || (isGrouped && (!isNarrowed || isSplitBefore))) return undefined;
  return conditions.filter(({ at }) => fromAt(at) === from).map(({ filter }) => filter);
}

/** The filters whose share is asked: what is said of the things counted, not where they were looked for. */
function sharedFilters(
  scene: Scene,
  conditions: readonly Condition[],
  share: number,
): readonly Filter[] | undefined {
  const after = conditions.filter(({ at }) => at > share).toSorted((a, b) => a.at - b.at);
  // "Share of women among seniors", "share sold at a loss when the discount is over 20 %".
  const among = amongAt(scene, share);
  const [before] = after.filter(({ at }) => at < among);
  if (before !== undefined) return [before.filter];
  // "How many of the leads are women, as a percentage".
  const [first] = after.length > 0 ? after : [behindVerb(scene, conditions, -1) ?? conditions[0]];
  if (first === undefined || after.length <= 1) return first && [first.filter];
  const said = behindVerb(scene, after, share) ?? insideOthers(scene, after, share) ?? after.at(-1) ?? first;
  const met = [said];
  for (const next of after) {
    const last = met.at(-1) ?? said;
    // "Have a housing loan but no personal loan".
    if (next.at > last.at && isJoined(scene, last.at, next.at)) met.push(next);
  }
  return met.map(({ filter }) => filter);
}

function amongAt({ items, question }: Scene, after: number): number {
  return items.findIndex(
    ({ from }, at) =>
      at > after && /^(?:among(?:st)?|when|where|if)$/.test(question.tokens[from]?.word ?? ''),
  );
}

/** "Share of card payments in online orders" is one of card payments, unlike that of features "in full support". */
function insideOthers(
  scene: Scene,
  [first, second]: readonly Condition[],
  share: number,
): Condition | undefined {
  const { cue } = second === undefined ? {} : leadOf(scene, second.at);
  if (first === undefined || cue?.kind !== 'in' || cue.at < first.at) return undefined;
  const between = scene.items.slice(share + 1, cue.at);
  const isPhrase = between.every(
    (item, at) =>
      item.kind === 'link' || (share + 1 + at < first.at && /^(of|all|the|our)$/.test(wordOf(scene, item))),
  );
  return isPhrase ? first : undefined;
}

function wordOf({ question }: Pick<Scene, 'question'>, item: Item | undefined): string {
  return question.tokens[item?.from ?? -1]?.word ?? '';
}

function isJoined({ items, question }: Scene, from: number, to: number): boolean {
  return items
    .slice(from, to)
    .some((item) => /^(and|but|nor|or|und|aber|oder)$/.test(question.tokens[item.from]?.word ?? ''));
}

/** "What share of the stations has a lift": what is said of them, rather than which they are. */
function behindVerb(
  { items, question }: Scene,
  conditions: readonly Condition[],
  share: number,
): Condition | undefined {
  const verbOf = (words: RegExp): number =>
    items.findIndex(
      (item, at) =>
        at > share && item.kind === 'operator' && words.test(question.tokens[item.to]?.word ?? ''),
    );
  // "What share of the lines with a discount were sold at a loss".
  const verbs = /^(is|are|was|were|have|has|had)$/;
  const finite = verbOf(verbs);
  // A name may begin with its verb: "has a lift".
  const inName = items.findIndex(
    (item, at) => at > share && item.kind === 'link' && verbs.test(question.tokens[item.from]?.word ?? ''),
  );
  const verb = finite >= 0 ? finite : inName >= 0 ? inName - 1 : verbOf(/^with$/);
  const said = conditions.filter(({ at }) => verb >= 0 && at > verb).toSorted((a, b) => a.at - b.at);
  return (Math.max(finite, inName) >= 0 ? undefined : deedAfter({ items, question }, said)) ?? said[0];
}

/** "What share of the riders with more than ten starts finished": what they did, rather than what they have. */
function deedAfter(
  scene: Pick<Scene, 'items' | 'question'>,
  said: readonly Condition[],
): Condition | undefined {
  const { items, question } = scene;
  const last = said.at(-1);
  const item = items[last?.at ?? -1];
  if (last === undefined || item === undefined || said.length < 2) return undefined;
  const isDeed = last.filter.kind === 'boolean' || last.filter.kind === 'segment';
  const isSaidAlone = item.from === item.to && /ed$/.test(wordOf(scene, item));
  const joint = /^(?:and|or|but|with|that|who|which|not|never)$/;
  const isNew = items
    .slice((said.at(-2)?.at ?? 0) + 1, last.at)
    .every(({ from }) => !joint.test(question.tokens[from]?.word ?? ''));
  return isDeed && isSaidAlone && isNew ? last : undefined;
}

/** "Share of donations that failed, by method": the second figure is of the first, and no further one. */
export function isPartOfFirst({ items, figures: [whole, part], question }: Draft): boolean {
  if (whole === undefined || part === undefined) return false;
  const between = items.slice(whole.at + 1, part.at);
  return between.every(
    (item) =>
      operatorOfItem(item, 'and', 'or', 'compare', 'by') === undefined ||
      /^among/.test(question.tokens[item.from]?.word ?? ''),
  );
}
