import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { kindNouns } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { entityDimension, memberLemmas, ownLemmas } from '../link/entities.ts';
import { entityOfCount, isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { joinedTime } from './figure-time.ts';
import type { Condition } from './filter.ts';
import { negationOf } from './negation.ts';
import { missed } from './plans-and-deeds.ts';
import {
  afterBreak,
  isPlural,
  isSaidToBeMissing,
  type Lead,
  leadOf,
  leftOf,
  linkAt,
  operatorOfItem,
  rightOf,
  type Scene,
  use,
} from './scene.ts';
import { isOwned } from './value-evidence.ts';

/**
 * Adds the condition whether there is a value at all: "with a coupon", "without an email address", "coupon is missing".
 * Undefined where the words say no such thing.
 */
export function readPresence(scene: Draft, at: number, named: DimensionMetadata): Condition | undefined {
  if (named.type === 'boolean') return undefined;
  const dimension = missed(scene, at, named);
  const found = isSpokenTo(scene, at) ? undefined : presenceOf(scene, at, dimension);
  // "Items without a recipe": each row of a relation has its own key.
  const isKey =
    dimension.primaryKey === true ||
    dimension === entityDimension(scene.lexicon.cube) ||
    memberLemmas(dimension).every((lemma) => scene.lexicon.relationLemmas.has(lemma)) ||
    isTotalOfRows(scene, dimension);
  if (found?.filter.kind === 'missing' && isKey) charge(scene, 'missingKey');
  if (found?.filter.kind === 'missing' && isValidity(scene, at, dimension)) charge(scene, 'comparesNothing');
  if (found !== undefined) scene.conditions.push(found);
  return found;
}

/** "A valid permit" is not just one of which it is known until when it is valid. */
function isValidity({ items, question }: Scene, at: number, { type, title }: DimensionMetadata): boolean {
  const item = items[at];
  const own = item?.kind === 'link' ? item.link.tokens.map((it) => question.tokens[it]?.word ?? '') : [];
  const until = /\b(?:until|till)\b/i;
  return type === 'time' && own.length > 1 && until.test(title) && !own.some((it) => until.test(it));
}

/** "We did not tell the customer" speaks of no customer that is missing. */
function isSpokenTo({ items, question: { tokens } }: Scene, at: number): boolean {
  const said = tokens.slice(0, items[at]?.from).map(({ word }) => word);
  return /\b(?:not|never|t) (?:tell|let|show|help)(?: (?:the|our|their|his|her|its|an?|any))?$/.test(
    said.join(' '),
  );
}

/** "Without invoices" speaks of rows, and not of those whose invoice total is missing. */
function isTotalOfRows({ lexicon: { cube } }: Scene, dimension: DimensionMetadata): boolean {
  const reference = referenceOf(cube, dimension);
  const rows = reference && ownLemmas(reference.from);
  return (
    rows !== undefined && nameLemmas(dimension.title).every((lemma) => rows.has(lemma) || lemma === 'total')
  );
}

const missing = /^(missing|unknown|empty|blank)$/;
const someOf = /^(yes|y|full)$/i;
const noneOf = /^(no|none|n)$/i;

/** Whether something is said to be known or not: "weight unknown", "without known weight". */
export function saysUnknown(scene: Scene, at: number): boolean {
  const { items, question } = scene;
  const from = items[at]?.from ?? 0;
  const right = behind(scene, at);
  const [before, own, after] = [from - 1, from, right === undefined ? -1 : (items[right]?.from ?? -1)].map(
    (index) => question.tokens[index]?.word ?? '',
  );
  return (
    before === 'known' ||
    missing.test(own ?? '') ||
    missing.test(after ?? '') ||
    /^(known|given)$/.test(after ?? '')
  );
}

/** The place of what is said of something named, be it "given". */
function behind({ items, question }: Scene, at: number): number | undefined {
  const isGiven = question.tokens[items[at + 1]?.from ?? -1]?.word === 'given';
  return isGiven ? at + 1 : rightOf(items, at);
}

/** "Which stations are step-free", "step-free stations". */
function isPredicate(scene: Scene, at: number): boolean {
  const { items, question } = scene;
  if (isAskedOfThem(scene, at)) return false;
  const own = items[at]?.from ?? 0;
  // "Fully step-free".
  const from = /ly$/.test(question.tokens[own - 1]?.word ?? '') ? own - 1 : own;
  const isSaid =
    /^(is|are|was|were|be)$/.test(question.tokens[from - 1]?.word ?? '') &&
    !/^(what|which|who|how|where)$/.test(question.tokens[from - 2]?.word ?? 'what');
  const next = afterBreak(scene, at + 1) ? undefined : items[at + 1];
  return isSaid || (next?.kind === 'link' && next.link.entry.kind === 'relation');
}

/** "Stations and whether they are step-free" are all of them. */
export function isAskedOfThem({ items, question }: Scene, at: number): boolean {
  const asked = items.findLastIndex(
    (item, place) => place < at && place >= at - 4 && operatorOfItem(item, 'whether') !== undefined,
  );
  const whom = question.tokens[(items[asked]?.to ?? 0) + 1]?.word ?? '';
  return asked >= 0 && /^(?:they|it|these|those)$/.test(whom);
}

function presenceOf(scene: Scene, at: number, dimension: DimensionMetadata): Condition | undefined {
  const { cue } = leadOf(scene, at);
  const [own, before] = [scene.items[at]?.from ?? 0, (scene.items[at]?.from ?? 0) - 1].map(
    (index) => scene.question.tokens[index]?.word ?? '',
  );
  // "Do not belong to any family".
  if (before === 'any' && cue?.kind !== 'not' && negationOf(scene, at)) {
    use(scene, at, cue?.at);
    const none =
      (dimension.values?.length ?? 0) > 5 ? undefined : dimension.values?.find((it) => noneOf.test(it));
    return none === undefined
      ? { at, filter: { kind: 'missing', dimension, negated: false } }
      : { at, filter: { kind: 'values', dimension, values: [none], negated: false } };
  }
  // "Without the empty ones", where a description says what is empty.
  if (own !== undefined && missing.test(own)) {
    use(scene, at, cue?.kind === 'not' ? cue.at : undefined);
    return { at, filter: { kind: 'missing', dimension, negated: cue?.kind === 'not' } };
  }
  if (cue?.kind === 'not' && before === 'known') {
    use(scene, at, cue.at);
    return { at, filter: { kind: 'missing', dimension, negated: false, unknown: true } };
  }
  const right = behind(scene, at);
  const missingAfter = right === undefined ? undefined : scene.items[right];
  const word = missingAfter === undefined ? undefined : scene.question.tokens[missingAfter.from]?.word;
  if (right !== undefined && word !== undefined && missing.test(word)) {
    use(scene, at, right);
    return { at, filter: { kind: 'missing', dimension, negated: cue?.kind === 'not', unknown: true } };
  }
  if (right !== undefined && cue?.kind !== 'not' && (word === 'known' || word === 'given')) {
    use(scene, at, right);
    return { at, filter: { kind: 'missing', dimension, negated: !negationOf(scene, at), unknown: true } };
  }
  if (cue?.kind === 'with' && dimension.type !== 'number' && isOne(scene, at, cue.at, dimension)) {
    use(scene, at, cue.at);
    return { at, filter: { kind: 'missing', dimension, negated: !negationOf(scene, at) } };
  }
  // "Not fully step-free" may be so in part.
  const isFull = scene.items[at - 1]?.kind === 'word' && /^(?:full|complete)(?:ly)?$/.test(before ?? '');
  const denial = cue?.kind === 'with' ? leftOf(scene.items, cue.at) : cue?.at;
  const isPartly = isFull && operatorOfItem(scene.items[denial ?? -1], 'not') !== undefined;
  const flag =
    cue?.kind === 'not' && !isFull
      ? noneOf
      : isPartly || (cue?.kind === 'with' && !isOwned(scene, at)) || isPredicate(scene, at)
        ? someOf
        : undefined;
  const said =
    flag === undefined || (dimension.values?.length ?? 0) > 5
      ? undefined
      : dimension.values?.find((value) => flag.test(value));
  if (said !== undefined) {
    // "Do not support it", where none is a level of support.
    const quality = linkAt(scene, at)?.quality ?? 1;
    if (cue?.kind === 'not' && isOfSort(dimension) && !isOfPronoun(scene, cue.at))
      charge(scene, 'unlike', 0.5 * (quality - 1));
    use(scene, at, cue?.kind === 'with' || cue?.kind === 'not' ? cue.at : undefined);
    if (isFull) explain(scene, at - 1);
    if (isPartly) use(scene, denial);
    return { at, filter: { kind: 'values', dimension, values: [said], negated: isPartly } };
  }
  const whose = cue === undefined ? undefined : leftOf(scene.items, cue.at);
  // "Revenue without shipping" is a part of an amount, and of no rows that have not been shipped.
  const isPart =
    dimension.type === 'time' &&
    linkAt(scene, at)?.tokens.length === 1 &&
    whose !== undefined &&
    isAmount(scene, whose);
  if (cue?.kind === 'not' && isSaidToBeMissing(scene, at) && !isPart && !isDoer(scene, at)) {
    // "No weight given".
    const isGiven = word === 'known' || word === 'given';
    chargeHalfOfName(scene, at);
    use(scene, at, cue.at, isGiven ? right : undefined);
    const negated = whose !== undefined && isLeftOut(scene, whose);
    return { at, filter: { kind: 'missing', dimension, negated, ...(isGiven ? { unknown: true } : {}) } };
  }
  return undefined;
}

/** "Channels that no sender fully covers", "which does no sender cover": what does nothing of the kind is there. */
function isDoer({ items, question: { tokens } }: Scene, at: number): boolean {
  const { from = 0, to = 0 } = items[at] ?? {};
  const said = tokens.slice(0, from).map(({ word }) => word);
  const none = /(?:\b(do|does|did) )?\b(?:no|(?:no|not an?|not one) single)$/.exec(said.join(' '));
  const behind = tokens.slice(to + 1, to + 3);
  const verb = behind.find(({ word }) => !word.endsWith('ly'));
  if (none === null || verb === undefined || behind[0]?.afterBreak === true) return false;
  const isSaid = none[1] === undefined ? /[^s]s$/.test(verb.word) : verb.word === verb.lemma;
  return isSaid && partsOfSpeech(verb.lemma).verb > 0.2;
}

/** Charges for "no age rating" as a rating of what has no age. */
export function chargeHalfOfName(scene: Scene, at: number): void {
  const entry = afterBreak(scene, at + 1) ? undefined : linkAt(scene, at + 1)?.entry;
  if (entry?.kind === 'measure' || (entry?.kind === 'dimension' && entry.dimension.type !== 'boolean'))
    charge(scene, 'compound');
}

/** "Tickets without a rating", "with any": whether rows are joined to them. Returns whether the words say so. */
export function readJoined(scene: Draft, at: number, measure: MeasureMetadata, { cue }: Lead): boolean {
  if ((cue?.kind !== 'not' && cue?.kind !== 'with') || measure.type !== 'count' || !isJoined(measure))
    return false;
  const next = scene.question.tokens[(scene.items[cue.at]?.to ?? 0) + 1]?.word ?? '';
  if (cue.kind === 'with' && !/^(an?|any)$/.test(next)) return false;
  const { cube } = scene.lexicon;
  const owner = ownerOf(measure.name);
  const dimension =
    cube.dimensions.find(({ name, primaryKey }) => primaryKey === true && ownerOf(name) === owner) ??
    entityOfCount(cube, measure) ??
    joinedTime(cube, owner);
  if (dimension === undefined) return false;
  use(scene, at, cue.at);
  const negated = cue.kind === 'with' && !negationOf(scene, at);
  const rows = measure.title;
  scene.conditions.push({ at, filter: { kind: 'missing', dimension, negated, unknown: true, rows } });
  return true;
}

/** "With a coupon", "the share of orders with coupon": one of them, whichever it is. */
function isOne(scene: Scene, at: number, cue: number, { values = [] }: DimensionMetadata): boolean {
  const { items, question } = scene;
  const next = (items[cue]?.to ?? 0) + 1;
  // "With step-free access" is what says yes to it.
  const isCounted =
    items.some((item) => operatorOfItem(item, 'share', 'many') !== undefined) &&
    !values.some((value) => someOf.test(value));
  const isBare = next === items[at]?.from && !isPlural(scene, at) && items[at + 1]?.kind !== 'link';
  return /^(an?|any)$/.test(question.tokens[next]?.word ?? '') || (isCounted && isBare);
}

function isAmount(scene: Scene, at: number): boolean {
  const entry = linkAt(scene, at)?.entry;
  return entry?.kind === 'measure' && !entry.measure.type.startsWith('count');
}

/** "It does not": who does not is known only from before. */
function isOfPronoun({ items, question }: Scene, denial: number): boolean {
  const words = question.tokens.slice(0, items[denial]?.from).map(({ word }) => word);
  return /\b(it|they) (do|does|did)?\s*$/.test(`${words.join(' ')} `);
}

/** "Support level": a sort of what is said without that word. */
function isOfSort(dimension: DimensionMetadata): boolean {
  const lemmas = [...new Set(memberLemmas(dimension))];
  return lemmas.length === 2 && kindNouns.has(lemmas[1] ?? '');
}

/** "Leave out the elements without a family": what they are without says which of them. */
export function isLeftOut(scene: Scene, at: number): boolean {
  const { items } = scene;
  const next = rightOf(items, at);
  return (
    items[at]?.kind === 'link' &&
    isPlural(scene, at) &&
    next !== undefined &&
    operatorOfItem(items[next], 'not') !== undefined &&
    leadOf(scene, at).cue?.kind === 'not'
  );
}
