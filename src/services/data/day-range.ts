import { identifier } from '../../quoting.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { DataAccess } from './data-access.ts';
import { firstRows } from './run-query.ts';

/** Days as `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads the first and last day of a time dimension in the rows that the user may see. Null without rows.
 * @param target names that were checked
 * @throws AppError as `startQuery`
 */
export async function readDayRange(
  { layer, viewer, timezone, owner }: DataAccess,
  target: Pick<RelationFilter, 'relation' | 'member'>,
  signal: AbortSignal | undefined,
): Promise<DayRange | null> {
  const day = identifier(target.member);
  const sql = `SELECT MIN(${day}) AS a, MAX(${day}) AS z FROM ${identifier(target.relation)}`;
  await using result = await layer.query(sql, viewer, { timezone, owner, signal });
  const [first = [null, null]] = (await firstRows(result, 1)).rows;
  const [from, to] = first.map((value) => (typeof value === 'string' ? value.slice(0, 10) : undefined));
  return from === undefined || to === undefined ? null : { from, to };
}
