import type { Budget } from '../language/budget.ts';
import type { Day } from '../language/calendar.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Doubt } from '../parse/doubt.ts';
import type { Reading } from '../parse/reading.ts';
import { maxCost, minMargin } from '../parse/weights.ts';
import type { Plan } from '../query/plan.ts';
import type { Candidate } from './candidate.ts';
import { candidatesFor } from './candidates.ts';
import { type Choice, chosenOf } from './choice.ts';
import type { Thread } from './context.ts';
import { listsCounted } from './counted-names.ts';
import type { Message } from './message.ts';
import {
  countsReferrers,
  fromOtherChoices,
  guessesAmong,
  isByName,
  isInRole,
  isOfOtherPeople,
  isOtherChoice,
  isOtherFigure,
  isOtherValue,
  leavesLess,
  mayGoOn,
  rivalsOf,
} from './near-readings.ts';
import { answeredThen, offeredThen, type Turn } from './replay.ts';
import { withDate } from './which-date.ts';

/** A query that answers a message. */
export interface Answered {
  readonly kind: 'plan';
  readonly plan: Plan;
  readonly reading: Reading;
  readonly followUp: boolean;
  readonly leftAside: readonly string[];
  readonly cost: number;
}

/** What a message means: a query that answers it, or why there is none. */
export type Understanding =
  | Answered
  /** Several questions, in their order, with what the message says beside them. */
  | { readonly kind: 'several'; readonly answered: readonly Answered[]; readonly aside: readonly string[] }
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

/** Readings that are offered of what is busiest, which may be so of many things. */
const maxOfEvents = 3;

const unexplained = { kind: 'unclear', unknown: [], missing: undefined, rivals: [], guesses: [] } as const;

/** @param turn what came of the message when it was new */
export function understandOne(
  message: Message,
  lexicons: readonly Lexicon[],
  context: Thread,
  today: Day,
  budget: Budget,
  turn?: Turn,
): Exclude<Understanding, { kind: 'several' }> {
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
      isOtherValue(it, cheapest) ||
      isOfOtherPeople(it, cheapest) ||
      mayGoOn(it, cheapest),
  );
  // "Top products", where a count of products cannot be told apart by them, are those of another figure, and a loss in 2015
  // is none of what has no dates.
  const isStuck =
    !cheapest.completed.ok && /^(?:tell apart|no dates)$/.test(cheapest.completed.missing.about);
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
    const isOpen = context.choices.some((it) => it.reading === best.from);
    const others = isOpen ? fromOtherChoices(best, candidates, context.choices) : [];
    const lists = near.filter((it) => listsCounted(it, best));
    const rivals = rivalsOf(
      { plan, reading },
      [...others, ...goingOn, ...near].filter(
        (it) =>
          !leavesLess(best, it) &&
          !lists.includes(it) &&
          !isInRole(it, best) &&
          (!countsReferrers(it, best) || isOtherChoice(it, best) || isOtherValue(it, best)),
      ),
      best.charges.has('impliedEvents') ? maxOfEvents : 2,
    );
    const followUp = best.from !== undefined;
    const { cost } = best;
    const asked = offered.length > 1 ? offered : rivals;
    // Nobody has chosen the only reading that a message can go on from.
    if (isOpen && others.length === 0 && asked.length === 1)
      return { ...unexplained, followUp, reading, guesses: asked, cost };
    return asked.length === 1
      ? planOf(lists.length > 0 ? { ...best, reading: { ...reading, implied: true } } : best, plan)
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

function planOf({ reading, from, leftAside, cost }: Candidate, plan: Plan): Answered {
  return { kind: 'plan', plan, reading, followUp: from !== undefined, leftAside, cost };
}
