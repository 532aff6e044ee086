import { AppError } from '../errors.ts';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import { sqlBody, sqlBodyOfUser } from './bodies.ts';
import { readBody } from './body.ts';
import * as describe from './data-descriptions.ts';
import { type DataColumn, type DataFormat, type DataRow, dataFormat } from './data-formats.ts';
import {
  SqlStreamDocument,
  type SqlStreamSubscription,
  type SqlStreamSubscriptionVariables,
} from './generated/graphql.ts';
import { failureOf } from './ndjson.ts';
import type { Route } from './route.ts';

/** What the subscription `sqlStream` reads from. */
interface RowSource {
  readonly columns: readonly DataColumn[];
  /** Null at the end. @throws AppError */
  nextBatch(): Promise<{ readonly rows: readonly DataRow[] } | null>;
  /** Told of what is about to be written. @throws AppError when that is more than the result may come to */
  countBytes(bytes: number): void;
  return(): unknown;
}

export const dataRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/deployments/:deploymentId/sql',
    describe: describe.runSql,
    async handle({ request, params: { deploymentId = '' }, door, onFailure }) {
      if (!/^\d{1,9}$/.test(deploymentId)) {
        throw new AppError('NOT_FOUND', `Deployment ${deploymentId} not found.`);
      }
      const body = await readBody(request, door.isUser ? sqlBodyOfUser : sqlBody);
      const { format: formatName, safe, ...query } = body;
      const input = { ...query, deploymentId: Number(deploymentId) };
      const rows = await door.subscribe<SqlStreamSubscription, SqlStreamSubscriptionVariables, RowSource>(
        SqlStreamDocument,
        { input },
        request.signal,
      );
      const format = dataFormat(formatName ?? 'ndjson', { safe: safe === true });
      const { contentType, failure } = format;
      return streamedResponse(new DataBytes(rows, format), {
        request,
        headers: { 'content-type': contentType },
        ...(failure === undefined ? {} : { failure: (error) => Buffer.from(failure(failureOf(error))) }),
        onFailure,
      });
    },
  },
];

/** A result as bytes of a format, one piece for each batch of rows. */
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
      return this.#counted(this.#format.begin(this.#rows.columns));
    }
    if (this.#state === 'ended') return null;
    const batch = await this.#rows.nextBatch();
    if (batch !== null) {
      const text = this.#format.rows(batch.rows, this.#count);
      this.#count += batch.rows.length;
      return this.#counted(text);
    }
    this.#state = 'ended';
    const end = this.#format.end(this.#count);
    return end === '' ? null : this.#counted(end);
  }

  #counted(text: string): Buffer {
    const bytes = Buffer.from(text);
    this.#rows.countBytes(bytes.byteLength);
    return bytes;
  }

  return(): unknown {
    return this.#rows.return();
  }
}
