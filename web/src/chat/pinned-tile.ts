import type { DashboardTileInput } from '@inlay/client';
import { isNumber } from '../shared/column-text.ts';
import type { QueryResult } from '../shared/query-result.ts';

/** How a result is shown. */
export type ResultShape = 'chart' | 'number' | 'table';

/** What is kept of a result, as it is shown. The tile has the title above the chart. */
export function pinnedTile(result: QueryResult, shown: ResultShape, title: string): DashboardTileInput {
  const { vegaSpec, sqlQuery, columns } = result;
  const tile = { title, sql: sqlQuery };
  if (shown === 'chart' && vegaSpec !== null) {
    const { title: _, $schema: __, ...spec } = vegaSpec;
    return { ...tile, spec };
  }
  const [number, ...others] = columns.filter(isNumber);
  // A row of several numbers is read in a table.
  return shown === 'number' && number !== undefined && others.length === 0
    ? { ...tile, value: number.name }
    : tile;
}
