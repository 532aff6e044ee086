import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { asksForChange } from '../language/change-requests.ts';
import { maxQuestionWords } from '../language/question.ts';
import { rememberedLast } from '../language/remembered.ts';
import { socialOf } from '../language/social.ts';
import { type FoundValues, type Lexicon, withValues } from '../link/lexicon.ts';
import { lexiconsOf } from '../link/lexicons.ts';
import { saysNothing } from '../parse/reading.ts';
import type { Plan } from '../query/plan.ts';
import { isAboutModel } from './about-model.ts';
import { type Choice, chosenOf } from './choice.ts';
import { nothingSaid, type Thread } from './context.ts';
import { goesOnFrom } from './going-on.ts';
import { type Message, parseMessage } from './message.ts';
import { withoutRefused } from './picked.ts';
import { isAsThen, type Turn, wasAnswered } from './replay.ts';
import { columnsSpokenOf } from './settled.ts';
import { understandAll } from './several.ts';
import type { Understanding } from './understand.ts';
import { type Lost, undatedOf } from './which-date.ts';

/** A thread as far as it was read, and what its next message means in it. What was read is remembered. */
export interface ThreadReader {
  /**
   * Reads the message against every relation, on its own and as a follow-up; the reading that leaves least unexplained
   * wins, if it leaves little enough and no other that says something else comes near.
   * @throws BudgetSpent when that takes too much
   */
  understand(message: string, budget?: Budget): Understanding;
  /** What was answered last; undefined where nothing was, or where one was asked between readings. */
  readonly answered: Plan | undefined;
  /** The message before, where it was not understood. */
  readonly lost: Pick<Lost, 'message' | 'unknown'> | undefined;
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
  // What the model means was asked of no data that a follow-up could go on from, nor was anything that is to be changed.
  const asking = earlier.filter(({ message }, at) => !asksForChange(message, at === 0));
  const ofData = withoutRefused(asking).filter(
    ({ message }) => !isAboutModel(message, cubes) && socialOf(message) === undefined,
  );
  return readerOf(ofData, lexiconsOf(cubes, today), today, budget, isSettled);
}

/** Whether two readings were found to give the same figures when they were asked for. */
type Settled = (one: Plan, other: Plan) => boolean;

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
    answered: context.choices.length === 0 ? context.states[0]?.plan : undefined,
    lost: context.lost,
    understand: (message, of = createBudget(maxSteps)) =>
      understood(message, () => understandAll(parseMessage(message), lexicons, context, today, of)),
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
      const all = understandAll(message, lexicons, context, today, budget, turn);
      const beside = all.kind === 'several' ? all.answered.slice(0, -1) : [];
      const result = all.kind === 'several' ? all.answered.at(-1) : all;
      if (result === undefined) continue;
      const open = result.kind === 'plan' ? [] : unsettled(result.rivals, isSettled);
      const answered = result.kind === 'plan' ? [result] : result.rivals;
      if (answered.length > 0) {
        // What goes on from something that was lost does not bring it back.
        const goesOn = goesOnFrom(question.message, edit, result.reading);
        const isChosen = chosenOf(question.message, context.choices) !== undefined;
        const { lost, isLost } =
          (goesOn && !isChosen) || (result.kind === 'plan' && !isAsThen(result, turn))
            ? context
            : nothingSaid;
        const [answer] = open.length > 0 ? [] : answered;
        context = {
          states: answer === undefined ? open : [answer],
          choices: open,
          beside,
          settled: new Set([...context.settled, ...(answer ? columnsSpokenOf(answer.reading) : [])]),
          lost,
          isLost,
        };
      } else if (
        result.kind === 'unclear' &&
        // What was answered when it was new is not understood only for what was lost before.
        !(
          context.isLost &&
          wasAnswered(turn) &&
          (result.guesses.length === 0 || turn.offered.length === 0)
        ) &&
        (result.reading === undefined || result.unknown.length > 0 || !saysNothing(result.reading))
      )
        context = {
          ...context,
          choices: result.guesses,
          isLost: true,
          lost: {
            message: question.message,
            unknown: result.unknown,
            reading: result.reading,
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
