import type { Budget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { asidesAmong, deedPair, figurePairs, isAnnouncement, partsOf } from '../language/parts.ts';
import { parseQuestion, type Question } from '../language/question.ts';
import { type Token, tokenize } from '../language/text.ts';
import { isForeign } from '../language/word-kind.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { isSmall } from '../link/link.ts';
import { findLinks } from '../link/links.ts';
import type { Filter } from '../parse/filter.ts';
import { membersOf } from '../parse/quantity.ts';
import { maxCost } from '../parse/weights.ts';
import type { Plan } from '../query/plan.ts';
import { writeSql } from '../query/write-sql.ts';
import type { Thread } from './context.ts';
import { withFigureByHead } from './figure-by-head.ts';
import { pointsBack, pronouns } from './going-on.ts';
import { type Message, parseMessage } from './message.ts';
import { pointsToShown } from './reference.ts';
import type { Turn } from './replay.ts';
import { type Answered, type Understanding, understandOne } from './understand.ts';

/**
 * Reads a message as {@link understandOne} does, but two figures of different relations each of all its rows, and what cannot be
 * read as a whole as several things that are said one after the other.
 */
export function understandAll(
  message: Message,
  lexicons: readonly Lexicon[],
  context: Thread,
  today: Day,
  budget: Budget,
  turn?: Turn,
): Understanding {
  const within: Within = (part, thread) => understandOne(part, lexicons, thread, today, budget);
  const { message: text } = message.question;
  const whole = understandOne(message, lexicons, context, today, budget, turn);
  if (whole.kind !== 'plan' || !hasAll(whole.plan)) {
    const understand = (part: string) => within(parseMessage(part), context);
    const pair = inPairs(text, understand) ?? (isDated(whole) ? inDeeds(text, understand) : undefined);
    if (pair !== undefined) return pair;
  }
  // What was run last for an earlier message may have been for a part of it.
  if (whole.kind === 'plan' && (turn === undefined || whole.cost <= maxCost))
    return alsoOfOthers(whole, message, context, within);
  const parts = inParts(text, context, lexicons, budget, within);
  const last = parts?.answered.at(-1);
  const isOther = whole.kind === 'plan' && last !== undefined && writeSql(last.plan) !== writeSql(whole.plan);
  return parts === undefined || isOther ? orFigureByHead(whole, message, lexicons, context, within) : parts;
}

/** What is not understood, with the one figure that it may be asked for by another name. */
function orFigureByHead(
  whole: Exclude<Understanding, Several>,
  message: Message,
  lexicons: readonly Lexicon[],
  context: Thread,
  within: Within,
): Understanding {
  if (whole.kind !== 'unclear' || whole.rivals.length + whole.guesses.length > 0) return whole;
  const named = withFigureByHead(message, whole.unknown, lexicons);
  const guess = named === undefined ? undefined : within(parseMessage(named), context);
  return guess?.kind === 'plan' ? { ...whole, guesses: [guess] } : whole;
}

/** Whether a plan has several figures, none of them only of the rows that another has. */
function hasAll({ quantities, filters }: Plan): boolean {
  return quantities.length > 1 && !filters.some((it) => it.kind === 'missing' && it.rows !== undefined);
}

type Within = (part: Message, thread: Thread) => Exclude<Understanding, Several>;
type Several = Extract<Understanding, { kind: 'several' }>;

/** After two figures, what goes on is asked of both. */
function alsoOfOthers(whole: Answered, message: Message, context: Thread, within: Within): Understanding {
  if (!whole.followUp || context.beside.length === 0) return whole;
  const others = context.beside.map((it) => within(message, { ...context, states: [it], beside: [] }));
  const plans = others.filter((it): it is Answered => it.kind === 'plan' && it.followUp);
  return plans.length === others.length ? severalOf([...plans, whole], []) : whole;
}

/** Two figures of different relations, each of all its rows. */
function inPairs(text: string, understand: (part: string) => Understanding): Several | undefined {
  for (const pair of figurePairs(text)) {
    // "Guests of 2024 and their bookings".
    if (pronouns.test(pair[1])) continue;
    const one = understand(pair[0]);
    if (one.kind !== 'plan' || !namesFigure(one)) continue;
    const other = understand(pair[1]);
    if (other.kind !== 'plan' || !namesFigure(other) || !areAlike(one.plan, other.plan)) continue;
    const narrowed = narrowedAlike(pair, one.plan, understand) ?? other;
    if (narrowed.kind === 'plan') return severalOf([one, narrowed], []);
  }
  return undefined;
}

function isDated(whole: Understanding): boolean {
  return whole.kind === 'plan' && whole.plan.time !== undefined;
}

/** "Claims opened and closed per month": what has two dates is counted by each. */
function inDeeds(text: string, understand: (part: string) => Understanding): Several | undefined {
  const pair = deedPair(text);
  const one = pair && understand(pair[0]);
  if (pair === undefined || one?.kind !== 'plan' || !isOneDated(one.plan)) return undefined;
  const other = understand(pair[1]);
  if (other.kind !== 'plan' || !isOneDated(other.plan)) return undefined;
  const areOfOne = one.plan.cube === other.plan.cube && one.plan.groups.length === other.plan.groups.length;
  return areOfOne && one.plan.time?.dimension !== other.plan.time?.dimension
    ? severalOf([one, other], [])
    : undefined;
}

function isOneDated({ quantities, having, ranking, time }: Plan): boolean {
  return quantities.length === 1 && having.length === 0 && ranking === undefined && time !== undefined;
}

/** The other figure, narrowed by what stands before the first, where both may have it: "hall B downtime and scrap rate". */
function narrowedAlike(
  [one, other]: readonly [string, string],
  { filters }: Plan,
  understand: (part: string) => Understanding,
): Understanding | undefined {
  const said = filters.map(valuesOf).join();
  if (said === '') return undefined;
  const words = one.split(/\s+/);
  for (let most = 1; most <= maxNarrowing; most += 1) {
    const read = understand(`${words.slice(0, most).join(' ')} ${other}`);
    const readings = read.kind === 'plan' ? [read] : read.kind === 'unclear' ? read.rivals : [];
    if (readings.some(({ plan }) => plan.filters.map(valuesOf).join() === said)) return read;
  }
  return undefined;
}

const maxNarrowing = 3;

/** The values of a filter with what they are of, wherever that is joined from. */
function valuesOf(filter: Filter): string {
  return filter.kind === 'values'
    ? JSON.stringify([filter.dimension.name.split('.').slice(-2), filter.values, filter.negated])
    : '';
}

/** "Berlin and Paris orders" are no two figures, nor are "orders last month and this month". */
function namesFigure({ reading: { implied, filters, quantities, lexicon, text } }: Answered): boolean {
  if (!implied) return true;
  const namesRows = tokenize(text).some(({ lemma }) => lexicon.relationLemmas.has(lemma));
  // "And already closed" counts nothing else that is called closed.
  const areCounts = quantities.flatMap(membersOf).every(({ type }) => type.startsWith('count'));
  return filters.length === 0 && (namesRows || !areCounts);
}

function areAlike(one: Plan, other: Plan): boolean {
  return (
    one.cube !== other.cube &&
    [one, other].every(
      ({ quantities, having, ranking }) =>
        quantities.length === 1 && having.length === 0 && ranking === undefined,
    ) &&
    one.groups.length === other.groups.length &&
    one.groups.every(({ grain }, at) => grain === other.groups[at]?.grain)
  );
}

/** Questions that go on from each other, and what is said beside them. */
function inParts(
  text: string,
  context: Thread,
  lexicons: readonly Lexicon[],
  budget: Budget,
  within: Within,
): Several | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const isBeside = (part: string): boolean => {
    const others = parts.filter((it) => it !== part).join(' ');
    return !namesAnything(part, others, lexicons, budget);
  };
  const aside = asidesAmong(parts).filter(isBeside);
  const asked = parts.filter((part) => !aside.includes(part));
  // A word that no dictionary has may be what is asked for: "I need it for gongura. How much iron is there?"
  if (parseQuestion(aside.join(' ')).tokens.some((it) => mayBeName(it, asked.join(' ')))) return undefined;
  // What was said first may be what it points to.
  const isLost = (part: string): boolean => parts[0] !== part && pointsBack(part);
  if (isLost(asked[0] ?? '')) return undefined;
  // "Almond: how many deals? I need it for …": what stands before the colon is of what is asked.
  const whole =
    aside.length > 0 && asked.length > 1 ? within(parseMessage(asked.join(' ')), context) : undefined;
  if (whole?.kind === 'plan') return severalOf([whole], aside);
  let thread = context;
  let answered: readonly Answered[] = [];
  for (const [at, part] of asked.entries()) {
    const read = within(parseMessage(part), thread);
    if (read.kind === 'plan') {
      if (answered.length === 0 && isLost(part)) return undefined;
      // "Web: how many bookings?" asks nothing of all, nor does "guests of 2024 and their bookings".
      const isTopic = /:\s*$/.test(asked[at - 1] ?? '') || answered.some((it) => !namesFigure(it));
      if (isTopic && !isOfTopic(read, answered.at(-1))) return undefined;
      if (answered.length > 0 && pronouns.test(part) && !read.followUp) return undefined;
      answered = [...answered.filter(({ plan }) => !spellsOut(read.plan, plan)), read];
      thread = { ...context, states: [read], choices: [], beside: [] };
    } else if (
      isAnnouncement(part) &&
      !pointsToShown(part) &&
      !(at > 0 && chooses.test(part)) &&
      at < asked.length - 1 &&
      isBeside(part)
    )
      aside.push(part);
    else return undefined;
  }
  const inOrder = aside.toSorted((a, b) => parts.indexOf(a) - parts.indexOf(b));
  return answered.length === 0 ? undefined : severalOf(answered, inOrder);
}

/** "Adults or children: who comes more often?" chooses between what was said. */
const chooses = /^\W*(?:who|which)\b.*\b(?:more|less|fewer|most|least)\b/i;

function mayBeName(token: Token, asked: string): boolean {
  return !isSmall(token) && isForeign(token) && token.raw.length > 4 && !asked.includes(token.raw);
}

/** Whether a question is asked of no more than what stands before its colon. */
function isOfTopic({ plan }: Answered, topic: Answered | undefined): boolean {
  const own = new Set(plan.filters.map(valuesOf));
  return (topic?.plan.filters ?? []).map(valuesOf).every((it) => own.has(it));
}

/** Whether a part speaks of something in the data that the others do not speak of. */
function namesAnything(part: string, others: string, lexicons: readonly Lexicon[], budget: Budget): boolean {
  const question = parseQuestion(part);
  if (question.isDated || question.comparisons.length > 0) return true;
  const known = new Set(parseQuestion(others).tokens.map(({ lemma }) => lemma));
  return lexicons.some((lexicon) => namesIn(question, lexicon, budget).some((lemma) => !known.has(lemma)));
}

const surely = 0.8;

function namesIn({ tokens }: Question, lexicon: Lexicon, budget: Budget): readonly string[] {
  return findLinks(tokens, lexicon, budget)
    .filter(({ quality, described }) => quality >= surely && described !== true)
    .flatMap((link) => link.tokens.flatMap((at) => tokens[at] ?? []))
    .filter((token) => !isSmall(token))
    .map(({ lemma }) => lemma);
}

/** Whether an answer has all that another has, so that the other need not be given: "by region? worst first". */
function spellsOut(plan: Plan, other: Plan): boolean {
  const filters = (it: Plan): string => JSON.stringify(it.filters);
  return (
    plan.cube === other.cube &&
    filters(plan) === filters(other) &&
    JSON.stringify(plan.time) === JSON.stringify(other.time) &&
    other.groups.every(({ dimension, grain }) =>
      plan.groups.some((it) => it.dimension === dimension && it.grain === grain),
    ) &&
    other.quantities.flatMap(membersOf).every((member) => plan.quantities.flatMap(membersOf).includes(member))
  );
}

function severalOf(answered: readonly Answered[], aside: readonly string[]): Several {
  return { kind: 'several', answered, aside };
}
