import type { EngineError } from '../../engines/engine-error.ts';
import type { ResultStream, Row } from '../../engines/query-engine.ts';
import { AppError } from '../../errors.ts';

/**
 * What an engine's failure may say to a user. An engine names tables, columns and values of rows that the user may not
 * see, so its own words are kept as the cause only; what kind of failure it was is told.
 */
export function safeFailure(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'SQL_FAILED') return error;
  return new AppError('SQL_FAILED', reason(error.message), { cause: error });
}

/** What an engine or its driver said of a statement that is itself at fault; undefined for any other failure. */
export function refusalOf(error: unknown): EngineError | undefined {
  if (!(error instanceof AppError) || !(error.cause instanceof Error)) return undefined;
  const cause = error.cause as Error & Partial<Pick<EngineError, 'isOfStatement'>>;
  return cause.isOfStatement === true ? (error.cause as EngineError) : undefined;
}

/** What a user is told where the data model is at fault: where and how is its operator's to know. */
export function modelFailure(cause: unknown): AppError {
  return new AppError(
    'DATA_MODEL_INVALID',
    'The data model has an error, so this cannot be answered. Whoever runs the service is told where it is.',
    { cause },
  );
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /conver|cast|invalid input syntax|parse|format/i,
    'A value in the query could not be converted to the type that it is used as.',
  ],
  [/overflow|out of (the )?range/i, 'A number or date in the query is out of range.'],
  [/division by zero/i, 'The query divides by zero.'],
  [/more than one row|single row/i, 'A subquery that stands for one value returned several rows.'],
  [/regular expression|regex/i, 'A regular expression in the query is not valid.'],
  [/logarithm|square root|power/i, 'A mathematical function in the query got a value outside of its domain.'],
  [
    /no function matches|does not exist|binder|type/i,
    'The types of some values in the query do not fit together.',
  ],
];

function reason(message: string): string {
  return (
    reasons.find(([pattern]) => pattern.test(message))?.[1] ?? 'The data source could not run the query.'
  );
}

/** The same stream with failures along the way made safe. */
export function safeStream(stream: ResultStream): ResultStream {
  return {
    columns: stream.columns,
    chunks: safeChunks(stream.chunks),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  };
}

async function* safeChunks(chunks: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  try {
    yield* chunks;
  } catch (error) {
    throw safeFailure(error);
  }
}
