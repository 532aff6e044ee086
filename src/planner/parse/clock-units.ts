import { timeUnitOf } from '../../contract/time-units.ts';
import { wordTable } from '../language/word-table.ts';

const seconds = wordTable<number>({
  second: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  hr: 3_600,
  h: 3_600,
  day: 86_400,
  week: 604_800,
});

/** Seconds in a unit of time; undefined for other words. */
export function secondsOf(unit: string): number | undefined {
  return seconds[unit];
}

/** Seconds in the unit that the figures of a member are counted in; undefined where the model does not say it. */
export function clockUnitOf(member: Parameters<typeof timeUnitOf>[0]): number | undefined {
  const unit = timeUnitOf(member);
  return unit && secondsOf(unit);
}
