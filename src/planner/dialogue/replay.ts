import { isLookup } from '../query/value-lookup.ts';
import type { Candidate } from './candidate.ts';
import { type Choice, isTitled } from './choice.ts';
import { comesTo } from './counted-names.ts';

/** A message of the user, and what came of it. */
export interface Turn {
  readonly message: string;
  /** The last query that was run for it: that of its answer, if it has one. */
  readonly ran: string | undefined;
  /** The readings that the answer asked between. */
  readonly offered: readonly string[];
}

/** Candidates that are held against what was run; those behind are far too expensive to have been taken. */
const maxCompared = 40;

/**
 * The reading that was answered when a message was new. Other relations may have come up since, in which the same message reads
 * differently.
 */
export function answeredThen(candidates: readonly Candidate[], { ran }: Turn): Candidate | undefined {
  if (ran === undefined) return undefined;
  return candidates
    .slice(0, maxCompared)
    .find(({ reading, completed }) => completed.ok && comesTo(reading, completed.plan, ran));
}

/** Whether a message comes to what it came to when it was new: what was found for one before it may be missing. */
export function isAsThen({ reading, plan }: Choice, { ran, offered }: Turn): boolean {
  return offered.length === 0 && (ran === undefined || comesTo(reading, plan, ran));
}

/** Whether a message was understood when it was new, and not only looked for in the data. */
export function wasAnswered({ ran, offered }: Turn): boolean {
  return offered.length > 0 || (ran !== undefined && !isLookup(ran));
}

/** The readings that were offered when a message was new, in their order. */
export function offeredThen(candidates: readonly Candidate[], { offered }: Turn): readonly Choice[] {
  const near = candidates.slice(0, maxCompared);
  return offered.flatMap((title) => {
    for (const { completed, reading } of near)
      if (completed.ok && isTitled(completed.plan, title)) return [{ plan: completed.plan, reading }];
    return [];
  });
}

const offer = /^(?<number>\d)\. (?<title>.{1,300})$/gm;

/** What an answer asks between, by number. */
export function offersIn(answer: string): readonly string[] {
  return [...answer.matchAll(offer)].flatMap(({ groups }, at) =>
    Number(groups?.['number']) === at + 1 ? (groups?.['title'] ?? []) : [],
  );
}
