/** Why the state cannot be opened. */
type StateErrorReason =
  /** Another process holds the data directory. */
  | 'locked'
  /** The data directory cannot be created, read or written, or its files are damaged. */
  | 'unusable'
  /** PostgreSQL cannot be reached, or refuses the connection. */
  | 'unreachable'
  /** The server or its settings cannot hold the state. */
  | 'unsupported'
  /** The database's migrations do not match this version's. */
  | 'migrations';

/**
 * The state cannot be opened. The message says what to do about it and contains no secret.
 */
export class StateError extends Error {
  override readonly name = 'StateError';
  readonly reason: StateErrorReason;

  constructor(reason: StateErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}
