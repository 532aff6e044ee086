/** Calendar arithmetic on days written `YYYY-MM-DD`; no time zones, weeks start on Monday. */
export type Day = string;
export type Unit = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'decade';

/** `end` is the first day that no longer belongs to it; an open side is undefined. */
export interface Period {
  readonly start: Day | undefined;
  readonly end: Day | undefined;
}

const dayMs = 86_400_000;

function toUtc(day: Day): Date {
  return new Date(`${day}T00:00:00Z`);
}

function fromUtc(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function dayOf(year: number, month: number, day: number): Day {
  return fromUtc(new Date(Date.UTC(year, month - 1, day)));
}

/** Whether a month has such a day. */
export function isDay(year: number, month: number, day: number): boolean {
  return Number(dayOf(year, month, day).slice(5, 7)) === month;
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4));
}

export function addDays(day: Day, days: number): Day {
  return fromUtc(new Date(toUtc(day).getTime() + days * dayMs));
}

const monthsOf = { month: 1, quarter: 3, year: 12, decade: 120 } as const;

/** Months keep the day of the month where it exists, else the month's last day. */
export function addUnits(day: Day, count: number, unit: Unit): Day {
  if (unit === 'day' || unit === 'hour') return addDays(day, count);
  if (unit === 'week') return addDays(day, count * 7);
  const months = count * monthsOf[unit];
  const date = toUtc(day);
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return fromUtc(target);
}

/** First day of the unit that a day lies in. */
export function floorTo(day: Day, unit: Unit): Day {
  const date = toUtc(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  switch (unit) {
    case 'hour':
    case 'day':
      return day;
    case 'week':
      return addDays(day, -((date.getUTCDay() + 6) % 7));
    case 'month':
      return dayOf(year, month, 1);
    case 'quarter':
      return dayOf(year, month - ((month - 1) % 3), 1);
    case 'year':
      return dayOf(year, 1, 1);
    case 'decade':
      return dayOf(year - (year % 10), 1, 1);
  }
}

/** The unit that a day lies in. */
export function unitAround(day: Day, unit: Unit): { start: Day; end: Day } {
  const start = floorTo(day, unit);
  return { start, end: addUnits(start, 1, unit) };
}

export function daysBetween(start: Day, end: Day): number {
  return Math.round((toUtc(end).getTime() - toUtc(start).getTime()) / dayMs);
}

/** Whole units from the first day of one to the first day of another. */
export function unitsBetween(start: Day, end: Day, unit: Exclude<Unit, 'hour'>): number {
  if (unit === 'day' || unit === 'week')
    return Math.round(daysBetween(start, end) / (unit === 'week' ? 7 : 1));
  const months = (yearOf(end) - yearOf(start)) * 12 + Number(end.slice(5, 7)) - Number(start.slice(5, 7));
  return Math.round(months / monthsOf[unit]);
}
