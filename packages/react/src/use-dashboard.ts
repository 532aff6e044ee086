import type { Dashboard, DashboardFilterInput, TileResult } from '@inlay/client';
import { type Read, useRead } from './use-read.ts';

/** A dashboard as it is defined: its filters and tiles, without data. */
export function useDashboard(name: string): Read<Dashboard> {
  return useRead(JSON.stringify(['dashboard', name]), (client) => client.dashboards.get(name));
}

export interface UseTileOptions {
  /** What to filter by: `{ dateRange: { name: 'period', from: '2025-01-01' } }`, or `list` or `number`, as the filter's kind is. */
  readonly filters?: DashboardFilterInput[] | undefined;
  /** Number of rows. @default 1000 */
  readonly first?: number | undefined;
}

/** The rows of a tile of a dashboard, null if it has none. With other filters, the earlier rows stay until the new are there. */
export function useTile(
  dashboard: string,
  tile: string,
  { filters = [], first = 1000 }: UseTileOptions = {},
): Read<TileResult | null> {
  const subject = ['tile', dashboard, tile];
  return useRead(
    JSON.stringify([...subject, filters, first]),
    (client, signal) => client.dashboards.tile(dashboard, tile, { filters, first, signal }),
    JSON.stringify(subject),
  );
}
