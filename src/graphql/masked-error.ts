import { GraphQLError, Kind } from 'graphql';
import { z } from 'zod';
import {
  AppError,
  type ErrorCode,
  errorCodes,
  type Issue,
  internalError,
  isAbortError,
  knownFailure,
} from '../errors.ts';
import { placesOf } from './document-places.ts';

/** Turns anything that was thrown into an error that is safe to show to the client. */
export type Mask = (error: unknown) => GraphQLError;

/** The {@link AppError} behind an error of GraphQL; undefined for a fault. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (!(error instanceof GraphQLError)) return knownFailure(error);
  const cause = causeOf(error);
  // If a scalar or an enum refuses a variable, the cause is itself a GraphQLError.
  if (cause != null && !(cause instanceof GraphQLError)) return knownFailure(cause);
  // GraphQL itself refuses the request: syntax, validation, variables.
  return new AppError(codeOf(error), error.message, { issues: issuesOf(error), cause: error });
}

/** The original error, which GraphQL and the server have wrapped. */
function causeOf(error: GraphQLError): Error | undefined {
  let cause: Error | undefined = error.originalError;
  while (cause instanceof GraphQLError && cause.originalError != null) cause = cause.originalError;
  return cause;
}

/** `extensions.http`, in which the server keeps the status and headers of an error. */
const httpSchema = z.object({
  status: z.int(),
  /** Whether the status applies only to clients that accept `application/graphql-response+json`. */
  spec: z.boolean().default(false),
  /** Whether the status also applies to streams, whose readers then see nothing else. */
  streams: z.boolean().default(true),
  headers: z.record(z.string(), z.string()).default({}),
});

type HttpAnswer = z.output<typeof httpSchema>;

export function httpOf(error: GraphQLError): HttpAnswer | undefined {
  return httpSchema.safeParse(error.extensions['http']).data;
}

/** A failure whose HTTP status is that of its code, whatever the client accepts. */
export function refusal({ code, message }: AppError): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: errorCodes[code].status } } });
}

const codesByStatus: ReadonlyMap<number | undefined, ErrorCode> = new Map([
  [405, 'METHOD_NOT_ALLOWED'],
  [406, 'NOT_ACCEPTABLE'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
]);

/** The code of an error of GraphQL or of the server. */
function codeOf(error: GraphQLError): ErrorCode {
  const ofRequest = error.extensions['code'] === 'BAD_REQUEST' ? 'BAD_REQUEST' : 'VALIDATION_FAILED';
  return codesByStatus.get(httpOf(error)?.status) ?? ofRequest;
}

/** What is wrong with a variable. GraphQL puts the path within its value only into the message: ` at .groups[0]: `. */
function issuesOf({ nodes, message, originalError }: GraphQLError): Issue[] {
  if (nodes?.[0]?.kind !== Kind.VARIABLE_DEFINITION || originalError === undefined) return [];
  const [, path = ''] = /^[^:]*? has invalid value at ([^:]+): /.exec(message) ?? [];
  const dotted = path.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');
  return [{ path: dotted, message: originalError.message }];
}

/**
 * Shows clients our own failures with `code` and `issues`, and masks everything else.
 * @param onFault receives what is masked
 */
export function maskError(
  error: unknown,
  requestId: string,
  onFault: (fault: unknown) => void,
): GraphQLError {
  const known = appErrorOf(error);
  // An abort means that the client disconnected, which is not a fault.
  const cause = error instanceof GraphQLError ? causeOf(error) : error;
  if (known === undefined && !isAbortError(cause)) onFault(error);
  const { code, message, issues, retryAfterSeconds } = known ?? internalError();
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
  'TOKEN_BUDGET_SPENT',
  'OVERLOADED',
  'UNAVAILABLE',
]);

/**
 * Missing credentials and temporary failures also set the HTTP status, as GraphQL over HTTP allows, since proxies understand
 * these.
 */
function statusOf(code: ErrorCode, retryAfterSeconds: number | undefined): HttpAnswer | undefined {
  if (!toldInHttp.has(code)) return undefined;
  const headers = {
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(code === 'UNAUTHENTICATED' ? { 'www-authenticate': 'Api-Key, Bearer' } : {}),
  };
  // A subscription reports this in its stream.
  const streams = code !== 'UNAVAILABLE';
  return { status: errorCodes[code].status, spec: false, streams, headers };
}

/**
 * A request that was refused before execution has status 400: always if it is not a GraphQL request, otherwise where GraphQL
 * over HTTP requires it.
 */
function answerTo(error: GraphQLError): HttpAnswer | undefined {
  const http = httpOf(error);
  if (http !== undefined) return codeOf(error) === 'BAD_REQUEST' ? { ...http, spec: false } : http;
  const isRequestError = error.path === undefined && !(causeOf(error) instanceof AppError);
  return isRequestError ? { status: 400, spec: true, streams: true, headers: {} } : undefined;
}
