import { GraphQLError } from 'graphql';
import { z } from 'zod';
import { AppError, type ErrorCode, type Issue } from '../errors.ts';

/** The failure behind what GraphQL caught: an {@link AppError} of ours, or undefined for a fault. */
export function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof GraphQLError)) return undefined;
  let cause: Error | undefined = error.originalError;
  while (cause instanceof GraphQLError && cause.originalError != null) cause = cause.originalError;
  // A scalar's or an enum's own word about a variable is the cause of an error that says where.
  if (cause != null && !(cause instanceof GraphQLError)) return cause instanceof AppError ? cause : undefined;
  // Without an original error it is GraphQL's own word about the request: syntax, validation, variables.
  return new AppError(codeOf(error), error.message, { issues: issuesOf(error), cause: error });
}

/** How the server says with which status, and which headers, an error is to be answered over HTTP. */
const httpSchema = z.object({
  status: z.int(),
  /** The status is only for a client that asked for `application/graphql-response+json`. */
  spec: z.boolean().default(false),
  headers: z.record(z.string(), z.string()).default({}),
});

type HttpAnswer = z.output<typeof httpSchema>;

function httpOf(error: GraphQLError): HttpAnswer | undefined {
  return httpSchema.safeParse(error.extensions['http']).data;
}

const codesByStatus: ReadonlyMap<number | undefined, ErrorCode> = new Map([
  [405, 'METHOD_NOT_ALLOWED'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
]);

/** The closed list's name for what the server itself refuses. */
function codeOf(error: GraphQLError): ErrorCode {
  const ofRequest = error.extensions['code'] === 'BAD_REQUEST' ? 'BAD_REQUEST' : 'VALIDATION_FAILED';
  return codesByStatus.get(httpOf(error)?.status) ?? ofRequest;
}

/** A variable that does not fit its type says where, in one of two wordings: the engine's of REST, and Yoga's. */
const invalidVariable = [
  /^Variable "\$\w+" has invalid value(?: at (?<path>[^:]+))?: (?<message>.*)$/s,
  /^Variable "\$(?<name>\w+)" got invalid value .*? at "\k<name>(?<path>[^"]+)"; (?<message>.*)$/s,
  /^Variable "\$\w+" got invalid value .*?; (?<message>.*)$/s,
];

function issuesOf(error: GraphQLError): Issue[] {
  const groups = invalidVariable.map((pattern) => pattern.exec(error.message)?.groups).find(Boolean);
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
  if (known === undefined) onFault(error);
  const { code, message, issues, retryAfterSeconds } =
    known ?? new AppError('INTERNAL', 'Internal server error');
  const located = error instanceof GraphQLError ? locationOf(error) : {};
  const http = error instanceof GraphQLError ? answerTo(error) : undefined;
  return new GraphQLError(message, {
    ...located,
    extensions: {
      code,
      requestId,
      ...(issues.length > 0 ? { issues } : {}),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      // A client without valid credentials is told so in HTTP too, as the specification of GraphQL over HTTP allows.
      ...(code === 'UNAUTHENTICATED' ? { http: { status: 401 } } : http === undefined ? {} : { http }),
    },
  });
}

function locationOf({ nodes, source, positions, path }: GraphQLError) {
  return nodes === undefined ? { source, positions, path } : { nodes, path };
}

/**
 * A request that was refused before anything of it was executed has status 400: one that is none of GraphQL always, any
 * other where GraphQL over HTTP asks for it.
 */
function answerTo(error: GraphQLError): HttpAnswer | undefined {
  const http = httpOf(error);
  if (http !== undefined) return codeOf(error) === 'BAD_REQUEST' ? { ...http, spec: false } : http;
  const isRequestError = error.path === undefined && error.originalError === undefined;
  return isRequestError ? { status: 400, spec: true, headers: {} } : undefined;
}
