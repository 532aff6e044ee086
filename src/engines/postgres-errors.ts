import { AppError, type ErrorCode } from '../errors.ts';

/**
 * PostgreSQL's error in our terms, by SQLSTATE. Errors of names and types come from the text of the statement and
 * are shown; errors of values (class 22) are cut before the value, because a cast may run before a row filter does;
 * errors of the connection are told without host, user or reason.
 */
export function postgresError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const sqlState = sqlStateOf(error);
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  const as = (code: ErrorCode, message: string): AppError => new AppError(code, message, { cause: error });
  if (error instanceof TypeError || error instanceof RangeError) {
    return as('INTERNAL', 'The query failed.');
  }
  if (sqlState === undefined) {
    return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.');
  }
  switch (sqlState) {
    case '08P01':
      return as('INTERNAL', 'The query failed.');
    case '25006':
      return as('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
    case '42501':
      return as('SQL_NOT_ALLOWED', 'The data source does not permit this query.');
    case '53200':
    case '53400':
    case '54001':
      return as('QUERY_LIMIT', 'The query needs more memory than it may use.');
    case '57014':
      return as('QUERY_TIMEOUT', 'The query was cancelled.');
  }
  switch (sqlState.slice(0, 2)) {
    case '08':
    case '28':
    case '3D':
    case '53':
    case '57':
    case '58':
      return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.');
    case '22':
      return as('SQL_FAILED', `${line.split(/[:"']/)[0]?.trim() ?? 'A value is not valid'}.`);
    case '0A':
    case '42':
    case '54':
      return as('SQL_FAILED', line);
    default:
      return as('SQL_FAILED', 'The query failed.');
  }
}

function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
