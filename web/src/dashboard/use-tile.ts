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

/** Rows of a tile at first. */
const shownRows = 1_000;

export interface TileRows {
  /** What its rows are asked for with. */
  readonly variables: TileQueryVariables;
  /** Undefined until they are there; those before stay while others are asked for. */
  readonly result: Result | undefined;
  /** Of a figure with a period: the days that it is of; undefined for another tile, and where there are no rows. */
  readonly figureDays: FigureDays | undefined;
  /** The rows of the days that these are compared with; undefined until they are there. */
  readonly before: Result | undefined;
  readonly isBusy: boolean;
  readonly isRefreshing: boolean;
  /** Why there is no result. */
  readonly failure: string;
  /** Undefined where asking again cannot help. */
  readonly reload: (() => void) | undefined;
}

/** Reads the rows of a tile, narrowed by the filters that are about it. */
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
