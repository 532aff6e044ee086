import { z } from 'zod';
import type { Column, ResultStream, Row } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { requireCaller } from '../caller.ts';
import { type ResultLimits, sizeOf, tooManyBytes, tooManyRows } from '../deployments/result-limits.ts';
import { parseRequest } from '../users/session-settings.ts';
import { dataScopeSchema, openData } from './data-access.ts';
import type { DataContext } from './data-context.ts';
import { QueryReader } from './query-reader.ts';

/** A query of the data query API (contract §4); what the SQL may hold is the semantic layer's to say. */
export const queryInputSchema = dataScopeSchema.extend({
  query: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
});

/** Rows of a page at most. */
export const maxPageRows = 10_000;
/** What the values of a page may come to: it is in memory, and leaves in one piece. */
const maxPageBytes = 64 * 1024 * 1024;
/** How far the rows of a query are counted. */
const maxCountedRows = 50_000;

export const pageSizeSchema = z
  .int()
  .min(1, `must be from 1 to ${maxPageRows}`)
  .max(maxPageRows, `must be from 1 to ${maxPageRows}`);

export const queryPageInputSchema = queryInputSchema.extend({ first: pageSizeSchema });

/** The first rows of a result; `totalRows` counts the query's own, up to 50,000. */
export interface QueryPage {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly hasMore: boolean;
}

/**
 * Starts semantic SQL under the caller's row security (contract §4, data query API): one minute of work, and as many rows and
 * bytes as {@link resultLimits} says, unless the deployment's `limits` say otherwise.
 * Resolves once the first rows are there; leaving the reader, or aborting, cancels the query in the engine.
 * @throws AppError as {@link openData}; `SQL_INVALID` (also for a member that this user may not see),
 *   `SQL_NOT_ALLOWED`, `SQL_FAILED`, `QUERY_TIMEOUT`, `QUERY_LIMIT`, `OVERLOADED`,
 *   `DATA_SOURCE_UNAVAILABLE`
 */
export async function startQuery(
  context: DataContext,
  caller: Caller | null,
  deploymentNumber: number,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryReader> {
  const { result, limits } = await openResult(context, caller, deploymentNumber, input, signal);
  return new QueryReader(result, limits);
}

async function openResult(
  context: DataContext,
  maybeCaller: Caller | null,
  deploymentNumber: number,
  input: unknown,
  signal: AbortSignal | undefined,
): Promise<{ readonly result: ResultStream; readonly limits: ResultLimits }> {
  const caller = requireCaller(maybeCaller);
  const { query, ...scope } = parseRequest(caller, queryInputSchema, input);
  const { layer, viewer, timezone, owner, limits } = await openData(context, caller, deploymentNumber, scope);
  const { queryTimeoutMs: timeoutMs } = context;
  return { result: await layer.query(query, viewer, { timezone, owner, signal, timeoutMs }), limits };
}

/**
 * The first rows of a query, and how many there are.
 * @throws AppError as {@link startQuery}
 */
export async function readQueryPage(
  context: DataContext,
  maybeCaller: Caller | null,
  deploymentNumber: number,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryPage> {
  const caller = requireCaller(maybeCaller);
  const { first, ...request } = parseRequest(caller, queryPageInputSchema, input);
  const opened = await openResult(context, caller, deploymentNumber, request, signal);
  await using result = opened.result;
  return await firstRows(result, first, opened.limits);
}

/**
 * Reads a result as far as its rows are counted, and keeps the first.
 * @param limits of the rows that are kept @default none but those of any page
 * @throws AppError `QUERY_LIMIT` when those are too many or too large; whatever the result throws
 */
export async function firstRows(
  result: ResultStream,
  first: number,
  limits?: ResultLimits,
): Promise<QueryPage> {
  const rows: Row[] = [];
  let bytes = 0;
  let totalRows = 0;
  for await (const chunk of result.chunks) {
    const kept = chunk.slice(0, first - rows.length);
    for (const row of kept) for (const value of row) bytes += sizeOf(value);
    if (limits !== undefined && rows.length + kept.length > limits.maxRows) throw tooManyRows(limits);
    if (limits !== undefined && bytes > limits.maxBytes) throw tooManyBytes(limits);
    if (bytes > maxPageBytes) throw pageTooLarge();
    rows.push(...kept);
    totalRows = Math.min(totalRows + chunk.length, maxCountedRows);
    if (totalRows === maxCountedRows) break;
  }
  return { columns: result.columns, rows, totalRows, hasMore: totalRows > rows.length };
}

function pageTooLarge(): AppError {
  return new AppError(
    'QUERY_LIMIT',
    `The rows are larger than a page may be (${maxPageBytes} bytes). Ask for fewer with "first", or stream the result.`,
  );
}
