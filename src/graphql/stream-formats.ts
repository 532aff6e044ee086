import type { ExecutionResult } from 'graphql';
import { resultText } from './result-text.ts';

/** How a stream of results is written into one response. */
export interface StreamFormat {
  /** The type in `Accept`. If it has a parameter, clients must send that too. */
  readonly acceptedAs: string;
  readonly contentType: string;
  readonly opening: string;
  /** Has no meaning, and keeps a silent connection open through proxies. */
  readonly keepAliveBytes: string;
  readonly result: (result: ExecutionResult) => string;
  /** The last result, if the stream fails. */
  readonly failure: (result: ExecutionResult) => string;
  /** The end. A stream without it is incomplete. */
  readonly closing: string;
}

/**
 * GraphQL over server-sent events, in distinct connections mode: each result is a `next` event, the end is a `complete` event,
 * and a failure is the last result.
 */
export const serverSentEvents: StreamFormat = {
  acceptedAs: 'text/event-stream',
  contentType: 'text/event-stream; charset=utf-8',
  opening: ':\n\n',
  keepAliveBytes: ':\n\n',
  result: nextEvent,
  failure: nextEvent,
  closing: 'event: complete\ndata:\n\n',
};

function nextEvent(result: ExecutionResult): string {
  return `event: next\ndata: ${resultText(result)}\n\n`;
}

/**
 * Apollo's multipart protocol for subscriptions, version 1.0: each result is the `payload` of a part, an empty object keeps the
 * connection alive, and a failure is a part without payload. Each part is written along with the boundary after it, since
 * clients read a part once they see its end. The JSON has no line breaks, so it cannot contain a boundary.
 */
export const multipart: StreamFormat = {
  acceptedAs: 'multipart/mixed;subscriptionSpec=1.0',
  contentType: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0',
  opening: '\r\n--graphql',
  keepAliveBytes: part('{}'),
  result: (result) => part(`{"payload":${resultText(result)}}`),
  failure: (result) => part(`{"payload":null,${resultText(result).slice(1)}`),
  closing: '--\r\n',
};

function part(json: string): string {
  return `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;
}

/** A complete stream. */
export function endedStream(format: StreamFormat, results: readonly ExecutionResult[]): string {
  return format.opening + results.map(format.result).join('') + format.closing;
}
