import { BudgetSpent } from './budget.ts';
import { withoutChart } from './chart-words.ts';
import { findComparisons, type NumberComparison } from './comparisons.ts';
import { type DatesFound, findDates } from './dates.ts';
import { type DayTime, findClockTimes, findDayParts, findEvening } from './day-times.ts';
import { inGrammar, languageOf } from './german.ts';
import { findGrains, grainAdverbs } from './grains.ts';
import { numberPattern, operatorOf, spellable, unitWords } from './grammar.ts';
import { isEnglish } from './lexical.ts';
import { withRemaining } from './remaining.ts';
import { withoutSmallTalk } from './small-talk.ts';
import { forms, isTypoOf, type Token, tokenize } from './text.ts';
import { findTextMatches, type TextMatch } from './text-matches.ts';
import { findWeekdays, type Weekdays } from './weekdays.ts';

/** A message taken apart as far as that needs no data model: once, whatever it is then read against. */
export interface Question {
  /** As typed, with the small words of other languages as the grammar knows them. */
  readonly message: string;
  /** Without small talk, as long as it was. */
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly dates: DatesFound;
  /** Days of the week that it is narrowed to. */
  readonly weekdays: Weekdays | undefined;
  /** The time of day that it is narrowed to by a clock, or by a word that says the day as well: "tonight". */
  readonly dayTime: DayTime | undefined;
  /** Words that may mean a part of the day. */
  readonly dayParts: readonly { readonly time: DayTime; readonly tokens: readonly number[] }[];
  /** It says when. */
  readonly isDated: boolean;
  /** Words of the dates and days that were read. */
  readonly dated: readonly number[];
  /** Words of dates that could not be brought together with them. */
  readonly lost: readonly number[];
  readonly comparisons: readonly NumberComparison[];
  /** Ways to read that values are written in a certain way. */
  readonly textMatches: readonly TextMatch[];
  /** It names a period or asks for buckets of time. */
  readonly speaksOfTime: boolean;
}

type Span = readonly [from: number, to: number];

/** The longest question that is taken apart; nobody's real one comes near. */
export const maxQuestionCharacters = 1_500;
export const maxQuestionWords = 150;

/** @throws BudgetSpent when it is longer than that */
export function parseQuestion(typed: string): Question {
  if (typed.length > maxQuestionCharacters) throw new BudgetSpent(`${typed.length} characters`);
  const isGerman = languageOf(typed) === 'de';
  const message = isGerman ? inGrammar(typed) : typed;
  const text = withComparisons(withoutChart(withoutSmallTalk(message)));
  const tokens = isGerman
    ? tokenize(text).map((token): Token => ({ ...token, language: 'de' }))
    : tokenize(text).map(spelled);
  if (tokens.length > maxQuestionWords) throw new BudgetSpent(`${tokens.length} words`);
  return withTimes({ message, text, tokens }, text);
}

/** The same question where parts of its text are names, and tell no time: "Christmas Appeal 2025". */
export function withNames(question: Question, names: readonly Span[]): Question {
  return withTimes(question, names.reduce(without, question.text));
}

/** @param timed as long as the text of the question, with spaces for what tells no time */
function withTimes(
  { message, text, tokens: typed }: Pick<Question, 'message' | 'text' | 'tokens'>,
  timed: string,
): Question {
  const weekdays = findWeekdays(timed);
  const clock = findClockTimes(timed);
  const evening = findEvening(timed);
  const dates = findDates(without(without(timed, weekdays?.span), clock?.span));
  const dated = tokensWithin(typed, [
    ...(dates.expression?.spans ?? []),
    ...[weekdays, clock, evening].flatMap((it) => (it === undefined ? [] : [it.span])),
  ]).sort((a, b) => a - b);
  const tokens = withRemaining(typed, (at) => dated.includes(at));
  const lost = tokensWithin(tokens, dates.leftover);
  const comparisons = findComparisons(tokens, new Set([...dated, ...lost]));
  const numbers = comparisons.flatMap((it) => it.tokens);
  return {
    message,
    text,
    tokens,
    dates,
    weekdays,
    dayTime: clock?.time ?? evening?.time,
    dayParts: findDayParts(without(timed, clock?.span)).map(({ time, span }) => ({
      time,
      tokens: tokensWithin(tokens, [span]),
    })),
    isDated: dates.expression !== undefined || weekdays !== undefined || clock !== undefined,
    dated,
    lost,
    comparisons,
    textMatches: findTextMatches(tokens, text, new Set([...dated, ...lost, ...numbers])),
    speaksOfTime: dates.expression !== undefined || findGrains(tokens, new Set()).length > 0,
  };
}

const moreBehind = new RegExp(
  `\\b(${numberPattern}k?) ((?:\\p{L}+ ){1,2}?)(or (?:more|fewer|less))\\b`,
  'giu',
);

/** "50 titles or more" as "50 or more titles", as long as it was. */
function withComparisons(text: string): string {
  return text
    .replace(
      /(?<=\b(?:below|above|under|over|than|least|most|between|and|exactly) )-(?=[$€£]?\d)/giu,
      'minus ',
    )
    .replace(moreBehind, (whole, number: string, noun: string, more: string) =>
      unitWords.has(forms(noun.trimEnd()).lemma) ? whole : `${number} ${more} ${noun.trimEnd()}`,
    );
}

/** A mistyped word of the grammar as it is meant: "avergae". */
function spelled(token: Token, _: number, all: readonly Token[]): Token {
  const { word, lemma, raw, quoted, index } = token;
  const isName = quoted || (index > 0 && /^\p{Lu}/u.test(raw) && all.some((it) => /^\p{Ll}/u.test(it.raw)));
  if (
    isName ||
    !/^[a-z]{4,}$/.test(word) ||
    operatorOf(word) !== undefined ||
    isFormOfEnglish(word) ||
    isFormOfEnglish(lemma)
  )
    return token;
  const [only, ...more] = [...spellable, ...grainAdverbs].filter((known) => isTypoOf(word, known));
  return only !== undefined && more.length === 0 ? { ...token, ...forms(only) } : token;
}

/** "Media" is of "medium". */
function isFormOfEnglish(word: string): boolean {
  return [word, word.replace(/a$/, 'um'), word.replace(/a$/, 'on')].some(isEnglish);
}

/** A text with spaces for a part of it. */
function without(text: string, [from, to]: Span = [0, 0]): string {
  return text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
}

function tokensWithin(tokens: readonly Token[], spans: DatesFound['leftover']): number[] {
  return tokens
    .filter((token) => spans.some(([from, to]) => token.start < to && token.end > from))
    .map((token) => token.index);
}
