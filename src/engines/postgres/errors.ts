import { AppError, type ErrorCode } from '../../errors.ts';
import { EngineError, withoutLiterals } from '../engine-error.ts';

/** Our messages for PostgreSQL's errors about values; its own quote the values. */
const valueErrors: Readonly<Record<string, string>> = {
  '22003': 'A number is out of range.',
  '22007': 'A text is not in the format of a date or time.',
  '22008': 'A date or time is out of range.',
  '22012': 'A division by zero.',
  '22015': 'An interval is out of range.',
  '22025': 'The escape of a pattern is not valid.',
  '2201B': 'A regular expression is not valid.',
  '2201E': 'A number has no logarithm.',
  '2201F': 'A power or square root is undefined.',
  '22P02': 'A text cannot be converted to the requested type.',
};

/**
 * Maps PostgreSQL's error to an `AppError`, by SQLSTATE. Errors about names and types come from the text of the statement and
 * are shown without its literals. For errors about values (class 22) only the kind is shown, since the value may be in a row
 * that the viewer may not see. Connection errors are shown without host, user or reason.
 */
export function postgresError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const sqlState = sqlStateOf(error);
  const words = error instanceof Error ? withoutLiterals(error.message) : '';
  const as = (code: ErrorCode, message: string, known?: string): AppError =>
    new AppError(code, message, { cause: engineError(error, known) });
  if (error instanceof TypeError || error instanceof RangeError) {
    return as('INTERNAL', 'The query failed.');
  }
  if (sqlState === undefined) {
    // Messages of the socket or the driver contain no values.
    const isConnection = error instanceof Error && error.name === 'Error';
    return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.', isConnection ? words : '');
  }
  switch (sqlState) {
    case '08P01':
      return as('INTERNAL', 'The query failed.');
    case '25006':
      return as('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
    case '42501':
      return as('SQL_NOT_ALLOWED', 'The data source does not permit this query.', words);
    case '53200':
    case '53400':
    case '54001':
      return as('QUERY_LIMIT', 'The query exceeded its memory limit.');
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
      return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.', words);
    case '22':
      return as('SQL_FAILED', valueErrors[sqlState] ?? 'A function received an invalid argument.');
    case '0A':
    case '42':
    case '54':
      return as('SQL_FAILED', words);
    default:
      return as('SQL_FAILED', 'The query failed.');
  }
}

/** The safe part of PostgreSQL's own error, or its driver's. */
export function engineError(error: unknown, text?: string): EngineError {
  const sqlState = sqlStateOf(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
  const name = error instanceof Error ? error.name : typeof error;
  // Names, types and permissions; anything that the server or its grammar does not have.
  const isOfStatement = /^(42|0A|3F)/.test(sqlState ?? '');
  return new EngineError(error, `PostgreSQL ${sqlState ?? code ?? name}`, text, { isOfStatement });
}

function sqlStateOf(error: unknown): string | undefined {
  return error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined;
}
