import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { grainOf } from '../language/grains.ts';
import { operatorOf } from '../language/grammar.ts';
import { relatives } from '../language/lexical.ts';
import { isIdentifier } from '../link/entities.ts';
import { entityOfCount, isJoined, isOfMany, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import type { Quantity } from './quantity.ts';
import { leadOf, leftOf, linkAt, operatorOfItem, use } from './scene.ts';

/** What the rows of a thing come to, held against a number that the thing has once: hours booked, and those in its budget. */
interface Held {
  readonly sum: Quantity;
  readonly bound: Quantity;
  readonly boundAt: number;
  /** What the number belongs to. */
  readonly thing: DimensionMetadata;
  /** How the first is to lie to the other; undefined where both are asked for. */
  readonly operator: '>' | '<' | undefined;
  /** Places of the words that say so. */
  readonly places: readonly number[];
}

/**
 * "Projects over their hours budget", "hours booked vs budget hours per project": the number of the thing is taken once, however
 * many rows refer to it.
 */
export function readHeldAgainst(draft: Draft): void {
  const held = findHeld(draft);
  if (held === undefined) {
    chargeUnheld(draft);
    return;
  }
  const { sum, bound, boundAt, thing, operator, places } = held;
  const named = draft.items.findIndex((_, at) => at !== boundAt && isNamed(draft, at, thing));
  const cue = named < 0 ? undefined : leadOf(draft, named).cue;
  const isCounted = cue?.kind === 'many' && !places.includes(cue.at);
  const isOne = draft.conditions.some(({ filter }) => filter.kind === 'values' && filter.dimension === thing);
  if ((named < 0 && !isOne) || (isCounted && operator !== '>')) {
    chargeUnheld(draft);
    return;
  }
  for (const at of places) explain(draft, at);
  if (operator !== undefined && !isOne)
    draft.having.push({ quantity: sum, operator, values: [], than: bound, percent: false });
  if (isCounted) return;
  draft.figures.push(statedFigure(sum, boundAt), statedFigure(bound, boundAt));
  if (named >= 0) use(draft, named, cue?.at);
  draft.holds = true;
  if (isOne) draft.verifies = true;
  else draft.groups.push({ dimension: thing, at: named, cue: 'by' });
}

/** "Are over budget", where nothing is known that is held against the budget. */
function chargeUnheld(draft: Draft): void {
  const { items, question } = draft;
  for (const [at, item] of items.entries()) {
    const word = question.tokens[item.from]?.word ?? '';
    if (operatorOfItem(item, 'in') === undefined || !/^(?:over|above|beyond|under|below)$/.test(word))
      continue;
    const next = items.findIndex(
      (it, place) =>
        place > at && it.kind !== 'grain' && it.kind !== 'word' && operatorOfItem(it, 'filler') === undefined,
    );
    const entry = linkAt(draft, next)?.entry;
    const isAmount =
      (entry?.kind === 'measure' && !entry.measure.type.startsWith('count')) ||
      (entry?.kind === 'dimension' && entry.dimension.type === 'number' && !isIdentifier(entry.dimension));
    if (isAmount && saysState(draft, at)) charge(draft, 'comparesNothing');
  }
}

/** "Are over", "projects over": it is said of things, and of no amount. */
function saysState(draft: Draft, at: number): boolean {
  const { items, question } = draft;
  if (
    /^(?:is|are|was|were|be|been|go|goes|went|gone)$/.test(
      question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '',
    )
  )
    return true;
  const entry = linkAt(draft, leftOf(items, at) ?? -1)?.entry;
  return (
    entry?.kind === 'relation' ||
    entry?.kind === 'value' ||
    (entry?.kind === 'measure' && entry.measure.type === 'count') ||
    (entry?.kind === 'dimension' && entry.dimension.type === 'string')
  );
}

function findHeld(draft: Draft): Held | undefined {
  for (const [boundAt] of draft.items.entries()) {
    const bound = boundOf(draft, boundAt);
    const thing = bound && thingOf(draft, bound.member);
    if (bound === undefined || thing === undefined) continue;
    const how = comparedWith(draft, boundAt) ?? impliedBefore(draft, boundAt, bound.member);
    if (how !== undefined) return { ...how, bound: bound.figure, boundAt, thing };
  }
  return undefined;
}

/** The number that each of another cube's rows has once, which is added up over those that there are, and not over its referrers. */
function boundOf(
  draft: Draft,
  at: number,
): { readonly figure: Quantity; readonly member: MeasureMetadata | DimensionMetadata } | undefined {
  const { cube } = draft.lexicon;
  const entry = draft.used.has(at) ? undefined : linkAt(draft, at)?.entry;
  const member =
    entry?.kind === 'measure' ? entry.measure : entry?.kind === 'dimension' ? entry.dimension : undefined;
  if (member === undefined || !isJoined(member) || isOfMany(cube, member)) return undefined;
  if (entry?.kind === 'measure')
    return entry.measure.type === 'sum'
      ? { figure: { kind: 'measure', measure: entry.measure }, member }
      : undefined;
  if (entry?.kind !== 'dimension' || entry.dimension.type !== 'number' || isIdentifier(entry.dimension))
    return undefined;
  const total = cube.measures.find(({ type, column }) => type === 'sum' && column === member.name);
  return total && { figure: { kind: 'measure', measure: total }, member };
}

/** What tells the things apart that a number belongs to. */
function thingOf(
  { lexicon: { cube } }: Draft,
  { name }: { readonly name: string },
): DimensionMetadata | undefined {
  const count = cube.measures.find((it) => ownerOf(it.name) === ownerOf(name) && it.type === 'count');
  return count && entityOfCount(cube, count);
}

/** "More hours than budget hours", "hours vs budget hours". */
function comparedWith(draft: Draft, boundAt: number): Pick<Held, 'sum' | 'operator' | 'places'> | undefined {
  const { items } = draft;
  const joint = leftOf(items, boundAt) ?? -1;
  const isThan = operatorOfItem(items[joint], 'than') !== undefined;
  if (!isThan && operatorOfItem(items[joint], 'compare', 'and', 'with') === undefined) return undefined;
  const places: number[] = [];
  let sum: MeasureMetadata | undefined;
  for (let at = joint - 1; at >= 0; at -= 1) {
    const own = ownSum(draft, at);
    if (own === undefined || (sum !== undefined && own !== sum)) break;
    sum = own;
    places.push(at);
  }
  const first = places.at(-1);
  if (sum === undefined || first === undefined) return undefined;
  const before = leftOf(items, first) ?? -1;
  const word = draft.question.tokens[items[before]?.from ?? -1]?.word ?? '';
  const operator = /^(?:more|higher|larger|greater)$/.test(word)
    ? '>'
    : /^(?:less|fewer|lower)$/.test(word)
      ? '<'
      : undefined;
  if (isThan !== (operator !== undefined)) return undefined;
  const said = operatorOfItem(items[before], 'compare') === undefined ? [] : [before];
  return { sum: { kind: 'measure', measure: sum }, operator, places: [...said, ...places, joint, boundAt] };
}

/** The total of the relation's own rows that is named at a place. */
function ownSum(draft: Draft, at: number): MeasureMetadata | undefined {
  const entry = linkAt(draft, at)?.entry;
  return entry?.kind === 'measure' && entry.measure.type === 'sum' && !isJoined(entry.measure)
    ? entry.measure
    : undefined;
}

/** "Over their hours budget", "how many of the budget hours have we used": the hours themselves go without saying. */
function impliedBefore(
  draft: Draft,
  boundAt: number,
  member: MeasureMetadata | DimensionMetadata,
): Pick<Held, 'sum' | 'operator' | 'places'> | undefined {
  const { items, question } = draft;
  const before = leftOf(items, boundAt) ?? -1;
  const sum = boundedBy(draft, boundAt, member);
  if (sum === undefined) return undefined;
  const figure: Quantity = { kind: 'measure', measure: sum };
  const word = question.tokens[items[before]?.from ?? -1]?.word ?? '';
  if (/^(?:over|above|beyond|exceed(?:s|ed|ing)?)$/.test(word))
    return { sum: figure, operator: '>', places: [before, boundAt] };
  const many = leftOf(items, before) ?? -1;
  const isPart = word === 'of' && operatorOfItem(items[many], 'many', 'much') !== undefined;
  const verb = items.findIndex(
    (item) => item.kind === 'word' && isUsing(question.tokens[item.from]?.lemma ?? ''),
  );
  if (!isPart || verb < boundAt) return undefined;
  const has = leftOf(items, verb);
  return {
    sum: figure,
    operator: undefined,
    places: [
      many,
      before,
      boundAt,
      ...(has === undefined || operatorOfItem(items[has], 'with') === undefined ? [] : [has]),
      verb,
    ],
  };
}

function isUsing(lemma: string): boolean {
  return /^used?$/.test(lemma) || (relatives('use').get(lemma) ?? 0) >= 0.5;
}

/**
 * The total that a number bounds: budget hours are a bound for hours. Weekly hours are none for all hours, nor are average ones,
 * and a word of the number that is left has to be said.
 */
function boundedBy(
  draft: Draft,
  at: number,
  { name, title }: MeasureMetadata | DimensionMetadata,
): MeasureMetadata | undefined {
  const owner = nameLemmas(shortName(ownerOf(name)));
  const words = nameLemmas(title).filter((word) => !owner.includes(word));
  const said = new Set((linkAt(draft, at)?.tokens ?? []).map((it) => draft.question.tokens[it]?.lemma ?? ''));
  const found = draft.lexicon.cube.measures.filter((it) => {
    if (it.type !== 'sum' || isJoined(it)) return false;
    const own = nameLemmas(it.title);
    const rest = words.filter((word) => !own.includes(word) && operatorOf(word)?.kind !== 'aggregate');
    const isPart = own.length > 0 && own.every((word) => words.includes(word)) && rest.length > 0;
    return isPart && rest.every((word) => said.has(word) && grainOf(word) === undefined);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** Whether the things themselves are named at a place. */
function isNamed(draft: Draft, at: number, thing: DimensionMetadata): boolean {
  const entry = linkAt(draft, at)?.entry;
  if (draft.used.has(at)) return false;
  if (entry?.kind === 'dimension') return entry.dimension === thing;
  return (
    entry?.kind === 'measure' &&
    entry.measure.type === 'count' &&
    entityOfCount(draft.lexicon.cube, entry.measure) === thing
  );
}
