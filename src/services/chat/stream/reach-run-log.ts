import { AppError } from '../../../errors.ts';
import { RunLogError } from '../../../runs/run-log.ts';

const retryAfterSeconds = 2;

/** Does what cannot be done without the run log. @throws AppError `UNAVAILABLE` while it cannot be reached */
export async function reachRunLog<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (cause) {
    if (!isUnreachable(cause)) throw cause;
    throw new AppError('UNAVAILABLE', 'Chat is not available at the moment.', { retryAfterSeconds, cause });
  }
}

/** Reads what the database can stand in for: null when the run log cannot be reached, or its writer is gone. */
export async function ifRunLogReachable<R>(call: () => Promise<R>): Promise<R | null> {
  try {
    return await call();
  } catch (error) {
    if (breaksOff(error)) return null;
    throw error;
  }
}

/**
 * Tells the readers of a turn something. A turn whose readers cannot be told goes on and is stored: whether it is still
 * this process's is the database's to say.
 */
export async function tellReaders(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!breaksOff(error)) throw error;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof RunLogError && error.fault === 'unavailable';
}

/** Whether an error of the run log says no more than that it ends here. */
export function breaksOff(error: unknown): boolean {
  return error instanceof RunLogError && (error.fault === 'unavailable' || error.fault === 'lost');
}
