import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { maxQuestionWords } from '../language/question.ts';
import { rememberedLast } from '../language/remembered.ts';
import { withAges } from '../link/ages.ts';
import { entityLemmas } from '../link/entities.ts';
import { withGermanTitles } from '../link/german-titles.ts';
import { joinedCubes, withRoles } from '../link/joined-cubes.ts';
import { withLateness } from '../link/lateness.ts';
import { buildLexicon, type FoundValues, homesOf, type Lexicon, withValues } from '../link/lexicon.ts';
import { kindsOf } from '../link/prose.ts';
import { readableModel } from '../link/readable-model.ts';
import { referredCubes } from '../link/referring-cubes.ts';
import { lastDayOf, withSpans } from '../link/spans.ts';
import { withTelling } from '../link/telling.ts';
import type { Doubt } from '../parse/doubt.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { maxCost, minMargin } from '../parse/weights.ts';
import type { Plan } from '../query/plan.ts';
import { isAboutModel } from './about-model.ts';
import type { Candidate } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { type Choice, chosenOf } from './choice.ts';
import type { Context } from './context.ts';
import { goesOnFrom } from './going-on.ts';
import { type Message, parseMessage } from './message.ts';
import {
  countsReferrers,
  guessesAmong,
  isByName,
  isInRole,
  isOtherChoice,
  isOtherFigure,
  leavesLess,
  mayGoOn,
  rivalsOf,
} from './near-readings.ts';
import { withoutRefused } from './picked.ts';
import { answeredThen, isAsThen, offeredThen, type Turn, wasAnswered } from './replay.ts';
import { columnsSpokenOf } from './settled.ts';
import { type Lost, undatedOf, withDate } from './which-date.ts';

/** What a message means: a query that answers it, or why there is none. */
export type Understanding =
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      readonly reading: Reading;
      readonly followUp: boolean;
      readonly leftAside: readonly string[];
      readonly cost: number;
    }
  /** What stood in the way, in the relation that came nearest. */
  | {
      readonly kind: 'unclear';
      readonly followUp: boolean;
      readonly reading: Reading | undefined;
      readonly unknown: readonly string[];
      readonly missing: Doubt | undefined;
      /** Readings that are about as good, the best one first. */
      readonly rivals: readonly Choice[];
      /** Readings that may be meant, the likeliest one first, where none is likely enough to be answered. */
      readonly guesses: readonly Choice[];
      readonly cost: number;
    };

/** A thread as far as it was read, and what its next message means in it. What was read is remembered. */
export interface ThreadReader {
  /**
   * Reads the message against every relation, on its own and as a follow-up; the reading that leaves least unexplained
   * wins, if it leaves little enough and no other that says something else comes near.
   * @throws BudgetSpent when that takes too much
   */
  understand(message: string, budget?: Budget): Understanding;
  /** The message before, where it was not understood. */
  readonly lost: { readonly message: string; readonly unknown: readonly string[] } | undefined;
  /** The same thread, as if dimensions had these values too. */
  supposing(found: readonly FoundValues[], budget?: Budget): ThreadReader;
}

/** A follow-up builds on a few messages before it; older ones are not read again. */
const maxEarlierMessages = 12;
const maxEarlierWords = 2 * maxQuestionWords;

/** Of one thread: a turn asks for the question and, at times, for what it means with values that were looked up. */
const maxRemembered = 4;

/** Steps that a question may take together with its thread, some hundred times as many as ordinary ones take. */
export const maxSteps = 3_000_000;
/** Of these, what the thread may take. */
const maxEarlierSteps = 1_500_000;

/** Reads the earlier turns of a thread over the relations that the user may see, best matches first. */
export function readThread(
  earlier: readonly Turn[],
  cubes: readonly CubeMetadata[],
  today: Day,
  budget: Budget = createBudget(maxSteps),
  isSettled: Settled = () => false,
): ThreadReader {
  const readable = withRoles(withAges(withGermanTitles(readableModel(cubes)), today));
  const things = entityLemmas(readable);
  const homes = homesOf(readable);
  const joined = joinedCubes(readable);
  const referred = referredCubes(
    readable.map((cube) => withLateness(cube, today)),
    new Map(joined.map((cube) => [cube.name, cube])),
  );
  const wider = [...readable, ...joined, ...referred].map((cube) => withLateness(withSpans(cube), today));
  const kinds = readable.flatMap(kindsOf);
  const lastDay = lastDayOf(readable, today);
  const lexicons = withTelling(wider.map((cube) => buildLexicon(cube, things, homes, kinds, lastDay)));
  // What the model means was asked of no data that a follow-up could go on from.
  const ofData = withoutRefused(earlier).filter(({ message }) => !isAboutModel(message, cubes));
  return readerOf(ofData, lexicons, today, budget, isSettled);
}

/** Whether two readings were found to give the same figures when they were asked for. */
type Settled = (one: Plan, other: Plan) => boolean;

/** What the earlier messages came to. */
interface Thread extends Context {
  /** The message before with the words of it that were not understood. */
  readonly lost: Lost | undefined;
}

function readerOf(
  earlier: readonly Turn[],
  lexicons: readonly Lexicon[],
  today: Day,
  budget: Budget,
  isSettled: Settled,
): ThreadReader {
  const context = contextOf(earlier, lexicons, today, budget.part(maxEarlierSteps), isSettled);
  const understood = rememberedLast<Understanding>({ keys: maxRemembered });
  const supposed = rememberedLast<ThreadReader>({ keys: maxRemembered });
  return {
    lost: context.lost,
    understand: (message, of = createBudget(maxSteps)) =>
      understood(message, () => understandOne(parseMessage(message), lexicons, context, today, of)),
    supposing: (found, of = createBudget(maxSteps)) =>
      supposed(JSON.stringify(found), () =>
        readerOf(
          earlier,
          lexicons.map((lexicon) => withValues(lexicon, found)),
          today,
          of,
          isSettled,
        ),
      ),
  };
}

/** What the earlier messages of a thread came to. */
function contextOf(
  earlier: readonly Turn[],
  lexicons: readonly Lexicon[],
  today: Day,
  budget: Budget,
  isSettled: Settled,
): Thread {
  let context: Thread = nothingSaid;
  try {
    for (const [message, turn] of lastMessages(earlier)) {
      const { question, edit } = message;
      const result = understandOne(message, lexicons, context, today, budget, turn);
      const open = result.kind === 'plan' ? [] : unsettled(result.rivals, isSettled);
      const answered = result.kind === 'plan' ? [result] : result.rivals;
      if (answered.length > 0) {
        // What goes on from something that was lost does not bring it back.
        const goesOn = goesOnFrom(question.message, edit, result.reading);
        const isChosen = chosenOf(question.message, context.choices) !== undefined;
        const { lost, isLost } =
          (goesOn && !isChosen) || (result.kind === 'plan' && !isAsThen(result.plan, turn))
            ? context
            : nothingSaid;
        const [answer] = open.length > 0 ? [] : answered;
        context = {
          states: answer === undefined ? open : [answer],
          choices: open,
          settled: new Set([...context.settled, ...(answer ? columnsSpokenOf(answer.reading) : [])]),
          lost,
          isLost,
        };
      } else if (
        result.kind === 'unclear' &&
        !(context.isLost && wasAnswered(turn)) &&
        (result.reading === undefined || result.unknown.length > 0 || !saysNothing(result.reading))
      )
        context = {
          ...context,
          choices: result.guesses,
          isLost: true,
          lost: {
            message: question.message,
            unknown: result.unknown,
            undated: undatedOf(result.missing, result.reading),
          },
        };
    }
    return context;
  } catch (error) {
    if (error instanceof BudgetSpent) return nothingSaid;
    throw error;
  }
}

/** The readings that the user was asked between. */
function unsettled(rivals: readonly Choice[], isSettled: Settled): readonly Choice[] {
  const [one, other, ...more] = rivals;
  const isOpen = one !== undefined && other !== undefined;
  return isOpen && (more.length > 0 || !isSettled(one.plan, other.plan)) ? rivals : [];
}

const nothingSaid: Thread = {
  states: [],
  isLost: false,
  lost: undefined,
  choices: [],
  settled: new Set(),
};

/** The last few messages, without those that were too long to be understood when they were asked. */
function lastMessages(earlier: readonly Turn[]): readonly (readonly [Message, Turn])[] {
  const found: (readonly [Message, Turn])[] = [];
  let words = 0;
  for (const turn of earlier.slice(-maxEarlierMessages).reverse()) {
    const message = parsed(turn.message);
    words += message?.question.tokens.length ?? 0;
    if (words > maxEarlierWords) break;
    if (message !== undefined) found.unshift([message, turn]);
  }
  return found;
}

function parsed(text: string): Message | undefined {
  try {
    return parseMessage(text);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

/** Readings that are offered of what is busiest, which may be so of many things. */
const maxOfEvents = 3;

const unexplained = { kind: 'unclear', unknown: [], missing: undefined, rivals: [], guesses: [] } as const;

function understandOne(
  message: Message,
  lexicons: readonly Lexicon[],
  context: Thread,
  today: Day,
  budget: Budget,
  turn?: Turn,
): Understanding {
  const { question } = message;
  const chosen = chosenOf(question.message, context.choices);
  if (chosen !== undefined) return { kind: 'plan', ...chosen, followUp: true, leftAside: [], cost: 0 };
  const dated = withDate(question.message, context.lost, today);
  if (dated !== undefined) return { kind: 'plan', ...dated, followUp: true, leftAside: [], cost: 0 };
  const candidates = candidatesFor(message, lexicons, context, today, budget);
  const then = turn && answeredThen(candidates, turn);
  if (then?.completed.ok === true) return planOf(then, then.completed.plan);
  const offered = turn === undefined ? [] : offeredThen(candidates, turn);
  const [cheapest] = candidates;
  if (cheapest === undefined)
    return { ...unexplained, followUp: false, reading: undefined, cost: Number.POSITIVE_INFINITY };
  const near = candidates.filter(
    (it) =>
      it.cost - cheapest.cost < minMargin(cheapest.cost, cheapest.charges, it.charges) ||
      isOtherChoice(it, cheapest) ||
      isOtherFigure(it, cheapest) ||
      mayGoOn(it, cheapest),
  );
  // "Top products", where a count of products cannot be told apart by them, are those of another figure.
  const isStuck = !cheapest.completed.ok && cheapest.completed.missing.about === 'tell apart';
  const best =
    (isStuck ? near.find((it) => it.completed.ok && it.leftAside.length === 0) : undefined) ??
    near.find((it) => leavesLess(it, cheapest)) ??
    near.find((it) => isByName(it, cheapest)) ??
    cheapest;
  const { completed, reading, leftAside } = best;
  if (completed.ok && best.cost - best.preference <= maxCost) {
    const { plan } = completed;
    // What may go on comes before other words for what is asked of all.
    const goingOn = near.filter((it) => mayGoOn(it, best));
    const rivals = rivalsOf(
      { plan, reading },
      [...goingOn, ...near].filter(
        (it) =>
          !leavesLess(best, it) &&
          !isInRole(it, best) &&
          (!countsReferrers(it, best) || isOtherChoice(it, best)),
      ),
      best.charges.has('impliedEvents') ? maxOfEvents : 2,
    );
    const followUp = best.from !== undefined;
    const { cost } = best;
    const asked = offered.length > 1 ? offered : rivals;
    return asked.length === 1
      ? planOf(best, plan)
      : { ...unexplained, followUp, reading, rivals: asked, cost };
  }
  const missing = completed.ok ? undefined : completed.missing;
  const guesses = offered.length > 0 ? offered : completed.ok ? guessesAmong(candidates) : [];
  return {
    ...unexplained,
    followUp: best.from !== undefined,
    reading,
    unknown: leftAside,
    missing,
    guesses,
    cost: best.cost,
  };
}

function planOf({ reading, from, leftAside, cost }: Candidate, plan: Plan): Understanding {
  return { kind: 'plan', plan, reading, followUp: from !== undefined, leftAside, cost };
}
