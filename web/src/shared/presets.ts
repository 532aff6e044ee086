/** `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export const presetNames = [
  'last7Days',
  'last30Days',
  'last90Days',
  'last12Months',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'previousMonth',
  'previousQuarter',
  'previousYear',
] as const;
export type Preset = (typeof presetNames)[number];

/** The days of a preset. @param end `YYYY-MM-DD`, the last day that can have rows */
export function presetDays(preset: Preset, end: string): Days {
  const year = Number(end.slice(0, 4));
  const month = Number(end.slice(5, 7)) - 1;
  const day = Number(end.slice(8));
  const quarter = month - (month % 3);
  switch (preset) {
    case 'last7Days':
      return { from: dayText(year, month, day - 6), to: end };
    case 'last30Days':
      return { from: dayText(year, month, day - 29), to: end };
    case 'last90Days':
      return { from: dayText(year, month, day - 89), to: end };
    case 'last12Months':
      return { from: dayText(year, month - 11, 1), to: end };
    case 'thisMonth':
      return { from: dayText(year, month, 1), to: end };
    case 'thisQuarter':
      return { from: dayText(year, quarter, 1), to: end };
    case 'thisYear':
      return { from: dayText(year, 0, 1), to: end };
    case 'previousMonth':
      return { from: dayText(year, month - 1, 1), to: dayText(year, month, 0) };
    case 'previousQuarter':
      return { from: dayText(year, quarter - 3, 1), to: dayText(year, quarter, 0) };
    case 'previousYear':
      return { from: dayText(year - 1, 0, 1), to: dayText(year - 1, 12, 0) };
  }
}

/** The preset with these days; undefined for others. */
export function presetOf({ from, to }: Partial<Days>, end: string): Preset | undefined {
  return presetNames.find((name) => {
    const days = presetDays(name, end);
    return days.from === from && days.to === to;
  });
}

/** The last day with rows, but never one to come. @param timezone IANA */
export function presetEnd(lastDay: string, timezone: string, now = new Date()): string {
  // Sweden writes days as ISO 8601 does.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(now);
  return lastDay < today ? lastDay : today;
}

/** Months and days may be out of their range, as in `Date.UTC`. */
export function dayText(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}
