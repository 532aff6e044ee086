import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { spanBetween } from '../link/spans.ts';
import { charge } from './charges.ts';
import { groupAt, isBearer, isGroupLike, roleBefore, statedAggregate } from './cues.ts';
import {
  areTogether,
  isHeadOfFigure,
  isMeanPerYearOf,
  isNone,
  isSaidOfSome,
  isSubject,
  isTheirs,
  namesHead,
} from './dimension-evidence.ts';
import { type Draft, statedFigure } from './draft.ts';
import { distinctOf } from './figures.ts';
import type { Filter } from './filter.ts';
import { addGroup } from './group.ts';
import { muchTraded } from './how-many.ts';
import { isPartlyNamed, numberFigure } from './number-figure.ts';
import { isAllOfOwner } from './owners.ts';
import { chargeHalfOfName, isAskedOfThem, isLeftOut, readPresence, saysUnknown } from './presence.ts';
import type { Quantity } from './quantity.ts';
import {
  isOrderCue,
  isRankCue,
  isRankedThrough,
  oftenBefore,
  superlativeBefore,
  topOf,
} from './rank-cues.ts';
import { isPlural, isSaidToBeMissing, type Lead, linkAt, open, operatorOfItem, use } from './scene.ts';
import { readTime } from './time-role.ts';
import { isDoneByValue, isPassive } from './value-evidence.ts';

/** Gives a named dimension its role: a group, a figure of its numbers, a count of its values, or a condition. */
export function readDimension(scene: Draft, at: number, dimension: DimensionMetadata, lead: Lead): void {
  const kind = lead.cue?.kind;
  const asks = !lead.modifiers.some(
    (place) =>
      operatorOfItem(scene.items[place], 'share', 'change', 'running', 'trend', 'ratio') !== undefined,
  );
  const cued =
    kind === 'by' || kind === 'between'
      ? 'by'
      : kind === 'per' || kind === 'each'
        ? 'per'
        : kind === 'which' && asks
          ? 'which'
          : undefined;
  const aggregate = statedAggregate(scene, lead, dimension.type === 'number');
  // Numbers that tell rows apart are named, not put together.
  const isNumber = dimension.type === 'number' && !(isIdentifier(dimension) && lead.modifiers.length === 0);
  if (dimension.type === 'time') {
    readTime(scene, at, dimension, lead, cued);
    return;
  }
  if (isNumber ? isHeadOfFigure(scene, at, dimension) : areTogether(scene, at)) {
    use(scene, at);
    return;
  }
  if (!isNumber && readReferring(scene, at, dimension, lead)) return;
  // "In order of their atomic number": those that are listed.
  const isTelling = !isNumber || isGroupLike(scene, dimension);
  if (lead.cue !== undefined && isTelling && scene.isListing && isOrderCue(scene, lead.cue.at)) {
    use(scene, lead.cue.at);
    scene.sortedBy ??= dimension;
    addGroup(scene, at, dimension, 'list', { ...lead, cue: undefined });
    return;
  }
  if (isNumber && kind === 'by' && isRankCue(scene, lead)) {
    use(scene, at, lead.cue?.at);
    scene.rankBy ??= numberFigure(scene, at, dimension, aggregate.aggregate, lead, aggregate.places);
    return;
  }
  // "For each number of attempts".
  if (aggregate.aggregate === 'count' && isNumber && (cued === 'per' || cued === 'by')) {
    use(scene, ...aggregate.places);
    addGroup(scene, at, dimension, cued, lead);
    return;
  }
  if (aggregate.aggregate !== undefined && isNumber && aggregate.aggregate !== 'distinct') {
    numberFigure(scene, at, dimension, aggregate.aggregate, lead, aggregate.places);
    return;
  }
  if (
    !isNumber &&
    (aggregate.aggregate === 'distinct' || aggregate.aggregate === 'count' || kind === 'many')
  ) {
    use(
      scene,
      at,
      ...lead.modifiers.filter((place) => operatorOfItem(scene.items[place], 'aggregate') !== undefined),
      kind === 'many' ? lead.cue?.at : undefined,
    );
    if (kind !== 'by' && kind !== 'per' && kind !== 'each') {
      scene.isCounting = true;
      const { rowCount } = scene.lexicon;
      // "Admissions per ward and number of emergencies": nobody counts yes and no.
      if (dimension.type === 'boolean' && rowCount !== undefined) {
        const where: Filter = { kind: 'boolean', dimension, value: true };
        const of: Quantity = { kind: 'measure', measure: rowCount };
        scene.figures.push(statedFigure({ kind: 'filtered', of, where }, at));
        return;
      }
      if (aggregate.aggregate !== 'distinct') charge(scene, 'undistinct');
      // "How many bookings" are no booking channels.
      if (!namesHead(scene, at, dimension)) charge(scene, 'compound');
      scene.figures.push(statedFigure(distinctOf(scene.lexicon, dimension), at));
      return;
    }
  }
  // "produced by Nordan turbines" says who did it.
  if (cued === 'by' && lead.cue !== undefined && isPassive(scene, lead.cue.at) && isBearer(scene, at, lead)) {
    use(scene, at, lead.cue.at);
    return;
  }
  // "Profit per unit" divides one by the other.
  if (
    cued === 'per' &&
    isNumber &&
    kind === 'per' &&
    !isGroupLike(scene, dimension) &&
    scene.figures.length === 1 &&
    !isMeanPerYearOf(scene, at, dimension)
  ) {
    numberFigure(scene, at, dimension, 'sum', lead, []);
    use(scene, lead.cue?.at);
    scene.isRatio = true;
    return;
  }
  if (cued !== undefined) {
    if (kind === 'by' && isDoneByValue(scene, at, lead)) charge(scene, 'doneByValue');
    const ranks = lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'rank') !== undefined);
    if (isNumber && cued === 'which' && (ranks || !isGroupLike(scene, dimension))) {
      // "Which shares are rated sell" asks for no share price.
      if (!ranks && isPlural(scene, at) && isPartlyNamed(scene, at)) charge(scene, 'countByMean');
      numberFigure(scene, at, dimension, undefined, lead, []);
      use(scene, lead.cue?.at);
      return;
    }
    if (isNumber && kind === 'by' && !isGroupLike(scene, dimension)) charge(scene, 'groupedAmount');
    addGroup(scene, at, dimension, cued, lead);
    return;
  }
  const isFew =
    !isNumber && lead.number !== undefined && lead.cue === undefined && open(scene, 'rank').length > 0;
  const isDone = linkAt(scene, at)?.deed === true;
  const isRanked =
    (!isNumber || (isGroupLike(scene, dimension) && !isDone)) &&
    (topOf(scene, lead) !== undefined ||
      superlativeBefore(scene, at) !== undefined ||
      isRankedThrough(scene, at) ||
      oftenBefore(scene, lead));
  if (isFew || isRanked) {
    addGroup(scene, at, dimension, 'ranked', lead);
    return;
  }
  // "From customers aged 60 or older".
  const next = scene.items[at + 1];
  const isDescribed =
    next?.kind === 'comparison' &&
    next.comparison.adjective !== undefined &&
    (kind === 'in' || kind === 'of');
  // What is no bearer is left over, and looked for.
  if (isEndOfName(scene, at, dimension)) return;
  if (!isNumber && (isDescribed || isBearer(scene, at, lead))) {
    use(scene, at, isDescribed ? lead.cue?.at : undefined);
    charge(scene, 'bearerDimension');
    return;
  }
  if (isLeftOut(scene, at)) {
    use(scene, at, lead.cue?.at);
    return;
  }
  if (isNumber && saysUnknown(scene, at) && readPresence(scene, at, dimension)) return;
  if (isNumber && isSaidToBeMissing(scene, at) && isNone(scene, lead)) {
    use(scene, at, lead.cue?.at);
    if (isIdentifier(dimension)) charge(scene, 'missingKey');
    // "Without a start time" has no start, however long it took until then.
    if (spanBetween(dimension) !== undefined) charge(scene, 'missingKey');
    chargeHalfOfName(scene, at);
    scene.conditions.push({ at, filter: { kind: 'missing', dimension, negated: false } });
    return;
  }
  const before = roleBefore(scene, at, lead);
  const sibling = groupAt(scene, before);
  if (sibling !== undefined && (!isNumber || sibling.cue === 'list' || isGroupLike(scene, dimension))) {
    if (kind === 'and') use(scene, lead.cue?.at);
    addGroup(scene, at, dimension, sibling.cue, { ...lead, cue: undefined });
    return;
  }
  if (isNumber) {
    if (
      kind === 'many' &&
      isPartlyNamed(scene, at) &&
      !siblingsOf(scene.lexicon, dimension).measures.has('sum')
    )
      charge(scene, 'countByMean');
    if (scene.isListing && scene.groups.some(({ cue }) => cue === 'list')) {
      // "Blocks that emit light" are some of them.
      const verb = scene.items[at - 1];
      const before = scene.question.tokens[(verb?.from ?? 0) - 1]?.word ?? '';
      if (verb?.kind === 'word' && /^(that|which|who)$/.test(before)) charge(scene, 'unselective');
      addGroup(scene, at, dimension, 'list', lead);
      return;
    }
    if (muchTraded(scene, at, dimension) !== undefined) charge(scene, 'muchOfRows');
    numberFigure(scene, at, dimension, undefined, lead, []);
    if (kind === 'and' || kind === 'with' || kind === 'of' || kind === 'in' || kind === 'much')
      use(scene, lead.cue?.at);
    return;
  }
  if (readPresence(scene, at, dimension)) return;
  const asksOfThem = isAskedOfThem(scene, at) || isTheirs(scene, at);
  if (isSaidOfSome(scene, at)) charge(scene, 'unselective');
  const isListed = scene.isListing || asksOfThem || scene.groups.some(({ cue }) => cue === 'list');
  // "Names for it in all languages": the names, and where they are so.
  const entity = isListed && kind === 'in' ? entityDimension(scene.lexicon.cube) : undefined;
  if (scene.groups.length === 0 && entity !== undefined)
    addGroup(scene, at, entity, 'list', { ...lead, cue: undefined });
  // "How much did sponsors pay" is of what has a sponsor.
  if (!isListed && isSubject(scene, at))
    scene.conditions.push({ at, filter: { kind: 'missing', dimension, negated: true } });
  addGroup(scene, at, dimension, isListed ? 'list' : 'bare', lead);
}

/** "On no service", "by a single browser": what refers to the rows is there or not, and splits nothing. */
function readReferring(scene: Draft, at: number, dimension: DimensionMetadata, { cue }: Lead): boolean {
  const isSplit =
    cue !== undefined &&
    (['per', 'each', 'which', 'many', 'much'].includes(cue.kind) ||
      (cue.kind === 'by' && !isPassive(scene, cue.at)));
  if (isSplit || referenceOf(scene.lexicon.cube, dimension) === undefined) return false;
  use(scene, at, cue?.at);
  if (cue?.kind === 'not')
    scene.conditions.push({ at, filter: { kind: 'missing', dimension, negated: false } });
  // "Empty properties" are not just all that are in tenancies, which may be vacated, nor are those "in the hall" all that there are.
  else
    charge(
      scene,
      (linkAt(scene, at)?.quality ?? 1) < 0.95 || isAllOfOwner(scene, at) ? 'unused' : 'bearerDimension',
    );
  return true;
}

/** "New York City", unlike "the New York office" and "New York offices": a noun right behind what is a value of something else. */
function isEndOfName(scene: Draft, at: number, dimension: DimensionMetadata): boolean {
  const { items, question } = scene;
  const value = linkAt(scene, at - 1)?.entry;
  const noun = question.tokens[items[at]?.to ?? -1];
  const before = question.tokens[(items[at - 1]?.from ?? 0) - 1]?.word ?? '';
  return (
    value?.kind === 'value' &&
    value.dimension !== dimension &&
    items[at]?.from === items[at]?.to &&
    noun !== undefined &&
    !noun.afterBreak &&
    noun.word === noun.lemma &&
    /^(?:in|at|from|to|for|of)$/.test(before)
  );
}
