import type { QueryChange, Refinement } from '@inlay/client';
import { type Grain, grains } from '../../../src/contract/columns.ts';
import { type Column, knownGrain, momentOf, timeText } from './column-text.ts';
import { periodDays } from './period-days.ts';
import { words } from './words/words.ts';

/** What of an answer a reader points at: a bar, a point, a row. */
export interface DrillPoint {
  /** In words: `Electronics, Mar 2025`. */
  readonly text: string;
  /** What keeps only the rows behind it. */
  readonly changes: readonly QueryChange[];
  /** The levels below, by what they take the place of. */
  readonly levels: readonly { readonly title: string; readonly change: QueryChange }[];
}

/** What is broken down, and which days of it are selected. */
export interface Drillable extends Pick<Refinement, 'breakdowns'> {
  readonly filters: readonly Pick<Refinement['filters'][number], 'member' | 'from' | 'to'>[];
}

/**
 * The point that a row of an answer stands for; undefined if it cannot be drilled into: a total, a column that is computed, or a
 * period that is no whole number of days.
 * @param values of the row, by column; times as text or in milliseconds
 */
export function drillPoint(
  { breakdowns, filters }: Drillable,
  columns: readonly Column[],
  values: Readonly<Record<string, unknown>>,
): DrillPoint | undefined {
  const parts = breakdowns.map(({ column: name, member, granularity }) => {
    const column = columns.find((each) => each.name === name);
    if (column === undefined || member === null || !(name in values)) return undefined;
    const value = values[name] ?? null;
    if (value === null) return { text: words().card.missing, filter: { member, isMissing: true } };
    if (granularity === null) return { text: String(value), filter: { member, values: [String(value)] } };
    const grain = grains.find((each) => each === granularity);
    const moment = typeof value === 'number' ? value : momentOf(value);
    const days = grain && moment !== undefined ? periodDays(grain, moment) : undefined;
    if (days === undefined || moment === undefined) return undefined;
    // A period that is cut off by the query's own stays cut off.
    const own = filters.find((filter) => filter.member === member && (filter.from ?? filter.to) !== null);
    const from = own?.from != null && own.from > days.from ? own.from : days.from;
    const to = own?.to != null && own.to < days.to ? own.to : days.to;
    return { text: timeText(grainIn(column, grain))(moment), filter: { member, from, to } };
  });
  if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
  return {
    text: parts.map(({ text }) => text).join(', '),
    changes: parts.map(({ filter }) => ({ filter })),
    levels: breakdowns.flatMap(({ column, finer }) =>
      finer.map(({ member, title, granularity }) => ({
        title: granularity === null ? title : (words().card.granularities[granularity] ?? granularity),
        change: { breakdown: { column, member, granularity } },
      })),
    ),
  };
}

function grainIn(column: Column, grain: Grain | undefined): Grain {
  return knownGrain(column) ?? grain ?? 'day';
}
