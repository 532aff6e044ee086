import { grains } from '../../../src/contract/columns.ts';
import { wordOf } from '../../../src/contract/enum-names.ts';
import { momentOf, timeText } from '../shared/column-text.ts';
import { periodDays } from '../shared/period-days.ts';
import type { Choice, Choices } from './filter-props.ts';
import type { Tile, TileColumn } from './rows.ts';

/** What a row means for the filters of its dashboard. */
export interface RowChoice {
  /** In words: `Electronics, Mar 2025`. */
  readonly text: string;
  readonly isChosen: boolean;
  /** The choices with its values, or, if they are chosen already, without. */
  readonly next: Choices;
}

/**
 * The choice of a row's values in the filters that they belong to; undefined if they belong to none.
 * @param values of the row, by column; times as text or in milliseconds
 */
export function rowChoice(
  choices: Choices,
  { columns }: Pick<Tile, 'columns'>,
  values: Readonly<Record<string, unknown>>,
): RowChoice | undefined {
  const ofRow = columns.flatMap((column) => {
    const { filter } = column;
    const found = choiceOf(column, values[column.name]);
    return filter === null || found === undefined ? [] : [{ filter, ...found }];
  });
  if (ofRow.length === 0) return undefined;
  const isChosen = ofRow.every(
    ({ filter, choice }) => JSON.stringify(choices.get(filter)) === JSON.stringify(choice),
  );
  const next = new Map(choices);
  for (const { filter, choice } of ofRow) {
    if (isChosen) next.delete(filter);
    else next.set(filter, choice);
  }
  return { text: ofRow.map(({ text }) => text).join(', '), isChosen, next };
}

function choiceOf(
  { granularity }: Pick<TileColumn, 'granularity'>,
  value: unknown,
): { readonly text: string; readonly choice: Choice } | undefined {
  if (value === null || value === undefined) return undefined;
  if (granularity === null) return { text: String(value), choice: { values: [String(value)] } };
  const grain = wordOf(grains, granularity);
  const moment = typeof value === 'number' ? value : momentOf(value);
  const choice = moment === undefined ? undefined : periodDays(grain, moment);
  return moment === undefined || choice === undefined ? undefined : { text: timeText(grain)(moment), choice };
}
