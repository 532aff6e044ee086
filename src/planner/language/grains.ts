import type { Unit } from './calendar.ts';
import { operatorOf, unitWords } from './grammar.ts';
import { span, type Token } from './text.ts';
import { wordTable } from './word-table.ts';

/** Buckets of a time dimension; `auto` picks by the length of the period. */
export type Grain = Unit | RecurringGrain | 'auto';

/** Buckets that come again and again: days of the week, weekends and what is none, hours of the day. */
export type RecurringGrain = 'weekday' | 'weekend' | 'daytime';

/** Whether a bucket comes again and again, unlike one month. */
export function comesRound(grain: Grain | undefined): grain is RecurringGrain {
  return grain === 'weekday' || grain === 'weekend' || grain === 'daytime';
}

/** A request for buckets of time. */
export interface GrainMention {
  readonly grain: Grain;
  readonly tokens: readonly number[];
  /** Directly before a name: "average monthly revenue", "which month", "best day". */
  readonly adjective: boolean;
}

const adverbs = wordTable<Grain>({
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  quarterly: 'quarter',
  yearly: 'year',
  annual: 'year',
  annually: 'year',
  weekday: 'weekday',
});
/** "Monthly" and the like. */
export const grainAdverbs: readonly string[] = Object.keys(adverbs);
/** The bucket that "monthly" and the like go by. */
export function grainOf(adverb: string): Grain | undefined {
  return adverbs[adverb];
}

const unitNames = wordTable<Grain>({
  hour: 'hour',
  day: 'day',
  date: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  decade: 'decade',
});

/** The bucket that a word by itself names. */
export function grainNamed(lemma: string): Grain | undefined {
  return unitNames[lemma];
}

const recurring: readonly (readonly [of: string, whole: string, grain: RecurringGrain])[] = [
  ['day', 'week', 'weekday'],
  ['hour', 'day', 'daytime'],
  ['time', 'day', 'daytime'],
];

/** Finds words for buckets of time among those that nothing else claims. */
export function findGrains(tokens: readonly Token[], taken: ReadonlySet<number>): GrainMention[] {
  const found: GrainMention[] = [];
  const free = (index: number): Token | undefined => (taken.has(index) ? undefined : tokens[index]);
  for (let at = 0; at < tokens.length; at++) {
    const token = free(at);
    // "how many hours" asks for a figure.
    if (token === undefined || namesUnit(tokens, at) || isLimit(tokens, at)) continue;
    if (tokens[at - 1]?.word === 'many' || isCountedUnit(tokens, at)) continue;
    const mention = mentionAt(token, at, free);
    if (mention === undefined) continue;
    found.push(mention);
    at = Math.max(...mention.tokens);
  }
  return found;
}

/** "How many sick days" asks for a figure, too. */
function isCountedUnit(tokens: readonly Token[], at: number): boolean {
  const [token, before] = [tokens[at], tokens[at - 1]];
  if (token === undefined || before === undefined || tokens[at - 2]?.word !== 'many') return false;
  return token.word !== token.lemma && !token.afterBreak && operatorOf(before.word) === undefined;
}

function mentionAt(
  token: Token,
  at: number,
  free: (index: number) => Token | undefined,
): GrainMention | undefined {
  const next = free(at + 1);
  const afterNext = free(at + 2);
  // "Day of the week", "hour of the day", "time of day".
  const round = recurring.find(([of]) => of === token.lemma);
  if (round !== undefined && next?.word === 'of') {
    const [, whole, grain] = round;
    const end = at + (afterNext?.word === 'the' ? 3 : 2);
    if (free(end)?.lemma === whole) return { grain, tokens: span(at, end), adjective: false };
  }
  const adverb = adverbs[token.word] ?? adverbs[token.lemma];
  if (adverb !== undefined) return { grain: adverb, tokens: [at], adjective: token.lemma !== 'weekday' };
  const unit = unitNames[token.lemma];
  if (unit !== undefined) {
    // "From one year to the next".
    if (next?.word === 'to' && afterNext?.word === 'the' && free(at + 3)?.word === 'next')
      return { grain: unit, tokens: span(at, at + 3), adjective: false };
    const link = next?.word === 'over' || next?.word === 'by' || next?.word === 'on' || next?.word === 'to';
    if (link && afterNext?.lemma === token.lemma)
      return { grain: unit, tokens: [at, at + 1, at + 2], adjective: false };
    return { grain: unit, tokens: [at], adjective: false };
  }
  if (token.word === 'over' && next?.word === 'time')
    return { grain: 'auto', tokens: [at, at + 1], adjective: false };
  if (token.word === 'time' && next?.word === 'series')
    return { grain: 'auto', tokens: [at, at + 1], adjective: false };
  if (operatorOf(token.lemma)?.kind === 'trend') return { grain: 'auto', tokens: [at], adjective: false };
  return undefined;
}

/** "Within an hour" says how long something may take. */
function isLimit(tokens: readonly Token[], at: number): boolean {
  const [before, article] = [tokens[at - 2]?.word ?? '', tokens[at - 1]?.word ?? ''];
  return /^(?:an?|one)$/.test(article) && /^(?:within|inside|under|in|after)$/.test(before);
}

/** "in minutes" says how a figure is to be written. */
function namesUnit(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || tokens[at - 1]?.word !== 'in' || !unitWords.has(token.lemma)) return false;
  return token.word !== token.lemma || unitNames[token.lemma] === undefined;
}
