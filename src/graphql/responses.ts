import { Response } from '@whatwg-node/server';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { chooseType } from '../http/accept.ts';
import { httpOf, refusal } from './masked-error.ts';
import { IteratedResults, streamResults } from './result-stream.ts';
import { resultText } from './result-text.ts';
import { meterOf, resultsOfChat } from './shared-subscription.ts';
import { endedStream, multipart, type StreamFormat, serverSentEvents } from './stream-formats.ts';

const json = 'application/json';
const typesOfResults = [json, 'application/graphql-response+json'];
const streamFormats: ReadonlyMap<string, StreamFormat> = new Map(
  [serverSentEvents, multipart].map((format) => [format.acceptedAs, format]),
);
const typesOfStreams = [...streamFormats.keys()];

type Mask = (error: unknown) => GraphQLError;

export interface ResponsesOptions {
  /** What a client is told of an error. */
  readonly mask: Mask;
  /** Whether a request holds several operations. */
  readonly isBatch: (request: Request) => boolean;
}

/**
 * Writes answers as the client takes them: a subscription as a stream, anything else as JSON, or as a stream that ends where
 * only those are taken. A client that takes none of it is refused with 406 before anything begins. A subscription among the
 * operations of a batch is refused by itself: the one answer that they share cannot hold its events.
 */
export function useResponses({ mask, isBatch }: ResponsesOptions): Plugin {
  return {
    onRequestParse({ request }) {
      if (typeOfResults(request) === undefined) throw notAcceptable([...typesOfResults, ...typesOfStreams]);
    },
    // Before the subscriber runs: it may begin a turn, or hold a query open.
    onSubscribe({ args, setResultAndStopExecution }) {
      const { request } = args.contextValue as { readonly request: Request };
      const refused = isBatch(request)
        ? refusal(new AppError('BAD_REQUEST', 'A subscription cannot be in a batch: send it by itself.'))
        : unacceptableSubscription(request);
      if (refused !== undefined) setResultAndStopExecution({ errors: [mask(refused)] });
    },
    onResultProcess({ request, setResultProcessor }) {
      setResultProcessor((result) => respond(request, result as Answer, mask), json);
    },
  };
}

/** Undefined for a client that takes no type of them. */
function typeOfResults({ headers }: Request): string | undefined {
  const accept = headers.get('accept');
  return chooseType(accept, typesOfResults) ?? chooseType(accept, typesOfStreams);
}

function unacceptableSubscription(request: Request): GraphQLError | undefined {
  return streamFormatOf(request) === undefined ? notAcceptable(typesOfStreams) : undefined;
}

/** Undefined for a client that takes no stream. */
function streamFormatOf({ headers }: Request): StreamFormat | undefined {
  return streamFormats.get(chooseType(headers.get('accept'), typesOfStreams) ?? '');
}

function notAcceptable(types: readonly string[]): GraphQLError {
  const known = types.join(', ');
  return refusal(new AppError('NOT_ACCEPTABLE', `The answer can be ${known}: accept one of them.`));
}

/** Of a batch there are several. */
type Answer = ExecutionResult | readonly ExecutionResult[] | AsyncIterable<ExecutionResult>;

function respond(request: Request, answer: Answer, mask: Mask): Response {
  if (Symbol.asyncIterator in answer) {
    const results = resultsOfChat(request, mask) ?? new IteratedResults(answer);
    const format = streamFormatOf(request) ?? serverSentEvents;
    return streamResults(results, { request, format, mask, meter: meterOf(request) });
  }
  // What is wrong is said, whether that is accepted or not.
  const type = typeOfResults(request) ?? json;
  const { status, headers } = 'length' in answer ? { status: 200, headers: {} } : httpAnswerTo(answer, type);
  const format = streamFormats.get(type);
  const contentType = format?.contentType ?? `${type}; charset=utf-8`;
  const text = format === undefined ? jsonText(answer) : endedStream(format, [answer].flat());
  return new Response(text, { status, headers: { ...headers, 'content-type': contentType } });
}

function jsonText(answer: ExecutionResult | readonly ExecutionResult[]): string {
  return 'length' in answer ? `[${answer.map(resultText).join(',')}]` : resultText(answer);
}

/** The highest status that an error asks for, and the headers of all. */
function httpAnswerTo({ errors = [] }: ExecutionResult, type: string) {
  const asked = errors.map(httpOf).filter((http) => http !== undefined);
  const isStream = streamFormats.has(type);
  const heard = asked.filter(({ spec, streams }) => (!spec || type !== json) && (streams || !isStream));
  return {
    status: Math.max(200, ...heard.map(({ status }) => status)),
    headers: Object.assign({}, ...asked.map(({ headers }) => headers)) as Record<string, string>,
  };
}
