import { fold } from '../../english.ts';
import type { Budget } from '../language/budget.ts';
import { isFillerWord, operatorOf, ordinals } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import type { Token } from '../language/text.ts';
import { isIdentifier } from './entities.ts';
import { type Entry, isFlag, type Phrase, trustOf } from './entries.ts';
import { deniedLinks, proseLinks, rowLinks } from './indirect-links.ts';
import type { Lexicon } from './lexicon.ts';
import { isShouted, isSmall, type Link } from './link.ts';
import { sharesHead } from './shared-head.ts';
import { similarTo } from './similar.ts';

const maxTokens = 7;
const unnatural = /^~(avg|min|max|median|distinct)$/;
const computing: ReadonlySet<string> = new Set(['share', 'ratio', 'change', 'rank', 'compare', 'often']);
const glue = new Set('of the a an in for on to our all single'.split(' '));

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
  const offered = [...best.values()]
    .flatMap((own) => [...own.values()])
    .filter(({ quality }) => quality >= 0.35);
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
  // "Berlin store" speaks of stores, even where "store" is a sales channel, too.
  const named = offered.map((link) =>
    (link.entry.kind === 'value' && members.has(link.tokens.join(' '))) ||
    isPart(link) ||
    isOutdone(link, exact.get(link.tokens.join(' ')))
      ? { ...link, quality: link.quality * 0.88 }
      : link,
  );
  const denied = deniedLinks(tokens, lexicon, named, budget);
  const sure = new Set(
    [...named, ...denied].filter(({ quality }) => quality >= 0.6).flatMap((link) => link.tokens),
  );
  // "Returned completely" are not the completed ones, too.
  const isManner = ({ entry, quality, tokens: own }: Link): boolean =>
    entry.kind === 'value' &&
    own.every((at) => tokens[at]?.word.endsWith('ly')) &&
    named.some(
      (it) =>
        it.entry.kind === 'value' && it.entry.dimension === entry.dimension && it.quality > quality + 0.05,
    );
  return [
    ...named.filter((it) => !isManner(it)),
    ...denied,
    ...rowLinks(tokens, lexicon, sure),
    ...proseLinks(tokens, lexicon, sure),
  ];
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

/** Links of a name, whose words may stand in any order with small words between them. */
function looseLinks(
  phrase: Phrase,
  words: ReadonlyMap<number, ReadonlyMap<string, number>>,
  tokens: readonly Token[],
  lexicon: Lexicon,
): Link[] {
  const runs: number[][] = [];
  let run: number[] = [];
  for (const at of [...words.keys()].sort((a, b) => a - b)) {
    const last = run.at(-1);
    if (last !== undefined && !isJoined(tokens, last, at, phrase)) {
      runs.push(run);
      run = [];
    }
    run.push(at);
  }
  if (run.length > 0) runs.push(run);
  return runs.flatMap((whole) => {
    const found: Link[] = [];
    for (let from = 0; from < whole.length; from += 1)
      for (let to = from + 1; to <= Math.min(whole.length, from + maxTokens); to += 1) {
        const link = looseLink(phrase, words, whole.slice(from, to), tokens, lexicon);
        if (link !== undefined) found.push(link);
      }
    return found;
  });
}

function isJoined(tokens: readonly Token[], from: number, to: number, phrase: Phrase): boolean {
  if (to - from > 3) return false;
  for (let at = from + 1; at <= to; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.afterBreak) return false;
    if (at < to && !glue.has(token.word) && !(phrase.ratio && token.word === 'per')) return false;
  }
  return true;
}

function looseLink(
  phrase: Phrase,
  words: ReadonlyMap<number, ReadonlyMap<string, number>>,
  own: readonly number[],
  tokens: readonly Token[],
  { telling, things, relationLemmas }: Lexicon,
): Link | undefined {
  const said = new Map<number, number>();
  for (const at of own) {
    const keys = words.get(at);
    const place = phrase.words.findIndex(({ key }, index) => keys?.has(key) === true && !said.has(index));
    if (place < 0) return undefined;
    said.set(place, keys?.get(phrase.words[place]?.key ?? '') ?? 0);
  }
  const all = phrase.words.reduce((sum, { weight }) => sum + weight, 0);
  if (isFlag(phrase.entry) && !said.has(phrase.head) && sharesHead(phrase, own, tokens))
    said.set(phrase.head, 0.95);
  let matched = 0;
  let degrees = 0;
  for (const [place, degree] of said) {
    const weight = phrase.words[place]?.weight ?? 0;
    matched += weight;
    degrees += weight * degree;
  }
  if (matched < 0.3) return undefined;
  // "On average" names nothing by itself.
  const isAggregate = (place: number): boolean => phrase.words[place]?.key.startsWith('~') === true;
  if ([...said.keys()].every(isAggregate) && said.size < phrase.words.length) return undefined;
  const recall = matched / all;
  // "Share of each level" is no share of high earners.
  if (recall < 0.9 && own.every((at) => computing.has(operatorOf(tokens[at]?.word ?? '')?.kind ?? 'filler')))
    return undefined;
  // "How" names nothing of "How they found us".
  if (recall < 1 && own.every((at) => isFillerWord(tokens[at]?.word ?? ''))) return undefined;
  const headSaid = said.has(phrase.head);
  // Steps are not what "step-free" means.
  if (phrase.words.some(({ key }, place) => /^(free|non|no|not|without)$/.test(key) && !said.has(place)))
    return undefined;
  // "Money" is not what "money back" means.
  if (!headSaid && phrase.trust === trustOf.synonym) return undefined;
  // Rows are not meant by their key.
  const keyless = phrase.entry.kind === 'dimension' && isKeyUnsaid(phrase, said) ? 0.85 : 1;
  // "Average sales" is not what "sales" means.
  const unsaid = phrase.words.some(({ key }, place) => unnatural.test(key) && !said.has(place))
    ? 0.62
    : // What is not said to be gross is rather net.
      phrase.words.some(({ key }, place) => key === 'gross' && !said.has(place))
      ? 0.55
      : 1;
  // Customers are not meant by the type of a customer.
  const isOfThing =
    phrase.entry.kind === 'dimension' &&
    !headSaid &&
    [...said.keys()].every((place) => {
      const key = phrase.words[place]?.key ?? '';
      return things.has(key) && !relationLemmas.has(key);
    });
  // Nor are orders meant by the value of an order.
  const areRows = own.every((at) => {
    const { word = '', lemma = '' } = tokens[at] ?? {};
    return word !== lemma && relationLemmas.has(lemma);
  });
  if (areRows && recall < 1 && phrase.entry.kind === 'dimension' && phrase.entry.dimension.type === 'number')
    return undefined;
  const surely = degrees / matched;
  // "Usage" is the usage share where nothing else is called so.
  const tells =
    !isFlag(phrase.entry) &&
    !(phrase.entry.kind === 'measure' && phrase.entry.measure.type.startsWith('count')) &&
    [...said.keys()].some((place) => telling.has(phrase.words[place]?.key ?? '') && surely >= 0.95);
  // People are not meant by a personal loan.
  if (isFlag(phrase.entry) && recall < 0.7 && surely < 0.95) return undefined;
  const told = isFlag(phrase.entry)
    ? 0.25 + 0.75 * recall
    : tells
      ? 0.85 + 0.15 * recall
      : 0.5 + 0.5 * recall;
  const quality =
    phrase.trust *
    surely *
    told *
    (headSaid ? 1 : tells ? 0.95 : 0.85) *
    unsaid *
    keyless *
    (isOfThing ? 0.75 : 1) *
    (phrase.ratio ? ratioSaid(own, tokens) : 1);
  const saysAggregate = [...said.keys()].some(isAggregate);
  return { entry: phrase.entry, tokens: own, quality, saysAggregate, denied: false };
}

function isKeyUnsaid({ entry, words, head }: Phrase, said: ReadonlyMap<number, number>): boolean {
  const numbered = words.length > 1 && words.at(-1)?.key === 'number' && !said.has(words.length - 1);
  return numbered || (!said.has(head) && entry.kind === 'dimension' && isIdentifier(entry.dimension));
}

/** "Customer spend" is not the spend per customer. */
function ratioSaid(own: readonly number[], tokens: readonly Token[]): number {
  return tokens
    .slice(own[0], own.at(-1))
    .some(({ word }) => ['per', 'each', 'a', 'average', 'avg'].includes(word))
    ? 1
    : 0.8;
}

/** "Returning" customers are not "returned" ones. */
function isOtherVoice(word: string | undefined, value: string | undefined): boolean {
  const voice = (text: string | undefined) => /^\p{L}{3,}(ing|ed)$/iu.exec(text ?? '')?.[1]?.toLowerCase();
  const [said, own] = [voice(word), voice(value)];
  return said !== undefined && own !== undefined && said !== own;
}

/** Links of a value, said in full or by its beginning or end. */
function orderedLinks(
  phrase: Phrase,
  words: ReadonlyMap<number, ReadonlyMap<string, number>>,
  tokens: readonly Token[],
  lexicon: Lexicon,
): Link[] {
  const found: Link[] = [];
  const all = phrase.words.reduce((sum, { weight }) => sum + weight, 0);
  for (let first = 0; first < phrase.words.length; first += 1) {
    for (const [start, keys] of words) {
      const own: number[] = [];
      let matched = 0;
      let degrees = 0;
      for (let place = first; place < phrase.words.length; place += 1) {
        const { key = '', weight = 0 } = phrase.words[place] ?? {};
        const at = start + place - first;
        const degree = (at === start ? keys : words.get(at))?.get(key);
        if (
          degree === undefined ||
          (at > start &&
            tokens[at]?.afterBreak === true &&
            weight >= 1 &&
            phrase.words.length < 3 &&
            !wordsOfValue(phrase).includes(','))
        )
          break;
        own.push(at);
        matched += weight;
        degrees += weight * degree;
      }
      if (matched < 0.3) continue;
      const recall = matched / all;
      const degree = degrees / matched;
      // A gas is no "Ga".
      const written = wordsOfValue(phrase);
      const [alone] = own;
      if (/^\p{L}{1,2}$/u.test(written) && own.length === 1 && tokens[alone ?? -1]?.word !== fold(written))
        continue;
      // Nobody says an address in part.
      if (recall < 1 && wordsOfValue(phrase).includes('@')) continue;
      // A function word is no value by itself unless it is written like one.
      const [only] = own;
      const small = own.length === 1 && only !== undefined && isSmall(tokens[only]);
      if (
        small &&
        !(recall === 1 && isAlsoNoun(tokens[only])) &&
        (recall < 1 ||
          !(tokens[only]?.quoted === true || tokens[only]?.raw === wordsOfValue(phrase)) ||
          !isShouted(tokens[only] as Token, tokens))
      )
        continue;
      if (recall < 1 && degree < 0.95) continue;
      if (only !== undefined && isOtherVoice(tokens[only]?.word, wordsOfValue(phrase))) continue;
      // What is only like a value may be another one that is not listed: a cake is no block.
      const trust = degree < 0.8 ? phrase.trust * 0.7 : phrase.trust;
      const whole = recall >= 0.999;
      const tells =
        only !== undefined &&
        own.length === 1 &&
        degree >= 0.95 &&
        !isSmall(tokens[only]) &&
        ordinals[tokens[only]?.word ?? ''] === undefined &&
        lexicon.telling.has(`=${phrase.words[first]?.key ?? ''}`);
      found.push({
        entry: phrase.entry,
        tokens: own,
        quality: whole
          ? trust * degree
          : trust * degree * (tells ? 0.8 : (0.35 + 0.35 * recall) * (first === 0 ? 1 : 0.9)),
        saysAggregate: false,
        denied: false,
      });
    }
  }
  return found;
}

function wordsOfValue({ entry }: Phrase): string {
  return entry.kind === 'value' ? entry.value : '';
}

/** "Lead" is a metal, and "single" a marital status: small words that are open-class words, too. */
function isAlsoNoun({ word, lemma } = { word: '', lemma: '' }): boolean {
  const { noun, adjective } = partsOfSpeech(lemma);
  const kind = operatorOf(word)?.kind;
  return kind === 'rank' || (kind === 'filler' && word.length > 4 && noun + adjective >= 0.5);
}
