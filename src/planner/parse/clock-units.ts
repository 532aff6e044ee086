import { forms } from '../language/text.ts';
import { wordTable } from '../language/word-table.ts';
import { shortName } from '../link/names.ts';

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

/** Seconds in the unit that a member's name or description says it counts. */
export function clockUnitOf({
  name,
  title,
  description = '',
}: {
  readonly name: string;
  readonly title: string;
  readonly description?: string;
}): number | undefined {
  const words =
    `${shortName(name).replaceAll('_', ' ')} ${title} ${description}`.toLowerCase().match(/[a-z]+/g) ?? [];
  return words.map((word) => seconds[forms(word).lemma]).find((it) => it !== undefined);
}
