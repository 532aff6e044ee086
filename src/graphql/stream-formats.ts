import type { ExecutionResult } from 'graphql';
import { resultText } from './result-text.ts';

/** How results are written one after the other into one answer. All its pieces may follow one another as they come. */
export interface StreamFormat {
  /** As `Accept` names it; one with a parameter is for clients that name the parameter too. */
  readonly acceptedAs: string;
  readonly contentType: string;
  /** What the answer begins with. */
  readonly opening: string;
  /** Means nothing, and keeps a silent connection open through proxies. */
  readonly signOfLife: string;
  readonly result: (result: ExecutionResult) => string;
  /** That the stream has failed, which is the last that is said before the end. */
  readonly failure: (result: ExecutionResult) => string;
  /** The end, without which a stream was cut. */
  readonly closing: string;
}

/**
 * GraphQL over server-sent events in the mode of distinct connections: each result is an event `next`, the end an event
 * `complete`; a failure is a last result.
 */
export const serverSentEvents: StreamFormat = {
  acceptedAs: 'text/event-stream',
  contentType: 'text/event-stream; charset=utf-8',
  opening: ':\n\n',
  signOfLife: ':\n\n',
  result: nextEvent,
  failure: nextEvent,
  closing: 'event: complete\ndata:\n\n',
};

function nextEvent(result: ExecutionResult): string {
  return `event: next\ndata: ${resultText(result)}\n\n`;
}

/**
 * Apollo's protocol for subscriptions as parts of one body, version 1.0: each result is the `payload` of a part, an empty
 * object is a sign of life, and a failure is a part without payload. Each part ends with the line that begins the next, since
 * clients read a part when they see its end. JSON holds no line breaks, so none of it can be taken for that line.
 */
export const multipart: StreamFormat = {
  acceptedAs: 'multipart/mixed;subscriptionSpec=1.0',
  contentType: 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0',
  opening: '\r\n--graphql',
  signOfLife: part('{}'),
  result: (result) => part(`{"payload":${resultText(result)}}`),
  failure: (result) => part(`{"payload":null,${resultText(result).slice(1)}`),
  closing: '--\r\n',
};

function part(json: string): string {
  return `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`;
}

/** The whole of a stream that has ended. */
export function endedStream(format: StreamFormat, results: readonly ExecutionResult[]): string {
  return format.opening + results.map(format.result).join('') + format.closing;
}
