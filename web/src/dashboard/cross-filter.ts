import { grains } from '../../../src/contract/columns.ts';
import { wordOf } from '../../../src/contract/enum-names.ts';
import { periodDays } from '../shared/period-days.ts';
import type { Choice, Choices } from './filter-props.ts';
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
  return typeof value === 'number' ? periodDays(wordOf(grains, granularity), value) : undefined;
}
