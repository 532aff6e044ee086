import { sqlRequest } from '../contract/data.ts';
import type { CsvColumn } from '../csv.ts';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import { readBody } from './body.ts';
import * as describe from './data-descriptions.ts';
import { type DataBatch, type DataFormat, dataFormat } from './data-formats.ts';
import {
  SqlStreamDocument,
  type SqlStreamSubscription,
  type SqlStreamSubscriptionVariables,
} from './generated/graphql.ts';
import { failureOf } from './ndjson.ts';
import { type Route, readNumber } from './route.ts';

/** The source of the subscription `sqlStream`. */
interface RowSource {
  readonly columns: readonly CsvColumn[];
  /** Present if the results of the data source are reused. */
  readonly reuse?: { readonly hit: boolean } | undefined;
  /** Null at the end. @throws AppError */
  nextBatch(): Promise<DataBatch | null>;
  /** Counts what is about to be written. @throws AppError if the result becomes too large */
  countBytes(bytes: number): void;
  return(): unknown;
}

export const dataRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/deployments/:deploymentId/sql',
    describe: describe.runSql,
    async handle({ request, params, operations, onFailure }) {
      const deploymentId = readNumber(params['deploymentId'], 'Deployment');
      const body = await readBody(request, sqlRequest, { isUser: operations.isUser });
      const { format: name, safe, ...query } = body;
      const input = { ...query, deploymentId };
      const rows = await operations.subscribe<
        SqlStreamSubscription,
        SqlStreamSubscriptionVariables,
        RowSource
      >(SqlStreamDocument, { input }, request.signal);
      const format = dataFormat(name ?? 'ndjson', rows.columns, { safe: safe === true });
      const { contentType, failure } = format;
      return streamedResponse(new DataBytes(rows, format), {
        request,
        headers: { 'content-type': contentType, ...reuseHeaders(rows) },
        ...(failure === undefined ? {} : { failure: (error) => Buffer.from(failure(failureOf(error))) }),
        onFailure,
      });
    },
  },
];

function reuseHeaders({ reuse }: RowSource): Record<string, string> {
  return reuse === undefined ? {} : { 'x-cache': reuse.hit ? 'hit' : 'miss' };
}

/** A result in a format, one chunk for each batch of rows. */
class DataBytes implements ByteSource {
  readonly #rows: RowSource;
  readonly #format: DataFormat;
  #state: 'new' | 'rows' | 'ended' = 'new';
  #count = 0;

  constructor(rows: RowSource, format: DataFormat) {
    this.#rows = rows;
    this.#format = format;
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#state === 'new') {
      this.#state = 'rows';
      return this.#counted(Buffer.from(this.#format.begin));
    }
    if (this.#state === 'ended') return null;
    const batch = await this.#rows.nextBatch();
    if (batch !== null) {
      const bytes = this.#format.rows(batch, this.#count);
      this.#count += batch.count;
      return this.#counted(bytes);
    }
    this.#state = 'ended';
    const end = this.#format.end(this.#count);
    return end === '' ? null : this.#counted(Buffer.from(end));
  }

  #counted(bytes: Buffer): Buffer {
    this.#rows.countBytes(bytes.byteLength);
    return bytes;
  }

  return(): unknown {
    return this.#rows.return();
  }
}
