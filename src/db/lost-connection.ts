/** SQLSTATEs of a server that ends connections or takes none: it stops, starts, crashed, or has too many. */
const sqlStates = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);

/** What the system says when there is no way to the server, or no longer. */
const systemCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What `pg` says, without any code, of a connection that ended under a statement or before one. */
const words = /^(Connection (terminated|ended)|Client (has encountered a connection error|was closed))/;

/** Whether a failure of `pg` says nothing of the statement, but that its connection is lost or cannot be made. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Several addresses of one host.
  if (error instanceof AggregateError && error.errors.some(isLostConnection)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return words.test(error.message);
  // Class 08 is that of connection exceptions.
  return sqlStates.has(code) || systemCodes.has(code) || /^08...$/.test(code);
}
