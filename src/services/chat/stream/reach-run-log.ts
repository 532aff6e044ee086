import { AppError } from '../../../errors.ts';
import { RunLogError } from '../../../runs/run-log.ts';

const retryAfterSeconds = 2;

/** For calls that need the run log. @throws AppError `UNAVAILABLE` while it is unreachable */
export async function requireRunLog<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (cause) {
    if (!isUnreachable(cause)) throw cause;
    throw new AppError('UNAVAILABLE', 'Chat is temporarily unavailable.', { retryAfterSeconds, cause });
  }
}

/** For reads that the database can replace: null if the run log is unreachable, or its writer was lost. */
export async function tryRunLog<R>(call: () => Promise<R>): Promise<R | null> {
  try {
    return await call();
  } catch (error) {
    if (isEndOfLog(error)) return null;
    throw error;
  }
}

/**
 * Publishes to a turn's readers. A turn continues and is stored even if that fails; the database decides whether this process
 * still owns it.
 */
export async function publish(call: () => Promise<void>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!isEndOfLog(error)) throw error;
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof RunLogError && error.fault === 'unavailable';
}

/** Whether an error of the run log only means that it ends here. */
export function isEndOfLog(error: unknown): boolean {
  return error instanceof RunLogError && (error.fault === 'unavailable' || error.fault === 'lost');
}
