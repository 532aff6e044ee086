import { z } from 'zod';
import type { OperationRunner } from '../contract/operation-runner.ts';
import { parseInput } from '../contract/parse-input.ts';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import { auditParameters, exportAuditEvents } from './audit-descriptions.ts';
import { ExportAuditEventsDocument, type ExportAuditEventsQueryVariables } from './generated/graphql.ts';
import { failureOf } from './ndjson.ts';
import type { Route } from './route.ts';

const parameters = z.object(
  Object.fromEntries(auditParameters.map(({ name, schema }) => [name, schema.optional()])),
);

export const auditRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/audit-events',
    describe: exportAuditEvents,
    async handle({ request, url, operations, onFailure }) {
      const filter = parseInput(parameters, Object.fromEntries(url.searchParams));
      const events = new AuditEvents(operations, filter, request.signal);
      // Before the status is sent, so that what is refused has one of its own.
      await events.readPage();
      return streamedResponse(events, {
        request,
        headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
        failure: (error) => Buffer.from(`${JSON.stringify(failureOf(error))}\n`),
        onFailure,
      });
    },
  },
];

/** The list as lines, one chunk for each page. */
class AuditEvents implements ByteSource {
  readonly #operations: OperationRunner;
  readonly #filter: ExportAuditEventsQueryVariables['filter'];
  readonly #signal: AbortSignal;
  /** A page that was read and not sent yet. */
  #lines: Buffer | null = null;
  #after: string | null = null;
  #isAtEnd = false;

  constructor(
    operations: OperationRunner,
    filter: ExportAuditEventsQueryVariables['filter'],
    signal: AbortSignal,
  ) {
    this.#operations = operations;
    this.#filter = filter;
    this.#signal = signal;
  }

  /** Reads the next page, unless it is there or there is none. @throws AppError */
  async readPage(): Promise<void> {
    if (this.#lines !== null || this.#isAtEnd) return;
    const variables = { filter: this.#filter, after: this.#after };
    const { auditEvents } = await this.#operations.execute(
      ExportAuditEventsDocument,
      variables,
      this.#signal,
    );
    const { edges, pageInfo } = auditEvents;
    this.#isAtEnd = !pageInfo.hasNextPage;
    this.#after = pageInfo.endCursor ?? null;
    if (edges.length === 0) return;
    this.#lines = Buffer.from(edges.map(({ node }) => `${JSON.stringify(node)}\n`).join(''));
  }

  async next(): Promise<Uint8Array | null> {
    await this.readPage();
    const lines = this.#lines;
    this.#lines = null;
    return lines;
  }

  return(): void {
    this.#isAtEnd = true;
  }
}
