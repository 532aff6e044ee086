import { statedBefore } from './aggregates.ts';
import { groupCue } from './grouping.ts';
import { isJoined } from './joined-cubes.ts';
import { type Mention, namesUnit } from './matching.ts';
import { ranksThing } from './preferences.ts';
import type { QuantityMention } from './quantities.ts';
import { quantityKey } from './reading.ts';
import { groupingWords, isFiller, leastWords, mostWords } from './words.ts';
import { before, firstOf, isOfKind, lemmaAt, mentionAt, prepositions, type Work, wordAt } from './work.ts';

/**
 * A count that is only where the rest comes from: "revenue from orders", "how much did customers spend".
 * @param quantities in the order of the question
 */
export function dropContext(work: Work, quantities: readonly QuantityMention[]): QuantityMention[] {
  if (new Set(quantities.map((it) => quantityKey(it.quantity))).size === 1) return [...quantities];
  const narrower = withoutCountOfAll(work, quantities);
  if (narrower.length < quantities.length) return dropContext(work, narrower);
  const kept = quantities.filter((it, index) => {
    if (
      quantities.length === 1 ||
      it.quantity.kind !== 'measure' ||
      !it.quantity.measure.type.startsWith('count')
    )
      return true;
    if (statedBefore(work, it.at) !== undefined) return true;
    // What is only like a thing of the model may well be another: "employee satisfaction".
    const said = mentionAt(work, it.at);
    if (said !== undefined && said.score < 0.8) {
      const words = said.tokens.map((at) => work.tokens[at]?.raw).join(' ');
      work.ambiguities.push(`I do not see what "${words}" says here.`);
      return true;
    }
    if (wordAt(work, before(work, it.at)) === 'by') return true;
    const [earlier, later] = [quantities[index - 1], quantities[index + 1]];
    return (
      (earlier !== undefined && joins(work, earlier.end, it.at)) ||
      (later !== undefined && joins(work, it.end, later.at))
    );
  });
  // "reopened tickets": of counts side by side the narrower is meant.
  return kept.length > 0
    ? kept
    : quantities.filter(
        ({ quantity }) => quantity.kind !== 'measure' || quantity.measure !== work.lexicon.rowCount,
      );
}

/** "how many tickets were reopened" counts the reopened ones: all of them only say what is counted. */
function withoutCountOfAll(work: Work, quantities: readonly QuantityMention[]): readonly QuantityMention[] {
  const { rowCount } = work.lexicon;
  const isPart = ({ quantity }: QuantityMention): boolean =>
    quantity.kind === 'measure' &&
    quantity.measure.type === 'count' &&
    quantity.measure !== rowCount &&
    !isJoined(quantity.measure);
  return quantities.filter((it, index) => {
    const later = quantities[index + 1];
    const isAll = it.quantity.kind === 'measure' && it.quantity.measure === rowCount;
    return !isAll || later === undefined || !isPart(later) || isList(work, it.end, later.at);
  });
}

function isList(work: Work, end: number, start: number): boolean {
  const between = work.tokens.slice(end + 1, start + 1);
  return between.some(
    ({ word, afterBreak }) => afterBreak || /^(and|or|plus|versus|vs|compared|per)$/.test(word),
  );
}

export function unknownWords(work: Work, quantities: readonly QuantityMention[] = []): string[] {
  const entries = new Set(work.mentions.map(({ entry }) => entry));
  const context = new Set([
    ...work.lexicon.relationLemmas,
    ...[...entries].flatMap(({ phrases }) => phrases.flatMap((it) => it.forms.map((form) => form.lemma))),
  ]);
  return work.tokens
    .filter((token) => !work.used.has(token.index))
    .filter((token) => !saysNoMore(work, token.index, quantities))
    .filter(
      (token) =>
        (!isFiller(token) || work.lexicon.named.has(token.lemma)) &&
        !isNewRows(work, token.index) &&
        !isBearerOfValue(work, token.index) &&
        !(quantities.length > 0 && isSubject(work, token.index)),
    )
    .filter(
      (token) =>
        !context.has(token.lemma) ||
        statedBefore({ tokens: work.tokens }, token.index + 1) !== undefined ||
        isSplitBy(work, token.index),
    )
    .map((token) => token.raw);
}

/** "top 3 products per category": what is ranked, or split by, is no mere part of another name. */
function isSplitBy(work: Work, index: number): boolean {
  if (mentionAt(work, index + 1) !== undefined && work.tokens[index + 1]?.afterBreak !== true) return false;
  const cue = groupCue(work, index);
  return ranksThing(work.tokens, index) || cue === 'by' || cue === 'per' || isRanked(work, index);
}

/** "best selling products", "the highest rated products per category": things that a superlative leads to. */
function isRanked(work: Work, index: number): boolean {
  const { word = '', lemma = '' } = work.tokens[index] ?? {};
  if (word === lemma || !work.lexicon.entities.has(lemma)) return false;
  for (let at = index - 1; at >= 0 && work.tokens[at + 1]?.afterBreak !== true; at--) {
    work.budget.spend(1);
    const before = wordAt(work, at);
    if (mostWords.has(before) || leastWords.has(before)) return true;
    if (groupingWords.has(before) || prepositions.has(before)) return false;
  }
  return false;
}

/** Words that are small where they stand: "in total", "so far", "labour hours spent on", "how long" of a time. */
function saysNoMore(work: Work, index: number, quantities: readonly QuantityMention[]): boolean {
  const token = work.tokens[index];
  if (namesUnit(work.tokens, index) && quantities.length > 0) return true;
  const earlier = wordAt(work, index - 1);
  switch (token?.word ?? '') {
    case 'total':
      return (
        (earlier === 'in' || (wordAt(work, index + 1) === 'number' && wordAt(work, index + 2) === 'of')) &&
        quantities.length > 0 &&
        quantities.every(isAdditive)
      );
    case 'number':
    case 'count':
      return (
        wordAt(work, index + 1) === 'of' &&
        quantities.length > 0 &&
        quantities.every((it) => isCount(it) || (isMean(it) && formatOf(it) === undefined))
      );
    case 'money':
      return quantities.length > 0 && quantities.every((it) => formatOf(it) === 'currency');
    case 'due':
      return wordAt(work, index + 1) === 'to';
    case 'part':
      return lemmaAt(work, index - 1) === 'take';
    case 'carried':
      return wordAt(work, index + 1) === 'out';
    case 'led':
    case 'leads':
      return wordAt(work, index + 1) === 'to';
    case 'far':
      return earlier === 'so';
    case 'still':
    case 'already':
    case 'yet':
    case 'right':
      // "still open", "open right now": said of what a filter says.
      return saysOfFilter(work, index);
    case 'everything':
    case 'anything':
      return /^(but|except|other|apart|besides|excluding|without|not)$/.test(wordAt(work, index + 1));
    case 'long':
      return earlier === 'how' && quantities.some(isTime);
    case 'spent':
    case 'done':
    case 'performed':
    case 'incurred':
    case 'paid':
    case 'charged':
    case 'recorded':
      return quantities.some((it) => it.end === (earlier === 'ever' ? index - 2 : index - 1));
    case 'people':
    case 'persons':
    case 'members':
    case 'ones':
      return isOfKind(mentionAt(work, index - 1), 'value');
    case 'average':
      return earlier === 'on' && quantities.length > 0 && quantities.every(isMean);
    default:
      return false;
  }
}

function formatOf({ quantity }: QuantityMention): string | undefined {
  return (quantity.kind === 'measure' ? quantity.measure : quantity.dimension).format;
}

function saysOfFilter(work: Work, index: number): boolean {
  const word = wordAt(work, index);
  if (word === 'right') return wordAt(work, index + 1) === 'now';
  const isFilter = (mention: Mention | undefined): boolean =>
    mention !== undefined &&
    mention.entry.kind !== 'relation' &&
    mention.tokens.every((at) => work.used.has(at));
  return isFilter(mentionAt(work, index + 1)) || (word === 'yet' && isFilter(mentionAt(work, index - 1)));
}

function isAdditive({ quantity }: QuantityMention): boolean {
  return quantity.kind === 'measure'
    ? ['count', 'count_distinct', 'sum'].includes(quantity.measure.type)
    : quantity.aggregate === 'sum';
}

function isCount({ quantity }: QuantityMention): boolean {
  return quantity.kind === 'measure'
    ? ['count', 'count_distinct'].includes(quantity.measure.type)
    : quantity.aggregate === 'distinct';
}

function isMean({ quantity }: QuantityMention): boolean {
  return quantity.kind === 'measure' ? quantity.measure.type === 'avg' : quantity.aggregate === 'avg';
}

const timeWords = /\b(time|duration|length|days?|hours?|minutes?|age)\b/i;

function isTime({ quantity }: QuantityMention): boolean {
  const member = quantity.kind === 'measure' ? quantity.measure : quantity.dimension;
  return timeWords.test(`${member.title} ${member.name.replaceAll(/[._]/g, ' ')}`);
}

/** Two names in one list: "orders and revenue", "orders, revenue". */
export function joins(work: Work, end: number, start: number): boolean {
  if (start <= end) return false;
  for (let at = end + 1; at < start; at++) {
    work.budget.spend(1);
    if (!linking.has(wordAt(work, at))) return false;
  }
  return (
    start > end + 1 ||
    work.tokens[start]?.afterBreak === true ||
    work.text.slice(work.tokens[end]?.end, work.tokens[start]?.start).includes(',')
  );
}

const linking = new Set(['and', 'plus', 'versus', 'vs', 'the', 'our', 'total', 'with', 'to']);

/** "tickets from Enterprise accounts", "revenue from customers under 30": the accounts only say whose value it is. */
function isBearerOfValue(work: Work, index: number): boolean {
  if (!work.lexicon.entities.has(lemmaAt(work, index))) return false;
  const [earlier, later] = [mentionAt(work, index - 1), mentionAt(work, index + 1)];
  if (isOfKind(later, 'value') && isLed(work, index)) return true;
  return isOfKind(earlier, 'value') && isLed(work, listStart(work, firstOf(earlier)));
}

/** "how much have clients claimed": who acts in what the figure counts, where nothing tells them apart. */
function isSubject(work: Work, index: number): boolean {
  const { word = '', lemma = '' } = work.tokens[index] ?? {};
  if (!work.lexicon.entities.has(lemma) || word === lemma) return false;
  return /^(did|do|have)$/.test(wordAt(work, before(work, index)));
}

/** "of Starter and Business accounts": where the list of values begins. */
function listStart(work: Work, first: number): number {
  let start = first;
  for (;;) {
    work.budget.spend(1);
    let at = start - 1;
    while (wordAt(work, at) === 'and' || wordAt(work, at) === 'or') at -= 1;
    const earlier = mentionAt(work, at);
    if (!isOfKind(earlier, 'value')) return start;
    start = firstOf(earlier);
  }
}

function isLed(work: Work, index: number): boolean {
  const at = before(work, index);
  return (
    prepositions.has(wordAt(work, at)) || work.tokens.slice(at + 1, index).some((it) => it.word === 'of')
  );
}

/** "new customers in 2025": new by the date that says when a row came into being. */
function isNewRows(work: Work, index: number): boolean {
  const { lexicon } = work;
  if (wordAt(work, index) !== 'new' || !lexicon.timeIsBeginning || lexicon.rowCount === undefined)
    return false;
  const entry = mentionAt(work, index + 1)?.entry;
  const rows =
    entry?.kind === 'relation' || (entry?.kind === 'measure' && entry.measure === lexicon.rowCount);
  return rows && work.question.speaksOfTime;
}
