import type { Budget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { paraphrased } from '../language/paraphrase.ts';
import { parseQuestion, type Question } from '../language/question.ts';
import { isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referencesOf } from '../link/referring-cubes.ts';
import { type Charged, type Charges, charge, costOf, together } from '../parse/charges.ts';
import { deniesRows } from '../parse/denials.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { isCountOf, sameQuantity } from '../parse/quantity.ts';
import { interpretations } from '../parse/read.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';
import { type Completed, completePlan, type Kept } from '../query/plan.ts';
import { eachApart } from '../query/planned-groups.ts';
import type { Choice } from './choice.ts';
import { ofCounted } from './counted-some.ts';
import { type Edit, readEdit } from './edit.ts';
import { mergeFollowUp } from './follow-up.ts';
import { asksToPresent, asksToSort, goesOnFrom, isBare, namesWhatIsSplit } from './going-on.ts';
import { withNewBound } from './new-bound.ts';
import { moveTo } from './other-relation.ts';
import { othersWithoutRows } from './others.ts';
import { ranksUnnamed, withoutFigure, withoutImpliedRows } from './ranks-shown.ts';
import { isWider, namesNobody, refersToShown } from './reference.ts';
import { isSettledOtherwise } from './settled.ts';
import { namesNoFigure, ofPerson, ofShown } from './shown.ts';
import { lifted, takesBack } from './taking-back.ts';
import { isUnchanged } from './unchanged.ts';
import { inUnit } from './unit-figure.ts';

/** A message with what its wording does to the question before it. */
export interface Message {
  readonly question: Question;
  readonly edit: Edit;
}

/** @throws BudgetSpent when it is too long */
export function parseMessage(text: string): Message {
  const question = parseQuestion(text);
  return { question, edit: readEdit(question.message) };
}

/** What a message may go on from. */
export interface Context {
  /** Several where the user was asked between them, and has not answered. */
  readonly states: readonly Choice[];
  /** The readings that the user was offered last; a follow-up to them is offered, too. */
  readonly choices: readonly Choice[];
  /** The message before was not understood. */
  readonly isLost: boolean;
  /** Columns by which answers were split and narrowed. */
  readonly settled: ReadonlySet<string>;
}

/** One way to understand a message, alone or as a follow-up, with what it costs in all. */
export interface Candidate {
  readonly reading: Reading;
  readonly completed: Completed;
  /** The earlier reading that it goes on from. */
  readonly from: Reading | undefined;
  readonly leftAside: readonly string[];
  readonly charges: Charges;
  readonly cost: number;
  /** Of the cost, what only tells equal readings in several relations apart. */
  readonly preference: number;
}

/** Every way to understand a message, in every relation, on its own and as a follow-up, cheapest first. */
export function candidatesFor(
  { question, edit }: Message,
  lexicons: readonly Lexicon[],
  context: Context,
  today: Day,
  budget: Budget,
): Candidate[] {
  const before = context.choices.length > 0 ? context.choices : context.states;
  const alone = waysToPut(edit.isOwn ? edit.rest : question.message, question);
  const further =
    edit.isOwn || before.length === 0 ? [] : edit.rest === question.message ? alone : waysToPut(edit.rest);
  const meant = before[0]?.reading.lexicon.cube;
  const questions = new Set([...alone, ...further].map((way) => way.question));
  const read = new Map([...questions].map((it) => [it, interpretations(it, lexicons, budget, meant)]));
  const readIn = (lexicon: Lexicon, it: Question): readonly Interpretation[] =>
    read.get(it)?.get(lexicon) ?? [];
  return lexicons
    .flatMap((lexicon, rank) => {
      const placed = placementOf(lexicon, rank);
      const owns = alone.flatMap(({ question: it, isPlainer }) =>
        readIn(lexicon, it).map((own) =>
          standsAlone(it, own, placedWith(placed, isPlainer), edit, context, today),
        ),
      );
      const later = before.flatMap((state) => {
        const thread = { ...context, state };
        return further.flatMap(({ question: it, isPlainer }) => [
          ...readIn(lexicon, it).flatMap((own) =>
            goesOn(it, own, lexicon, placedWith(placed, isPlainer), edit, thread, today),
          ),
          ...changedAnew(it, lexicon, placedWith(placed, isPlainer), edit, thread, today),
        ]);
      });
      return [...owns, ...later];
    })
    .sort((a, b) => a.cost - b.cost);
}

/** A question as it was put, or in plainer words. */
interface Way {
  readonly question: Question;
  readonly isPlainer: boolean;
}

/** @param known the same, where it was taken apart before */
function waysToPut(message: string, known?: Question): readonly Way[] {
  const plainer = paraphrased(message);
  return [
    { question: known?.message === message ? known : parseQuestion(message), isPlainer: false },
    ...(plainer === undefined ? [] : [{ question: parseQuestion(plainer), isPlainer: true }]),
  ];
}

function placedWith({ charges }: Charged, isPlainer: boolean): Charged {
  const placed: Charged = { charges: new Map(charges) };
  if (isPlainer) charge(placed, 'paraphrased');
  return placed;
}

/** A message by itself. */
function standsAlone(
  question: Question,
  own: Interpretation,
  placed: Charged,
  edit: Edit,
  { states, choices, isLost, settled }: Context,
  today: Day,
): Candidate {
  const single: Charged = { charges: together(own.charges, own.openCharges, placed.charges) };
  const isOfNobody = namesNobody(question, own.reading);
  if (isOfNobody) charge(single, 'lostReference');
  // There is nothing that it could go on from.
  if (!isLost && states.length + choices.length === 0) return weigh(own, own.reading, single, today);
  const ranksShown =
    !edit.isOwn && ranksUnnamed(own, question) && states.some(({ reading }) => reading.quantities.length > 0);
  const sounds = ranksShown || goesOnFrom(question.message, edit, own.reading);
  if (isSettledOtherwise(own.reading, question, settled)) charge(single, 'settledOtherwise');
  if (isLost && sounds) charge(single, 'orphan');
  if (states.length > 0 && sounds) charge(single, 'against');
  if (!sounds && states.some(({ reading }) => isBare(question.message, own.reading, reading)))
    charge(single, 'bare');
  if (own.reading.implied && states.length > 0 && !edit.isOwn) charge(single, 'impliedInThread');
  if (
    !isOfNobody &&
    [...states, ...choices].some(
      ({ reading }) =>
        (sounds || refersToShown(question.message, reading)) &&
        (isWider(own.reading, reading) || ofCounted(reading, own.reading, edit) !== reading),
    )
  )
    charge(single, 'lostReference');
  return weigh(own, own.reading, single, today);
}

/** A message laid over what was asked before. */
function goesOn(
  question: Question,
  alone: Interpretation,
  lexicon: Lexicon,
  placed: Charged,
  edit: Edit,
  { state: known, isLost, settled }: Context & { readonly state: Choice },
  today: Day,
): Candidate[] {
  const asked = ofPerson(known, question.message) ?? known.reading;
  const counted = ofCounted(asked, alone.reading, edit);
  const state = counted ?? asked;
  const earlier = moveTo(eachApart(state), lexicon);
  if (earlier === undefined) return [];
  // "Sort by amount" orders what is shown, and asks for no amounts of anything else.
  if (state.lexicon.cube.name !== lexicon.cube.name && asksToSort(question.message)) return [];
  const ranksShown = ranksUnnamed(alone, question) && earlier.quantities.length > 0;
  const named = earlier.groups.length > 0 ? withoutImpliedRows(alone) : alone;
  const own = ranksShown ? withoutFigure(named) : named;
  const changes = takesBack(earlier, edit);
  const isSaid = !saysNothing(own.reading) || own.leftAside.length > 0 || edit.asks !== undefined;
  if (!isSaid && !changes && !asksToPresent(question.message)) return [];
  const shown = ofShown(known);
  const merged = mergeFollowUp(earlier, own.reading, edit, shown && moveTo(shown, lexicon));
  const going: Charged = { charges: together(own.charges, placed.charges) };
  if (state.lexicon.cube.name !== lexicon.cube.name) charge(going, 'moved');
  if (isSettledOtherwise(own.reading, question, settled)) charge(going, 'settledOtherwise');
  // "And how many for Safari?" counts what was counted before.
  const isLosing = earlier.quantities.length < state.quantities.length;
  if (isLosing && !question.tokens.some(({ lemma }) => lexicon.relationLemmas.has(lemma)))
    charge(going, 'lostFigure');
  // "How many orders did they have?" asks for no revenue.
  const counts =
    (/\bhow many\b/i.test(question.message) && edit.asks === undefined) ||
    namesWhatIsSplit(question, lexicon);
  if (counts && namesNoFigure(own.reading) && !merged.quantities.some(isCountOf)) charge(going, 'lostFigure');
  if (isUnchanged(earlier, merged, known, today) && !asksToPresent(question.message))
    charge(going, 'unchanged');
  const before = lifted(state, edit);
  if ((edit.narrows || refersToShown(question.message, before)) && isWider(merged, before))
    charge(going, 'lostReference');
  // "Which of those are step-free?" asks for them, and not for how many are of each kind.
  if (
    edit.asks === 'which' &&
    earlier.groups.length === 0 &&
    merged.ranking === undefined &&
    !namesNoFigure(merged)
  )
    charge(going, 'lostReference');
  // No condition says which ones were counted.
  if (counted === undefined) charge(going, 'lostReference');
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
  const sounds = ranksShown || goesOnFrom(question.message, edit, own.reading);
  if (isLost) charge(going, 'orphan');
  if (edit.widens && !changes) charge(going, 'unused');
  else if (!sounds && !(edit.widens && changes))
    charge(going, isBare(question.message, alone.reading, state) ? 'bare' : 'against');
  // "How many of them are rated strong buy" counts those, and not the value.
  if (edit.narrows)
    for (const price of ['countedValue', 'countedStranger', 'askedValue.other'] as const)
      charge(going, price, -(own.charges.get(price) ?? 0));
  // "List them, largest first" orders what was counted.
  if (edit.asks === 'list') charge(going, 'trivial', -(own.charges.get('trivial') ?? 0));
  // "Now by profit" orders what was ranked.
  if (earlier.ranking !== undefined) charge(going, 'strayBy', -(own.charges.get('strayBy') ?? 0));
  // "Only series" narrows, unless it picks one of the figures.
  const isOnly = /^\s*(?:only|just)\b/i.test(question.message);
  const { quantities } = own.reading;
  const picks = quantities.every((it) => earlier.quantities.some((known) => sameQuantity(it, known)));
  if (isOnly && !own.reading.implied && !picks) charge(going, 'lostFigure');
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

/** Nothing but a new bound for what was asked before, another figure of it by its unit, or those without such rows. */
function changedAnew(
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
  const changes: readonly (readonly [Reading | undefined, Price])[] = [
    [withNewBound(earlier, question), 'impliedBound'],
    [earlier === state ? inUnit(earlier, question) : undefined, 'described'],
    [edit.asks === 'others' ? othersWithoutRows(known, earlier) : undefined, 'referredCube'],
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

function weigh(
  own: Interpretation,
  reading: Reading,
  { charges }: Charged,
  today: Day,
  going?: { readonly from: Reading; readonly kept: Kept },
): Candidate {
  const completed = completePlan(reading, today, going?.kept);
  if (!completed.ok) charge({ charges }, completed.certain ? 'incomplete.certain' : 'incomplete.open');
  return {
    ...{ reading, completed, charges, leftAside: own.leftAside },
    from: going?.from,
    cost: costOf(charges),
    preference: costOf(charges, preferences),
  };
}

const preferences: ReadonlySet<Price> = new Set(['stranger', 'place', 'cube', 'joinedCube']);

function keptOf(earlier: Reading, later: Reading, merged: Reading): Kept {
  return {
    filters: merged.filters.filter((filter) => earlier.filters.includes(filter)),
    dates: later.dates === undefined && merged.dates !== undefined,
  };
}

/** A search may have found relations far down that are no worse than others. */
const places = 8;

/** The best match of the search comes first, views before cubes, and a cube alone before it and what it joins. */
function placementOf({ cube }: Lexicon, rank: number): Charged {
  const placed: Charged = { charges: new Map() };
  charge(placed, 'place', Math.min(rank, places));
  if (cube.type === 'cube') charge(placed, 'cube');
  if (cube.dimensions.some(isJoined)) charge(placed, 'joinedCube');
  if (referencesOf(cube).size > 0) charge(placed, 'referredCube');
  return placed;
}
