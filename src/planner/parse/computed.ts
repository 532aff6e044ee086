import { isExistence } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { readBothSides } from './both-sides.ts';
import { nameChanging, readChange, readChangeSince } from './changes.ts';
import { charge } from './charges.ts';
import { readBetween, readOneSided, readThan } from './contrast.ts';
import { isGroupLike } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { timeOf } from './figure-time.ts';
import { filterTarget, valuesNamed } from './filter.ts';
import { isCountOf, isPart, type Quantity, quantityKey, uniqueQuantities } from './quantity.ts';
import { afterBreak, leadOf, leftOf, open, operatorOfItem, use } from './scene.ts';

/** Buckets of time and trends. */
export function readGrains(scene: Draft): void {
  if (!scene.items.some((item) => item.kind === 'grain' || operatorOfItem(item, 'trend') !== undefined))
    return;
  const figureTime =
    scene.timeDimension ??
    timeOf(
      scene.lexicon,
      scene.figures.map(({ quantity }) => quantity),
      scene.conditions.map(({ filter }) => filter),
    );
  for (const [at, item] of scene.items.entries()) {
    if (item.kind !== 'grain' || scene.used.has(at)) continue;
    const lead = leadOf(scene, at);
    const kind = lead.cue?.kind;
    const named = scene.groups.find((it) => it.dimension.type === 'time');
    const dimension = named?.dimension ?? figureTime;
    if (dimension === undefined) {
      charge(scene, 'timeless.grain');
      continue;
    }
    // Dates without a time of day have no hours.
    if (
      (item.grain === 'hour' || item.grain === 'daytime') &&
      dimension.range !== undefined &&
      dimension.timesOfDay !== true
    )
      charge(scene, 'timeless.grain');
    use(scene, at);
    const cue =
      kind === 'by'
        ? 'by'
        : kind === 'per' || kind === 'each'
          ? 'per'
          : kind === 'which'
            ? 'which'
            : item.adverb
              ? 'by'
              : undefined;
    if (cue !== undefined && !item.adverb) use(scene, lead.cue?.at);
    if (cue === undefined && item.grain !== 'auto') {
      charge(scene, isAmount(scene, at) ? 'idleGrain' : 'bareGrain');
      // "Cancelled on the same day they were due": one date is held against another.
      if (scene.question.tokens[item.from]?.before === 'same') charge(scene, 'idleGrain', 2);
      // "Average days until jobs are done" are no average of each day.
      if (isAveraged(scene, at) && lasts(scene, at)) charge(scene, 'idleGrain');
      // "Home office days per employee" are a figure.
      if (operatorOfItem(scene.items[at + 1], 'per') !== undefined) charge(scene, 'idleGrain');
    }
    if (named !== undefined) scene.groups.splice(scene.groups.indexOf(named), 1);
    const ranked = lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'rank') !== undefined);
    scene.groups.push({ dimension, grain: item.grain, at, cue: cue ?? (ranked ? 'ranked' : 'by') });
  }
  for (const { at } of open(scene, 'trend')) {
    use(scene, at);
    if (scene.groups.some(({ grain }) => grain !== undefined)) continue;
    if (figureTime === undefined) charge(scene, 'timeless.trend');
    else scene.groups.push({ dimension: figureTime, grain: 'auto', at, cue: 'by' });
  }
}

/** "In the evening": one part of the day, which a clock does not say already. */
export function readDayParts(scene: Draft): void {
  for (const [at, item] of scene.items.entries()) {
    if (item.kind !== 'daypart' || scene.dayTime !== undefined) continue;
    use(scene, at);
    scene.dayTime = item.time;
  }
}

/** "On the day they were placed", "took a week to ship": a day or a length of time rather than one bucket after the other. */
function isAmount({ items, question }: Draft, at: number): boolean {
  const from = items[at]?.from ?? 0;
  const isPlural = question.tokens[from]?.word !== question.tokens[from]?.lemma;
  const [article, next] = [from - 1, from + 1].map((index) => question.tokens[index]?.word ?? '');
  return (
    (article === 'the' && !isPlural && !/^(before|after)$/.test(next ?? '')) ||
    (article === 'a' && /^(to|after|before|or)$/.test(next ?? ''))
  );
}

/** Whether an average is said directly before a bucket of time. */
function isAveraged(scene: Draft, at: number): boolean {
  return operatorOfItem(scene.items[at - 1], 'aggregate')?.aggregate === 'avg';
}

/** Whether a bucket of time says how long it is from one thing to another. */
export function lasts({ items, question }: Draft, at: number): boolean {
  return /^(?:from|between|to|until|till|before)$/.test(
    question.tokens[(items[at]?.to ?? 0) + 1]?.word ?? '',
  );
}

/** Shares, ratios, changes, running totals and comparisons. */
export function readComputations(scene: Draft): void {
  const percents =
    scene.figures.length > 0 &&
    scene.figures.every(
      ({ quantity }) => quantity.kind === 'measure' && quantity.measure.format === 'percent',
    );
  // A rate is a percentage already.
  if (percents) for (const { at } of open(scene, 'share')) use(scene, at);
  const shares = open(scene, 'share');
  for (const { at } of shares) use(scene, at);
  const isTwice = readChange(scene);
  if (!scene.change && shares.length > 0)
    scene.share = shares.some(({ operator }) => operator.percent) ? 'percent' : 'fraction';
  const runnings = open(scene, 'running');
  for (const { at } of runnings) use(scene, at);
  scene.running = runnings.length > 0;
  if (scene.running)
    for (const { at, operator } of open(scene, 'aggregate')) if (operator.aggregate === 'sum') use(scene, at);
  const compares = open(scene, 'compare');
  for (const { at } of compares) use(scene, at);
  // "How many films and how many series".
  scene.compare = compares.length > 0 || isTwice;
  readChangeSince(scene);
  readBothSides(scene);
  readThan(scene);
  readBetween(scene);
  readOneSided(scene);
  readCounts(scene);
  if (scene.compare) for (const { at } of open(scene, 'between')) use(scene, at);
  const isSeveral =
    new Set(scene.figures.map(({ quantity }) => quantityKey(quantity))).size > 1 ||
    scene.groups.some(({ dimension }) => dimension.type === 'boolean') ||
    scene.conditions.some(({ filter }) => filter.kind === 'values' && filter.values.length > 1);
  // "How many are blocks and how many are items" asks for more than one of them.
  if (isTwice && !isSeveral) charge(scene, 'twice');
  readShareOfFigure(scene, shares.at(-1)?.at);
  const ratios = open(scene, 'ratio');
  scene.quantities = uniqueQuantities(scene.figures.map(({ quantity }) => quantity));
  if ((ratios.length > 0 || scene.isRatio) && scene.quantities.length === 2) {
    const [part, whole] = scene.quantities as [Quantity, Quantity];
    scene.quantities = [{ kind: 'ratio', part: dividend(scene, part, whole), whole }];
    for (const { at } of ratios) use(scene, at);
    // "Average discount per order" is what all of them come to by their number.
    const [dividedAt] = scene.figures.map(({ at }) => at);
    for (const { at, operator } of open(scene, 'aggregate'))
      if (scene.isRatio && operator.aggregate === 'avg' && at < (dividedAt ?? 0)) use(scene, at);
  }
  // "Ratio of men to women".
  const isPair = scene.conditions.some((it) => valuesNamed(it) === 2);
  if (ratios.length > 0 && isPair && scene.quantities.length < 2) {
    for (const { at } of ratios) use(scene, at);
    scene.compare = true;
  }
  nameChanging(scene);
}

/** "The share of their revenue that goes into research" divides one amount by the other. */
function readShareOfFigure(scene: Draft, share: number | undefined): void {
  const [whole, part, ...more] = scene.figures;
  if (share === undefined || whole === undefined || part === undefined || more.length > 0) return;
  const areAmounts = [whole, part].every(({ quantity }) => isPart(quantity) && !isCountOf(quantity));
  const of = leadOf(scene, whole.at);
  const between = scene.items.slice(whole.at + 1, part.at);
  const isJoined =
    afterBreak(scene, part.at) ||
    between.some((item) => operatorOfItem(item, 'and', 'or', 'by', 'per', 'compare') !== undefined);
  // "Gross profit as a percentage of revenue".
  const isPartFirst = whole.at < share && share < part.at;
  if ((areAmounts || isHeldAs(scene, share)) && isPartFirst && !isJoined) {
    scene.figures.splice(
      0,
      2,
      statedFigure({ kind: 'ratio', part: whole.quantity, whole: part.quantity, share: true }, whole.at),
    );
    scene.share = undefined;
    return;
  }
  if (!areAmounts || isJoined || whole.at < share || !of.modifiers.includes(share)) return;
  // "The share of shipping in total cost".
  const isWithin = scene.question.tokens[(scene.items[whole.at]?.to ?? 0) + 1]?.word === 'in';
  const [all, some] = isWithin ? [part, whole] : [whole, part];
  scene.figures.splice(
    0,
    2,
    statedFigure({ kind: 'ratio', part: some.quantity, whole: all.quantity, share: true }, whole.at),
  );
  scene.share = undefined;
}

/** "Delays as a percentage of trips", "in percent of trips", unlike "the trips, and the share of delays". */
function isHeldAs({ items, question: { tokens } }: Draft, share: number): boolean {
  const [from = 0, to = 0] = [items[share]?.from, items[share]?.to];
  const words = tokens.slice(Math.max(from - 2, 0), to + 2).map(({ word }) => word);
  return /\b(?:as|in) (?:an? |the )?(?:\S+ ){1,2}of\b/.test(words.join(' '));
}

/** "Average revenue per guest" is all of the revenue by all guests: an average divided by a sum says nothing. */
function dividend(scene: Draft, part: Quantity, whole: Quantity): Quantity {
  const isAverage =
    part.kind === 'aggregate'
      ? part.aggregate === 'avg'
      : part.kind === 'measure' && part.measure.type === 'avg';
  if (!isAverage || !isPart(whole)) return part;
  const sum =
    part.kind === 'measure' ? siblingsOf(scene.lexicon, part.measure).measures.get('sum') : undefined;
  if (sum !== undefined) return { kind: 'measure', measure: sum };
  charge(scene, 'idle.ratio');
  return part;
}

/** "How many with parking, how many with toilets": each is counted by itself. */
function readCounts(scene: Draft): void {
  const { rowCount } = scene.lexicon;
  const counted = scene.conditions.filter(({ at }) => isCountedAlone(scene, at));
  const asked = scene.items.filter((item) => operatorOfItem(item, 'many') !== undefined).length;
  // "How many students under 25" are both.
  if (counted.some(({ at }) => counted.some((it) => isSaidOf(scene, at, it.at)))) {
    if (asked > 1) charge(scene, 'twice');
    return;
  }
  // "How many films and how many series" are compared.
  const own = counted.filter(({ filter }) => !(filter.kind === 'values' && filter.values.length > 1));
  const targets = new Set(own.map(({ filter }) => filterTarget(filter)));
  if (rowCount === undefined || targets.size < own.length || own.length === 0) return;
  if (asked < 2 && own.length < 2) return;
  for (const condition of own) {
    const { at, filter } = condition;
    const lead = leadOf(scene, at);
    const many = lead.cue?.kind === 'with' ? leftOf(scene.items, lead.cue.at) : lead.cue?.at;
    use(scene, many, lead.cue?.at);
    // "How many guests and how many bookings": of these, not of the guests that have some.
    const isOther = filter.kind === 'boolean' && isExistence(filter.dimension) && lead.cue?.kind === 'many';
    if (isOther) charge(scene, 'compound');
    scene.conditions.splice(scene.conditions.indexOf(condition), 1);
    const of: Quantity = { kind: 'measure', measure: rowCount };
    scene.figures.push(statedFigure({ kind: 'filtered', of, where: filter }, at));
  }
  scene.isCounting = true;
}

/** Whether a condition follows another one with nothing that joins the two. */
function isSaidOf(scene: Draft, first: number, second: number): boolean {
  const behind = scene.items.slice(first + 1, second + 1);
  const isJoined = behind.some((item) => operatorOfItem(item, 'and', 'or', 'many', 'compare') !== undefined);
  return first < second && !isJoined && !behind.some((_, place) => afterBreak(scene, first + 1 + place));
}

/** Whether "how many" is said of a condition rather than of what meets it. */
function isCountedAlone(scene: Draft, at: number): boolean {
  const { cue } = leadOf(scene, at);
  const before = cue?.kind === 'with' ? leftOf(scene.items, cue.at) : cue?.at;
  const item = before === undefined ? undefined : scene.items[before];
  const next = scene.items[at + 1];
  const narrows = next?.kind === 'link' && !afterBreak(scene, at + 1);
  return operatorOfItem(item, 'many') !== undefined && !narrows;
}

/** "How are the scores distributed?" counts the rows of each. @returns whether something is spread */
export function readSpread(scene: Draft): boolean {
  const [spread] = open(scene, 'spread');
  if (spread !== undefined) {
    const [only, ...more] = scene.figures;
    if (
      only?.number !== undefined &&
      more.length === 0 &&
      scene.groups.length === 0 &&
      scene.lexicon.rowCount !== undefined &&
      isGroupLike(scene, only.number)
    ) {
      scene.groups.push({ dimension: only.number, at: only.at, cue: 'by' });
      scene.quantities = [{ kind: 'measure', measure: scene.lexicon.rowCount }];
      charge(scene, 'impliedAverage', -1);
      use(scene, spread.at);
    } else if (scene.groups.length > 0) use(scene, spread.at);
  }
  return spread !== undefined;
}
