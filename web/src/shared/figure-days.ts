import { type Days, dayText } from './presets.ts';

export interface FigureDays {
  readonly days: Days;
  /** What they are compared with: the same days of an earlier year, or the period before. */
  readonly before: Days;
  /** How many years earlier, enough that the days do not overlap; 0 for the period before. */
  readonly years: number;
  /** Whether rows go back to the start of `before`; otherwise the comparison would be with part of it. */
  readonly isComparable: boolean;
}

/**
 * The days that a figure covers: those chosen, or a number of months up to the last one with rows. A range without an end also
 * ends with that month, and a range without a start begins with the first row.
 * @param known the first and the last day with rows
 * @param comparison `period`: as many days, or whole months, directly before
 */
export function figureDays(
  months: number,
  chosen: { readonly from?: string | null; readonly to?: string | null },
  known: Days,
  comparison: 'year' | 'period' = 'year',
): FigureDays {
  const lastKnown = endOfMonth(known.to);
  const firstKnown = startOfMonth(known.from);
  // Days beyond the known ones have no rows, but stay in order.
  const to = chosen.to ?? later(lastKnown, chosen.from ?? lastKnown);
  const from =
    chosen.from ??
    (chosen.to == null ? later(monthsBefore(to, months - 1), firstKnown) : earlier(firstKnown, to));
  const years = comparison === 'period' ? 0 : Math.max(1, Math.ceil(monthsBetween(from, to) / 12));
  const before =
    years === 0 ? periodBefore({ from, to }) : { from: yearsBefore(from, years), to: yearsBefore(to, years) };
  const isComparable = before.from >= firstKnown && from <= (chosen.to ?? lastKnown);
  return { days: { from, to }, before, years, isComparable };
}

/** Whole months before whole months; as many days before other days. */
export function periodBefore({ from, to }: Days): Days {
  const last = dayText(yearOf(from), monthOf(from), Number(from.slice(8)) - 1);
  if (from === startOfMonth(from) && to === endOfMonth(to)) {
    return { from: monthsBefore(from, monthsBetween(from, to)), to: last };
  }
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return { from: dayText(yearOf(last), monthOf(last), Number(last.slice(8)) - days), to: last };
}

function startOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

function endOfMonth(day: string): string {
  return dayText(yearOf(day), monthOf(day) + 1, 0);
}

/** The first day of the month that many months earlier. */
function monthsBefore(day: string, months: number): string {
  return dayText(yearOf(day), monthOf(day) - months, 1);
}

/** Number of calendar months from one day to another, both included. */
function monthsBetween(from: string, to: string): number {
  return (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from) + 1;
}

/** The last day of a month stays the last day of a month. */
function yearsBefore(day: string, years: number): string {
  if (day === endOfMonth(day)) return dayText(yearOf(day) - years, monthOf(day) + 1, 0);
  return dayText(yearOf(day) - years, monthOf(day), Number(day.slice(8)));
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** From 0 on. */
function monthOf(day: string): number {
  return Number(day.slice(5, 7)) - 1;
}
