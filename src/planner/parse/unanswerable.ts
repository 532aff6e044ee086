import { isKindOf, partsOfSpeech } from '../language/lexical.ts';
import { forms, nameWords } from '../language/text.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import { narrowsNothing } from './denials.ts';
import type { Draft } from './draft.ts';
import { filterTarget } from './filter.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import { operatorOfItem } from './scene.ts';
import { isStrangerCount } from './stranger-counts.ts';
import { isYesOrNo } from './verified.ts';

/** Charges for what no query answers in the way it is put. */
export function chargeUnanswerable(scene: Draft, isVerified: boolean, skipped: readonly string[]): void {
  const { items, question } = scene;
  const [first] = question.tokens;
  const compares = items.some(
    (item) => operatorOfItem(item, 'or', 'compare', 'many', 'much', 'which') !== undefined,
  );
  // "Are there any without a name" is answered by showing them.
  const isThere = question.tokens[1]?.word === 'there' && items.some(({ kind }) => kind === 'link');
  if (!isVerified && isYesOrNo(scene) && !compares) charge(scene, 'yesOrNo', isThere ? 0.3 : 1);
  if (/^\s*what (?:do|does)\b.*\bmean\s*\??\s*$|\bmeaning of\b|\bdefinition of\b/i.test(question.text))
    charge(scene, 'idle.advice');
  // "How do our guests book" asks for the way, and not for how many there are.
  const isManner = /^\s*how (?:do|does|did|can|could)\b/i.test(question.text);
  const asksNothingMore = isBare(scene) && scene.quantities.every(isCountOf);
  if (isManner && asksNothingMore) charge(scene, 'idle.unsupported');
  // "How many people work for us", where there are guests and staff.
  if (asksNothingMore && isOfAnybody(scene)) charge(scene, 'unrestricted');
  chargeOccasions(scene, skipped);
  if (narrowsNothing(scene)) charge(scene, 'modifier');
  // "The most grant money" is no number of grants.
  const isOfMoney = question.tokens.some(({ word }) => word === 'money');
  if (isOfMoney && scene.quantities.length > 0 && scene.quantities.every(isCountOf)) charge(scene, 'unused');
  // "Delete all orders" is an order.
  const command =
    items[0]?.kind === 'word' &&
    first !== undefined &&
    first.word === first.lemma &&
    partsOfSpeech(first.lemma).verb >= 0.7;
  if (command) charge(scene, 'modifier');
}

/** "How often", "how many times": what happened is counted, and neither put together nor split by what is only named. */
function chargeOccasions(scene: Draft, skipped: readonly string[]): void {
  const { items, quantities, groups, lexicon } = scene;
  const said = items.flatMap((item) => operatorOfItem(item, 'aggregate') ?? []);
  if (!said.some(({ occasions }) => occasions)) return;
  // "How often does Ann come" counts what she comes for, and not her.
  if (countsPeople(scene)) charge(scene, 'idle.unsupported');
  // Whatever is left aside may say what happened.
  if (skipped.length > 0) charge(scene, 'unrestricted');
  const isMean = said.some(({ aggregate }) => aggregate === 'avg' || aggregate === 'median');
  const areDated = lexicon.cube.dimensions.some((it) => it.type === 'time' && !lexicon.strangers.has(it));
  const areThings = !areDated || quantities.some((it) => isStrangerCount(scene, it) || areDistinct(it));
  const isNoDeed = !isMean && (areThings || quantities.some(isAmount));
  if (isNoDeed || groups.some(({ cue }) => cue === 'bare')) charge(scene, 'unused');
}

function areDistinct(quantity: Quantity): boolean {
  return quantity.kind === 'measure' ? quantity.measure.type === 'count_distinct' : isCountOf(quantity);
}

/** Whether a figure says how much rather than how many: downloads are counted even where they are added up, hours are not. */
function isAmount(quantity: Quantity): boolean {
  if (quantity.kind === 'filtered' || quantity.kind === 'scaled') return isAmount(quantity.of);
  if (quantity.kind !== 'measure') return !isCountOf(quantity) && quantity.kind !== 'ratio';
  const { type, title, format } = quantity.measure;
  const [head, ...more] = nameWords(title).map(forms);
  const isDeed = more.length === 0 && head?.word !== head?.lemma && format !== 'currency';
  return type === 'sum' ? !isDeed : ['avg', 'min', 'max'].includes(type);
}

/** Whether rows are neither split nor compared. */
function isBare({ groups, change, compare, share, having }: Draft): boolean {
  const isListed = groups.every(({ cue }) => cue === 'list' || cue === 'bare');
  return isListed && having.length === 0 && !change && !compare && share === undefined;
}

/** Whether people are asked for by no name of theirs, where several kinds of them are known. */
function isOfAnybody({ question, lexicon, conditions }: Draft): boolean {
  const people = question.tokens.some(({ lemma }) => lemma === 'person');
  const isCalled = (lexicon.cube.synonyms ?? []).some((name) => nameWords(name).includes('people'));
  // "People in group bookings", of the guests who have some.
  const areTold = conditions.some(({ filter }) => !isJoined({ name: filterTarget(filter) }));
  if (!people || areTold || isCalled || lexicon.relationLemmas.has('people')) return false;
  const kinds = [...lexicon.things].filter((it) => isKindOf(it, 'person') || isKindOf(it, 'personnel'));
  return kinds.length > 1;
}

function countsPeople({ quantities }: Draft): boolean {
  const counts = quantities.flatMap((it) => (it.kind === 'measure' && isCountOf(it) ? [it.measure] : []));
  const owners = counts.flatMap(({ name }) => nameLemmas(ownerOf(name).split('.').at(-1) ?? ''));
  return owners.some((lemma) => isKindOf(lemma, 'person'));
}
