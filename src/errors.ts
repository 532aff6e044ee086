/**
 * Every error code, with its HTTP status and log level. REST sends it as `code` of problem+json, GraphQL as
 * `extensions.code`.
 */
export const errorCodes = {
  BAD_REQUEST: { status: 400, title: 'Bad Request', logLevel: 'debug' },
  VALIDATION_FAILED: { status: 400, title: 'Bad Request', logLevel: 'debug' },
  BRANCH_NOT_FOUND: { status: 400, title: 'Bad Request', logLevel: 'debug' },
  SQL_INVALID: { status: 400, title: 'Bad Request', logLevel: 'debug' },
  SQL_NOT_ALLOWED: { status: 400, title: 'Bad Request', logLevel: 'info' },
  SQL_FAILED: { status: 400, title: 'Bad Request', logLevel: 'info' },
  QUERY_LIMIT: { status: 400, title: 'Bad Request', logLevel: 'info' },
  UNAUTHENTICATED: { status: 401, title: 'Unauthorized', logLevel: 'debug' },
  FORBIDDEN: { status: 403, title: 'Forbidden', logLevel: 'info' },
  PLAN_REQUIRED: { status: 403, title: 'Forbidden', logLevel: 'info' },
  CREATOR_MODE_DISABLED: { status: 403, title: 'Forbidden', logLevel: 'info' },
  EXTERNAL_USER_LIMIT: { status: 403, title: 'Forbidden', logLevel: 'warn' },
  NOT_FOUND: { status: 404, title: 'Not Found', logLevel: 'debug' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method Not Allowed', logLevel: 'debug' },
  NOT_ACCEPTABLE: { status: 406, title: 'Not Acceptable', logLevel: 'debug' },
  CONFLICT: { status: 409, title: 'Conflict', logLevel: 'debug' },
  WORKSPACE_MANAGED: { status: 409, title: 'Conflict', logLevel: 'debug' },
  THREAD_BUSY: { status: 409, title: 'Conflict', logLevel: 'debug' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'Content Too Large', logLevel: 'info' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported Media Type', logLevel: 'debug' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too Many Requests', logLevel: 'info' },
  TOKEN_BUDGET_SPENT: { status: 429, title: 'Too Many Requests', logLevel: 'info' },
  DATA_MODEL_INVALID: { status: 500, title: 'Internal Server Error', logLevel: 'error' },
  INTERNAL: { status: 500, title: 'Internal Server Error', logLevel: 'error' },
  OVERLOADED: { status: 503, title: 'Service Unavailable', logLevel: 'warn' },
  DATA_SOURCE_UNAVAILABLE: { status: 503, title: 'Service Unavailable', logLevel: 'warn' },
  UNAVAILABLE: { status: 503, title: 'Service Unavailable', logLevel: 'warn' },
  QUERY_TIMEOUT: { status: 504, title: 'Gateway Timeout', logLevel: 'info' },
} as const satisfies Record<
  string,
  { status: number; title: string; logLevel: 'debug' | 'info' | 'warn' | 'error' }
>;

export type ErrorCode = keyof typeof errorCodes;

/** One thing wrong with an input: `path` is dotted from the root of the input, empty for the input itself. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Maximum number of issues that are listed for one request. */
export const maxIssues = 100;

/** Of a query whose failure in mid-stream the engine does not explain; users may read it. */
export const midStreamMessage =
  'The query failed after it had returned rows: on a value, or because memory ran out beside other queries.';

/** Raised by the SQL statement itself, for a text that would fill the engine's memory. */
export const longTextMessage =
  'A text is too long for this query to process. Shorten it first, for example with left().';

/** A failure whose message is safe to show to the client. Any other error is sent as `INTERNAL` and logged once. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  /** Seconds after which the same request may succeed; becomes `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { issues?: readonly Issue[]; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The error for something that does not exist, or that the caller may not see. @param what begins the sentence */
export function notFound(what: string): AppError {
  return new AppError('NOT_FOUND', `${what} not found.`);
}

/** The error for one or more issues. Its message is that of the first, with the number of further ones. */
export function validationFailed(issues: readonly Issue[]): AppError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more, see issues)` : '';
  return new AppError('VALIDATION_FAILED', `${where}${first?.message ?? 'Invalid input'}${more}`, {
    issues: issues.slice(0, maxIssues),
  });
}

/**
 * The refusal to change what the workspace declares, since the next start would undo the change.
 * @param what begins the message, such as `Group "managers"` @param where its key in inlay.yml
 */
export function workspaceManaged(what: string, where: string): AppError {
  return new AppError(
    'WORKSPACE_MANAGED',
    `${what} is defined in the workspace. Edit ${where} in inlay.yml, then reload (SIGHUP) or restart the service.`,
  );
}

export function databaseOverloaded(cause: unknown): AppError {
  const message = 'The database is overloaded. Try again in a moment.';
  return new AppError('OVERLOADED', message, { retryAfterSeconds: 1, cause });
}

/** The database is unreachable, or the connection broke during a statement, which may have taken effect. */
export function databaseUnavailable(cause: unknown): AppError {
  const message = 'The database is unavailable. Try again in a moment.';
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: 1, cause });
}

/** The `AppError` that an error is or, judging by its code, was before Prisma wrapped it; otherwise undefined. */
export function knownFailure(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (!(error instanceof Error && 'code' in error)) return undefined;
  if (error.code === 'OVERLOADED') return databaseOverloaded(error);
  // P2028: Prisma aborted a transaction that could not begin or end in time.
  return error.code === 'UNAVAILABLE' || error.code === 'P2028' ? databaseUnavailable(error) : undefined;
}

/** What a client learns of any other error. */
export function internalError(): AppError {
  return new AppError('INTERNAL', 'Internal server error');
}

/** Whether an aborted `AbortSignal` raised the error. An abort is not a failure. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'AbortSignalError');
}
