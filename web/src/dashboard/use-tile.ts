import { useQuery } from 'urql';
import { failureText, mayPass } from '../shared/failure.ts';
import { type FigureDays, figureDays } from './figure-days.ts';
import {
  type DashboardFilterInput,
  FilterRangeDocument,
  TileDocument,
  type TileQueryVariables,
} from './generated/graphql.ts';
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
  /** The rows of the compared days; undefined until loaded. */
  readonly before: Result | undefined;
  readonly isBusy: boolean;
  readonly isRefreshing: boolean;
  /** Why there is no result. */
  readonly failure: string;
  /** Undefined if retrying cannot help. */
  readonly reload: (() => void) | undefined;
}

/** Loads the rows of a tile, with the filters that apply to it. */
export function useTile(dashboard: string, tile: Tile, filters: readonly DashboardFilterInput[]): TileRows {
  const { period } = tile;
  const own = filters.filter(({ name }) => tile.filters.includes(name));
  const [range, loadRange] = useQuery({
    query: FilterRangeDocument,
    variables: { dashboard, filter: period?.filter ?? '' },
    pause: period === null,
  });
  const known = range.data?.dashboard.filter?.range ?? undefined;
  const chosen = own.find(({ name }) => name === period?.filter) ?? {};
  const days = period && known && figureDays(period.months, chosen, known);
  const variablesOf = (of: Partial<FigureDays['days']>): TileQueryVariables => ({
    dashboard,
    tile: tile.name,
    filters:
      days === null || days === undefined
        ? own
        : [...own.filter(({ name }) => name !== period?.filter), { name: period?.filter ?? '', ...of }],
    first: shownRows,
  });
  const variables = variablesOf(days?.days ?? {});
  const isWaiting = period !== null && range.data === undefined;
  const [rows, loadRows] = useQuery({ query: TileDocument, variables, pause: isWaiting });
  const [earlier, loadEarlier] = useQuery({
    query: TileDocument,
    variables: variablesOf(days?.before ?? {}),
    pause: days?.isComparable !== true,
  });
  const result = rows.data?.dashboard.tile?.result ?? undefined;
  const error = rows.error ?? range.error;
  function reload(): void {
    if (isWaiting) loadRange({ requestPolicy: 'network-only' });
    else {
      loadRows({ requestPolicy: 'network-only' });
      if (days?.isComparable === true) loadEarlier({ requestPolicy: 'network-only' });
    }
  }
  const isFetching = range.fetching || rows.fetching || earlier.fetching;
  return {
    variables,
    result,
    figureDays: days ?? undefined,
    before: earlier.data?.dashboard.tile?.result ?? undefined,
    isBusy: isFetching || rows.stale,
    isRefreshing: rows.fetching && result !== undefined,
    failure: failureText(error),
    reload: mayPass(error) ? reload : undefined,
  };
}
