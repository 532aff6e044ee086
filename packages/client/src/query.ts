import { RowsDocument, type SqlStreamInput } from './generated/graphql.ts';
import type { Transport } from './transport.ts';
import type { Column, Row } from './types.ts';

/**
 * All rows of a query, read from the service as they are asked for, once. Leaving the loop stops the query; a loop that ends
 * has seen every row. A second loop throws.
 */
export interface QueryRows extends AsyncIterable<Row> {
  /** Columns, in the order of the values of a row. */
  readonly columns: readonly Column[];
  /** Whether the result was there already, so that the data source was not asked. */
  readonly isCached: boolean;
  /** Time at which the data source was asked; null if it was asked for this. */
  readonly asOf: string | null;
}

/** Waits for the columns. @throws InlayError */
export async function streamRows(
  transport: Transport,
  input: SqlStreamInput,
  signal: AbortSignal | undefined,
): Promise<QueryRows> {
  const chunks = transport.subscribe(RowsDocument, { input }, signal);
  const { value: head } = await chunks.next();
  async function* readRows(): AsyncGenerator<Row, void, undefined> {
    try {
      yield* head?.rows ?? [];
      for await (const { rows } of chunks) yield* rows;
    } finally {
      await chunks.return();
    }
  }
  let isRead = false;
  return {
    columns: head?.columns ?? [],
    isCached: head?.cached ?? false,
    asOf: head?.asOf ?? null,
    [Symbol.asyncIterator]() {
      if (isRead) throw new Error('The rows of a query can be read once. To read them again, run it again.');
      isRead = true;
      return readRows();
    },
  };
}
