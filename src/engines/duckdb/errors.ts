import { AppError, type ErrorCode, longTextMessage, midStreamMessage } from '../../errors.ts';
import { EngineError, withoutLiterals } from '../engine-error.ts';

/**
 * Maps DuckDB's error to an `AppError`. Errors about names and types come from the text of the statement and are shown
 * without its literals. For errors about values only the kind is shown, since the value may be in a row that the viewer
 * may not see.
 */
export function duckDbError(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (isOutOfMemory(error)) {
    const cause = engineError(error, 'Out of Memory');
    return new AppError('QUERY_LIMIT', 'The query exceeded its memory limit.', { cause });
  }
  const [line = ''] = error instanceof Error ? error.message.split('\n') : [];
  const [, kind = '', text = ''] = /^([A-Za-z ]+?) Error: (.*)$/.exec(line) ?? [];
  const words = withoutLiterals(text);
  const as = (code: ErrorCode, message: string, known = ''): AppError =>
    new AppError(code, message, { cause: engineError(error, kind, known) });
  switch (kind) {
    case 'Binder':
    case 'Catalog':
    case 'Parser':
      return as('SQL_FAILED', `${kind} Error: ${words}`);
    case 'Conversion':
      return as('SQL_FAILED', conversionMessage(text));
    case 'Out of Range':
      return as('SQL_FAILED', 'A value is out of the range of its type.');
    case 'Invalid Input':
      if (text === longTextMessage) return as('QUERY_LIMIT', longTextMessage);
      return as('SQL_FAILED', invalidInputMessage(text));
    // Of values, where a pattern or its escape is wrong; it quotes neither.
    case 'Syntax':
      return as(
        'SQL_FAILED',
        /escape/i.test(text) ? 'The escape of a pattern is not valid.' : 'The query failed.',
      );
    case 'Not implemented':
      return as('SQL_FAILED', 'The query uses something that DuckDB does not implement.');
    // A statement is alone in its transaction, so it was itself what failed.
    case 'TransactionContext':
      return as('SQL_FAILED', midStreamMessage);
    case 'Permission':
      return as('SQL_NOT_ALLOWED', 'The query accesses something outside the data source.', words);
    case 'INTERRUPT':
      return as('UNAVAILABLE', 'The query was interrupted.');
    case 'IO':
      return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be read.', words);
    case 'FATAL':
    case 'INTERNAL':
    case 'Connection':
    case 'Serialization':
      return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be read.');
    case '':
      return as('INTERNAL', 'The query failed.');
    default:
      return as('SQL_FAILED', 'The query failed.');
  }
}

/** @param error as DuckDB raised it, or as a later call raised it again on a line of its own */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && /^(?:Error: )?Out of Memory Error:/m.test(error.message);
}

/** Whether a statement itself is wrong, such as an unknown option of a reader, rather than what it reads. */
export function isOfStatement(error: unknown): boolean {
  return error instanceof Error && /^(Binder|Catalog|Parser) Error:/.test(error.message);
}

/** Why a table could not be read, for its operator: names the file or line, but no values. */
export function importMessage(error: unknown): string {
  if (isOutOfMemory(error)) return 'DuckDB has too little memory to read it. Raise DUCKDB_MEMORY_MB.';
  const [line = '', ...more] = error instanceof Error ? error.message.split('\n') : [];
  if (line.includes('Invalid named parameter')) {
    const options = more.flatMap((each) => /^ {4}(\w+) /.exec(each)?.[1] ?? []);
    return `${line}. It has ${options.join(', ')}.`;
  }
  const isOfValue = /^(Conversion|Out of Range) Error/.test(line);
  return isOfValue ? duckDbError(error).message : line.replace(/'.*'|'.*$/, '?');
}

/** The safe part of DuckDB's own error. */
export function engineError(error: unknown, kind: string, text?: string): EngineError {
  const name = error instanceof Error ? error.name : typeof error;
  const isOfStatement = ['Binder', 'Catalog', 'Parser'].includes(kind);
  return new EngineError(error, kind === '' ? `DuckDB: ${name}` : `DuckDB ${kind} Error`, text, {
    isOfStatement,
  });
}

/** The type that a value was converted to: a known name, never a word of the value. */
const lastType =
  /^.* to (?:type )?(U?INT\d+|DECIMAL|DOUBLE|FLOAT|BOOL|DATE|TIMESTAMP\w*|TIME|INTERVAL|UUID|BLOB|VARCHAR)\b/;

function conversionMessage(text: string): string {
  const type = lastType.exec(text)?.[1];
  return type === undefined
    ? 'A value cannot be converted to the requested type.'
    : `A value cannot be converted to ${type}.`;
}

function invalidInputMessage(text: string): string {
  return text.startsWith('Cannot prepare multiple statements')
    ? 'Only one statement can be run at a time.'
    : 'A function received an invalid argument.';
}
