/** SQLSTATEs of a server that drops or refuses connections: it is stopping, starting, crashed, or has too many. */
const sqlStates = new Set(['53300', '57P01', '57P02', '57P03', '57P05']);

/** System errors for an unreachable server. */
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

/** Messages of `pg`, without a code, for a connection that ended during or before a statement. */
const words = /^(Connection (terminated|ended)|Client (has encountered a connection error|was closed))/;

/**
 * Whether the server says that it ended the statement because it stops (`57P01`). It says so only where it has rolled the
 * statement back; once a commit has begun, it ends the connection in silence.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57P01';
}

/** Whether an error of `pg` means that the connection was lost or could not be opened. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Several addresses of one host.
  if (error instanceof AggregateError && error.errors.some(isLostConnection)) return true;
  const code = 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return words.test(error.message);
  // Class 08 is that of connection exceptions.
  return sqlStates.has(code) || systemCodes.has(code) || /^08...$/.test(code);
}
