import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { AppError, type ErrorCode, errorCodes, type Issue, isAbortError, knownFailure } from '../errors.ts';
import { placesOf } from './document-places.ts';

/** The failure behind what GraphQL caught: an {@link AppError} of ours, or undefined for a fault. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (!(error instanceof GraphQLError)) return knownFailure(error);
  const cause = causeOf(error);
  // A scalar's or an enum's own word about a variable is the cause of an error that says where.
  if (cause != null && !(cause instanceof GraphQLError)) return knownFailure(cause);
  // Without an original error it is GraphQL's own word about the request: syntax, validation, variables.
  return new AppError(codeOf(error), error.message, { issues: issuesOf(error), cause: error });
}

/** What was thrown, beneath what GraphQL and the server wrapped around it. */
function causeOf(error: GraphQLError): Error | undefined {
  let cause: Error | undefined = error.originalError;
  while (cause instanceof GraphQLError && cause.originalError != null) cause = cause.originalError;
  return cause;
}

/** How the server says with which status, and which headers, an error is to be answered over HTTP. */
const httpSchema = z.object({
  status: z.int(),
  /** The status is only for a client that asked for `application/graphql-response+json`. */
  spec: z.boolean().default(false),
  /** The status is also for streams, whose readers then see no more than it. */
  streams: z.boolean().default(true),
  headers: z.record(z.string(), z.string()).default({}),
});

type HttpAnswer = z.output<typeof httpSchema>;

export function httpOf(error: GraphQLError): HttpAnswer | undefined {
  return httpSchema.safeParse(error.extensions['http']).data;
}

/** A failure of ours that the server answers over HTTP with the status of its code, whatever the client accepts. */
export function refusal({ code, message }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: errorCodes[code].status } } });
}

const codesByStatus: ReadonlyMap<number | undefined, ErrorCode> = new Map([
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
]);

/** The closed list's name for what the server itself refuses. */
function codeOf(error: GraphQLError): ErrorCode {
  const ofRequest = error.extensions['code'] === 'BAD_REQUEST' ? 'BAD_REQUEST' : 'VALIDATION_FAILED';
  return codesByStatus.get(httpOf(error)?.status) ?? ofRequest;
}

/** A variable that does not fit its type says where. */
const invalidVariable = /^Variable "\$\w+" has invalid value(?: at (?<path>[^:]+))?: (?<message>.*)$/s;

function issuesOf(error: GraphQLError): Issue[] {
  const groups = invalidVariable.exec(error.message)?.groups;
  if (groups === undefined) return [];
  const { path = '', message = '' } = groups;
  return [{ path: path.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, ''), message }];
}

/**
 * What a client of GraphQL is told: our own failures with `code` and `issues`, everything else masked (contract §6).
 * @param onFault told of what is masked
 */
export function maskError(
  error: unknown,
  requestId: string,
  onFault: (fault: unknown) => void,
): GraphQLError {
  const known = appErrorOf(error);
  // A client that left is nobody's fault, and reads no answer.
  const cause = error instanceof GraphQLError ? causeOf(error) : error;
  if (known === undefined && !isAbortError(cause)) onFault(error);
  const { code, message, issues, retryAfterSeconds } =
    known ?? new AppError('INTERNAL', 'Internal server error');
  const graphql = error instanceof GraphQLError ? error : undefined;
  const http = statusOf(code, retryAfterSeconds) ?? (graphql && answerTo(graphql));
  const masked = new GraphQLError(message, {
    path: graphql?.path,
    extensions: {
      code,
      requestId,
      ...(issues.length > 0 ? { issues } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(http === undefined ? {} : { http }),
    },
  });
  const locations = graphql && placesOf(graphql);
  return locations === undefined ? masked : Object.assign(masked, { locations });
}

const toldInHttp: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'TOO_MANY_REQUESTS',
  'OVERLOADED',
  'UNAVAILABLE',
]);

/**
 * A client is told in HTTP too that it lacks valid credentials, or is to come again, as the specification of GraphQL over
 * HTTP allows: what stands between it and the service understands these.
 */
function statusOf(code: ErrorCode, retryAfterSeconds: number | undefined): HttpAnswer | undefined {
  if (!toldInHttp.has(code)) return undefined;
  const headers = retryAfterSeconds === undefined ? undefined : { 'retry-after': String(retryAfterSeconds) };
  // A subscription that cannot begin at the moment says so itself.
  const streams = code !== 'UNAVAILABLE';
  return { status: errorCodes[code].status, spec: false, streams, headers: headers ?? {} };
}

/**
 * A request that was refused before anything of it was executed has status 400: one that is none of GraphQL always, any
 * other where GraphQL over HTTP asks for it.
 */
function answerTo(error: GraphQLError): HttpAnswer | undefined {
  const http = httpOf(error);
  if (http !== undefined) return codeOf(error) === 'BAD_REQUEST' ? { ...http, spec: false } : http;
  const isRequestError = error.path === undefined && !(causeOf(error) instanceof AppError);
  return isRequestError ? { status: 400, spec: true, streams: true, headers: {} } : undefined;
}
