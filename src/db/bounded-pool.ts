import pg from 'pg';
import { type AppError, databaseOverloaded, databaseUnavailable } from '../errors.ts';
import { isLostConnection } from './lost-connection.ts';

/** Statements that wait for a connection before more are refused. */
const maxWaiting = 1_000;

/** What a pool of `pg` says when no connection came free within `connectionTimeoutMillis`. */
const timedOut = 'timeout exceeded when trying to connect';

type OnConnect = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that says no instead of letting statements wait without end, and what it means that a connection is lost.
 * Its `connect` and `query`, and those of its clients, reject with AppError `OVERLOADED`: at once when too many wait, later
 * when it took too long; and with AppError `UNAVAILABLE` when the server ends connections or cannot be reached.
 * Prisma makes its own error of it, which `knownFailure` reads.
 */
export class BoundedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: TranslatedClient });
    this.query = translated(super.query.bind(this));
  }

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

class TranslatedClient extends pg.Client {
  constructor(options?: string | pg.ClientConfig) {
    super(options);
    this.query = translated(super.query.bind(this));
  }
}

/** A `query` of `pg`, in any of its forms, whose failures are those of {@link failureOf}. */
function translated<Query extends (...given: never[]) => unknown>(query: Query): Query {
  const run = query as unknown as (...given: unknown[]) => unknown;
  return ((...given: unknown[]) => {
    const onDone = given.at(-1);
    if (typeof onDone === 'function') {
      return run(...given.slice(0, -1), (error: unknown, result: unknown) =>
        onDone(error && failureOf(error), result),
      );
    }
    const answer = run(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.catch((error: unknown) => {
      throw failureOf(error);
    });
  }) as unknown as Query;
}

function failureOf<Failure>(error: Failure): Failure | AppError {
  if (error instanceof Error && error.message === timedOut) return databaseOverloaded(error);
  return isLostConnection(error) ? databaseUnavailable(error) : error;
}
