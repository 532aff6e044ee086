import pg from 'pg';
import { Prisma } from '../db/generated/client.ts';
import { AppError } from '../errors.ts';

/** Maximum number of attempts before a request gives up. */
const maxAttempts = 8;

/** SQLSTATEs: violated foreign key, violated unique index, serialization failure, deadlock. */
const raceStates = new Set(['23503', '23505', '40001', '40P01']);

/** Another request created or deleted what this one has read. Trying again helps. */
export class RaceLostError extends Error {
  override readonly name = 'RaceLostError';
}

/**
 * Runs `attempt`, and repeats it if another request changed the data between its reads and its writes.
 * @throws AppError `UNAVAILABLE` after eight attempts; any other error of `attempt`
 */
export async function retryRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
      if (count === maxAttempts) {
        throw new AppError('UNAVAILABLE', 'Too many concurrent requests changed the same data. Try again.', {
          retryAfterSeconds: 1,
          cause: error,
        });
      }
    }
  }
}

/** Whether only a concurrent request can have caused the error. */
function isRace(error: unknown): boolean {
  if (error instanceof RaceLostError) return true;
  if (error instanceof pg.DatabaseError) return raceStates.has(error.code ?? '');
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2002' || error.code === 'P2003' || error.code === 'P2034') return true;
  return error.code === 'P2010' && [...raceStates].some((state) => error.message.includes(`\`${state}\``));
}
