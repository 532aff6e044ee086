import { useEffect, useEffectEvent } from 'react';
import { useQuery } from 'urql';
import { failureText, mayPass } from '../shared/failure.ts';
import { type FigureDays, figureDays } from '../shared/figure-days.ts';
import type { Days } from '../shared/presets.ts';
import type { Comparison } from './comparison.ts';
import { type Chosen, filterInput } from './filter-props.ts';
import { FilterRangeDocument, TileDocument, type TileQueryVariables } from './generated/graphql.ts';
import type { Result, Tile } from './rows.ts';

/** Number of rows that a tile loads initially. */
const shownRows = 1_000;

export interface TileRows {
  /** The variables of its query. */
  readonly variables: TileQueryVariables;
  /** Undefined until loaded. While others are loading, the earlier ones remain. */
  readonly result: Result | undefined;
  /** The days that a figure with a period covers; undefined for other tiles, and without rows. */
  readonly figureDays: FigureDays | undefined;
  /** Whether there is something to compare them with, or why not is to be said. */
  readonly isCompared: boolean;
  /** The rows of the compared days; undefined until loaded. */
  readonly before: Result | undefined;
  readonly isBusy: boolean;
  readonly isRefreshing: boolean;
  /** Why there is no result. */
  readonly failure: string;
  /** Undefined if retrying cannot help. */
  readonly reload: (() => void) | undefined;
}

/** What the reader asks a dashboard for. */
export interface Reading {
  /** All choices, including those that do not apply to a tile. */
  readonly filters: readonly Chosen[];
  /** What figures of a period are compared with. */
  readonly comparison: Comparison;
  /** Counts how often the reader asked for the rows again. */
  readonly refreshes: number;
  /** Whether the reader is still choosing: what is shown is about to change. */
  readonly isChanging: boolean;
}

/** Loads the rows of a tile, with the filters that apply to it. */
export function useTile(dashboard: string, tile: Tile, reading: Reading): TileRows {
  const { filters, comparison, refreshes, isChanging } = reading;
  const { period } = tile;
  const own = filters.filter(({ name }) => tile.filters.includes(name));
  const [range, loadRange] = useQuery({
    query: FilterRangeDocument,
    variables: { dashboard, filter: period?.filter ?? '' },
    pause: period === null,
  });
  const known = range.data?.dashboard.filter?.range ?? undefined;
  const chosen = own.find(({ name }) => name === period?.filter) ?? {};
  const days =
    period && known && figureDays(period.months, chosen, known, comparison === 'period' ? 'period' : 'year');
  const isCompared = comparison !== 'none' && days?.isComparable === true;
  const variablesOf = (of: Days | undefined): TileQueryVariables => ({
    dashboard,
    tile: tile.name,
    filters: (of && period ? withDays(own, period.filter, of) : own).map(filterInput),
    first: shownRows,
  });
  const variables = variablesOf(days?.days);
  const isWaiting = period !== null && range.data === undefined;
  const [rows, loadRows] = useQuery({ query: TileDocument, variables, pause: isWaiting });
  const [earlier, loadEarlier] = useQuery({
    query: TileDocument,
    variables: variablesOf(days?.before),
    pause: !isCompared,
  });
  const result = rows.data?.dashboard.tile?.result ?? undefined;
  const error = rows.error ?? range.error;
  function reload(): void {
    if (isWaiting) loadRange({ requestPolicy: 'network-only' });
    else {
      loadRows({ requestPolicy: 'network-only' });
      if (isCompared) loadEarlier({ requestPolicy: 'network-only' });
    }
  }
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    if (refreshes > 0) refresh();
  }, [refreshes]);
  const isFetching = range.fetching || rows.fetching || earlier.fetching;
  return {
    variables,
    result,
    figureDays: days ?? undefined,
    isCompared: comparison !== 'none',
    // While others are on their way, the earlier ones would stand beside days that they are not of.
    before: earlier.fetching ? undefined : (earlier.data?.dashboard.tile?.result ?? undefined),
    isBusy: isFetching || rows.stale,
    isRefreshing: (rows.fetching || isChanging) && result !== undefined,
    failure: failureText(error),
    reload: mayPass(error) ? reload : undefined,
  };
}

/** The choices with other days in a date range filter. */
function withDays(choices: readonly Chosen[], filter: string, days: Days): readonly Chosen[] {
  return [...choices.filter(({ name }) => name !== filter), { ...days, name: filter, kind: 'DATE_RANGE' }];
}
