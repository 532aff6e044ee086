import type { Thread } from '@inlay/client';

export type ThreadGroup = 'today' | 'yesterday' | 'week' | 'month' | 'older';

/** Days from the start of a day to the start of today, up to which a thread belongs to a group. */
const lastDays: readonly (readonly [ThreadGroup, number])[] = [
  ['today', 0],
  ['yesterday', 1],
  ['week', 7],
  ['month', 30],
  ['older', Number.POSITIVE_INFINITY],
];

/** Threads by the days of the reader on which they were used last, in their order; without empty groups. */
export function threadGroups<Each extends Pick<Thread, 'updatedAt'>>(
  threads: readonly Each[],
  now: Date,
): readonly (readonly [ThreadGroup, readonly Each[]])[] {
  const today = startOfDay(now);
  const groupOf = ({ updatedAt }: Each): ThreadGroup => {
    const days = Math.round((today - startOfDay(new Date(updatedAt))) / 86_400_000);
    return lastDays.find(([, last]) => days <= last)?.[0] ?? 'older';
  };
  const groups = Map.groupBy(threads, groupOf);
  return lastDays.flatMap(([group]) => {
    const members = groups.get(group);
    return members === undefined ? [] : [[group, members] as const];
  });
}

function startOfDay(moment: Date): number {
  return new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime();
}
