const dayMs = 24 * 60 * 60 * 1000;

/** The last days in UTC up to today, oldest first, as `YYYY-MM-DD`. */
export function lastDays(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}

/**
 * One row for each day and series: days on which nothing happened are no gaps.
 * @param series each by its name, and null where it has no value on a day, such as a time that nobody waited
 */
export function dayRows<Entry extends { readonly day: string | null | undefined }>(
  days: readonly string[],
  entries: readonly Entry[],
  series: Readonly<Record<string, (entry: Entry | undefined) => number | null>>,
): (readonly [day: string, series: string, value: number | null])[] {
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  return days.flatMap((day) =>
    Object.entries(series).map(([name, read]) => [day, name, read(byDay.get(day))] as const),
  );
}
