import type { Day } from '../language/calendar.ts';
import type { Question } from '../language/question.ts';
import { isJoined, isOfMany, ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { type Charged, charge, together } from '../parse/charges.ts';
import { areOfOthers } from '../parse/dated-by-others.ts';
import { deniesRows } from '../parse/denials.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { isCountOf, sameQuantity } from '../parse/quantity.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';
import type { Kept } from '../query/plan.ts';
import { eachApart } from '../query/planned-groups.ts';
import { type Candidate, weigh } from './candidate.ts';
import type { Choice } from './choice.ts';
import type { Context } from './context.ts';
import { ofCounted } from './counted-some.ts';
import { datesOfShown } from './dates-of-shown.ts';
import { keepsDenied, withDenied } from './denied.ts';
import type { Edit } from './edit.ts';
import { firstOfShown, withoutRank } from './first-of-shown.ts';
import { mergeFollowUp } from './follow-up.ts';
import {
  asksToPresent,
  asksToSort,
  goesOnFrom,
  isBare,
  isOfListed,
  namesWhatIsSplit,
  ofUnnamed,
} from './going-on.ts';
import { withNewBound } from './new-bound.ts';
import { moveTo } from './other-relation.ts';
import { othersWithoutRows } from './others.ts';
import { rankedByNumber } from './ranked-by-number.ts';
import { ranksCounted } from './ranked-things.ts';
import { ranksShownNumber, ranksUnnamed, withoutFigure, withoutImpliedRows } from './ranks-shown.ts';
import { isWider, picksGroup, refersToShown } from './reference.ts';
import { isSettledOtherwise } from './settled.ts';
import { asksWhichHave, isOfOthers, namesNoFigure, ofPerson, ofShown } from './shown.ts';
import { inShownTime } from './shown-time.ts';
import { lifted, takesBack } from './taking-back.ts';
import { isUnchanged } from './unchanged.ts';
import { inUnit } from './unit-figure.ts';

/** A message laid over what was asked before. */
export function goesOn(
  question: Question,
  alone: Interpretation,
  lexicon: Lexicon,
  placed: Charged,
  said: Edit,
  { state: known, isLost, settled }: Context & { readonly state: Choice },
  today: Day,
): Candidate[] {
  const first = firstOfShown(known, alone, question, today);
  const asked = first ?? ofPerson(known, question.message) ?? known.reading;
  const edit = withDenied(said, asked);
  const counted = first ?? ofCounted(inShownTime(known, edit) ?? asked, alone.reading, edit);
  const state = counted ?? asked;
  const earlier = moveTo(eachApart(state), lexicon);
  if (earlier === undefined) return [];
  if (first !== undefined && state.lexicon.cube.name !== lexicon.cube.name) return [];
  if (edit.ofGroups && (earlier.groups.length === 0 || earlier.list)) return [];
  // "Sort by amount" orders what is shown, and asks for no amounts of anything else.
  if (state.lexicon.cube.name !== lexicon.cube.name && asksToSort(question.message)) return [];
  const ranksNumber = ranksShownNumber(alone.reading, question, earlier);
  const ranksShown = ranksNumber || (ranksUnnamed(alone, question) && earlier.quantities.length > 0);
  const unnamed = withoutImpliedRows(alone);
  const isOfCounted = unnamed !== alone && ranksCounted(earlier, unnamed.reading);
  const named = earlier.groups.length > 0 || isOfCounted ? unnamed : alone;
  const own = first
    ? withoutRank(alone)
    : rankedByNumber(datesOfShown(ranksShown ? withoutFigure(named) : named, earlier), earlier);
  const changes = takesBack(earlier, edit);
  const isSaid = !saysNothing(own.reading) || own.leftAside.length > 0 || edit.asks !== undefined;
  if (!isSaid && !changes && !asksToPresent(question.message)) return [];
  const shown = ofShown(known);
  const isOfGroup = picksGroup(own.reading, earlier, edit);
  const by: Edit = isOfGroup && asksWhichHave(earlier, own.reading) ? { ...edit, asks: 'list' } : edit;
  const merged = mergeFollowUp(earlier, own.reading, by, shown && moveTo(shown, lexicon));
  const going: Charged = { charges: together(own.charges, placed.charges) };
  if (state.lexicon.cube.name !== lexicon.cube.name) {
    charge(going, 'moved');
    // The rent of a farm "in 2023" is none of its harvests of that year.
    const isDated = own.reading.dates !== undefined && earlier.dates === undefined;
    if (isDated && areOfOthers(lexicon, merged.quantities, merged.timeDimension)) charge(going, 'idleTime');
  }
  if (keepsDenied(edit, earlier, merged)) charge(going, 'unused');
  if (isSplitByParts(merged, own.reading)) charge(going, 'throughOthers');
  if (isSettledOtherwise(own.reading, question, settled)) charge(going, 'settledOtherwise');
  // "And how many for Safari?" counts what was counted before.
  const isLosing = !edit.corrects && earlier.quantities.length < state.quantities.length;
  // "How many are new customers?", of orders, counts orders still.
  const isNamed = question.tokens.some(({ lemma }) => lexicon.relationLemmas.has(lemma));
  if (isLosing && (!isNamed || ofUnnamed.test(question.message))) charge(going, 'lostFigure');
  // "How many orders did they have?" asks for no revenue.
  const counts =
    (/\bhow many\b/i.test(question.message) && edit.asks === undefined) ||
    namesWhatIsSplit(question, lexicon);
  if (counts && namesNoFigure(own.reading) && !merged.quantities.some(isCountOf)) charge(going, 'lostFigure');
  if (isUnchanged(earlier, merged, known, today) && !asksToPresent(question.message))
    charge(going, 'unchanged');
  const lost = lostReferences(question.message, merged, earlier, lifted(state, edit), edit);
  // "Only the ones with parking", of the first ten, are some of these ten, and no first ten of what has parking.
  if (shown !== undefined && state.ranking?.limit !== undefined && /\bthe ones\b/i.test(question.message))
    charge(going, 'lostReference', Number(isOfOthers(own.reading, by, shown)));
  // No condition says which ones were counted.
  charge(going, 'lostReference', counted === undefined ? lost + 1 : lost);
  // "How many accounts does she have?" is of all her accounts, not only of those that rows of another kind refer to.
  const countsStrangers = merged.quantities.some(
    (it) =>
      it.kind === 'measure' &&
      isCountOf(it) &&
      lexicon.strangers.has(it.measure) &&
      !earlier.quantities.some((known) => sameQuantity(it, known)),
  );
  if (countsStrangers) charge(going, 'countsReferrers');
  // "Without the documentaries" leaves out titles, and not only the rows that say so of them.
  const listed = merged.quantities.length === 0 ? merged.groups.map(({ dimension }) => dimension) : [];
  if (deniesRows(lexicon, own.reading.filters, listed)) charge(going, 'deniesOthers');
  const sounds = ranksShown || goesOnFrom(question.message, edit, own.reading) || isOfGroup || isOfCounted;
  // "I mean revenue", of a reading that was offered: what is ranked by it is read anew.
  if (isLost && !(edit.corrects && state.ranking === undefined)) charge(going, 'orphan');
  const isShort = isBare(question.message, alone.reading, state, isLost);
  if (edit.widens && !changes) charge(going, 'unused');
  else if (!sounds && !(edit.widens && changes) && !(isShort && isOfListed(alone.reading, state)))
    charge(going, isShort ? 'bare' : 'against');
  if (own.reading.ranking !== undefined && ranksOne(merged)) charge(going, 'trivial');
  // "How many of them are rated strong buy" counts those, and not the value.
  if (edit.narrows)
    for (const price of ['countedValue', 'countedStranger', 'askedValue.other'] as const)
      charge(going, price, -(own.charges.get(price) ?? 0));
  // "List them, largest first" orders what was counted.
  if (by.asks === 'list') charge(going, 'trivial', -(own.charges.get('trivial') ?? 0));
  // "Which one has the highest price?" is one of those that were counted.
  if (ranksNumber || ranksCounted(earlier, own.reading))
    charge(going, 'idleWhich', -(own.charges.get('idleWhich') ?? 0));
  // "Now by profit" orders what was ranked.
  if (earlier.ranking !== undefined) charge(going, 'strayBy', -(own.charges.get('strayBy') ?? 0));
  // "Only series" narrows, unless it picks one of the figures.
  const isOnly = /^\s*(?:only|just)\b(?! how (?:many|much)\b)/i.test(question.message);
  const { quantities } = own.reading;
  const picks = quantities.every((it) => earlier.quantities.some((known) => sameQuantity(it, known)));
  // "Just the hardest of those" picks one of what was computed.
  const isExtreme =
    own.reading.ranking?.limit === 1 &&
    quantities.every((it) => it.kind === 'aggregate' && /^(?:max|min)$/.test(it.aggregate));
  if (isOnly && !own.reading.implied && !picks && !isExtreme) charge(going, 'lostFigure');
  const parts = [...earlier.groups, ...earlier.filters].map((it) =>
    'dimension' in it ? it.dimension : undefined,
  );
  if (
    parts.length > 0 &&
    own.reading.filters.some((it) => it.kind === 'values' && !parts.includes(it.dimension))
  )
    charge(going, 'otherPart');
  return [weigh(own, merged, going, today, { from: asked, kept: keptOf(earlier, own.reading, merged) })];
}

/** The revenue of orders by the category of what was ordered: each order would count once for every one of them. */
function isSplitByParts({ quantities, lexicon: { cube } }: Reading, { groups }: Reading): boolean {
  return quantities.some(
    (it) =>
      it.kind === 'measure' &&
      it.measure.type === 'sum' &&
      isJoined(it.measure) &&
      !isOfMany(cube, it.measure) &&
      groups.some(({ dimension }) => !dimension.name.startsWith(`${ownerOf(it.measure.name)}.`)),
  );
}

/** "The two of barley" are no ranking of barley, which is the only one. */
function ranksOne({ groups, filters }: Reading): boolean {
  const [group, ...more] = groups;
  return (
    more.length === 0 &&
    filters.some(
      (it) =>
        it.kind === 'values' && !it.negated && it.values.length === 1 && it.dimension === group?.dimension,
    )
  );
}

/** How often a follow-up has lost what its message refers to. */
function lostReferences(
  message: string,
  merged: Reading,
  earlier: Reading,
  before: Reading,
  { narrows, asks }: Edit,
): number {
  const losesShown = (narrows || refersToShown(message, before)) && isWider(merged, before);
  // "Which of those are step-free?" asks for them, and not for how many are of each kind.
  const losesWhich =
    asks === 'which' && earlier.groups.length === 0 && merged.ranking === undefined && !namesNoFigure(merged);
  // "The worst city for that, how much did its shops sell?" ranks by what was shown, and asks something else of that one.
  const losesFirst =
    merged.ranking !== undefined &&
    /\b(?:for|in|by|on) (?:that|this)\b.*\b(?:its|their|his|her)\b/i.test(message);
  return Number(losesShown) + Number(losesWhich) + Number(losesFirst);
}

/** Nothing but a new bound for what was asked before, another figure of it by its unit, or those without such rows. */
export function changedAnew(
  question: Question,
  lexicon: Lexicon,
  placed: Charged,
  edit: Edit,
  { state: known, isLost }: Context & { readonly state: Choice },
  today: Day,
): Candidate[] {
  const state = known.reading;
  const earlier = moveTo(state, lexicon);
  if (earlier === undefined) return [];
  // "Drop the ones above 90", of the first few, lets no others in.
  const isOfFirst = state.ranking?.limit !== undefined && /\bthe ones\b/i.test(question.message);
  const shown = edit.narrows || isOfFirst ? ofShown(known) : undefined;
  const bounded = shown === undefined ? earlier : moveTo(shown, lexicon);
  const changes: readonly (readonly [Reading | undefined, Price])[] = [
    [bounded && withNewBound(bounded, question), 'impliedBound'],
    [earlier === state ? inUnit(earlier, question) : undefined, 'described'],
    [
      edit.asks === 'others' || edit.asks === 'not' ? othersWithoutRows(known, earlier) : undefined,
      'referredCube',
    ],
  ];
  return changes.flatMap(([reading, price]) => {
    if (reading === undefined) return [];
    const going: Charged = { charges: new Map(placed.charges) };
    if (state.lexicon.cube.name !== lexicon.cube.name) charge(going, 'moved');
    if (isLost) charge(going, 'orphan');
    charge(going, price);
    const own: Interpretation = { reading, charges: going.charges, openCharges: new Map(), leftAside: [] };
    const kept: Kept = {
      filters: earlier.filters.filter((it) => reading.filters.includes(it)),
      dates: reading.dates !== undefined,
    };
    return [weigh(own, reading, going, today, { from: state, kept })];
  });
}

export function keptOf(earlier: Reading, later: Reading, merged: Reading): Kept {
  return {
    filters: merged.filters.filter((filter) => earlier.filters.includes(filter)),
    dates: later.dates === undefined && merged.dates !== undefined,
  };
}
