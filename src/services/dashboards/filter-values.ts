import { z } from 'zod';
import { quoteIdentifier } from '../../quoting.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { firstRows } from '../data/run-query.ts';
import { textBlock } from '../input.ts';
import { parseRequest } from '../users/session-settings.ts';
import type { FilterOfDashboard } from './find-dashboard.ts';
import { readerSchema } from './read-tile.ts';

/** Values that a list offers at once. */
export const maxFilterValues = 200;

const valuesInputSchema = readerSchema.extend({
  search: textBlock(1_000).nullish(),
  first: z.int().min(1).max(maxFilterValues, `must be from 1 to ${maxFilterValues}`),
});

export interface FilterValues {
  /** As filters take them, in order. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

/**
 * The different values that a reader may choose from: those of the rows that this user sees. None for a filter that is
 * no list.
 * @throws AppError as `startQuery`
 */
export async function readFilterValues(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, filter }: FilterOfDashboard,
  input: unknown,
  signal?: AbortSignal,
): Promise<FilterValues> {
  const { search, first, ...scope } = parseRequest(caller, valuesInputSchema, input);
  if (filter.kind !== 'list') return { values: [], hasMore: false };
  const { layer, viewer, timezone, limits } = await openData(context, caller, deploymentNumber, scope);
  const [target] = filter.targets;
  const filters: RelationFilter[] = [{ ...target, operator: 'set', values: [] }];
  if (search != null && search !== '') filters.push({ ...target, operator: 'contains', values: [search] });
  // Names come from the workspace, where they were checked; what the reader types is a value of a filter.
  const sql = `SELECT DISTINCT ${quoteIdentifier(target.member)} AS v FROM ${quoteIdentifier(target.relation)} ORDER BY 1 LIMIT ${first + 1}`;
  const { queryTimeoutMs: timeoutMs } = context;
  await using result = await layer.query(sql, viewer, { timezone, filters, signal, timeoutMs });
  const { rows } = await firstRows(result, first + 1, limits);
  return { values: rows.slice(0, first).map(([value]) => String(value)), hasMore: rows.length > first };
}
