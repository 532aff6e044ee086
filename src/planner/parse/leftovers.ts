import { kindNouns, operatorOf, ordinals, unitWords } from '../language/grammar.ts';
import { isKindOf } from '../language/lexical.ts';
import { saysRest } from '../language/remaining.ts';
import { scaleOf } from '../language/scales.ts';
import { alike } from '../language/thesaurus.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import { contradicts } from '../link/contradicts.ts';
import { memberOf } from '../link/entries.ts';
import { charge, recharge } from './charges.ts';
import type { Draft } from './draft.ts';
import { isCountOf } from './quantity.ts';
import { afterBreak, leadOf, leftOf, operatorOfItem, rightOf } from './scene.ts';
import { skipPrice } from './skip-price.ts';
import { isDoerNamed, isDoneAt, timeDone } from './value-evidence.ts';
import { type Price, weights } from './weights.ts';
import {
  areNew,
  describes,
  endsClause,
  isAmountOf,
  isAttributive,
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

const telling: ReadonlySet<string> = new Set(['future', 'advice', 'change', 'not', 'unsupported']);

/**
 * Charges for words that nothing explains what they cost here, in place of what taking the question apart has charged.
 * @returns those that may say something, as typed
 */
export function chargeSkipped(scene: Draft): string[] {
  const { items, question, lexicon, quantities } = scene;
  const chosen = items.flatMap((item) => (item.kind === 'link' ? [item.link.entry] : []));
  const isNamed = (word: string): boolean => chosen.some((it) => wordsOf(it).includes(word));
  const words: string[] = [];
  for (const [at, item] of items.entries()) {
    if (item.kind !== 'word' || scene.used.has(at)) continue;
    const token = question.tokens[item.from];
    if (token === undefined) continue;
    const kind = kindOf(token);
    const base = skipPrice(token);
    if (base === 'lightVerb') continue;
    // What is left of something, or still so, is nothing that a description says of it.
    if ((saysRest(token) || token.before === 'still') && !isNamed(token.lemma)) {
      words.push(token.raw);
      continue;
    }
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
    if (token.lemma === 'new' && areNew(scene, at) && quantities.every(isCountOf)) {
      become('repeated');
      continue;
    }
    const scale = question.tokens[item.from - 1]?.word === 'how' ? scaleOf(token.word)?.scale : undefined;
    if (scale !== undefined && chosen.some((it) => wordsOf(it).some((name) => scale.nouns.has(name)))) {
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
    // "How many tickets did Ann close in June", dated by when they were closed.
    const isThing = question.tokens[item.to + 1]?.word === 'of';
    const done =
      question.isDated && scene.timeDimension === undefined && !isThing ? timeDone(scene, at) : undefined;
    if (done !== undefined) {
      scene.timeDimension = done;
      become('repeated');
      continue;
    }
    // "How many tickets did they open in June", dated by when they were opened.
    if (isDoneAt(scene, at) && (scene.timeDimension ?? lexicon.defaultTime) === lexicon.defaultTime) {
      become('repeated');
      continue;
    }
    // "Managed by Kim", who is a manager.
    if (isDoerNamed(scene, at, token)) {
      become('lightVerb');
      continue;
    }
    // "How many customers ordered" asks for orders, "premium visits" for no memberships.
    if (
      kind === 'verb' &&
      [token.lemma, token.root].some((it) => lexicon.things.has(it) && !lexicon.relationLemmas.has(it))
    ) {
      words.push(token.raw);
      become('skip.noun');
      continue;
    }
    // "How many room types" are no rooms.
    if (base === 'skip.kind' && before?.kind === 'link' && leadOf(scene, at - 1).cue?.kind === 'many') {
      words.push(token.raw);
      become('skip.noun');
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
        (operatorOfItem(items[rightOf(items, at) ?? at], 'in', 'by', 'of', 'with') !== undefined &&
          items[at + 2]?.kind !== 'date'))
    ) {
      become('skip.verb');
      continue;
    }
    if (kind === 'noun' && saysWhere(scene, at) && !lexicon.byKey.has(token.lemma)) {
      // "In the survey", where the relation is described as one.
      const isDescribed = lexicon.cube.description?.toLowerCase().includes(token.word) === true;
      if (isDescribed || next === undefined) {
        if (!isDescribed) words.push(token.raw);
        become(isDescribed ? 'repeated' : 'skip.closing');
        continue;
      }
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
    if (token.lemma === 'current' && saysToday(scene, at)) {
      become('repeated');
      continue;
    }
    const member = narrows ? memberOf(next.link.entry) : undefined;
    if (member !== undefined && contradicts(token.lemma, member)) {
      words.push(token.raw);
      become('modifier');
      continue;
    }
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
      // "Gold members revenue".
      (!narrows || isKindOf(token.lemma, 'person'))
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
      atMost('repeated');
      continue;
    }
    if (!modifies && [...alike(token, [])].some(([other, strength]) => strength >= 0.4 && isNamed(other))) {
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
    const described = told.some((entry) => chosen.some((it) => sameEntry(it, entry)));
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
      words.push(question.text.slice(question.tokens[item.from]?.start, question.tokens[item.to]?.end));
  return words;
}
