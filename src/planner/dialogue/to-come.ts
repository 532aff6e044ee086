import type { Day } from '../language/calendar.ts';
import { operatorOf } from '../language/grammar.ts';
import type { Reading } from '../parse/reading.ts';
import type { Completed } from '../query/plan.ts';

const toCome = /^(?:will|shall|going to|(?:still|yet) to (?:be|come))$/;

/**
 * The words of a message that say of what is listed that it is yet to come, where its dates say so: "what will come out after
 * today?". How much or how many there will be is in no data.
 */
export function wordsToCome(
  { list, implied }: Reading,
  completed: Completed,
  leftAside: readonly string[],
  today: Day,
): readonly string[] {
  const periods = completed.ok ? (completed.plan.time?.periods ?? []) : [];
  const isLater = periods.length > 0 && periods.every(({ start }) => start !== undefined && start > today);
  if (!isLater || !(list || implied)) return [];
  const words = leftAside.filter((it) => operatorOf(it.toLowerCase())?.kind === 'future');
  return words.every((it) => toCome.test(it.toLowerCase())) ? words : [];
}
