/** Days are counted from 1970-01-01 UTC, as DATE columns store them. */
export const dayMs = 86_400_000;
export const firstDay = toDay('2023-01-01');
export const lastDay = toDay('2025-12-31');
/** The last moment that the data knows of. */
export const endOfDataMs = (lastDay + 1) * dayMs - 1000;

export function toDay(isoDate: string): number {
  return Date.parse(`${isoDate}T00:00:00Z`) / dayMs;
}

export interface CalendarDay {
  readonly day: number;
  readonly year: number;
  /** 0 = January. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** 0 = Sunday. */
  readonly weekday: number;
  /** The week that ends on the Monday after Black Friday. */
  readonly blackFriday: boolean;
  /** Clearance sales: the first half of January and of July. */
  readonly sale: boolean;
  /** Shops are shut on 1 January and at Christmas. */
  readonly storesClosed: boolean;
}

export function calendarDay(day: number): CalendarDay {
  const date = new Date(day * dayMs);
  const [year, month, dayOfMonth] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const blackFriday = fourthFridayOfNovember(year);
  return {
    day,
    year,
    month,
    dayOfMonth,
    weekday: date.getUTCDay(),
    blackFriday: day >= blackFriday - 4 && day <= blackFriday + 3,
    sale: (month === 0 || month === 6) && dayOfMonth <= 15,
    storesClosed:
      (month === 0 && dayOfMonth === 1) || (month === 11 && (dayOfMonth === 25 || dayOfMonth === 26)),
  };
}

/** Black Friday follows the fourth Thursday of November. */
function fourthFridayOfNovember(year: number): number {
  const first = toDay(`${year}-11-01`);
  const firstThursday = first + ((4 - new Date(first * dayMs).getUTCDay() + 7) % 7);
  return firstThursday + 22;
}

const monthFactor = [0.92, 0.84, 0.93, 0.97, 1.0, 0.98, 1.02, 0.9, 0.98, 1.04, 1.2, 1.36];
const weekdayFactor = [0.94, 0.96, 0.9, 0.92, 1.0, 1.16, 1.22];

/** How busy a day is, relative to an ordinary day of January 2023. */
export function demand({ day, month, dayOfMonth, weekday, blackFriday, sale }: CalendarDay): number {
  const growth = 1 + (0.52 * (day - firstDay)) / (lastDay - firstDay);
  const season = (monthFactor[month] ?? 1) * (weekdayFactor[weekday] ?? 1);
  const christmasRush = month === 11 && dayOfMonth <= 20 ? 1.25 : 1;
  const afterChristmas = month === 11 && dayOfMonth >= 24 && dayOfMonth <= 26 ? 0.45 : 1;
  return growth * season * (blackFriday ? 1.9 : 1) * (sale ? 1.15 : 1) * christmasRush * afterChristmas;
}
