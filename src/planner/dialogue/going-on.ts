import { askedMark } from '../language/chart-words.ts';
import { isFillerWord } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { rememberedLast } from '../language/remembered.ts';
import { type Token, tokenize } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';

/** Words that only go on from something said before. */
const continues =
  /^\s*(?:(?:now|then|ok|okay|so|please|right|well),?\s+)*(and|what about|how about|what if|only|just|same|instead|but|also|add|exclude|excluding|without|except|not|split|break|group|by|per|sort|order|limit|as|make|with|include|including)\b/i;
/** Words that may go on, or begin a question of their own: "top 3", "top 10 products by revenue". */
const mayContinue =
  /^\s*(now|then|ok|okay|so|in|for|since|until|before|after|from|during|compared?|versus|vs|last|this|top)\b/i;
/** Words at the end that go on: "films only". */
const endsGoingOn = /\b(?:only|instead)\s*[.?!]*$|\b(?:\w+est|most \w+|least \w+|best|worst) first\b/i;
/** "…, but only for retail". */
const narrowsOnly = /[,;–—-]\s*(?:but )?only\b|\bbut only\b/i;
export const pronouns =
  /\b(those|these|it|its|they|them|their|he|she|his|her|same|instead|too|ones)\b|\bwhich (?:one|two|three|four|five|six|seven|eight|nine|ten|\d+) (?:is|are|was|were|has|have|had|comes?|came)\b/i;
/** "Which of these are in Asia?" */
const ofThose = /^\s*(?:which|what|who|how many|how much)\b.{0,20}? of (?:them|these|those)\b/i;
/** "How many pieces for each?" */
const ofEach = /\b(?:for|of|in|at|per|from|to) each(?: one| of (?:them|these|those))?\s*[.?!]*$/i;
/** "How old are people in those jobs?" */
const inThose =
  /\b(?:in|of|for|at|on|from|by|to|with|among) (?:those|these) (?!who\b|that\b|which\b|whose\b|with\b|without\b|in\b|from\b|at\b|on\b)\p{L}/iu;
/** "Which groups are they from, and how many in each?": who does or is something was named before. */
const asksOfThem =
  /^[^,;?]*\b(?:is|are|was|were|do|does|did|have|has|had|can|could) (?:they|it|these|those)\b/i;
/** "How many are older than 50?": of what was named before. */
export const ofUnnamed = /^\s*how many (?:is|are|was|were|have|has|had)(?!\s+there\b)\b/i;
/** "How many at the harbour?": what is counted was named before. */
const ofPlace =
  /^\s*(?:(?:and|so|but) )?how many (?:at|in|on|for|by|with|without|from|about|under|via|through|to)\b/i;
const areThere = /^\s*(?:and |so |but )?how many (?:is|are|was|were) there\b/i;
/** "of that" points back, "orders that were cancelled" does not; "there" does, "are there" does not. */
const pointers =
  /\b(?:of|for|in|on|from|with|by|than|to|about|break|split|group|sort|do|is|was|and) that\b|^\s*that\b|\bthat\s*[?.!]*$|(?<!\b(?:is|are|was|were|been|be|have|has|had|do|did|will) )\bthere\b(?! (?:is|are|was|were|have|has|had|been)\b)|\bthis\b(?! (?:calendar )?(?:day|week|month|quarter|year)s?\b)/i;
/** "And lockers?" asks the same of lockers; "only those with lockers" narrows. */
export const contrasts =
  /^\s*(?:and|or|what about|how about)\b(?!.*\b(?:only|just|them|these|those|which|that)\b)/i;
const maxPointingWords = 8;

/** Whether a message says something that only what was said before can tell. */
export function pointsBack(text: string): boolean {
  return pronouns.test(text) || pointers.test(text);
}

/** A message is held against each of its readings. */
const wordsOf = rememberedLast<readonly Token[]>({ keys: 100 });

function tokensOf(message: string): readonly Token[] {
  return wordsOf(message, () => tokenize(message));
}

/** Whether a message is about what was asked before rather than a question of its own. */
export function goesOnFrom(text: string, { isOwn, goesOn }: Edit, alone: Reading | undefined): boolean {
  return !isOwn && (goesOn || (alone !== undefined && soundsLikeFollowUp(text, alone)));
}

/** "Orders by month" asks for orders, whatever was asked before: what is split is named first. */
export function namesWhatIsSplit({ tokens }: Question, { relationLemmas }: Lexicon): boolean {
  const [head, ...more] = tokens.filter(({ word }) => !isFillerWord(word));
  const split = more.find(({ lemma }) => !relationLemmas.has(lemma));
  return head !== undefined && relationLemmas.has(head.lemma) && /^(?:by|per)$/.test(split?.word ?? '');
}

const maxBareWords = 6;
/** "How many customers do we have?" begins anew. */
const ofAll =
  /\b(?:all|overall|altogether|total number|every\w*|each|ever|there|entire|whole|in general|we|our|us|do i|have i)\b/i;

/**
 * Whether a message is as short as a question that goes on, "total km", and may as well be one of its own: that it drops what the
 * answer before was narrowed by must not be left unsaid. However long it is after what was not answered.
 */
export function isBare(
  text: string,
  alone: Reading,
  { filters, having, dates, ranking, quantities, lexicon: { rowCount } }: Reading,
  isLost: boolean,
): boolean {
  // "Unpaid invoices" are some of them: what they come to is not what all invoices do.
  const countsSome = quantities.some(
    (it) =>
      it.kind === 'measure' &&
      it.measure.type === 'count' &&
      rowCount !== undefined &&
      it.measure !== rowCount,
  );
  const isNarrowed =
    countsSome || filters.length + having.length > 0 || dates !== undefined || ranking?.limit !== undefined;
  // "How many dropouts?", of the only one that was shown: a condition that is all that is said is as short as a figure.
  const isOfOne =
    ranking?.limit === 1 &&
    alone.filters.length === 1 &&
    alone.quantities.every(isCountOf) &&
    !isOfOwnRows(text, alone);
  const isOwn =
    (alone.filters.length > 0 && !isOfOne) ||
    alone.having.length > 0 ||
    // "Orders this year", after one customer was spoken of, may be theirs.
    (alone.dates !== undefined && !filters.some(namesOne)) ||
    alone.ranking !== undefined ||
    // "List the owners with email" is of those that were spoken of as much as of all.
    (alone.quantities.length + alone.groups.length !== 1 &&
      !holdsFigures(alone) &&
      !(
        alone.list && /^\s*(?:(?:list|show|give)\b.*|what(?:['’]s| is| are| was| were) )\bthe\b/i.test(text)
      ));
  const isShort = isLost || tokensOf(text).length <= maxBareWords;
  return isNarrowed && !isOwn && isShort && !ofAll.test(text);
}

/** "Planned versus actual", "fares against costs": figures and nothing else, which are held against each other. */
function holdsFigures({ compare, quantities, groups, filters, having, dates, ranking }: Reading): boolean {
  return (
    compare &&
    quantities.length === 2 &&
    groups.length + filters.length + having.length === 0 &&
    dates === undefined &&
    ranking === undefined
  );
}

/** Whether a filter is by the name of somebody or something. */
function namesOne(filter: Filter): boolean {
  return (
    filter.kind === 'values' &&
    !filter.negated &&
    filter.values.length === 1 &&
    nameLemmas(shortName(filter.dimension.name)).at(-1) === 'name'
  );
}

/** "Total fee?", after some projects were listed, is theirs: a figure and nothing else, where none was asked before. */
export function isOfListed(alone: Reading, state: Reading): boolean {
  const { quantities, groups, implied } = alone;
  return (
    state.list && state.quantities.length === 0 && quantities.length === 1 && groups.length === 0 && !implied
  );
}

/**
 * Whether a message, by its wording, builds on the one before.
 * @param alone what it says by itself: what names a figure and what to do with it is a question of its own
 */
function soundsLikeFollowUp(text: string, alone: Reading): boolean {
  if (continues.test(text) || ofThose.test(text) || asksOfThem.test(text) || ofUnnamed.test(text))
    return true;
  if ((countsDoers(text) || countsUnnamed(text, alone)) && !namesRows(text, alone)) return true;
  // "How many were there each month?", of what was spoken of.
  if (areThere.test(text) && alone.filters.length === 0 && !namesRows(text, alone)) return true;
  const isFragment = !/\b(how|what|which|who|where|when|show|list|give|number of)\b/i.test(text);
  if (isFragment && narrowsOnly.test(text) && namesFigureAlone(alone)) return true;
  if (isFragment && holdsFigures(alone) && !namesRows(text, alone)) return true;
  if (
    isFragment &&
    (endsGoingOn.test(text) || (!isWhole(alone) && alone.implied && !isOfOwnRows(text, alone)))
  )
    return true;
  if (inThose.test(text) || (ofEach.test(text) && alone.groups.length === 0)) return true;
  // "Which customer?" is one of those that were spoken of.
  if (
    /^\s*(?:and )?(?:which|what|who) \p{L}+\s*[?.!]*$/iu.test(text) &&
    alone.list &&
    alone.filters.length === 0
  )
    return true;
  // "Men and women separately" split what was asked.
  if (isFragment && alone.filters.some((it) => it.kind === 'values' && it.apart === true)) return true;
  if (text.split(/\s+/).length <= maxPointingWords && pointsBack(text)) return true;
  if (
    /^\s*(for|in|at|on|to|from|with|without)\b/i.test(text) &&
    !/\b(how|what|which|who|when|show|list|give|number of)\b/i.test(text)
  )
    return true;
  return mayContinue.test(text) && !isWhole(alone);
}

/** "Net income, but only for retail", unlike "net income by region, but only for retail". */
function namesFigureAlone({ groups, dates, ranking }: Reading): boolean {
  return groups.length === 0 && dates === undefined && ranking === undefined;
}

/** "Orders this week", "orders without a note": rows that are named first are asked for, and not what was asked of others. */
export function isOfOwnRows(text: string, { lexicon, dates, filters }: Reading): boolean {
  const head = tokensOf(text).find(
    ({ word, lemma }) => lexicon.relationLemmas.has(lemma) || !isFillerWord(word),
  );
  const isSome = dates !== undefined || filters.length > 0;
  return isSome && head !== undefined && lexicon.relationLemmas.has(head.lemma);
}

/** "How many ended early?": what did so was named before. */
function countsDoers(text: string): boolean {
  const [how, many, deed] = tokensOf(text);
  return how?.word === 'how' && many?.word === 'many' && deed !== undefined && kindOf(deed) === 'verb';
}

/** "How many at the harbour?", "how many online?": of what was named before. */
function countsUnnamed(text: string, { filters }: Reading): boolean {
  const isOfValue = /^\s*(?:(?:and|so|but) )?how many [\p{L}-]+\s*[?.!]*$/iu.test(text);
  return ofPlace.test(text) || (isOfValue && filters.length === 1 && filters[0]?.kind === 'values');
}

function namesRows(text: string, { lexicon }: Reading): boolean {
  return tokensOf(text).some(({ lemma }) => lexicon.relationLemmas.has(lemma));
}

const presents =
  /\b(?:chart|graph|plot|table)\b|^\s*(?:please |can you |could you )*(?:show|list|display|give|draw|present|visuali[sz]e|create|make|get|see|repeat)\b.*\b(?:it|that|this|them|those|these|same|again)\b/i;

/** Whether a message that names nothing asks for the last answer in another form, as small talk does not. */
export function asksToPresent(text: string): boolean {
  return presents.test(text) || askedMark(text) !== undefined;
}

/** Whether a message asks for nothing but another order. */
export function asksToSort(text: string): boolean {
  return /^\s*(?:and |now |then |please )?(?:sort|order|rank)(?:ed)?(?: (?:it|them|these|those|that))? by\b/i.test(
    text,
  );
}

function isWhole(alone: Reading): boolean {
  return (
    alone.quantities.length > 0 &&
    !alone.implied &&
    (alone.dates !== undefined ||
      alone.ranking !== undefined ||
      alone.groups.length + alone.filters.length + alone.having.length > 0)
  );
}
