import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { maxQuestionWords, parseQuestion, type Question } from '../language/question.ts';
import { entityLemmas, isIdentifier } from '../link/entities.ts';
import { withJoinedCubes } from '../link/joined-cubes.ts';
import { buildLexicon, type FoundValues, homesOf, type Lexicon, withValues } from '../link/lexicon.ts';
import { readableModel } from '../link/readable-model.ts';
import { withTelling } from '../link/telling.ts';
import { isCountOf } from '../parse/computed.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { maxCost, minMargin } from '../parse/weights.ts';
import type { Plan } from '../query/plan.ts';
import { filterWords, planTitle } from '../query/wording.ts';
import { type Context, candidatesFor } from './candidates.ts';

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
      readonly missing: string | undefined;
      /** Readings that are about as good, the best one first. */
      readonly rivals: readonly Plan[];
      readonly cost: number;
    };

/** A thread as far as it was read, and what its next message means in it. */
export interface ThreadReader {
  /**
   * Reads the message against every relation, on its own and as a follow-up; the reading that leaves least unexplained
   * wins, if it leaves little enough and no other that says something else comes near.
   * @throws BudgetSpent when that takes too much
   */
  understand(message: string): Understanding;
  /** The message before, where it was not understood. */
  readonly lost: { readonly message: string; readonly unknown: readonly string[] } | undefined;
  /** The same thread, as if dimensions had these values too. */
  supposing(found: readonly FoundValues[]): ThreadReader;
}

/** A follow-up builds on a few messages before it; older ones are not read again. */
const maxEarlierMessages = 12;
const maxEarlierWords = 2 * maxQuestionWords;

/** Steps that a question may take together with its thread, some hundred times as many as ordinary ones take. */
export const maxSteps = 3_000_000;
/** Of these, what the thread may take. */
const maxEarlierSteps = 1_500_000;

/** Reads the earlier messages of a thread over the relations that the user may see, best matches first. */
export function readThread(
  earlier: readonly string[],
  cubes: readonly CubeMetadata[],
  today: Day,
  budget: Budget = createBudget(maxSteps),
): ThreadReader {
  const readable = readableModel(cubes);
  const things = entityLemmas(readable);
  const homes = homesOf(readable);
  const lexicons = withTelling(withJoinedCubes(readable).map((cube) => buildLexicon(cube, things, homes)));
  const readEarlier = (of: readonly Lexicon[]): Thread =>
    contextOf(earlier, of, today, budget.part(maxEarlierSteps));
  return readerOf(lexicons, readEarlier, today, budget);
}

/** What the earlier messages came to. */
interface Thread extends Context {
  /** The message before with the words of it that were not understood. */
  readonly lost: { readonly message: string; readonly unknown: readonly string[] } | undefined;
}

function readerOf(
  lexicons: readonly Lexicon[],
  readEarlier: (of: readonly Lexicon[]) => Thread,
  today: Day,
  budget: Budget,
): ThreadReader {
  const context = readEarlier(lexicons);
  return {
    lost: context.lost,
    understand: (message) => understandOne(parseQuestion(message), lexicons, context, today, budget),
    supposing: (found) =>
      readerOf(
        lexicons.map((lexicon) => withValues(lexicon, found)),
        readEarlier,
        today,
        budget,
      ),
  };
}

/** What the earlier messages of a thread came to. */
function contextOf(
  earlier: readonly string[],
  lexicons: readonly Lexicon[],
  today: Day,
  budget: Budget,
): Thread {
  let context: Thread = { state: undefined, isLost: false, lost: undefined };
  try {
    for (const question of lastQuestions(earlier)) {
      const result = understandOne(question, lexicons, context, today, budget);
      if (result.kind === 'plan' || result.rivals.length > 0)
        context = { state: result.reading, isLost: false, lost: undefined };
      else if (result.reading === undefined || !saysNothing(result.reading))
        context = { ...context, isLost: true, lost: { message: question.message, unknown: result.unknown } };
    }
    return context;
  } catch (error) {
    if (error instanceof BudgetSpent) return { state: undefined, isLost: false, lost: undefined };
    throw error;
  }
}

/** The last few messages, without those that were too long to be understood when they were asked. */
function lastQuestions(earlier: readonly string[]): readonly Question[] {
  const found: Question[] = [];
  let words = 0;
  for (const message of earlier.slice(-maxEarlierMessages).reverse()) {
    const question = parsed(message);
    words += question?.tokens.length ?? 0;
    if (words > maxEarlierWords) break;
    if (question !== undefined) found.unshift(question);
  }
  return found;
}

function parsed(message: string): Question | undefined {
  try {
    return parseQuestion(message);
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
    throw error;
  }
}

const unexplained = { kind: 'unclear', unknown: [], missing: undefined, rivals: [] } as const;

function understandOne(
  question: Question,
  lexicons: readonly Lexicon[],
  context: Context,
  today: Day,
  budget: Budget,
): Understanding {
  const candidates = candidatesFor(question, lexicons, context, today, budget);
  const [best] = candidates;
  if (best === undefined)
    return { ...unexplained, followUp: false, reading: undefined, cost: Number.POSITIVE_INFINITY };
  const { completed, reading, leftAside } = best;
  if (completed.ok && best.cost - best.preference <= maxCost) {
    const own = planTitle(completed.plan);
    const rival = candidates.find(
      (it) =>
        it.cost - best.cost < minMargin(best.cost) &&
        it.completed.ok &&
        planTitle(it.completed.plan) !== own &&
        !isByKey(it.completed.plan, completed.plan) &&
        !countsList(it.completed.plan, completed.plan) &&
        !countsList(completed.plan, it.completed.plan),
    );
    if (rival === undefined || !rival.completed.ok)
      return {
        kind: 'plan',
        plan: completed.plan,
        reading,
        followUp: best.followUp,
        leftAside,
        cost: best.cost,
      };
    const rivals = [completed.plan, rival.completed.plan];
    return { ...unexplained, followUp: best.followUp, reading, rivals, cost: best.cost };
  }
  const missing = completed.ok ? undefined : completed.missing;
  return { ...unexplained, followUp: best.followUp, reading, unknown: leftAside, missing, cost: best.cost };
}

/** Whether a plan counts what another lists, which says how many there are, too. */
function countsList(plan: Plan, other: Plan): boolean {
  return (
    plan.cube.name === other.cube.name &&
    plan.groups.length === 0 &&
    plan.quantities.length === 1 &&
    plan.quantities.every(isCountOf) &&
    other.quantities.length === 0 &&
    filterWords(plan.filters) === filterWords(other.filters)
  );
}

/** Whether a plan groups by keys where another groups by the names of the same things. */
function isByKey(plan: Plan, other: Plan): boolean {
  const keys = (of: Plan): number => of.groups.filter(({ dimension }) => isIdentifier(dimension)).length;
  return plan.groups.length === other.groups.length && keys(plan) > keys(other);
}
