import { AppError } from '../errors.ts';
import type { ResultStream, Row, Value } from './query-engine.ts';

/** How much one result may hold; undefined means without end. */
export interface ResultLimits {
  readonly maxRows?: number | undefined;
  /** Of the values: text in UTF-8, eight bytes for anything else. */
  readonly maxBytes?: number | undefined;
}

/**
 * A stream that fails where it would exceed its limits, after everything that fits: never a silent cut.
 * Its chunks throw AppError `QUERY_LIMIT`.
 */
export function cappedStream(stream: ResultStream, { maxRows, maxBytes }: ResultLimits): ResultStream {
  if (maxRows === undefined && maxBytes === undefined) return stream;

  async function* chunks(): AsyncGenerator<readonly Row[]> {
    let rows = 0;
    let bytes = 0;
    for await (const chunk of stream.chunks) {
      const room = (maxRows ?? Number.POSITIVE_INFINITY) - rows;
      if (chunk.length > room) {
        if (room > 0) yield chunk.slice(0, room);
        throw tooLarge(`${maxRows} rows`);
      }
      rows += chunk.length;
      if (maxBytes !== undefined) {
        for (const row of chunk) for (const value of row) bytes += sizeOf(value);
        if (bytes > maxBytes) throw tooLarge(`${maxBytes} bytes`);
      }
      yield chunk;
    }
  }

  return {
    columns: stream.columns,
    chunks: chunks(),
    [Symbol.asyncDispose]: () => stream[Symbol.asyncDispose](),
  };
}

/** Bytes of a value as `maxBytes` counts them. */
export function sizeOf(value: Value): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'object' && value !== null) return Buffer.byteLength(JSON.stringify(value));
  return 8;
}

function tooLarge(limit: string): AppError {
  return new AppError(
    'QUERY_LIMIT',
    `The result is larger than this deployment allows (${limit}). Add conditions, aggregate, or use LIMIT.`,
  );
}
