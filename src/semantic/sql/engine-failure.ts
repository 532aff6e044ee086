import type { EngineError } from '../../engines/engine-error.ts';
import type { ResultStream, Row } from '../../engines/query-engine.ts';
import { AppError, midStreamMessage } from '../../errors.ts';

/**
 * The safe form of an engine's failure. An engine's message names tables, columns and values of rows that the user may not see,
 * so it is only kept as the cause; the user gets the kind of failure.
 */
export function safeFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'SQL_FAILED' || error.message === midStreamMessage)
    return error;
  return new AppError('SQL_FAILED', reason(error.message), { cause: error });
}

/** The engine's error if the statement itself is at fault; undefined for any other failure. */
export function refusalOf(error: unknown): EngineError | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof Error)) return undefined;
  const cause = error.cause as Error & Partial<Pick<EngineError, 'isOfStatement'>>;
  return cause.isOfStatement === true ? (error.cause as EngineError) : undefined;
}

/** The error for users when the data model is at fault; the details are for the operator only. */
export function modelFailure(cause: unknown): AppError {
  return new AppError(
    'DATA_MODEL_INVALID',
    'The data model has an error, so the query cannot run. See the log of the service for details.',
    { cause },
  );
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /conver|cast|invalid input syntax|parse|format/i,
    'A value in the query could not be converted to the type it is used as.',
  ],
  [/overflow|out of (the )?range/i, 'A number or date in the query is out of range.'],
  [/division by zero/i, 'The query divides by zero.'],
  [/more than one row|single row/i, 'A subquery used as a value returned more than one row.'],
  [
    /escape/i,
    'The escape character of a LIKE pattern is not used correctly. It is a backslash unless ESCAPE names another single character. Write it twice to match the character itself, also at the end of the pattern.',
  ],
  [/regular expression|regex/i, 'A regular expression in the query is not valid.'],
  [
    /logarithm|square root|power/i,
    'A mathematical function in the query received a value outside its domain.',
  ],
  [
    /no function matches|does not exist|binder|type/i,
    'The types of some values in the query are incompatible.',
  ],
];

function reason(message: string): string {
  return (
    reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'The data source could not run the query.'
  );
}

/** The same stream, with safe errors. @param onFailure receives the error as it was */
export function safeStream(stream: ResultStream, onFailure: (error: unknown) => void): ResultStream {
  return {
    ...stream,
    chunks: safeChunks(stream.chunks, onFailure),
  };
}

async function* safeChunks(
  chunks: AsyncIterable<readonly Row[]>,
  onFailure: (error: unknown) => void,
): AsyncGenerator<readonly Row[]> {
  try {
    yield* chunks;
  } catch (error) {
    onFailure(error);
    throw safeFailure(error);
  }
}
