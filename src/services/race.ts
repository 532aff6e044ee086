import pg from 'pg';
import { Prisma } from '../db/generated/client.ts';
import { AppError } from '../errors.ts';

/** Times that something is tried before other requests are taken to be too many. */
const maxAttempts = 8;

/** Foreign key gone, unique row made, write conflict, deadlock. */
const raceStates = new Set(['23503', '23505', '40001', '40P01']);

/** What was read is gone or came to exist meanwhile; reading again settles it. */
export class RaceLostError extends Error {
  override readonly name = 'RaceLostError';
}

/**
 * Runs `attempt`, and again when another request got in between its reading and its writing.
 * @throws AppError `UNAVAILABLE` after eight attempts; whatever else `attempt` throws
 */
export async function retryRaces<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRace(error)) throw error;
      if (count === maxAttempts) {
        throw new AppError('UNAVAILABLE', 'Too many requests changed the same at once. Try again.', {
          retryAfterSeconds: 1,
          cause: error,
        });
      }
    }
  }
}

/** What only another request at the same time causes. */
function isRace(error: unknown): boolean {
  if (error instanceof RaceLostError) return true;
  if (error instanceof pg.DatabaseError) return raceStates.has(error.code ?? '');
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2002' || error.code === 'P2003' || error.code === 'P2034') return true;
  return error.code === 'P2010' && [...raceStates].some((state) => error.message.includes(`\`${state}\``));
}
