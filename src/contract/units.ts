import type { AnswerWords } from './answer-words.ts';
import { type Counted, isAmount, type TimeUnit, timeUnitOf, untitledTimeUnitOf } from './time-units.ts';

/** What figures are counted in: a unit of time, which every language says in its own words, or another as the data model writes it. */
export type Unit = TimeUnit | { readonly sign: string };

/** The unit that the figures of a member are counted in, where its title does not say it itself. */
export function untitledUnitOf(member: Counted): Unit | undefined {
  const { title, unit } = member;
  if (unit === undefined || !isAmount(member)) return untitledTimeUnitOf(member);
  const isSaid = new RegExp(`(?<![\\p{L}\\p{N}/])${RegExp.escape(unit)}(?![\\p{L}\\p{N}/])`, 'iu').test(
    title,
  );
  if (isSaid) return undefined;
  return timeUnitOf(member) === undefined ? { sign: unit } : untitledTimeUnitOf(member);
}

/** How a unit is called behind a figure: `days`, `kWh`. */
export function unitName(unit: Unit, { timeUnits }: Pick<AnswerWords, 'timeUnits'>, isOne = false): string {
  return typeof unit === 'object' ? unit.sign : timeUnits[unit][isOne ? 0 : 1];
}
