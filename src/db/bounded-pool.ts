import pg from 'pg';
import { type AppError, databaseOverloaded } from '../errors.ts';

/** Statements that wait for a connection before more are refused. */
const maxWaiting = 1_000;

/** What a pool of `pg` says when no connection came free within `connectionTimeoutMillis`. */
const timedOut = 'timeout exceeded when trying to connect';

type OnConnect = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that says no instead of letting statements wait without end.
 * Its `connect` and `query` reject with AppError `OVERLOADED`: at once when too many wait, later when it took too long.
 * Prisma makes its own error of it, which `knownFailure` reads.
 */
export class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(onConnect: OnConnect): void;
  override connect(onConnect?: OnConnect): Promise<pg.PoolClient> | undefined {
    if (onConnect === undefined) return this.#connect();
    if (this.waitingCount >= maxWaiting) onConnect(databaseOverloaded(undefined), undefined, () => {});
    else super.connect((error, client, done) => onConnect(error && failureOf(error), client, done));
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.waitingCount >= maxWaiting) throw databaseOverloaded(undefined);
    try {
      return await super.connect();
    } catch (error) {
      throw failureOf(error);
    }
  }
}

function failureOf<Failure>(error: Failure): Failure | AppError {
  return error instanceof Error && error.message === timedOut ? databaseOverloaded(error) : error;
}
