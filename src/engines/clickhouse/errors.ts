import { ClickHouseError } from '@clickhouse/client';
import { AppError, type ErrorCode } from '../../errors.ts';
import { EngineError, withoutLiterals } from '../engine-error.ts';

/** ClickHouse's names of errors about values; its messages quote them. */
const valueErrors: Readonly<Record<string, string>> = {
  ARGUMENT_OUT_OF_BOUND: 'A value is out of range.',
  CANNOT_COMPILE_REGEXP: 'A regular expression is not valid.',
  CANNOT_CONVERT_TYPE: 'A value cannot be converted to the requested type.',
  CANNOT_PARSE_BOOL: 'A text cannot be converted to the requested type.',
  CANNOT_PARSE_DATE: 'A text is not in the format of a date or time.',
  CANNOT_PARSE_DATETIME: 'A text is not in the format of a date or time.',
  CANNOT_PARSE_ESCAPE_SEQUENCE: 'The escape of a pattern is not valid.',
  CANNOT_PARSE_INPUT_ASSERTION_FAILED: 'A text cannot be converted to the requested type.',
  CANNOT_PARSE_NUMBER: 'A text cannot be converted to the requested type.',
  CANNOT_PARSE_TEXT: 'A text cannot be converted to the requested type.',
  DECIMAL_OVERFLOW: 'A number is out of range.',
  ILLEGAL_DIVISION: 'A division by zero.',
  INCORRECT_RESULT_OF_SCALAR_SUBQUERY: 'A subquery returned more than one row.',
  VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE: 'A value is out of the range of its type.',
};

/** About names, types and what the engine has: whatever the rows contain. */
const ofStatement =
  /^(UNKNOWN_(IDENTIFIER|TABLE|DATABASE|FUNCTION|AGGREGATE_FUNCTION|TYPE)|SYNTAX_ERROR|ILLEGAL_(TYPE_OF_ARGUMENT|COLUMN|AGGREGATION)|NO_COMMON_TYPE|TYPE_MISMATCH|NUMBER_OF_ARGUMENTS_DOESNT_MATCH|NOT_AN_AGGREGATE|NOT_IMPLEMENTED|SUPPORT_IS_DISABLED|INVALID_JOIN_ON_EXPRESSION|AMBIGUOUS_(IDENTIFIER|COLUMN_NAME)|MULTIPLE_EXPRESSIONS_FOR_ALIAS|ACCESS_DENIED|BAD_ARGUMENTS)$/;

/**
 * Maps ClickHouse's error to an `AppError`, by its name. Errors about names and types come from the text of the statement and
 * are shown without its literals. Of errors about values only the kind is shown, since the value may be in a row that the
 * viewer may not see.
 */
export function clickHouseError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const as = (code: ErrorCode, message: string, known?: string): AppError =>
    new AppError(code, message, { cause: engineError(error, known) });
  if (error instanceof SyntaxError) return as('SQL_FAILED', 'The query failed after it had returned rows.');
  if (error instanceof TypeError || error instanceof RangeError) return as('INTERNAL', 'The query failed.');
  if (!(error instanceof ClickHouseError))
    return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.');
  const { type = '' } = error;
  const words = withoutLiterals(
    error.message.replace(/:? (In scope|while executing|While processing)[\s\S]*$/i, ''),
  );
  const ofValue = valueErrors[type];
  if (ofValue !== undefined) return as('SQL_FAILED', ofValue);
  if (ofStatement.test(type)) {
    return type === 'ACCESS_DENIED'
      ? as('SQL_NOT_ALLOWED', 'The data source does not permit this query.', words)
      : as('SQL_FAILED', `${type}: ${words}`, words);
  }
  switch (type) {
    case 'READONLY':
      return as('SQL_NOT_ALLOWED', 'Only SELECT statements can be run.');
    case 'MEMORY_LIMIT_EXCEEDED':
    case 'TOO_LARGE_STRING_SIZE':
    case 'TOO_MANY_BYTES':
    case 'TOO_MANY_ROWS':
      return as('QUERY_LIMIT', 'The query exceeded its memory limit.');
    case 'QUERY_WAS_CANCELLED':
    case 'QUERY_WAS_CANCELLED_BY_CLIENT':
    case 'TIMEOUT_EXCEEDED':
      return as('QUERY_TIMEOUT', 'The query was cancelled.');
    case 'AUTHENTICATION_FAILED':
    case 'REQUIRED_PASSWORD':
    case 'TOO_MANY_SIMULTANEOUS_QUERIES':
    case 'UNKNOWN_USER':
      return as('DATA_SOURCE_UNAVAILABLE', 'The data source cannot be reached.', type);
    default:
      return as('SQL_FAILED', 'The query failed.');
  }
}

function engineError(error: unknown, text?: string): EngineError {
  const name = error instanceof Error ? error.name : typeof error;
  const kind = error instanceof ClickHouseError ? (error.type ?? error.code) : name;
  const isOfStatement = error instanceof ClickHouseError && ofStatement.test(error.type ?? '');
  return new EngineError(error, `ClickHouse ${kind}`, text, { isOfStatement });
}
