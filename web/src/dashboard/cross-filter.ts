import { type Grain, grains } from '../../../src/contract/columns.ts';
import { wordOf } from '../../../src/contract/enum-names.ts';
import type { Choice, Choices } from './filter-props.ts';
import { type Days, dayText } from './presets.ts';
import type { Tile, TileColumn } from './rows.ts';

/** Whether a click on something of the tile's chart chooses it. */
export function canChoose({ columns }: Pick<Tile, 'columns'>): boolean {
  return columns.some(({ filter }) => filter !== null);
}

/**
 * The choices after a click on a row: its values are chosen in the filters that they belong to, or, if they are chosen already,
 * no longer.
 * @param values of the row, by column; times in milliseconds
 */
export function withClicked(
  choices: Choices,
  { columns }: Pick<Tile, 'columns'>,
  values: Readonly<Record<string, unknown>>,
): Choices {
  const clicked = columns.flatMap((column) => {
    const choice = choiceOf(column, values[column.name]);
    return column.filter === null || choice === undefined ? [] : [[column.filter, choice] as const];
  });
  const isChosen =
    clicked.length > 0 &&
    clicked.every(([name, choice]) => JSON.stringify(choices.get(name)) === JSON.stringify(choice));
  const next = new Map(choices);
  for (const [name, choice] of clicked) {
    if (isChosen) next.delete(name);
    else next.set(name, choice);
  }
  return next;
}

function choiceOf({ granularity }: Pick<TileColumn, 'granularity'>, value: unknown): Choice | undefined {
  if (value === null || value === undefined) return undefined;
  if (granularity === null) return { values: [String(value)] };
  return typeof value === 'number' ? daysOf(wordOf(grains, granularity), value) : undefined;
}

/** The days of a month or another period. @param moment its start, in milliseconds */
function daysOf(grain: Grain, moment: number): Days | undefined {
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
