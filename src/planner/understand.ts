import type { CubeMetadata } from '../semantic/metadata.ts';
import { type Budget, BudgetSpent, createBudget } from './budget.ts';
import type { Day } from './calendar.ts';
import { entityLemmas, namedSoftWords } from './entities.ts';
import { asksToPresent, mergeFollowUp, moveTo, soundsLikeFollowUp } from './follow-up.ts';
import { isJoined, withJoinedCubes } from './joined-cubes.ts';
import { buildLexicon, type FoundValues, type Lexicon, withValues } from './lexicon.ts';
import { completePlan, type Kept, nothingKept, type Plan } from './plan.ts';
import { maxQuestionWords, parseQuestion, type Question } from './question.ts';
import { readQuestion } from './read-question.ts';
import { readableModel } from './readable-model.ts';
import { type Reading, saysNothing } from './reading.ts';

export type Understanding =
  | { readonly kind: 'plan'; readonly plan: Plan; readonly reading: Reading; readonly followUp: boolean }
  /** What stood in the way, in the relation that came nearest. */
  | {
      readonly kind: 'unclear';
      readonly reading: Reading | undefined;
      readonly unknown: readonly string[];
      readonly missing: string | undefined;
    };

/** A thread as far as it was read, and what its next message means in it. */
export interface ThreadReader {
  /**
   * Reads the message against every relation, on its own and as a follow-up; the reading that leaves least unexplained
   * wins.
   * @throws BudgetSpent when that takes too much
   */
  understand(message: string): Understanding;
  /** The same thread, as if dimensions had these values too. */
  supposing(found: readonly FoundValues[]): ThreadReader;
  /** The same thread in one relation alone. */
  within(cube: CubeMetadata): ThreadReader;
}

/** A follow-up builds on a few messages before it; older ones are not read again. */
const maxEarlierMessages = 12;
const maxEarlierWords = 2 * maxQuestionWords;

/** Steps that a question may take together with its thread, some two hundred times as many as ordinary ones take. */
export const maxSteps = 1_000_000;
/** Of these, what the thread may take. */
const maxEarlierSteps = 500_000;

/**
 * Reads the earlier messages of a thread over the relations that the user may see, best matches first.
 * @param budget of the whole thread
 */
export function readThread(
  earlier: readonly string[],
  cubes: readonly CubeMetadata[],
  today: Day,
  budget: Budget = createBudget(maxSteps),
): ThreadReader {
  const readable = readableModel(cubes);
  const entities = entityLemmas(readable);
  const named = namedSoftWords(readable);
  const lexicons = withJoinedCubes(readable).map((cube) => buildLexicon(cube, entities, named));
  const state = contextOf(earlier, lexicons, today, budget.part(maxEarlierSteps));
  return readerOf(lexicons, state, today, budget);
}

function readerOf(
  lexicons: readonly Lexicon[],
  state: Reading | undefined,
  today: Day,
  budget: Budget,
): ThreadReader {
  return {
    understand: (message) => understandOne(parseQuestion(message), lexicons, state, today, budget),
    supposing: (found) =>
      readerOf(
        lexicons.map((lexicon) => withValues(lexicon, found)),
        state,
        today,
        budget,
      ),
    within: ({ name }) =>
      readerOf(
        lexicons.filter(({ cube }) => cube.name === name && !cube.dimensions.some(isJoined)),
        state,
        today,
        budget,
      ),
  };
}

/** What the earlier messages of a thread came to; undefined when none was understood or they are too much to read again. */
function contextOf(
  earlier: readonly string[],
  lexicons: readonly Lexicon[],
  today: Day,
  budget: Budget,
): Reading | undefined {
  let state: Reading | undefined;
  try {
    for (const question of lastQuestions(earlier)) {
      const result = understandOne(question, lexicons, state, today, budget);
      if (result.kind === 'plan') state = result.reading;
    }
    return state;
  } catch (error) {
    if (error instanceof BudgetSpent) return undefined;
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

interface Candidate {
  readonly reading: Reading;
  readonly plan: Plan | undefined;
  readonly missing: string | undefined;
  readonly followUp: boolean;
  readonly cost: number;
}

function understandOne(
  question: Question,
  lexicons: readonly Lexicon[],
  state: Reading | undefined,
  today: Day,
  budget: Budget,
): Understanding {
  const candidates = lexicons.flatMap((lexicon, rank) => {
    const own = readQuestion(question, lexicon, budget);
    const follows = state !== undefined && soundsLikeFollowUp(question.message, own);
    const placement = placementOf(lexicon, rank);
    const alone = weigh(
      own,
      today,
      undefined,
      placement + (follows ? 2 : 0) + (own.implied && state !== undefined ? 3 : 0),
    );
    const silent = saysNothing(own) && !asksToPresent(question.message);
    const earlier = state === undefined || silent ? undefined : moveTo(state, lexicon);
    if (earlier === undefined || state === undefined) return [alone];
    const moved = state.lexicon.cube.name === lexicon.cube.name ? 0 : 0.5;
    const merged = mergeFollowUp(earlier, own);
    const kept = keptOf(earlier, own, merged);
    return [alone, weigh(merged, today, kept, placement + moved + (follows ? 0 : 2))];
  });
  const best = candidates.toSorted((a, b) => a.cost - b.cost)[0];
  if (best?.plan !== undefined)
    return { kind: 'plan', plan: best.plan, reading: best.reading, followUp: best.followUp };
  return {
    kind: 'unclear',
    reading: best?.reading,
    unknown: best?.reading.unknown ?? [],
    missing: best?.missing,
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
  return rank * 0.02 + (cube.type === 'cube' ? 0.06 : 0) + (cube.dimensions.some(isJoined) ? 0.3 : 0);
}

/** @param kept what a follow-up took over; undefined for a question of its own */
function weigh(reading: Reading, today: Day, kept: Kept | undefined, extra: number): Candidate {
  const completed = completePlan(reading, today, kept ?? nothingKept);
  const unknown = reading.unknown.length * 10;
  const open = completed.ok ? 0 : 5;
  return {
    reading,
    followUp: kept !== undefined,
    plan: completed.ok ? completed.plan : undefined,
    missing: completed.ok ? undefined : completed.missing,
    cost: unknown + open + reading.cost + extra,
  };
}
