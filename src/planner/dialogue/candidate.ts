import type { Day } from '../language/calendar.ts';
import { type Charged, type Charges, charge, costOf } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import type { Reading } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';
import { type Completed, completePlan, type Kept } from '../query/plan.ts';
import { wordsToCome } from './to-come.ts';

/** One way to understand a message, alone or as a follow-up, with what it costs in all. */
export interface Candidate {
  readonly reading: Reading;
  readonly completed: Completed;
  /** The earlier reading that it goes on from. */
  readonly from: Reading | undefined;
  readonly leftAside: readonly string[];
  readonly charges: Charges;
  readonly cost: number;
  /** Of the cost, what only tells equal readings in several relations apart. */
  readonly preference: number;
}

export function weigh(
  own: Interpretation,
  reading: Reading,
  { charges }: Charged,
  today: Day,
  going?: { readonly from: Reading; readonly kept: Kept },
): Candidate {
  const completed = completePlan(reading, today, going?.kept);
  if (isShareOfItself(reading) || isSplitByAbsent(reading)) charge({ charges }, 'trivial');
  const said = wordsToCome(reading, completed, own.leftAside, today);
  if (said.length > 0) charge({ charges }, 'idle.future', -said.length);
  if (isBeyondData(completed, today)) charge({ charges }, 'beyondData');
  if (!completed.ok) charge({ charges }, completed.certain ? 'incomplete.certain' : 'incomplete.open');
  return {
    ...{ reading, completed, charges, leftAside: own.leftAside.filter((it) => !said.includes(it)) },
    from: going?.from,
    cost: costOf(charges),
    preference: costOf(charges, preferences),
  };
}

/** "Booked for next week", by the day on which it was booked. */
function isBeyondData(completed: Completed, today: Day): boolean {
  const { dimension, periods = [] } = (completed.ok ? completed.plan.time : undefined) ?? {};
  const last = dimension?.range?.[1].slice(0, 10);
  return (
    last !== undefined &&
    periods.length > 0 &&
    periods.every(({ start }) => start !== undefined && start > today && start > last)
  );
}

/** The share of those with a toilet among those without one, which a follow-up may ask of what a share was asked of. */
function isShareOfItself({ shareOf, filters }: Reading): boolean {
  const fixed = filters.flatMap((it) => (it.kind === 'boolean' ? [it.dimension] : []));
  return shareOf?.some((it) => it.kind === 'boolean' && fixed.includes(it.dimension)) === true;
}

/** "By plant", of those that have none. */
function isSplitByAbsent({ groups, filters }: Reading): boolean {
  return filters.some(
    (it) =>
      it.kind === 'missing' && !it.negated && groups.some(({ dimension }) => dimension === it.dimension),
  );
}

const preferences: ReadonlySet<Price> = new Set(['stranger', 'place', 'cube', 'joinedCube']);
