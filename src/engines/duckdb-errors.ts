import { AppError, longTextMessage } from '../errors.ts';

/**
 * DuckDB's error in our terms. Errors of names and types come from the text of the statement and are shown;
 * errors of values would show rows that the viewer may not see (a filter need not run before a cast), so those
 * are told by their kind only, and those of files and of the process not at all.
 */
export function duckDbError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  const [, kind = '', text = ''] = /^([A-Za-z ]+?) Error: (.*)$/.exec(line) ?? [];
  switch (kind) {
    case 'Binder':
    case 'Catalog':
    case 'Parser':
      return new AppError('SQL_FAILED', `${kind} Error: ${text}`, { cause: error });
    case 'Conversion':
      return new AppError('SQL_FAILED', conversionMessage(text), { cause: error });
    case 'Out of Range':
      return new AppError('SQL_FAILED', 'A value is out of the range of its type.', { cause: error });
    case 'Invalid Input':
      if (text === longTextMessage) return new AppError('QUERY_LIMIT', longTextMessage, { cause: error });
      return new AppError('SQL_FAILED', invalidInputMessage(text), { cause: error });
    case 'Not implemented':
      return new AppError('SQL_FAILED', 'The query uses something that DuckDB does not implement.', {
        cause: error,
      });
    case 'Out of Memory':
      return new AppError('QUERY_LIMIT', 'The query needs more memory than it may use.', { cause: error });
    case 'Permission':
      return new AppError('SQL_NOT_ALLOWED', 'The query reaches outside the data source.', { cause: error });
    case 'INTERRUPT':
      return new AppError('UNAVAILABLE', 'The query was interrupted.', { cause: error });
    case 'IO':
    case 'FATAL':
    case 'INTERNAL':
    case 'Connection':
    case 'Serialization':
      return new AppError('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be read.', { cause: error });
    case '':
      return new AppError('INTERNAL', 'The query failed.', { cause: error });
    default:
      return new AppError('SQL_FAILED', 'The query failed.', { cause: error });
  }
}

/** @param error as DuckDB raised it */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('Out of Memory Error:');
}

function conversionMessage(text: string): string {
  const type = /^.* to (?:type )?([A-Z][A-Z0-9_]*)\b/.exec(text)?.[1];
  return type === undefined
    ? 'A value cannot be converted to the type asked for.'
    : `A value cannot be converted to ${type}.`;
}

function invalidInputMessage(text: string): string {
  return text.startsWith('Cannot prepare multiple statements')
    ? 'Only one statement can be run at a time.'
    : 'A function was given a value that it does not take.';
}
