import { isFillerWord, operatorOf } from '../language/grammar.ts';
import type { Token } from '../language/text.ts';
import { isIdentifier } from './entities.ts';
import { type Entry, isFlag, memberOf } from './entries.ts';
import { ownerOf } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import { isAnybody, type Link } from './link.ts';
import { articles, nameLemmas, shortName } from './names.ts';
import { type Phrase, trustOf } from './phrases.ts';
import { isDeedOfOthers } from './row-deeds.ts';
import { sharesHead } from './shared-head.ts';
import { spanBetween } from './spans.ts';

const maxTokens = 7;
const unnatural = /^~(avg|min|max|median|distinct)$/;
const computing: ReadonlySet<string> = new Set(['share', 'ratio', 'change', 'rank', 'compare', 'often']);
const glue = new Set('of the a an in for on to our all single'.split(' '));
/** What stands between the two ends of a span and its unit. */
const spanGlue = new Set(
  'of the a an for to our from until till and between being be date their its get'.split(' '),
);

/** Links of a name, whose words may stand in any order with small words between them. */
export function looseLinks(
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
  const between = isSpan(phrase.entry) ? spanGlue : glue;
  for (let at = from + 1; at <= to; at += 1) {
    const token = tokens[at];
    if (token === undefined || token.afterBreak) return false;
    if (at < to && !between.has(token.word) && !(phrase.ratio && token.word === 'per')) return false;
  }
  return true;
}

function looseLink(
  phrase: Phrase,
  words: ReadonlyMap<number, ReadonlyMap<string, number>>,
  own: readonly number[],
  tokens: readonly Token[],
  lexicon: Lexicon,
): Link | undefined {
  const { telling, things, relationLemmas } = lexicon;
  const said = new Map<number, number>();
  for (const at of own) {
    const keys = words.get(at);
    const place = phrase.words.findIndex(({ key }, index) => keys?.has(key) === true && !said.has(index));
    if (place < 0) return undefined;
    const degree = keys?.get(phrase.words[place]?.key ?? '') ?? 0;
    if (isFlag(phrase.entry) && isAnybody(tokens[at], degree)) return undefined;
    said.set(place, degree);
  }
  // "People who visited" are not "people on tours", although tours are visits.
  const people = own.findIndex((at) => tokens[at]?.lemma === 'person');
  if (people >= 0 && own.length > 1 && [...said.values()].every((it, at) => at === people || it < 0.8))
    return undefined;
  // Neither end of a span is all of it.
  if (isSpan(phrase.entry) && said.size < phrase.words.length) return undefined;
  if (isDenial(phrase, own, said, tokens) || isBarelyRows(phrase, own, tokens)) return undefined;
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
  // "This year and last" names no last inspection, nor does "the last inspection" name the next one.
  if (recall < 1 && own.every((at) => /^(last|next)$/.test(tokens[at]?.word ?? ''))) return undefined;
  const unsaidKeys = phrase.words.flatMap(({ key }, place) => (said.has(place) ? [] : [key]));
  if (isOtherEnd(unsaidKeys, tokens)) return undefined;
  if (recall < 0.9 && isOtherRate(phrase, own, tokens, lexicon)) return undefined;
  // "How" names nothing of "How they found us", nor "with" anything of "Share with newsletter".
  if (recall < 1 && own.every((at) => isConnective(tokens[at]?.word ?? ''))) return undefined;
  const headSaid = said.has(phrase.head);
  // Steps are not what "step-free" means.
  if (phrase.words.some(({ key }, place) => /^(free|non|no|not|without)$/.test(key) && !said.has(place)))
    return undefined;
  // "Money" is not what "money back" means.
  if (!headSaid && phrase.trust === trustOf.synonym) return undefined;
  if (isOfTwo(phrase, said, lexicon)) return undefined;
  // Rows are not meant by their key.
  const keyless = phrase.entry.kind === 'dimension' && isKeyUnsaid(phrase, said) ? 0.85 : 1;
  // "Average sales" is not what "sales" means, while times are put together no other way.
  const isTime = own.some((at) => tokens[at]?.lemma === 'time');
  const unsaid = phrase.words.some(({ key }, place) => unnatural.test(key) && !isTime && !said.has(place))
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
  // "Salary cost" is no toll paid, although each of its words is like one of these.
  const isLike = said.size > 1 && [...said.values()].every((degree) => degree < 0.8) ? 0.7 : 1;
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
    isLike *
    (isPartOfDeed(phrase, own, said, tokens, lexicon) ? 0.68 : 1) *
    (phrase.ratio ? ratioSaid(own, tokens) : 1);
  const saysAggregate = [...said.keys()].some(isAggregate);
  const unended = isUnended(phrase, own, tokens) ? ({ unended: true } as const) : {};
  return { entry: phrase.entry, tokens: own, quality, saysAggregate, denied: false, ...unended };
}

/** "Profit" is no price-earnings ratio, where there is a price: what two figures make is neither, by no other word for one of them. */
function isOfTwo({ entry, words }: Phrase, said: ReadonlyMap<number, number>, { byKey }: Lexicon): boolean {
  const isAmount = (it: Entry): boolean =>
    (it.kind === 'dimension' && it.dimension.type === 'number') ||
    (it.kind === 'measure' && !it.measure.type.startsWith('count'));
  if (!isAmount(entry) || [...said.values()].some((degree) => degree >= 0.95)) return false;
  return words.some(
    ({ key, weight }, place) =>
      weight >= 0.4 &&
      !said.has(place) &&
      (byKey.get(key) ?? []).some(
        (it) =>
          it.entry !== entry &&
          isAmount(it.entry) &&
          it.trust >= trustOf.name &&
          it.words.filter((word) => word.weight >= 0.4).length === 1,
      ),
  );
}

/** Whether the small word is left out that a name ends with: that of "truck in", by "deliveries in truck in March" as well. */
function isUnended({ particle }: Phrase, own: readonly number[], tokens: readonly Token[]): boolean {
  if (particle === undefined) return false;
  const [first = 0, last = 0] = [own[0], own.at(-1)];
  const isSaid = tokens[last + 1]?.word === particle && tokens[last + 1]?.afterBreak === false;
  return !isSaid || /^(?:in|by|with|via|through)$/.test(tokens[first - 1]?.word ?? '');
}

/** Whether nothing tells a name from the rows that it is of: "transfers in" from the transfers in May, or in Leeds. */
function isBarelyRows({ needs }: Phrase, own: readonly number[], tokens: readonly Token[]): boolean {
  if (needs === undefined) return false;
  const isSaid = [...own, (own.at(-1) ?? 0) + 1].some((at) => {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token?.word !== needs || token.afterBreak || !own.includes(at - 1)) return false;
    const isBare = next === undefined || next.afterBreak || next.lemma === 'be' || !articles.has(needs);
    return isBare || behindParticle.has(operatorOf(next.word)?.kind ?? 'filler');
  });
  return !isSaid;
}

/** What follows a small word that a name ends with, but nothing that is a place or a time. */
const behindParticle: ReadonlySet<string> = new Set([
  'by',
  'per',
  'in',
  'with',
  'and',
  'or',
  'compare',
  'not',
]);

function isConnective(word: string): boolean {
  return isFillerWord(word) || connectives.has(operatorOf(word)?.kind ?? 'filler');
}

const connectives: ReadonlySet<string> = new Set(['with', 'in', 'of', 'by', 'and', 'or', 'than', 'between']);

/** "No orders" are none, even where their number is called "order no". */
function isDenial(
  { words }: Phrase,
  own: readonly number[],
  said: ReadonlyMap<number, number>,
  tokens: readonly Token[],
): boolean {
  const no = words.findIndex(({ key }) => key === 'no');
  const [first = 0] = own;
  const isBehind = words.some(({ key }) => key === tokens[first - 1]?.lemma);
  return no > 0 && said.has(no) && tokens[first]?.word === 'no' && !isBehind;
}

/** "Claim rate" is no on-time rate, nor are hours paid by it: what is known by another name says which rate is meant. */
function isOtherRate(
  { entry, words, head }: Phrase,
  own: readonly number[],
  tokens: readonly Token[],
  { byKey, byRoot, prose, cube, relationLemmas, things }: Lexicon,
): boolean {
  const at = own.at(-1) ?? 0;
  const member = memberOf(entry);
  const isFigure =
    entry.kind === 'measure' || (entry.kind === 'dimension' && entry.dimension.type === 'number');
  // A "refund rate" is no decline rate, however alike the words are.
  const isLike = (it: number): boolean => {
    const lemma = tokens[it]?.lemma ?? '';
    return it === at - 1 && things.has(lemma) && words.every(({ key }) => key !== lemma);
  };
  if (member === undefined || !isFigure || !own.slice(0, -1).every(isLike)) return false;
  if (words[head]?.key !== 'rate' || tokens[at]?.lemma !== 'rate') return false;
  // "Rate of claims", unlike the rate of those whose it is.
  const of = tokens[at + 1]?.word === 'of' ? tokens[at + 2] : undefined;
  const owner = ownerOf(member.name);
  const owners = owner === cube.name ? relationLemmas : new Set(nameLemmas(shortName(owner)));
  if (of !== undefined && byKey.has(of.lemma) && !owners.has(of.lemma) && operatorOf(of.word) === undefined)
    return true;
  // "Write-off rate".
  const before = tokens[at - 1]?.word === 'off' ? tokens[at - 2] : tokens[at - 1];
  const isDescribed =
    !things.has(before?.lemma ?? '') &&
    [...(prose.get(before?.lemma ?? '') ?? [])].some(
      (it) => it.kind === 'measure' && entry.kind === 'measure' && it.measure === entry.measure,
    );
  return (
    before !== undefined &&
    !isDescribed &&
    !tokens[at]?.afterBreak &&
    operatorOf(before.word) === undefined &&
    (byKey.has(before.lemma) || byRoot.has(before.root) || things.has(before.lemma))
  );
}

/** "How much did Ann pay" asks for payments, where there are some, and for no wages paid. */
function isPartOfDeed(
  { entry, words }: Phrase,
  own: readonly number[],
  said: ReadonlyMap<number, number>,
  tokens: readonly Token[],
  lexicon: Lexicon,
): boolean {
  const [only, ...more] = own.map((at) => tokens[at]);
  return (
    entry.kind === 'measure' &&
    more.length === 0 &&
    only !== undefined &&
    words.some(({ weight }, place) => weight >= 1 && !said.has(place)) &&
    isDeedOfOthers(only, lexicon)
  );
}

/** Whether a name has "next" where a question says "last", or the other way round. */
export function isOtherEnd(name: readonly string[], tokens: readonly Token[]): boolean {
  const says = (end: string): boolean => tokens.some(({ word }) => word === end);
  return (name.includes('next') && says('last')) || (name.includes('last') && says('next'));
}

function isSpan(entry: Entry): boolean {
  return entry.kind === 'dimension' && spanBetween(entry.dimension) !== undefined;
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
