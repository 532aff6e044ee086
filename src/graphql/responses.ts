import { Response } from '@whatwg-node/fetch';
import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { chooseType } from '../http/accept.ts';
import { httpOf, type Mask, refusal } from './masked-error.ts';
import { resultText } from './result-text.ts';
import { endedStream, multipart, type StreamFormat, serverSentEvents } from './stream-formats.ts';
import { Subscription, subscribe } from './subscription.ts';

const json = 'application/json';
const typesOfResults = [json, 'application/graphql-response+json'];
const streamFormats: ReadonlyMap<string, StreamFormat> = new Map(
  [serverSentEvents, multipart].map((format) => [format.acceptedAs, format]),
);
const typesOfStreams = [...streamFormats.keys()];

export interface ResponsesOptions {
  readonly mask: Mask;
  /** Whether a request has several operations. */
  readonly isBatch: (request: Request) => boolean;
}

/**
 * Writes responses in a type that the client accepts: a subscription as a stream, anything else as JSON, or as a complete
 * stream if the client accepts only those. If it accepts neither, it gets 406 before anything runs. A subscription within a
 * batch is refused on its own, since the single response cannot hold its events.
 */
export function useResponses({ mask, isBatch }: ResponsesOptions): Plugin {
  return {
    onRequestParse({ request }) {
      if (typeOfResults(request) === undefined) throw notAcceptable([...typesOfResults, ...typesOfStreams]);
    },
    // This comes before the subscriber, which may start a turn or a query.
    onSubscribe({ args, setSubscribeFn, setResultAndStopExecution }) {
      const { request } = args.contextValue as { readonly request: Request };
      const format = streamFormatOf(request);
      if (isBatch(request)) {
        const message = 'Subscriptions cannot be batched. Send this one in a request of its own.';
        setResultAndStopExecution({ errors: [mask(refusal(new AppError('BAD_REQUEST', message)))] });
      } else if (format === undefined) {
        setResultAndStopExecution({ errors: [mask(notAcceptable(typesOfStreams))] });
      } else {
        setSubscribeFn((each) => subscribe(each, format, mask));
      }
    },
    onResultProcess({ request, setResultProcessor }) {
      setResultProcessor((result) => respond(request, result as Answer), json);
    },
  };
}

/** Undefined if the client accepts none. */
function typeOfResults({ headers }: Request): string | undefined {
  const accept = headers.get('accept');
  return chooseType(accept, typesOfResults) ?? chooseType(accept, typesOfStreams);
}

/** Undefined if the client accepts none. */
function streamFormatOf({ headers }: Request): StreamFormat | undefined {
  return streamFormats.get(chooseType(headers.get('accept'), typesOfStreams) ?? '');
}

function notAcceptable(types: readonly string[]): GraphQLError {
  const known = types.join(', ');
  return refusal(new AppError('NOT_ACCEPTABLE', `Supported response types: ${known}. Accept one of them.`));
}

/** A batch has several results. */
type Answer = ExecutionResult | readonly ExecutionResult[];

function respond(request: Request, answer: Answer): Response {
  if (answer instanceof Subscription) return answer.respond(request);
  // Errors are sent even in a type that the client does not accept.
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

/** The highest status of all errors, and the headers of all. */
function httpAnswerTo({ errors = [] }: ExecutionResult, type: string) {
  const asked = errors.map(httpOf).filter((http) => http !== undefined);
  const isStream = streamFormats.has(type);
  const heard = asked.filter(({ spec, streams }) => (!spec || type !== json) && (streams || !isStream));
  return {
    status: Math.max(200, ...heard.map(({ status }) => status)),
    headers: Object.assign({}, ...asked.map(({ headers }) => headers)) as Record<string, string>,
  };
}
