import type { MeasureMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { mainAmount } from '../link/main-amount.ts';
import { siblingsOf } from '../link/siblings.ts';
import { countsSome } from '../link/some-rows.ts';
import { chargeCountOfSum, summedAmount } from './called-sum.ts';
import { charge } from './charges.ts';
import { coordinated, groupAt, isContext, isPerRow, roleBefore, sharedAggregate, wordsAt } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { addsUp, entityOf, figureOfMeasure, joinFigure, naturalOf } from './figures.ts';
import { addGroup, isOfAll } from './group.ts';
import { muchTraded } from './how-many.ts';
import { isOneHad, namesOneOf } from './listing.ts';
import { addOtherOf, areNumberAndSum } from './number-and-sum.ts';
import { isPartlyNamed } from './number-figure.ts';
import { readPartOfRows } from './part-of-rows.ts';
import { readJoined } from './presence.ts';
import { isCountOf, isPart } from './quantity.ts';
import { isBiggest, isRankCue, isRankedThrough, topOf } from './rank-cues.ts';
import { readAmong } from './relation-role.ts';
import { afterBreak, isPlural, type Lead, leftOf, linkAt, open, operatorOfItem, use } from './scene.ts';
import { isHadByMany } from './value-of-thing.ts';
import { readWorth } from './worth.ts';

/**
 * Gives a named measure its role: a figure, what to rank by, or, where it counts things that have names, what the answer
 * is split by.
 */
export function readMeasure(
  scene: Draft,
  at: number,
  measure: MeasureMetadata,
  lead: Lead,
  saysAggregate: boolean,
): void {
  if (readJoined(scene, at, measure, lead)) return;
  if (readPartOfRows(scene, at, measure)) return;
  const kind = lead.cue?.kind;
  const isCount = measure.type.startsWith('count');
  const ranked = kind === 'by' && isRankCue(scene, lead);
  // "Admissions per ward, all patients together" asks for no patients beside them.
  if (isCount && isOfAll(scene, at)) {
    use(scene, at);
    return;
  }
  if (isCount && readWorth(scene, at, lead, measure)) return;
  if (measure === scene.lexicon.rowCount && readAmong(scene, at, lead)) return;
  if (measure === scene.lexicon.rowCount && isPerRow(scene, kind)) {
    use(scene, at, lead.cue?.at);
    return;
  }
  if (
    isCount &&
    !ranked &&
    (kind === 'by' || kind === 'per' || kind === 'each' || kind === 'which') &&
    lead.modifiers.length === 0
  ) {
    const dimension = entityOf(scene.lexicon, measure);
    if (dimension !== undefined && (kind !== 'which' || !saysAggregate)) {
      addGroup(scene, at, dimension, kind === 'which' ? 'which' : kind === 'by' ? 'by' : 'per', lead);
      return;
    }
  }
  // "How big is it in square metres?" says once more which figure is meant, by its unit.
  const isUnit =
    kind === 'in' &&
    scene.figures.some(({ quantity }) => quantity.kind === 'measure' && quantity.measure === measure);
  if (isUnit) {
    use(scene, at, lead.cue?.at);
    charge(scene, 'repeated');
    return;
  }
  const unnamed =
    isCount &&
    !ranked &&
    (kind === 'by' || kind === 'per' || kind === 'each') &&
    !isRankCue(scene, lead) &&
    open(scene, 'rank').length === 0;
  // "Calls per subscription", "average discount per order".
  const isPerOne =
    kind === 'per' &&
    ((measure.type === 'count' && measure !== scene.lexicon.rowCount) || isAveragedAmount(scene));
  if (unnamed && isPerOne && scene.figures.length === 1) {
    use(scene, at, lead.cue?.at);
    scene.figures.push(statedFigure({ kind: 'measure', measure }, at));
    scene.isRatio = true;
    return;
  }
  if (unnamed && (scene.figures.length > 0 || scene.relations.length > 0)) {
    scene.ambiguities.push({ about: 'split by', what: wordsAt(scene, at) });
    use(scene, at, lead.cue?.at);
    return;
  }
  const isPicked = topOf(scene, lead) !== undefined || isBiggest(scene, lead) || isRankedThrough(scene, at);
  if (isCount && isPicked) {
    if (entityOf(scene.lexicon, measure) === undefined)
      scene.ambiguities.push({ about: 'tell apart', what: wordsAt(scene, at) });
    const dimension = entityOf(scene.lexicon, measure);
    if (dimension !== undefined) {
      addGroup(scene, at, dimension, 'ranked', lead);
      return;
    }
  }
  // "Of the calls" says of what a figure is, "with the number of calls" asks for another.
  const isOfRows = measure === scene.lexicon.rowCount && !saysAggregate && isContext(scene, at, lead);
  if (isOfRows && open(scene, 'share').length === 0) {
    use(scene, at, lead.cue?.at);
    return;
  }
  if (kind === 'with' && !saysAggregate && haveSome(scene, at, lead, measure)) return;
  const { aggregate, places } = saysAggregate
    ? { aggregate: undefined, places: [] }
    : sharedAggregate(scene, lead, at);
  const figure = figureOfMeasure(
    scene.lexicon,
    plainMeasure(scene, measure, saysAggregate || aggregate !== undefined),
    aggregate,
  );
  joinFigure(scene, at, lead);
  const own = aggregate ?? (isCount && saysAggregate ? 'count' : undefined);
  const others = coordinated(scene, lead, saysAggregate);
  const isBoth = others.some((it) => areNumberAndSum(own, it) && (isCount || it === 'count'));
  if (isBoth) addOtherOf(scene, at, measure);
  else if (isCount && aggregate === 'sum' && kind !== 'many') chargeCountOfSum(scene, at);
  for (const other of isBoth ? [] : others) {
    const extra = figureOfMeasure(scene.lexicon, measure, other);
    if (extra.open === undefined) scene.figures.push(statedFigure(extra.quantity, at));
  }
  use(scene, at, ...(figure.open === undefined ? places : []));
  // "The highest rated comedy" is one of them.
  const last = scene.question.tokens[scene.items[at]?.to ?? -1];
  if (
    saysAggregate &&
    last?.word.endsWith('ed') === true &&
    linkAt(scene, at + 1) !== undefined &&
    !afterBreak(scene, at + 1)
  )
    charge(scene, 'unselective');
  // "The number of customer orders" is of orders, and "the customer name" counts no customers.
  const next = linkAt(scene, at + 1)?.entry;
  const isName = scene.question.tokens[(last?.index ?? -2) + 1]?.lemma === 'name';
  const isModifier =
    isCount &&
    last !== undefined &&
    last.word === last.lemma &&
    operatorOf(last.word) === undefined &&
    (next?.kind === 'relation' || next?.kind === 'dimension' || isName) &&
    !afterBreak(scene, at + 1);
  if (isModifier) charge(scene, 'compound');
  const isSaid = saysAggregate || kind === 'many' || lead.modifiers.length > 0;
  if (isCount && !isSaid) charge(scene, 'namedCount');
  // "Visits of lapsed members" are visits.
  if (isCount && !isSaid && isJoined(measure) && isBehindRows(scene, lead))
    charge(scene, 'countedStranger', 2);
  // "Sales without a staff member" counts no members.
  const isBeside = isJoined(measure) && last?.word === last?.lemma && scene.relations.length > 0;
  if (isCount && !isSaid && (isBeside || namesOneOf(scene, at))) charge(scene, 'countedOne');
  if (isCount && (isHadByMany(scene, lead) || isOneHad(scene, at))) charge(scene, 'countedOne');
  // "Orders with a discount" are orders, and not what their discounts come to.
  const isOneWith =
    kind === 'with' && /^an?$/.test(scene.question.tokens[(last?.index ?? 0) - 1]?.word ?? '');
  if (measure.type === 'sum' && isOneWith && scene.figures.every(({ quantity }) => isCountOf(quantity)))
    charge(scene, 'countedOne');
  const summed = isCount && kind !== 'many' && !isBoth ? summedAmount(scene, places[0]) : undefined;
  if (summed !== undefined) {
    scene.figures.push(statedFigure({ kind: 'measure', measure: summed }, at));
    return;
  }
  // "How much did we invoice" asks for what the invoices come to.
  const isDeed = kind === 'much' && measure === scene.lexicon.rowCount;
  const much = isDeed ? lead.cue?.at : muchTraded(scene, at, measure);
  const amount = much === undefined ? undefined : mainAmount(scene.lexicon.cube);
  if (amount !== undefined) {
    charge(scene, 'impliedAmount');
    use(scene, much);
    scene.figures.push(statedFigure({ kind: 'measure', measure: amount }, at));
    return;
  }
  if (kind === 'much' && isCount) charge(scene, 'muchOfRows');
  if (kind === 'many' || kind === 'much') use(scene, lead.cue?.at);
  // "Which shares are rated sell" asks for no share price.
  const isAskedThing = kind === 'which' && lead.modifiers.length === 0 && isPlural(scene, at);
  if ((kind === 'many' || isAskedThing) && !isCount && measure.type !== 'sum' && isPartlyNamed(scene, at))
    charge(scene, 'countByMean');
  // "How many machines" asks for no machine hours.
  const isCounted =
    kind === 'many' ||
    lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'aggregate')?.aggregate === 'count');
  if (isCounted && measure.type === 'sum' && isPartlyNamed(scene, at) && namesThings(scene, at))
    charge(scene, 'countByMean', 2);
  // "How many refunds" asks for no money.
  if (
    kind === 'many' &&
    measure.type === 'sum' &&
    measure.format === 'currency' &&
    isCountedNext(scene, at, lead)
  )
    charge(scene, 'countByMean');
  if (figure.price !== undefined) charge(scene, figure.price);
  scene.figures.push({
    quantity: figure.quantity,
    at,
    open: figure.open,
    modifiers:
      figure.open === undefined ? lead.modifiers.filter((it) => !places.includes(it)) : lead.modifiers,
    number: undefined,
    stated: aggregate !== undefined || saysAggregate,
  });
  if (ranked || kind === 'by') {
    use(scene, lead.cue?.at);
    if (ranked || open(scene, 'rank').length > 0) scene.rankBy ??= figure.quantity;
    // "Employees by location" counts no locations.
    else if (kind === 'by' && !groupAt(scene, roleBefore(scene, at, lead)))
      charge(
        scene,
        'strayBy',
        isJoined(measure) && measure.type.startsWith('count') && !isPlural(scene, at) ? 4 : 1,
      );
  }
  if (kind === 'and' || kind === 'with' || kind === 'of' || kind === 'in') use(scene, lead.cue?.at);
}

/** Whether a name says nothing but what the model has rows of. */
function namesThings({ items, question, lexicon }: Draft, at: number): boolean {
  const item = items[at];
  return (
    item?.kind === 'link' &&
    item.link.tokens.every((it) => lexicon.things.has(question.tokens[it]?.lemma ?? ''))
  );
}

/** Whether "how many" stands directly before something, unlike "how many euros of revenue". */
function isCountedNext({ items }: Draft, at: number, { cue }: Lead): boolean {
  return cue !== undefined && (items[cue.at]?.to ?? 0) + 1 === items[at]?.from;
}

/** Whether an average is asked of the only figure, which adds up and counts nothing. */
function isAveragedAmount({ figures }: Draft): boolean {
  const [only] = figures;
  return only?.open === 'avg' && isPart(only.quantity) && !isCountOf(only.quantity);
}

/** What the bare name of a total means, unless something has to add up. */
function plainMeasure(scene: Draft, measure: MeasureMetadata, isSaid: boolean): MeasureMetadata {
  if (isSaid || measure.type !== 'sum' || addsUp(scene)) return measure;
  return naturalOf(scene.lexicon, siblingsOf(scene.lexicon, measure).measures) ?? measure;
}

/** Whether what is named stands behind the rows themselves and a preposition: "visits of members", "visits in open clubs". */
function isBehindRows({ items }: Draft, { cue }: Lead): boolean {
  const before = cue?.kind === 'of' || cue?.kind === 'in' ? leftOf(items, cue.at) : undefined;
  const item = before === undefined ? undefined : items[before];
  return item?.kind === 'link' && item.link.entry.kind === 'relation';
}

/** "Emails of customers with open complaints" are of those who have one, unlike "with their open complaints". */
function haveSome(scene: Draft, at: number, { cue, modifiers }: Lead, measure: MeasureMetadata): boolean {
  const { items, lexicon, question, groups, having } = scene;
  const before = question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '';
  const isPlain = modifiers.length === 0 && /^(?:with|having|have|has|any|some)$/.test(before);
  if (!isPlain || groups.length === 0 || !countsSome(lexicon, measure)) return false;
  use(scene, at, cue?.at);
  having.push({ quantity: { kind: 'measure', measure }, operator: '>', values: [0], percent: false });
  return true;
}
