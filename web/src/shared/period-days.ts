import type { Grain } from '../../../src/contract/columns.ts';
import { type Days, dayText } from './presets.ts';

/** The days of a month or another period; undefined for less than a day. @param moment its start, in milliseconds */
export function periodDays(grain: Grain, moment: number): Days | undefined {
  const date = new Date(moment);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const from = dayText(year, month, day);
  switch (grain) {
    case 'year':
      return { from, to: dayText(year + 1, month, day - 1) };
    case 'quarter':
      return { from, to: dayText(year, month + 3, day - 1) };
    case 'month':
      return { from, to: dayText(year, month + 1, day - 1) };
    case 'week':
      return { from, to: dayText(year, month, day + 6) };
    case 'day':
      return { from, to: from };
    case 'hour':
    case 'minute':
    case 'second':
      return undefined;
  }
}
