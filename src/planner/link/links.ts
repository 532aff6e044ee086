import type { Budget } from '../language/budget.ts';
import { doingOf } from '../language/doers.ts';
import { sorts } from '../language/grammar.ts';
import { isKindOf, partsOfSpeech } from '../language/lexical.ts';
import { forms, type Token, tokenize } from '../language/text.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { compoundLinks } from './compounds.ts';
import { contradicts } from './contradicts.ts';
import { deedLinks } from './deeds.ts';
import { isIdentifier } from './entities.ts';
import { type Entry, isCounted, memberOf } from './entries.ts';
import { deniedLinks, proseLinks, rowLinks } from './indirect-links.ts';
import { promisedBy } from './lateness.ts';
import type { Lexicon } from './lexicon.ts';
import type { Link } from './link.ts';
import { isOtherMost, mostDone } from './most-done.ts';
import { looseLinks } from './name-links.ts';
import { nameLemmas, namePhrases } from './names.ts';
import type { Phrase } from './phrases.ts';
import { isExistence } from './referring-cubes.ts';
import { isOtherRest } from './rest.ts';
import { similarTo } from './similar.ts';
import { saysRowsAlone } from './some-rows.ts';
import { spanBetween } from './spans.ts';
import { orderedLinks } from './value-links.ts';
import { isOfOnce, isOtherNoun, isOtherPast, isYetToDo } from './went.ts';

/** Everything that the words of a question may name in one relation. */
export function findLinks(tokens: readonly Token[], lexicon: Lexicon, budget: Budget): Link[] {
  const similar = tokens.map((token) => similarTo(token, lexicon, budget));
  const places = new Map<Phrase, Map<number, Map<string, number>>>();
  for (const [at, keys] of similar.entries()) {
    for (const [key, degree] of keys) {
      const phrases = lexicon.byKey.get(key) ?? [];
      budget.spend(phrases.length);
      for (const phrase of phrases) {
        getOrMake(getOrMake(places, phrase), at).set(key, degree);
      }
    }
  }
  const best = new Map<Entry, Map<string, Link>>();
  const offer = (link: Link): void => {
    if (link.entry.kind === 'value' && isDegree(link.tokens, tokens)) return;
    if (isUndone(link, tokens) || isOfPeriod(link, tokens) || isOpposite(link, tokens)) return;
    if (isSort(link, tokens) || isOtherDeed(link, tokens)) return;
    if (isState(link, tokens) || isOtherRest(link, tokens) || isYetToDo(link, tokens)) return;
    if (isOtherPast(link, tokens, lexicon) || isOtherNoun(link, tokens, lexicon) || isOtherMost(link, tokens))
      return;
    if (saysRowsAlone(link, tokens, lexicon) || isOfOnce(link, tokens)) return;
    if (isGoingOn(link, tokens) || isOtherTime(link, tokens) || isToCome(link, tokens)) return;
    const own = getOrMake(best, link.entry);
    const key = link.tokens.join(' ');
    if ((own.get(key)?.quality ?? 0) < link.quality) own.set(key, link);
  };
  for (const [phrase, words] of places) {
    budget.spend(words.size * 2);
    for (const link of phrase.ordered
      ? orderedLinks(phrase, words, tokens, lexicon)
      : looseLinks(phrase, words, tokens, lexicon))
      offer(link);
  }
  const found = mostDone(
    [...best.values()].flatMap((own) => [...own.values()]).filter(({ quality }) => quality >= 0.35),
    tokens,
  );
  const values = new Set(
    found
      .filter(({ entry, quality }) => entry.kind === 'value' && quality >= 0.97)
      .map((link) => link.tokens.join(' ')),
  );
  // "Cash payments" are paid in cash, even where all that comes in is called "cash in".
  const offered = found.filter((link) => link.unended !== true || !values.has(link.tokens.join(' ')));
  const members = new Set(
    offered
      .filter(({ entry, quality }) => entry.kind !== 'value' && quality > 0.9)
      .map((link) => link.tokens.join(' ')),
  );
  const exact = new Map<string, Link>();
  for (const link of offered)
    if (
      link.entry.kind === 'measure' &&
      link.quality >= 0.96 &&
      (exact.get(link.tokens.join(' '))?.quality ?? 0) < link.quality
    )
      exact.set(link.tokens.join(' '), link);
  const wholes = offered.flatMap(({ entry, quality, tokens: own }) =>
    entry.kind === 'value' && quality >= 0.97 && own.length > 1 ? [own] : [],
  );
  // "Senior Data Scientist" is one job, and no data scientist who is senior.
  const isPart = ({ entry, tokens: own }: Link): boolean => {
    if (entry.kind !== 'value') return false;
    budget.spend(wholes.length);
    return wholes.some((whole) => whole.length > own.length && own.every((at) => whole.includes(at)));
  };
  // "Downtime events" are counted, where those are called so, and not how long the downtime was.
  const isPartOfExact = ({ entry, tokens: own }: Link): boolean =>
    entry.kind === 'measure' &&
    exact.values().some((it) => it.tokens.length > own.length && own.every((at) => it.tokens.includes(at)));
  // "Berlin store" speaks of stores, even where "store" is a sales channel, too.
  const named = offered.map((link) =>
    (link.entry.kind === 'value' && link.tokens.length === 1 && members.has(link.tokens.join(' '))) ||
    isPart(link) ||
    isPartOfExact(link) ||
    isOtherOrder(link, tokens, wholes) ||
    isOutdone(link, exact.get(link.tokens.join(' ')))
      ? { ...link, quality: link.quality * 0.88 }
      : link,
  );
  const said = named.filter((link) => !isDoing(link, tokens) && !isDoneBy(link, tokens, lexicon));
  const denied = deniedLinks(tokens, lexicon, said, budget);
  const sure = new Set(
    [...said, ...denied].filter(({ quality }) => quality >= 0.6).flatMap((link) => link.tokens),
  );
  // "Returned completely" are not the completed ones, too.
  const isManner = ({ entry, quality, tokens: own }: Link): boolean =>
    entry.kind === 'value' &&
    own.every((at) => tokens[at]?.word.endsWith('ly')) &&
    said.some(
      (it) =>
        it.entry.kind === 'value' && it.entry.dimension === entry.dimension && it.quality > quality + 0.05,
    );
  return [
    ...said.filter((it) => !isManner(it)),
    ...compoundLinks(said, tokens),
    ...denied,
    ...deedLinks(tokens, lexicon),
    ...rowLinks(tokens, lexicon, sure).filter(
      (it) => !isDoing(it, tokens) && !isOtherTime(it, tokens) && !isOtherPast(it, tokens, lexicon),
    ),
    ...proseLinks(tokens, lexicon, sure).filter((it) => !isDoneBy(it, tokens, lexicon)),
  ];
}

/** "Expire next month" says of none that it has expired. */
function isToCome({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const { word = '', lemma } = tokens[at] ?? {};
  return (
    entry.kind === 'value' &&
    more.length === 0 &&
    word === lemma &&
    /ed$/i.test(entry.value) &&
    /^(?:next|tomorrow|soon|shortly)$/.test(tokens[at + 1]?.word ?? '')
  );
}

/** "How long does it take", "average time": a duration, and nothing that was done on time. "How many times" is none. */
function isOtherTime({ entry, quality, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const member = memberOf(entry);
  const isOccasion = own.some(
    (at) => tokens[at]?.word === 'times' && /^(?:many|of)$/.test(tokens[at - 1]?.word ?? ''),
  );
  if (isOccasion) {
    const names = member === undefined ? [] : namePhrases(member).flat();
    return !names.some(({ word }) => word === 'times');
  }
  if (member === undefined || promisedBy(member)?.is !== 'on time') return false;
  const [at = 0] = own;
  const isDuration = tokens[at]?.lemma === 'time' && !/^[oi]n$/.test(tokens[at - 1]?.word ?? '');
  return quality < 0.9 || isDuration;
}

/** "On leave" is a status, and no date on which people left. */
function isOtherOrder(
  { entry, tokens: own }: Link,
  tokens: readonly Token[],
  wholes: readonly (readonly number[])[],
): boolean {
  const member = entry.kind === 'value' ? undefined : memberOf(entry);
  if (member === undefined || !wholes.some((whole) => whole.join() === own.join())) return false;
  const said = own.map((at) => tokens[at]?.lemma).join(' ');
  return !namePhrases(member).some((words) => words.map(({ lemma }) => lemma).join(' ') === said);
}

/** "How many are on leave" are in a state, and did not leave. */
function isState({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  if (entry.kind !== 'dimension' || entry.dimension.type !== 'time') return false;
  const [at = 0, ...more] = own.filter((it) => !/^(?:on|off)$/.test(tokens[it]?.word ?? ''));
  const { word = '', lemma } = tokens[at] ?? {};
  const isBehind = word === lemma && /^(?:on|off)$/.test(tokens[at - 1]?.word ?? '');
  const names = namePhrases(entry.dimension).flat();
  return isBehind && more.length === 0 && !names.some((it) => it.word === word);
}

/** "Did they open" says what somebody did, even where what is open is called so, as "what did we invoice" lists no invoices. */
function isDoing({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const [at = 0] = own;
  const isVerb =
    /^(?:they|he|she|we|you|i)$/.test(tokens[at - 1]?.word ?? '') &&
    /^(?:do|does|did)$/.test(tokens[at - 2]?.word ?? '');
  const areRows = isCounted(entry) || (entry.kind === 'dimension' && isIdentifier(entry.dimension));
  return isVerb && (entry.kind === 'value' || (areRows && tokens[at - 3]?.word === 'what'));
}

/** "Managed by Kim", where things have a manager, are not those that are called fully managed. */
function isDoneBy(
  { entry, tokens: own, quality }: Link,
  tokens: readonly Token[],
  { cube }: Lexicon,
): boolean {
  const [at = 0, ...more] = own;
  const { word = '', root } = tokens[at] ?? {};
  if (entry.kind === 'relation' || more.length > 0 || quality > 0.95) return false;
  if (!word.endsWith('ed') || tokens[at + 1]?.word !== 'by') return false;
  return cube.dimensions.some(
    (it) =>
      it.type === 'string' &&
      it !== memberOf(entry) &&
      nameLemmas(it.title).some((lemma) => doingOf(lemma) === root),
  );
}

/** "Who pay" are not those that are paid. */
function isUndone({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const token = tokens[at];
  if (entry.kind !== 'value' || more.length > 0 || token === undefined || token.language === 'de')
    return false;
  const value = entry.value.toLowerCase();
  return (
    token.word === token.lemma &&
    value !== token.word &&
    forms(value).lemma === token.lemma &&
    /[dtn]$/.test(value) &&
    kindOf(token) === 'verb'
  );
}

/** "Are running" is said of nothing that only has a run, and names neither how many nor how long those are; "still standing" no standing. */
function isGoingOn({ entry, tokens: own, quality }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const { word = '', before = '' } = tokens[at] ?? {};
  const isSpan = entry.kind === 'dimension' && spanBetween(entry.dimension) !== undefined;
  const isOfRuns = entry.kind === 'measure' || (entry.kind === 'dimension' && isExistence(entry.dimension));
  const isPredicate = word.endsWith('ing') && /^(?:is|are|was|were|still)$/.test(before);
  return isPredicate && more.length === 0 && (isSpan || (isOfRuns && quality < 0.9));
}

/** "How many people left" are not the people for whom something was reserved. */
function isOtherDeed({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const { lemma = '' } = tokens[at] ?? {};
  const next = tokens[at + 1];
  const arePeople = lemma === 'people' || isKindOf(lemma, 'person');
  if (entry.kind !== 'measure' || more.length > 0 || !arePeople || next === undefined) return false;
  const isVerb = partsOfSpeech(next.lemma).verb > 0.2 && !auxiliaries.has(next.word);
  const said = new Set(tokens.map((it) => it.lemma));
  return (
    isVerb &&
    tokenize(entry.measure.title).some((it) => baseVerb(it.word) !== undefined && !said.has(it.lemma))
  );
}

const auxiliaries: ReadonlySet<string> = new Set(
  'is are was were be been do does did have has had can could will would may might must'.split(' '),
);

/** "Gross" is no revenue that is described as net. */
function isOpposite({ entry, tokens: own, quality }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const member = entry.kind === 'value' ? undefined : memberOf(entry);
  const isUnlike = more.length === 0 && quality < 0.9;
  return member !== undefined && isUnlike && contradicts(tokens[at]?.lemma ?? '', member);
}

/** "At the end of 2025" ends nothing but the year. */
function isOfPeriod({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const [at = 0, ...more] = own;
  const isTime = entry.kind === 'dimension' && entry.dimension.type === 'time';
  return isTime && more.length === 0 && tokens[at - 1]?.word === 'the' && tokens[at + 1]?.word === 'of';
}

/** "How big is it?" asks for a number, even where the big ones are called so. */
function isDegree(own: readonly number[], tokens: readonly Token[]): boolean {
  const [from = 0, to = 0] = [own[0], own.at(-1)];
  const next = tokens[to + 1];
  return (
    tokens[from - 1]?.word === 'how' &&
    (next === undefined || next.afterBreak || /^(?:is|are|was|were|do|does|did|in)$/.test(next.word))
  );
}

function getOrMake<K, A, B>(maps: Map<K, Map<A, B>>, key: K): Map<A, B> {
  let found = maps.get(key);
  if (found === undefined) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}

/** A measure that is named by part of its name where another is named by all of it. */
function isOutdone(link: Link, exact: Link | undefined): boolean {
  return (
    exact !== undefined &&
    (link.entry.kind === 'measure' || link.entry.kind === 'relation') &&
    link.entry !== exact.entry &&
    link.quality < exact.quality - 0.01
  );
}

/** "By age group": groups are no classes of yoga. */
function isSort({ entry, quality, tokens: own }: Link, tokens: readonly Token[]): boolean {
  return (
    (entry.kind === 'relation' || entry.kind === 'measure') &&
    quality < 0.97 &&
    own.every((at) => sorts.includes(tokens[at]?.lemma ?? ''))
  );
}
