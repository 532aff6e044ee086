import type { Day } from '../language/calendar.ts';

/** Numbers and dates as a locale writes them. */
export interface LocaleFormats {
  number(value: number | bigint, digits: number): string;
  /** With three significant figures, of what is left to the whole where that is less: 7.84%, 99.95%. */
  percent(points: number): string;
  money(amount: number, currency: string | undefined): string;
  day(day: Day): string;
  month(day: Day): string;
}

/**
 * @param numbers BCP 47 of numbers
 * @param dates BCP 47 of dates
 */
export function localeFormats(numbers: string, dates: string): LocaleFormats {
  const utc = { timeZone: 'UTC' } as const;
  const days = new Intl.DateTimeFormat(dates, { day: 'numeric', month: 'long', year: 'numeric', ...utc });
  const months = new Intl.DateTimeFormat(dates, { month: 'long', year: 'numeric', ...utc });
  const moment = (day: Day): Date => new Date(`${day}T00:00:00Z`);
  const number = (value: number | bigint, digits: number): string =>
    new Intl.NumberFormat(numbers, { maximumFractionDigits: digits }).format(value);
  return {
    number,
    percent: (points) =>
      new Intl.NumberFormat(numbers, {
        style: 'percent',
        maximumFractionDigits: digitsFor(Math.min(Math.abs(points), Math.abs(points - 100) || 100)),
      }).format(points / 100),
    money(amount, currency) {
      if (currency === undefined) return number(amount, 2);
      // What adding up leaves behind is no cent.
      const digits = Number.isInteger(Math.round(amount * 100) / 100) ? 0 : 2;
      try {
        return new Intl.NumberFormat(numbers, {
          style: 'currency',
          currency,
          minimumFractionDigits: digits,
          maximumFractionDigits: 2,
        }).format(amount);
      } catch {
        return `${number(amount, 2)} ${currency}`;
      }
    },
    day: (day) => days.format(moment(day)),
    month: (day) => months.format(moment(day)),
  };
}

/** Decimal places that make three significant figures. */
export function digitsFor(size: number): number {
  return size === 0 ? 0 : Math.min(Math.max(2 - Math.floor(Math.log10(Math.abs(size))), 0), 12);
}

/** One a line, with a number to answer with. */
export function numbered(texts: readonly string[]): string {
  return texts.map((text, at) => `${at + 1}. ${text}`).join('\n');
}

/** A list with a word before the last: `a, b and c`. */
export function listed(words: readonly string[], last: string): string {
  if (words.length < 2) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}
