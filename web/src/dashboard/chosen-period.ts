import type { Formats } from '../shared/format.ts';
import type { Days } from '../shared/presets.ts';
import { words } from '../shared/words/words.ts';
import type { Choice, Chosen } from './filter-props.ts';
import type { Tile } from './rows.ts';

/** The days that date filters leave for a tile, formatted; undefined if no filter applies. */
export function chosenPeriod(
  tile: Pick<Tile, 'filters'>,
  chosen: readonly Chosen[],
  formats: Formats,
): string | undefined {
  const ranges = chosen
    .filter(({ name, kind }) => kind === 'DATE_RANGE' && tile.filters.includes(name))
    .flatMap((choice) => rangeText(choice, formats) ?? []);
  return ranges.length === 0 ? undefined : ranges.join(', ');
}

/** Whether the first day is after the last one. */
export function isReversed({ from, to }: Choice): boolean {
  return from != null && to != null && from > to;
}

function rangeText({ from, to }: Choice, formats: Formats): string | undefined {
  if (from != null && to != null) return formats.dateRange(from, to);
  if (from != null) return words().dashboard.fromDay(formats.date(from));
  return to == null ? undefined : words().dashboard.untilDay(formats.date(to));
}

/** The days that a tile covers, if they should be shown. */
export function captionOf(
  { kind, description }: Pick<Tile, 'kind' | 'description'>,
  days: Days | undefined,
  period: string | undefined,
  formats: Formats,
): string {
  // Charts and tables usually show their days themselves.
  const isTold = kind === 'FIGURE' || description !== null;
  const told =
    days === undefined
      ? isTold && period && words().dashboard.only(period)
      : formats.dateRange(days.from, days.to);
  return [told, description].filter((part) => typeof part === 'string' && part !== '').join(' · ');
}
