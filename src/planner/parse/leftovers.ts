import { grainNamed } from '../language/grains.ts';
import { kindNouns, operatorOf, ordinals, unitWords } from '../language/grammar.ts';
import { isKindOf } from '../language/lexical.ts';
import { saysRest } from '../language/remaining.ts';
import { scaleOf } from '../language/scales.ts';
import type { Token } from '../language/text.ts';
import { alike } from '../language/thesaurus.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { contradicts } from '../link/contradicts.ts';
import { entityDimension, isIdentifier, memberLemmas } from '../link/entities.ts';
import { type Entry, isCounted, isOfRows, memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge, recharge } from './charges.ts';
import type { Draft } from './draft.ts';
import { leftoverDeed } from './leftover-deeds.ts';
import { isCountOf } from './quantity.ts';
import { afterBreak, dimensionOf, leadOf, leftOf, operatorOfItem } from './scene.ts';
import { atMost, known, type Leftover, said, skipPrice } from './skip-price.ts';
import { isBearerOf } from './value-of-thing.ts';
import { type Price, weights } from './weights.ts';
import {
  areNew,
  describes,
  isAmountOf,
  isBesideFigure,
  isCompound,
  isCondition,
  isRate,
  namesOther,
  predicatesFor,
  sameEntry,
  saysMuchOf,
  saysToday,
  saysWhere,
  titleWordsOf,
  wordsOf,
} from './word-beside.ts';

/** What a date is called on which something came out. */
const release = /^(?:releas|publi|launch|issu|premier|debut)/;

function isReleased({ defaultTime }: Lexicon): boolean {
  return defaultTime !== undefined && memberLemmas(defaultTime).some((lemma) => release.test(lemma));
}

const telling: ReadonlySet<string> = new Set(['future', 'advice', 'change', 'not', 'unsupported']);

/**
 * Charges for words that nothing explains what they cost here, in place of what taking the question apart has charged.
 * @returns those that may say something, as typed
 */
export function chargeSkipped(scene: Draft): string[] {
  const { items, question } = scene;
  const words: string[] = [];
  for (const [at, item] of items.entries()) {
    const token = item.kind === 'word' && !scene.used.has(at) ? question.tokens[item.from] : undefined;
    if (item.kind !== 'word' || token === undefined) continue;
    const base = skipPrice(token);
    if (base === 'lightVerb') continue;
    const { price, atMost: isLimit, isSaid } = leftover(scene, at, token, base);
    if (isSaid) words.push(token.raw);
    if (price === undefined || (isLimit && weights[price] >= weights[base])) continue;
    recharge(scene, price, base);
    const isIgnored = item.charges.some(([it]) => it === 'ignored');
    if (isIgnored && weights[price] < weights[base]) charge(scene, 'ignored', -1);
  }
  // What would change the answer is named, too.
  for (const [at, item] of items.entries())
    if (item.kind === 'operator' && !scene.used.has(at) && telling.has(item.operator.kind))
      words.push(question.text.slice(question.tokens[item.from]?.start, question.tokens[item.to]?.end));
  return words;
}

/** By what is beside a word, the first that holds. */
function leftover(scene: Draft, at: number, token: Token, base: Price): Leftover {
  const { items, question, lexicon, quantities } = scene;
  const chosen = items.flatMap((item) => (item.kind === 'link' ? [item.link.entry] : []));
  const isNamed = (word: string): boolean => chosen.some((it) => wordsOf(it).includes(word));
  const kind = kindOf(token);
  const [before, next, after] = [items[at - 1], items[at + 1], items[at + 2]];
  // What is left of something, or still so, is nothing that a description says of it.
  if ((saysRest(token) || token.before === 'still') && !isNamed(token.lemma)) return said();
  const { before: wordBefore } = token;
  if (unitWords.has(token.lemma) && wordBefore === 'in') return known('repeated');
  // "On the same day they were due": one date is held against another, even where a date is described as a day.
  if (wordBefore === 'same' && grainNamed(token.lemma) !== undefined) return said('skip.noun');
  // "Films that came out in May", where they are dated by their release.
  if (token.word === 'out' && isReleased(lexicon)) return atMost('lightVerb');
  if (token.lemma === 'new' && areNew(scene, at) && quantities.every(isCountOf)) return known('repeated');
  const scale = wordBefore === 'how' ? scaleOf(token.word)?.scale : undefined;
  if (scale !== undefined && chosen.some((it) => wordsOf(it).some((name) => scale.nouns.has(name)))) {
    // "How long does shipping take": half of the name is said so.
    const doubt = items.flatMap((it) =>
      it.kind === 'link' && wordsOf(it.link.entry).some((name) => scale.nouns.has(name))
        ? [1 - it.link.quality]
        : [],
    );
    charge(scene, 'unlike', -Math.max(0, ...doubt) / 2);
    return known('repeated');
  }
  // "How well does it do" asks for what tells, not for how many there are.
  const isDegree = kind === 'adjective' || (kind === 'adverb' && quantities.every(isCountOf));
  if (isDegree && wordBefore === 'how') return said('modifier');
  // "Partly paid" is not paid, whatever else is.
  const saysPart = /^(?:partly|partially|half|nearly|almost|hardly|barely)$/.test(token.word);
  if (saysPart && (next?.kind === 'link' || next?.kind === 'word') && !afterBreak(scene, at + 1))
    return said('modifier');
  if (saysWhole(token) && next?.kind === 'link' && isOfSomeRows(next.link.entry, lexicon))
    return said('modifier');
  // "Have German subtitles": what they have is no verb.
  const had =
    before?.kind === 'link' && before.link.entry.kind === 'value' ? leadOf(scene, at - 1).cue?.kind : '';
  if (had === 'with' && next === undefined && token.word !== token.lemma && token.word.endsWith('s'))
    return said('modifier');
  const deed = leftoverDeed(scene, at, token, base);
  if (deed !== undefined) return deed;
  // "Average wait for people who paid": whoever a figure is of; how many people there are may be told otherwise.
  const areOfFigure = quantities.length > 0 && !quantities.some(isCountOf);
  if (token.word === 'people' && areOfFigure && operatorOfItem(next, 'who') !== undefined)
    return known('bearer');
  // "How many room types" are no rooms.
  if (base === 'skip.kind' && before?.kind === 'link' && leadOf(scene, at - 1).cue?.kind === 'many')
    return said('skip.noun');
  const named = question.tokens[token.index + 1];
  // "The age of the boats" is nobody else's.
  const isOther = lexicon.things.has(token.lemma) && !lexicon.relationLemmas.has(token.lemma);
  if (kind === 'noun' && saysWhere(scene, at) && !lexicon.byKey.has(token.lemma) && !isOther) {
    // "In the survey", where the relation is described as one.
    if (lexicon.cube.description?.toLowerCase().includes(token.word) === true) return known('repeated');
    if (next === undefined) return said('skip.closing');
  }
  const heads =
    before?.kind === 'link' &&
    before.link.entry.kind !== 'value' &&
    kind === 'noun' &&
    !afterBreak(scene, at);
  // "education level" is the education.
  if (heads && kindNouns.has(token.lemma)) {
    // The group of a food is no food.
    const isOther = namesOther(scene, before.link, token) || isAmountOf(before.link, token);
    return isOther ? known('modifier') : atMost('repeated');
  }
  // So is the "level of education".
  const isOfDimension = after?.kind === 'link' && after.link.entry.kind === 'dimension';
  if (kindNouns.has(token.lemma) && operatorOfItem(next, 'of') !== undefined && isOfDimension)
    return atMost('repeated');
  const narrows =
    next?.kind === 'link' &&
    next.link.entry.kind !== 'value' &&
    (kind === 'noun' || kind === 'adjective') &&
    !afterBreak(scene, at + 1);
  if (token.lemma === 'current' && saysToday(scene, at)) return known('repeated');
  const member = narrows ? memberOf(next.link.entry) : undefined;
  if (member !== undefined && contradicts(token.lemma, member)) return said('modifier');
  // "railway station" is a word of its own for a station.
  const compound = narrows && isCompound(token.lemma, named?.lemma);
  const modifies = (narrows && !compound) || heads;
  const phrases = lexicon.byKey.get(token.lemma) ?? [];
  const isValue = operatorOf(token.word) === undefined && phrases.some((phrase) => isCondition(phrase));
  const isBearer =
    before?.kind === 'link' &&
    before.link.entry.kind === 'value' &&
    isBearerOf(scene, before.link.entry.dimension, token.lemma);
  if (
    (!isValue || isBearer) &&
    // A "rate" is a figure.
    !phrases.some(({ entry }) => entry.kind === 'measure') &&
    before?.kind === 'link' &&
    before.link.entry.kind === 'value' &&
    kind === 'noun' &&
    !afterBreak(scene, at) &&
    // "Gold members revenue".
    (!narrows || isKindOf(token.lemma, 'person'))
  )
    // "Gold card", where the gold is described as that of a card.
    return describes(before.link.entry, token.lemma) ? known('described') : said('bearer');
  if (compound) return known('related');
  const other = phrases.some(
    ({ entry, ordered, trust, words: own }) =>
      !ordered &&
      trust >= 0.97 &&
      entry.kind !== 'relation' &&
      own.filter(({ weight }) => weight >= 0.4).length === 1 &&
      !chosen.some((it) => sameEntry(it, entry)),
  );
  // "top 3 products", "in each state": what is ranked or split by has to be known.
  const ranked =
    kind === 'noun' &&
    (before?.kind === 'number' || operatorOfItem(before, 'rank', 'each', 'per') !== undefined) &&
    !narrows;
  const isOfAnother =
    narrows &&
    operatorOf(token.lemma) === undefined &&
    !chosen.some((entry) => entry !== next.link.entry && titleWordsOf(entry).includes(token.lemma)) &&
    !wordsOf(next.link.entry).includes(token.lemma);
  if (
    !ranked &&
    !isOfAnother &&
    !(kind === 'noun' && isBesideFigure(scene, at)) &&
    (isNamed(token.lemma) || isNamed(token.root)) &&
    !isValue &&
    !(other && !lexicon.relationLemmas.has(token.lemma))
  ) {
    // "Trials that are running" are not those that are called so twice.
    charge(scene, 'skip.participle', predicatesFor(scene, token));
    return atMost('repeated');
  }
  if (!modifies && [...alike(token, [])].some(([it, strength]) => strength >= 0.4 && isNamed(it)))
    return atMost('related');
  if (ordinals[token.word] !== undefined) return said('modifier');
  const namesSomething =
    operatorOf(token.word) === undefined &&
    phrases.some((phrase) => saysMuchOf(phrase, token.lemma)) &&
    !lexicon.relationLemmas.has(token.lemma);
  const asked = items[leftOf(items, at) ?? -1];
  const isAsked = kind === 'noun' && operatorOfItem(asked, 'list', 'which', 'many') !== undefined;
  const told = [token.lemma, baseVerb(token.word) ?? ''].flatMap((lemma) => [
    ...(lexicon.prose.get(lemma) ?? []),
  ]);
  if (told.some((entry) => chosen.some((it) => sameEntry(it, entry)))) {
    // "Subscription rate", where the only rate is described as one of subscriptions; "streaming service", as it is described.
    const pair = `${token.word} ${named?.lemma ?? ''}`;
    if (narrows && (isRate(next.link, question.tokens[next.from]) || describes(next.link.entry, pair)))
      return known('described');
    // What a description says of revenue ("without shipping") is not what the revenue is.
    if (!namesSomething && !isAsked) return known(modifies ? 'describedModifier' : 'described');
  }
  // "Big halls (over 500 seats)" may be told by that.
  const rest =
    modifies && kind === 'adjective' && next?.kind === 'link' ? question.tokens[next.to]?.end : undefined;
  if (rest !== undefined && /^\s*\([^)]*\d[^)]*\)/.test(question.text.slice(rest)))
    return said('skip.adjective');
  if (modifies) return said('modifier');
  if (namesSomething && weights.elsewhere > weights[base]) return said('elsewhere');
  if (kind === 'adjective' && relatesOne(scene, at)) return said('skip.verb');
  return base === 'skip.kind' ? said('skip.noun') : said();
}

/** "Fully booked" is not whatever has a booking, nor are those all bookings. */
function saysWhole({ word }: Token): boolean {
  return /^(?:fully|completely|entirely|totally|wholly)$/.test(word);
}

function isOfSomeRows(entry: Entry, lexicon: Lexicon): boolean {
  if (entry.kind === 'relation' || isCounted(entry)) return true;
  const dimension = dimensionOf(entry);
  if (dimension === undefined || entry.kind === 'value') return false;
  const isOwn = dimension === lexicon.defaultTime || isIdentifier(dimension);
  return isOwn || referenceOf(lexicon.cube, dimension) !== undefined;
}

/** "Which office is responsible for the branch Bonn", which has just one: it says no more than a verb would. */
function relatesOne({ items, question, groups, conditions, lexicon }: Draft, at: number): boolean {
  const { from = 0, to = 0 } = items[at] ?? {};
  const isPredicate =
    /^(?:is|are|was|were)$/.test(question.tokens[from]?.before ?? '') &&
    question.tokens[to + 1]?.word === 'for';
  const named = conditions.find(({ at: place, filter: { kind } }) => place > at && kind === 'values');
  if (!isPredicate || named?.filter.kind !== 'values' || named.filter.negated) return false;
  const { dimension, values } = named.filter;
  const label = items[named.at - 1];
  const isOfOne =
    dimension === entityDimension(lexicon.cube) ||
    (label?.kind === 'link' && isOfRows(label.link.entry, lexicon) && !lexicon.strangers.has(dimension));
  return (
    isOfOne &&
    values.length === 1 &&
    question.tokens[label?.from ?? -1]?.before === 'the' &&
    groups.some((it) => it.cue === 'which' && lexicon.strangers.has(it.dimension))
  );
}
