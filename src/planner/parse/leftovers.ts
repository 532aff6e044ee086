import { kindNouns, operatorOf, ordinals, unitWords } from '../language/grammar.ts';
import { partsOfSpeech } from '../language/lexical.ts';
import { scaleOf } from '../language/scales.ts';
import { forms, type Token } from '../language/text.ts';
import { alike } from '../language/thesaurus.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { type Entry, isFlag, memberOf, type Phrase } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import { charge, recharge } from './charges.ts';
import type { Draft } from './draft.ts';
import { isCountOf } from './reading.ts';
import {
  afterBreak,
  dimensionOf,
  leadOf,
  leftOf,
  type OperatorKind,
  operatorOfItem,
  type Scene,
} from './scene.ts';
import { skipPrice } from './skip-price.ts';
import { isYesOrNo } from './verified.ts';
import { type Price, weights } from './weights.ts';

/** Charges for words of the grammar that found nothing to do, and for what is named and not used. */
export function chargeIdle(scene: Scene): void {
  for (const [at, item] of scene.items.entries()) {
    if (scene.used.has(at)) continue;
    if (item.kind === 'operator') {
      const [word, ...next] = scene.question.tokens.slice(item.from, item.from + 3).map((it) => it.word);
      // "Which of those", "which one": what was found before.
      const isOfThose =
        (next[0] === 'of' && /^(those|these|them)$/.test(next[1] ?? '')) ||
        (item.operator.kind === 'which' &&
          (/^ones?$/.test(next[0] ?? '') || scene.items[at + 1]?.kind === 'number'));
      // "People who earn more" are those of whom something is said.
      const isRelative =
        /^(who|whom|whose)$/.test(word ?? '') &&
        scene.items[at - 1]?.kind === 'link' &&
        !afterBreak(scene, at);
      // "A single piece" is one.
      const counted = scene.items[at + 1];
      const isOne =
        word === 'single' &&
        counted?.kind === 'link' &&
        counted.link.entry.kind === 'dimension' &&
        counted.link.entry.dimension.type === 'number';
      if (isOne) charge(scene, 'number');
      const price = isOfThose || isRelative ? undefined : idlePrice(item.operator.kind, word ?? '');
      if (price !== undefined) charge(scene, price);
    } else if (item.kind === 'link')
      charge(scene, item.link.entry.kind === 'relation' ? 'relationUnused' : 'unused');
    else if (item.kind === 'number') charge(scene, 'number');
    else if (item.kind === 'grain') charge(scene, 'idleGrain');
  }
}

function idlePrice(kind: OperatorKind, word: string): Price | undefined {
  if (kind === 'which') return /^(which|whose)$/.test(word) ? 'idleWhich' : undefined;
  const price = `idle.${kind}`;
  return price in weights ? (price as Price) : undefined;
}

/** Charges for what no query answers in the way it is put. */
export function chargeUnanswerable(scene: Scene, isVerified: boolean): void {
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
  // "Delete all orders" is an order.
  const command =
    items[0]?.kind === 'word' &&
    first !== undefined &&
    first.word === first.lemma &&
    partsOfSpeech(first.lemma).verb >= 0.7;
  if (command) charge(scene, 'modifier');
}

/** What begins a name, so that a participle after it is a part of that: "revenue of imported products", not "who imported products". */
const nameBeginnings: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...'of from for by per with without the all any many and or list show'.split(' '),
]);

function isAttributive({ word, before }: Token): boolean {
  return /ed$/.test(word) && baseVerb(word) !== undefined && nameBeginnings.has(before);
}

const telling: ReadonlySet<string> = new Set(['future', 'advice', 'change', 'not', 'unsupported']);

/**
 * Charges for words that nothing explains what they cost here, in place of what taking the question apart has charged.
 * @returns those that may say something, as typed
 */
export function chargeSkipped(scene: Draft): string[] {
  const { items, question, lexicon, quantities } = scene;
  const chosen = new Set(items.flatMap((item) => (item.kind === 'link' ? [item.link.entry] : [])));
  const names = new Set([...chosen].flatMap(wordsOf));
  const words: string[] = [];
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'word' || scene.used.has(at)) continue;
    const token = question.tokens[item.from];
    if (token === undefined) continue;
    const kind = kindOf(token);
    const base = skipPrice(token);
    if (base === 'lightVerb') continue;
    const isIgnored = item.charges.some(([price]) => price === 'ignored');
    const become = (price: Price): void => {
      recharge(scene, price, base);
      if (isIgnored && weights[price] < weights[base]) charge(scene, 'ignored', -1);
    };
    const atMost = (price: Price): void => {
      if (weights[price] < weights[base]) become(price);
    };
    if (unitWords.has(token.lemma) && question.tokens[item.from - 1]?.word === 'in') {
      become('repeated');
      continue;
    }
    if (token.lemma === 'new' && comesUp(lexicon) && question.dates.expression !== undefined) {
      become('repeated');
      continue;
    }
    const scale = question.tokens[item.from - 1]?.word === 'how' ? scaleOf(token.word)?.scale : undefined;
    if (scale !== undefined && [...names].some((name) => scale.nouns.has(name))) {
      // "How long does shipping take": half of the name is said so.
      const doubt = items.flatMap((it) =>
        it.kind === 'link' && wordsOf(it.link.entry).some((name) => scale.nouns.has(name))
          ? [1 - it.link.quality]
          : [],
      );
      charge(scene, 'unlike', -Math.max(0, ...doubt) / 2);
      become('repeated');
      continue;
    }
    // "How well does it do" asks for what tells, not for how many there are.
    const isDegree = kind === 'adjective' || (kind === 'adverb' && quantities.every(isCountOf));
    if (isDegree && question.tokens[item.from - 1]?.word === 'how') {
      words.push(token.raw);
      become('modifier');
      continue;
    }
    const next = items[at + 1];
    const before = items[at - 1];
    // "Have German subtitles": what they have is no verb.
    const had =
      before?.kind === 'link' && before.link.entry.kind === 'value' ? leadOf(scene, at - 1).cue?.kind : '';
    if (had === 'with' && next === undefined && token.word !== token.lemma && token.word.endsWith('s')) {
      words.push(token.raw);
      become('modifier');
      continue;
    }
    if (kind === 'verb' && endsClause(scene, at)) {
      words.push(token.raw);
      become('modifier');
      continue;
    }
    const named = question.tokens[item.to + 1];
    if (kind === 'verb' && named !== undefined && kindOf(named) === 'noun' && isAttributive(token)) {
      words.push(token.raw);
      become('modifier');
      continue;
    }
    // "Are shipped to Texas", "is rated strong buy": what follows says it.
    if (
      base === 'skip.participle' &&
      (next?.kind === 'link' ||
        (operatorOfItem(next, 'in', 'by', 'of', 'with') !== undefined && items[at + 2]?.kind !== 'date'))
    ) {
      become('skip.verb');
      continue;
    }
    if (kind === 'noun' && isClosing(scene, at) && !lexicon.byKey.has(token.lemma)) {
      // "In the survey", where the relation is described as one.
      if (lexicon.cube.description?.toLowerCase().includes(token.word) === true) {
        become('repeated');
        continue;
      }
      words.push(token.raw);
      become('skip.closing');
      continue;
    }
    const heads =
      before?.kind === 'link' &&
      before.link.entry.kind !== 'value' &&
      kind === 'noun' &&
      !afterBreak(scene, at);
    // "education level" is the education.
    if (heads && kindNouns.has(token.lemma)) {
      // The group of a food is no food.
      if (namesOther(scene, before.link, token) || isAmountOf(before.link, token)) become('modifier');
      else atMost('repeated');
      continue;
    }
    // So is the "level of education".
    const after = items[at + 2];
    if (
      kindNouns.has(token.lemma) &&
      operatorOfItem(next, 'of') !== undefined &&
      after?.kind === 'link' &&
      after.link.entry.kind === 'dimension'
    ) {
      atMost('repeated');
      continue;
    }
    const narrows =
      next?.kind === 'link' &&
      next.link.entry.kind !== 'value' &&
      (kind === 'noun' || kind === 'adjective') &&
      !afterBreak(scene, at + 1);
    // "railway station" is a word of its own for a station.
    const compound = narrows && isCompound(token.lemma, question.tokens[item.from + 1]?.lemma);
    const modifies = (narrows && !compound) || heads;
    const isValue =
      operatorOf(token.word) === undefined &&
      (lexicon.byKey.get(token.lemma) ?? []).some((phrase) => isCondition(phrase));
    if (
      !isValue &&
      // A "rate" is a figure.
      !(lexicon.byKey.get(token.lemma) ?? []).some(({ entry }) => entry.kind === 'measure') &&
      before?.kind === 'link' &&
      before.link.entry.kind === 'value' &&
      kind === 'noun' &&
      !afterBreak(scene, at) &&
      !narrows
    ) {
      words.push(token.raw);
      become('bearer');
      continue;
    }
    if (compound) {
      become('related');
      continue;
    }
    const other = (lexicon.byKey.get(token.lemma) ?? []).some(
      ({ entry, ordered, trust, words: own }) =>
        !ordered &&
        trust >= 0.97 &&
        entry.kind !== 'relation' &&
        own.filter(({ weight }) => weight >= 0.4).length === 1 &&
        ![...chosen].some((it) => sameEntry(it, entry)),
    );
    // "top 3 products", "in each state": what is ranked or split by has to be known.
    const ranked =
      kind === 'noun' &&
      (before?.kind === 'number' || operatorOfItem(before, 'rank', 'each', 'per') !== undefined) &&
      !narrows;
    if (
      !ranked &&
      (names.has(token.lemma) || names.has(token.root)) &&
      !isValue &&
      !(other && !lexicon.relationLemmas.has(token.lemma))
    ) {
      atMost('repeated');
      continue;
    }
    if (!modifies && [...alike(token, [])].some(([other, strength]) => strength >= 0.4 && names.has(other))) {
      atMost('related');
      continue;
    }
    const namesSomething =
      operatorOf(token.word) === undefined &&
      (lexicon.byKey.get(token.lemma) ?? []).some((phrase) => saysMuchOf(phrase, token.lemma)) &&
      !lexicon.relationLemmas.has(token.lemma);
    if (ordinals[token.word] !== undefined) {
      words.push(token.raw);
      become('modifier');
      continue;
    }
    const asked = leftOf(items, at);
    const isAsked =
      kind === 'noun' &&
      asked !== undefined &&
      operatorOfItem(items[asked], 'list', 'which', 'many') !== undefined;
    const verb = baseVerb(token.word);
    const told = [token.lemma, ...(verb === undefined ? [] : [verb])].flatMap((lemma) => [
      ...(lexicon.prose.get(lemma) ?? []),
    ]);
    const described = told.some((entry) => [...chosen].some((it) => sameEntry(it, entry)));
    // "Subscription rate", where the only rate is described as one of subscriptions.
    if (described && narrows && isRate(next.link, question.tokens[next.from])) {
      become('described');
      continue;
    }
    // "Streaming service", as the service is described.
    const pair = `${token.word} ${question.tokens[item.from + 1]?.lemma ?? ''}`;
    if (described && narrows && describes(next.link.entry, pair)) {
      become('described');
      continue;
    }
    if (described && !namesSomething && !isAsked) {
      // What a description says of revenue ("without shipping") is not what the revenue is.
      become(modifies ? 'describedModifier' : 'described');
      continue;
    }
    words.push(token.raw);
    if (modifies) become('modifier');
    else if (namesSomething && weights.elsewhere > weights[base]) become('elsewhere');
    else if (base === 'skip.kind') become('skip.noun');
  }
  // What would change the answer is named, too.
  for (const [at, item] of items.entries())
    if (item.kind === 'operator' && !scene.used.has(at) && telling.has(item.operator.kind))
      words.push(question.tokens[item.from]?.raw ?? '');
  return words;
}

/** Whether rows are dated by when they come into being or come out. */
function comesUp({ timeIsBeginning, defaultTime }: Lexicon): boolean {
  return timeIsBeginning || /\b(?:releas|publish)/i.test(defaultTime?.title ?? '');
}

function describes(entry: Entry, words: string): boolean {
  const { description = '' } = memberOf(entry) ?? {};
  return description.toLowerCase().includes(words);
}

/** Whether a part of a whole is only called that. */
function isRate({ entry, tokens }: Link, head: Token | undefined): boolean {
  const isPart = entry.kind === 'measure' && entry.measure.format === 'percent';
  return isPart && tokens.length === 1 && /^(rate|ratio|share|percentage)$/.test(head?.lemma ?? '');
}

/** "Order value" is no number of orders. */
function isAmountOf({ entry }: Link, { lemma }: Token): boolean {
  const counts =
    entry.kind === 'relation' || (entry.kind === 'measure' && entry.measure.type.startsWith('count'));
  return counts && /^(value|amount)$/.test(lemma);
}

/** "The hardest block that you can dig": a verb that ends a relative clause says which are meant. */
function endsClause({ items, question }: Scene, at: number): boolean {
  const start = items.findLastIndex(
    ({ from }, place) => place < at && /^(that|which|who)$/.test(question.tokens[from]?.word ?? ''),
  );
  const next = items[at + 1];
  return (
    items[start - 1]?.kind === 'link' &&
    (next === undefined || afterBreak({ items, question } as Scene, at + 1)) &&
    items.slice(start, at).every(({ kind }) => kind === 'operator' || kind === 'word')
  );
}

/** Whether a word makes the name before it that of another member. */
function namesOther({ lexicon, question }: Scene, { entry, tokens }: Link, { lemma }: Token): boolean {
  const said = new Set([lemma, ...tokens.map((at) => question.tokens[at]?.lemma ?? '')]);
  return (lexicon.byKey.get(lemma) ?? []).some(
    ({ entry: other, words, ordered, trust }) =>
      !ordered &&
      trust >= 0.97 &&
      !sameEntry(other, entry) &&
      words.every(({ key }) => said.has(key)) &&
      words.length === said.size,
  );
}

/** Whether a word ends the question after a preposition and an article. */
function isClosing({ items, question }: Scene, at: number): boolean {
  const from = items[at]?.from ?? 0;
  return (
    at === items.length - 1 &&
    /^(the|our|this)$/.test(question.tokens[from - 1]?.word ?? '') &&
    /^(in|of|on)$/.test(question.tokens[from - 2]?.word ?? '')
  );
}

/** A word by itself that narrows rows: a value, or what is true or false of them. */
function isCondition({ entry, ordered, words }: Phrase): boolean {
  return (
    (ordered && words.length === 1) ||
    (isFlag(entry) && words.filter(({ weight }) => weight >= 0.4).length === 1)
  );
}

/** "Sold" says little of "sold at a loss". */
function saysMuchOf({ entry, words }: Phrase, lemma: string): boolean {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const own = words.find(({ key }) => key === lemma)?.weight ?? 0;
  return own >= all * (isFlag(entry) ? 0.6 : 0.4);
}

function isCompound(first: string, second: string | undefined): boolean {
  const { noun } = partsOfSpeech(`${first} ${second ?? ''}`);
  return second !== undefined && noun > 0;
}

function sameEntry(a: Entry, b: Entry): boolean {
  if (a.kind === 'measure') return b.kind === 'measure' && a.measure === b.measure;
  if (a.kind === 'segment') return b.kind === 'segment' && a.segment === b.segment;
  return dimensionOf(a) !== undefined && dimensionOf(a) === dimensionOf(b);
}

function wordsOf(entry: Entry): string[] {
  const member = memberOf(entry);
  const names = member === undefined ? [] : [member.title, ...(member.synonyms ?? [])];
  return names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .flatMap((word) => [forms(word).lemma, forms(word).root]);
}
