import { type SqlArgs, sqlArgs, sqlStreamInput } from '../../contract/data.ts';
import type { Column, ResultStream, Reuse, Row } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';
import { CredentialWatch } from '../access/credential-watch.ts';
import { type Caller, requireCaller } from '../caller.ts';
import { type ResultLimits, sizeOf, tooManyBytes, tooManyRows } from '../deployments/result-limits.ts';
import { parseRequest } from '../users/session-settings.ts';
import { openData } from './data-access.ts';
import type { DataContext } from './data-context.ts';
import { QueryReader } from './query-reader.ts';

/** Maximum size of the values of a page, which is kept in memory and sent in one piece. */
const maxPageBytes = 64 * 1024 * 1024;
/** The rows of a query are counted up to this number. */
const maxCountedRows = 50_000;

/** The first rows of a result. `totalRows` counts all rows of the query, up to 50,000. */
export interface QueryPage {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly totalRows: number;
  readonly hasMore: boolean;
  /** Present if the results of the data source are reused. */
  readonly reuse: Reuse | undefined;
}

/**
 * Starts semantic SQL under row-level security, within the deployment's `limits`. Resolves when the first rows are
 * available. Disposing of the reader, aborting, or the end of the credentials cancels the query in the engine.
 * @throws AppError as {@link openData}; `SQL_INVALID` (also for a member that the user may not see), `SQL_NOT_ALLOWED`,
 *   `SQL_FAILED`, `QUERY_TIMEOUT`, `QUERY_LIMIT`, `OVERLOADED`, `DATA_SOURCE_UNAVAILABLE`
 */
export async function startQuery(
  context: DataContext,
  maybeCaller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryReader> {
  const caller = requireCaller(maybeCaller);
  const request = parseRequest(caller, sqlStreamInput, input);
  const credentials = new CredentialWatch(context, caller);
  const ended = AbortSignal.any([credentials.signal, ...(signal === undefined ? [] : [signal])]);
  try {
    const { result, limits } = await openResult(context, caller, request, ended);
    return new QueryReader(result, limits, credentials);
  } catch (error) {
    credentials[Symbol.dispose]();
    credentials.signal.throwIfAborted();
    throw error;
  }
}

async function openResult(
  context: DataContext,
  caller: Caller,
  { deploymentId, query, ...scope }: Omit<SqlArgs, 'first'>,
  signal: AbortSignal | undefined,
): Promise<{ readonly result: ResultStream; readonly limits: ResultLimits }> {
  const { layer, viewer, timezone, owner, limits } = await openData(context, caller, deploymentId, scope);
  return { result: await layer.query(query, viewer, { timezone, owner, signal }), limits };
}

/**
 * Reads the first rows of a query and counts all of them.
 * @throws AppError as {@link startQuery}
 */
export async function readQueryPage(
  context: DataContext,
  maybeCaller: Caller | null,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryPage> {
  const caller = requireCaller(maybeCaller);
  const { first, ...request } = parseRequest(caller, sqlArgs, input);
  const opened = await openResult(context, caller, request, signal);
  await using result = opened.result;
  return await firstRows(result, first, opened.limits);
}

/**
 * Reads a result up to the maximum that is counted, and keeps the first rows.
 * @param limits for the rows that are kept @default only that of a page
 * @throws AppError `QUERY_LIMIT` if these are too many or too large; any error of the result
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
  const { columns, reuse } = result;
  return { columns, rows, totalRows, hasMore: totalRows > rows.length, reuse };
}

function pageTooLarge(): AppError {
  return new AppError(
    'QUERY_LIMIT',
    `The page exceeds ${maxPageBytes} bytes. Request fewer rows with "first", or stream the result.`,
  );
}
