import type { CubeMetadata } from '../../contract/tools.ts';
import { type Budget, BudgetSpent, createBudget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import { maxQuestionWords, parseQuestion, type Question } from '../language/question.ts';
import { entityLemmas, isIdentifier } from '../link/entities.ts';
import { isJoined, withJoinedCubes } from '../link/joined-cubes.ts';
import { buildLexicon, type FoundValues, homesOf, type Lexicon, withValues } from '../link/lexicon.ts';
import { readableModel } from '../link/readable-model.ts';
import type { Interpretation } from '../parse/interpret.ts';
import { interpretations } from '../parse/read.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { maxCost, minMargin, weights } from '../parse/weights.ts';
import { type Completed, completePlan, type Kept, type Plan } from '../query/plan.ts';
import { planTitle } from '../query/wording.ts';
import { asksToPresent, mergeFollowUp, moveTo, soundsLikeFollowUp } from './follow-up.ts';

/** What a message means: a query that answers it, or why there is none. */
export type Understanding =
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      readonly reading: Reading;
      readonly followUp: boolean;
      readonly leftAside: readonly string[];
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
  const lexicons = withJoinedCubes(readable).map((cube) => buildLexicon(cube, things, homes));
  const readEarlier = (of: readonly Lexicon[]): Context =>
    contextOf(earlier, of, today, budget.part(maxEarlierSteps));
  return readerOf(lexicons, readEarlier, today, budget);
}

/** What a message may go on from. */
interface Context {
  readonly state: Reading | undefined;
  /** The message before was not understood. */
  readonly isLost: boolean;
  /** That message, with the words that were not understood. */
  readonly lost: { readonly message: string; readonly unknown: readonly string[] } | undefined;
}

function readerOf(
  lexicons: readonly Lexicon[],
  readEarlier: (of: readonly Lexicon[]) => Context,
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
): Context {
  let context: Context = { state: undefined, isLost: false, lost: undefined };
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

/** One way to understand a message, alone or as a follow-up, with what it costs in all. */
interface Candidate {
  readonly reading: Reading;
  readonly completed: Completed;
  readonly followUp: boolean;
  readonly leftAside: readonly string[];
  readonly cost: number;
}

const unexplained = { kind: 'unclear', unknown: [], missing: undefined, rivals: [] } as const;

function understandOne(
  question: Question,
  lexicons: readonly Lexicon[],
  context: Context,
  today: Day,
  budget: Budget,
): Understanding {
  const candidates = lexicons
    .flatMap((lexicon, rank) =>
      interpretations(question, lexicon, budget).flatMap((own) =>
        candidatesOf(question, own, lexicon, rank, context, today),
      ),
    )
    .sort((a, b) => a.cost - b.cost);
  const [best] = candidates;
  if (best === undefined)
    return { ...unexplained, followUp: false, reading: undefined, cost: Number.POSITIVE_INFINITY };
  const { completed, reading, leftAside } = best;
  if (completed.ok && best.cost <= maxCost) {
    const own = planTitle(completed.plan);
    const rival = candidates.find(
      (it) =>
        it.cost - best.cost < minMargin(best.cost) &&
        it.completed.ok &&
        planTitle(it.completed.plan) !== own &&
        !isByKey(it.completed.plan, completed.plan),
    );
    if (rival === undefined || !rival.completed.ok)
      return { kind: 'plan', plan: completed.plan, reading, followUp: best.followUp, leftAside };
    const rivals = [completed.plan, rival.completed.plan];
    return { ...unexplained, followUp: best.followUp, reading, rivals, cost: best.cost };
  }
  const missing = completed.ok ? undefined : completed.missing;
  return { ...unexplained, followUp: best.followUp, reading, unknown: leftAside, missing, cost: best.cost };
}

/** Whether a plan groups by keys where another groups by the names of the same things. */
function isByKey(plan: Plan, other: Plan): boolean {
  const keys = (of: Plan): number => of.groups.filter(({ dimension }) => isIdentifier(dimension)).length;
  return plan.groups.length === other.groups.length && keys(plan) > keys(other);
}

function candidatesOf(
  question: Question,
  own: Interpretation,
  lexicon: Lexicon,
  rank: number,
  { state, isLost }: Context,
  today: Day,
): Candidate[] {
  const placement =
    placementOf(lexicon, rank) +
    (isLost && soundsLikeFollowUp(question.message, own.reading) ? weights.orphan : 0);
  const follows = state !== undefined && soundsLikeFollowUp(question.message, own.reading);
  const alone = weigh(
    own,
    own.reading,
    own.cost +
      own.openCost +
      placement +
      (follows ? weights.against : 0) +
      (own.reading.implied && state !== undefined ? weights.impliedInThread : 0),
    today,
  );
  const silent = saysNothing(own.reading) && own.leftAside.length === 0 && !asksToPresent(question.message);
  const earlier = state === undefined || silent ? undefined : moveTo(state, lexicon);
  if (earlier === undefined || state === undefined) return [alone];
  const moved = state.lexicon.cube.name === lexicon.cube.name ? 0 : weights.moved;
  const merged = mergeFollowUp(earlier, own.reading);
  return [
    alone,
    weigh(
      own,
      merged,
      own.cost + placement + moved + (follows ? 0 : weights.against),
      today,
      keptOf(earlier, own.reading, merged),
    ),
  ];
}

function weigh(own: Interpretation, reading: Reading, cost: number, today: Day, kept?: Kept): Candidate {
  const completed = completePlan(reading, today, kept);
  return {
    reading,
    completed,
    followUp: kept !== undefined,
    leftAside: own.leftAside,
    cost: cost + (completed.ok ? 0 : weights.incomplete[completed.certain ? 'certain' : 'open']),
  };
}

function keptOf(earlier: Reading, later: Reading, merged: Reading): Kept {
  return {
    filters: merged.filters.filter((filter) => earlier.filters.includes(filter)),
    dates: later.dates === undefined && merged.dates !== undefined,
  };
}

/** The best match of the search comes first, views before cubes, and a cube alone before it and what it joins. */
function placementOf({ cube }: Lexicon, rank: number): number {
  const { place, places } = weights.placement;
  return (
    Math.min(rank, places) * place +
    (cube.type === 'cube' ? weights.cube : 0) +
    (cube.dimensions.some(isJoined) ? weights.joinedCube : 0)
  );
}
