import type { DimensionMetadata } from '../../contract/tools.ts';
import { isDoer } from '../language/doers.ts';
import { isKindOf } from '../language/lexical.ts';
import { scaleOf } from '../language/scales.ts';
import { kindOf } from '../language/word-kind.ts';
import { entityDimension, memberLemmas, ownLemmas } from '../link/entities.ts';
import { type Entry, memberOf } from '../link/entries.ts';
import { isJoined, ownerOf, roleOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { mainAmount, plainAmount, qualifiersOf } from '../link/main-amount.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { isDeedOfRows } from '../link/row-deeds.ts';
import { siblingsOf } from '../link/siblings.ts';
import { spanBetween } from '../link/spans.ts';
import { charge } from './charges.ts';
import type { Draft, FigureMention } from './draft.ts';
import { extreme, isOwnEntity } from './extremes.ts';
import { explainVerb, saysTrade } from './how-many.ts';
import { scaled } from './number-conditions.ts';
import { isCountOf, membersOf, type Quantity, sameQuantity, uniqueQuantities } from './quantity.ts';
import { oftenBefore } from './rank-cues.ts';
import type { Group, Ranking } from './reading.ts';
import {
  afterBreak,
  leadOf,
  leftOf,
  linkAt,
  open,
  operatorOfItem,
  rightOf,
  type Scene,
  use,
} from './scene.ts';

/** "Average salary of the 10 most common jobs": the first by how many rows they have are told by another figure. */
export function commonest(scene: Draft): Quantity | undefined {
  const { rowCount, cube } = scene.lexicon;
  const ranked = scene.groups.find(({ at }) => oftenBefore(scene, leadOf(scene, at)));
  if (ranked === undefined || rowCount === undefined || scene.rankBy !== undefined) return undefined;
  if (scene.quantities.length === 0 || scene.quantities.some(isCountOf)) return undefined;
  charge(scene, ranked.dimension === entityDimension(cube) ? 'ranksRows' : 'impliedRank.often');
  const count: Quantity = { kind: 'measure', measure: rowCount };
  scene.quantities = [count, ...scene.quantities];
  return count;
}

/** "Top 5 customers", "the biggest order": by what their rows come to, where the rows are of a trade. */
export function rankByAmount(scene: Draft, direction: 'desc' | 'asc'): void {
  const isRanked = scene.groups.length > 0 || scene.relations.length > 0;
  // "Shipments per carrier, most first" counts them.
  const areCounted =
    scene.relations.length > 0 && scene.groups.some(({ cue }) => cue === 'by' || cue === 'per');
  // "The biggest drop in shipments", too.
  const areChanged = scene.relations.some((at) => {
    const { cue } = leadOf(scene, at);
    const before = cue?.kind === 'in' || cue?.kind === 'of' ? leftOf(scene.items, cue.at) : undefined;
    return before !== undefined && operatorOfItem(scene.items[before], 'change') !== undefined;
  });
  if (scene.quantities.length > 0 || !isRanked || areCounted || areChanged) return;
  const amount = mainAmount(scene.lexicon.cube);
  if (amount === undefined) return;
  const { relationLemmas } = scene.lexicon;
  const ranked = new Set(scene.groups.flatMap(({ dimension }) => memberLemmas(dimension)));
  // "Which product sells best".
  const verb = scene.items.findIndex((item) => saysTrade(scene, item));
  // "Top products" are those that sell, and not those that are refunded.
  const said = scene.question.tokens[scene.items[verb]?.from ?? -1];
  const isDeed = said !== undefined && isDeedOfRows(said, scene.lexicon);
  const isOther =
    !isDeed && qualifiersOf(amount).some((lemma) => !ranked.has(lemma) && !relationLemmas.has(lemma));
  // What joined things are worth is rather said of themselves, unless the amount is called after them ("Dish sales") or they spend it.
  const isTheirs = qualifiersOf(amount).some((lemma) => ranked.has(lemma));
  const isOfJoined = !isTheirs && verb < 0 && scene.groups.some(({ dimension }) => isJoined(dimension));
  const plain = plainAmount(scene.lexicon.cube);
  const ranksRows =
    plain !== undefined && scene.groups.every(({ dimension }) => isOwnEntity(scene, dimension, plain));
  charge(scene, 'impliedAmount', !ranksRows && (isOfJoined || isOther) ? 3 : 1);
  if (ranksFlag(scene)) charge(scene, 'comparesNothing');
  scene.quantities = [ranksRows ? extreme(plain, direction) : { kind: 'measure', measure: amount }];
  if (verb >= 0) explainVerb(scene, verb);
}

/** "Which loan is most overdue" ranks by how much that is so, and by no amount, unlike "the most overdue loans". */
function ranksFlag(scene: Draft): boolean {
  return scene.conditions.some(({ at, filter: { kind } }) => {
    const isFlag = kind === 'boolean' || kind === 'segment';
    const isRanked = operatorOfItem(scene.items[at - 1], 'rank') !== undefined;
    return isFlag && isRanked && (linkAt(scene, at + 1) === undefined || afterBreak(scene, at + 1));
  });
}

/** "Who had the highest revenue": by the names of whoever there is. */
export function nameWho(scene: Draft, cue: 'ranked' | 'list' = 'ranked'): void {
  const [who] = open(scene, 'who');
  if (who === undefined || scene.groups.length > 0) return;
  const { cube } = scene.lexicon;
  const texts = cube.dimensions.filter(({ type }) => type === 'string');
  const all = texts.filter(isPerson);
  // Managers, who are employees, are meant only where they are named.
  const nearer = all.filter((it) => roleOf(it) === undefined);
  const people = nearer.length > 0 ? nearer : all;
  const ownPeople = people.filter((it) => !isJoined(it));
  // Payments are members' before they are those of whoever manages a studio.
  const wholePeople = people.filter((it) => namesOwner(it.name));
  const names = [ownPeople, wholePeople, people].find(({ length }) => length > 0) ?? texts.filter(isName);
  const own = entityDimension(cube);
  // "Who bought the most" are customers, and none of their managers.
  const areOwn = own !== undefined && [...ownLemmas(cube)].some((lemma) => isKindOf(lemma, 'person'));
  // "Who closed the most tickets" is whoever has to do with them, and no ticket.
  if (scene.relations.length > 0 && (areOwn || people.length === 0)) return;
  // Nobody is called by the number of a referral.
  const isKey = own?.primaryKey === true && names.length > 0;
  const [dimension, ...more] = own !== undefined && !isKey && (areOwn || names.includes(own)) ? [own] : names;
  // Guests or staff may be meant.
  if (people.length > 1 && more.length > 0) {
    use(scene, who.at);
    scene.ambiguities.push({ about: 'who', what: names.map(({ title }) => title).join(' / ') });
    return;
  }
  if (dimension === undefined || more.length > 0) {
    charge(scene, 'unselective');
    return;
  }
  if (dimension.primaryKey === true) charge(scene, 'unselective');
  // "Who is our fastest agent": these are agents, and not those of messages by an agent.
  const thing = namedThing(dimension.name);
  const isThing = ({ filter }: (typeof scene.conditions)[number]): boolean =>
    filter.kind === 'values' && filter.values.some((value) => nameLemmas(value).join() === thing);
  if (scene.conditions.some(isThing)) charge(scene, 'twice');
  use(scene, who.at);
  scene.groups.push({ dimension, at: who.at, cue });
}

/** An assignee, a customer's name: "who" asks for one of these rather than for the name of a thing. */
export function isPerson({ name }: DimensionMetadata): boolean {
  const thing = namedThing(name);
  return isKindOf(thing, 'person') || isKindOf(thing, 'personnel') || isDoer(thing);
}

/** A name that whoever it is may have; what was made has none that "who" asks for. */
function isName({ name }: DimensionMetadata): boolean {
  return shortName(name).endsWith('name') && !isKindOf(namedThing(name), 'artifact');
}

/** What a dimension is or names: the customer of `customer_name`, the member of `members.full_name`. */
function namedThing(dimension: string): string {
  if (namesOwner(dimension)) return nameLemmas(ownerOf(dimension).split('.').at(-1) ?? '').at(-1) ?? '';
  const lemmas = nameLemmas(shortName(dimension));
  return lemmas.at(lemmas.length > 1 && lemmas.at(-1) === 'name' ? -2 : -1) ?? '';
}

/** Whether a name is just that, of whatever its cube has rows of. */
function namesOwner(dimension: string): boolean {
  return /^(?:(?:full|display|whole)_?)?name$/i.test(shortName(dimension));
}

/** "And the 5 widest?": how many of the things of the message before. */
export function fewOf(scene: Draft, direction: Ranking['direction']): Ranking | undefined {
  const [few, ...more] = scene.items.flatMap((item, at) =>
    item.kind === 'number' && !scene.used.has(at) ? [{ at, limit: item.value }] : [],
  );
  if (few === undefined || more.length > 0) return undefined;
  scene.few = few.at;
  return { direction, limit: few.limit, offset: 0, by: scene.quantities[0], within: undefined };
}

/** "From lightest to heaviest" is an order. */
export function isFromTo(
  { items, question }: Scene,
  words: readonly { readonly at: number; readonly direction: 'desc' | 'asc' }[],
): boolean {
  const [one, other, ...more] = words;
  if (one === undefined || other === undefined || more.length > 0 || other.at !== one.at + 2) return false;
  const wordAt = (at: number): string | undefined => question.tokens[items[at]?.from ?? -1]?.word;
  return one.direction !== other.direction && wordAt(one.at - 1) === 'from' && wordAt(one.at + 1) === 'to';
}

/** Whether measures add up or average a number, which of single rows is all the same. */
export function isMeasured({ lexicon }: Draft, number: DimensionMetadata): boolean {
  const { measures } = siblingsOf(lexicon, number);
  return measures.has('sum') || measures.has('avg');
}

/** "The most profitable customer", by the profit that a measure adds up; what is slow is slow on the whole. */
export function addsUp({ lexicon }: Draft, word: string, number: DimensionMetadata): boolean {
  return scaleOf(word)?.scale.addsUp === true && siblingsOf(lexicon, number).measures.has('sum');
}

/** Whether an adjective may measure a figure: heavy a mass, busy whatever is counted. */
export function isMeasuredBy(word: string, figure: Quantity): boolean {
  const scale = scaleOf(word)?.scale;
  return (
    scale === undefined ||
    scale.counts === true ||
    membersOf(figure).some((it) => memberLemmas(it).some((lemma) => scale.nouns.has(lemma)))
  );
}

export function replaceQuantity(scene: Draft, old: Quantity, by: Quantity): void {
  scene.quantities = uniqueQuantities(scene.quantities.map((it) => (sameQuantity(it, old) ? by : it)));
}

/** The figure beside a superlative that it speaks of, or else a number of the rows that it measures. */
export function measuredBy(
  scene: Draft,
  { at, word }: { readonly at: number; readonly word: string },
): { readonly beside: FigureMention | undefined; readonly dimension: DimensionMetadata | undefined } {
  const right = rightOf(scene.items, at) ?? -1;
  // "Longest average delivery time".
  const named =
    operatorOfItem(scene.items[right], 'aggregate') === undefined ? right : rightOf(scene.items, right);
  const beside = scene.figures.find((it) => it.at === named && measures(scene, it.at, word));
  const number = beside === undefined ? scaled(scene, word) : undefined;
  // What is named is the longest, rather than how long two dates lie apart.
  const isUnnamed =
    number !== undefined &&
    (spanBetween(number) === undefined
      ? isOfOthers(scene, number) || isOfOtherThing(scene, at, word, number)
      : scene.figures.length > 0 || saysOtherDeed(scene, at) || isOfOtherThing(scene, at, word, number));
  return { beside, dimension: isUnnamed ? undefined : number };
}

/**
 * "The longest tenancy" is not that with the longest time until a payment of it, nor "the cheapest electrician" whoever did the
 * cheapest of jobs, nor "the rarest metal" that of the rarest ores: what is named beside a superlative of length, price or rarity
 * has that number itself.
 */
function isOfOtherThing(scene: Draft, at: number, word: string, number: DimensionMetadata): boolean {
  const said = scene.question.tokens[scene.items[at]?.to ?? -1]?.word ?? word;
  const isPrice = /^(?:cheap|expensive|pric|cost|dear)/.test(said);
  const isRarity = scaleOf(said)?.scale.nouns.has('abundance') === true;
  const entriesOf = (items: Scene['items']) =>
    items.flatMap((it) => (it.kind === 'link' ? [it.link.entry] : []));
  // "The longest standing client", "which metal is the rarest".
  const isThing = ({ kind }: Entry): boolean => isPrice || kind !== 'value';
  const entry =
    entriesOf(scene.items.slice(at + 1)).find(isThing) ??
    (isRarity ? entriesOf(scene.items.slice(0, at)).findLast(isThing) : undefined);
  const member = entry === undefined ? undefined : memberOf(entry);
  const owner = entry?.kind === 'relation' ? scene.lexicon.cube.name : member && ownerOf(member.name);
  // A view shows members of several things.
  const { strangers } = scene.lexicon;
  const isStranger = isRarity && member !== undefined && strangers.get(member) !== strangers.get(number);
  return (
    isStranger ||
    ((isRarity || isPrice || /^(?:long|short)/.test(said)) &&
      owner !== undefined &&
      owner !== ownerOf(number.name))
  );
}

/** "Slowest at getting things fixed" is not how long it takes to reply. */
function saysOtherDeed({ items, question }: Draft, superlative: number): boolean {
  return items.some((item, at) => {
    const token = item.kind === 'word' && at !== superlative ? question.tokens[item.from] : undefined;
    return token !== undefined && kindOf(token) === 'verb';
  });
}

/** "Richest in fibre": the figure behind the "in" after a superlative. */
export function insideOf(scene: Draft, superlative: number): FigureMention | undefined {
  const right = rightOf(scene.items, superlative) ?? -1;
  if (operatorOfItem(scene.items[right], 'in') === undefined) return undefined;
  return scene.figures.find(({ at }) => at === rightOf(scene.items, right));
}

/** Whether a number is of what is joined and not asked for: insurers are not slow by the hours of doctors. */
function isOfOthers({ groups, conditions }: Draft, number: DimensionMetadata): boolean {
  const owner = ownerOf(number.name);
  return (
    isJoined(number) &&
    !groups.some(({ dimension }) => ownerOf(dimension.name) === owner) &&
    !conditions.some(({ filter }) => filter.kind !== 'segment' && ownerOf(filter.dimension.name) === owner)
  );
}

/** Whether an adjective speaks of what is named: "slowest" of resolution hours. */
export function measures(scene: Scene, at: number, adjective: string): boolean {
  const entry = linkAt(scene, at)?.entry;
  const member =
    entry?.kind === 'measure' ? entry.measure : entry?.kind === 'dimension' ? entry.dimension : undefined;
  const scale = scaleOf(adjective)?.scale;
  return (
    member !== undefined &&
    scale !== undefined &&
    ((spanBetween(member) !== undefined && scale.nouns.has('duration')) ||
      memberLemmas(member).some((lemma) => scale.nouns.has(lemma)))
  );
}

/** Each row is there once: how many there are ranks nothing, as in "the biggest department". */
export function ranksRows(
  quantities: readonly Quantity[],
  groups: readonly Group[],
  { cube, rowCount }: Lexicon,
): boolean {
  const [only, ...more] = quantities;
  const entity = entityDimension(cube);
  return (
    more.length === 0 &&
    only?.kind === 'measure' &&
    only.measure === rowCount &&
    ((groups.length === 1 && groups[0]?.dimension === entity) ||
      groups.some(
        ({ dimension }) => dimension.primaryKey === true && !isJoined(dimension) && cube.type === 'cube',
      ))
  );
}
