import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { AppError, databaseOverloaded, databaseUnavailable } from '../errors.ts';
import { metrics } from '../telemetry/metrics.ts';
import { inSpan, isObserved, measured } from '../telemetry/span.ts';
import { isLostConnection, isRolledBack } from './lost-connection.ts';

/** Maximum number of statements that wait for a connection. */
const maxWaiting = 1_000;

/** How long statements wait for a server that restarts, from when it was first found to be gone. */
const restartMs = 5_000;

const pauseMs = 50;

/** How long a statement may take before the pool looks whether the server is still there. */
const silenceMs = 2_000;

const lookMs = 500;

/** The message of `pg`'s pool when no connection became free within `connectionTimeoutMillis`. */
const timedOut = 'timeout exceeded when trying to connect';

type OnConnect = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that refuses statements instead of letting them wait indefinitely. Its `connect` and `query`, and those of its
 * clients, reject with AppError `OVERLOADED` if too many are waiting or the wait was too long, and with AppError
 * `UNAVAILABLE` if the server drops connections or is unreachable. Prisma wraps these errors; `knownFailure` unwraps them.
 *
 * For five seconds after a server is lost, `connect` and `query` try again, so that a restart delays requests instead of
 * failing them: a statement only if it certainly had no effect, or reads. Statements of a transaction are never repeated.
 *
 * A network that is cut in silence would be waited for until the system gives it up, which takes a quarter of an hour. So if a statement takes
 * longer than two seconds, and two new connections get no answer within `connectionTimeoutMillis` each, its connection is ended.
 */
export class BoundedPool extends pg.Pool {
  /** When the server was first found to be gone. Until the first answer, there is none that could come back. */
  #goneSinceMs: number | undefined = Number.NEGATIVE_INFINITY;
  /** Errors of statements that were never sent. */
  readonly #unsent = new WeakSet<object>();
  readonly #clients = new Set<TranslatedClient>();

  constructor(options: pg.PoolConfig) {
    super({ ...options, Client: TranslatedClient });
    this.query = this.#repeated(translated(super.query.bind(this)));
    this.on('connect', (client) => void (client instanceof TranslatedClient && this.#clients.add(client)));
    this.on('remove', (client) => void (client instanceof TranslatedClient && this.#clients.delete(client)));
    void this.#endSilent();
  }

  async #endSilent(): Promise<void> {
    while (!this.ended) {
      await sleep(lookMs, undefined, { ref: false });
      const beforeMs = performance.now() - silenceMs;
      const silent = () => [...this.#clients].filter(({ askedMs = beforeMs }) => askedMs < beforeMs);
      if (silent().length === 0) continue;
      // A server that is only busy may be late once.
      if ((await this.#isThere()) || (await this.#isThere())) {
        await sleep(silenceMs, undefined, { ref: false });
        continue;
      }
      // Answers may have arrived while this process was busy.
      await nextTurn();
      for (const client of silent()) {
        this.#goneSinceMs ??= beforeMs;
        void client.end();
      }
    }
  }

  async #isThere(): Promise<boolean> {
    const patienceMs = this.options.connectionTimeoutMillis;
    const client = new pg.Client({ ...this.options, query_timeout: patienceMs });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      // Whatever refuses, is there.
      return error instanceof pg.DatabaseError;
    } finally {
      void client.end();
    }
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(onConnect: OnConnect): void;
  override connect(onConnect?: OnConnect): Promise<pg.PoolClient> | undefined {
    if (onConnect === undefined) return this.#connect();
    if (this.waitingCount >= maxWaiting) onConnect(databaseOverloaded(undefined), undefined, () => {});
    else {
      super.connect((error, client, done) => {
        const failure = error && failureOf(error);
        if (failure !== undefined) this.#unsent.add(failure);
        onConnect(failure, client, done);
      });
    }
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    if (this.waitingCount >= maxWaiting) throw databaseOverloaded(undefined);
    return this.#persist(
      () =>
        super.connect().catch((error: unknown) => {
          throw failureOf(error);
        }),
      () => true,
    );
  }

  /** `query`, repeated where that is safe. */
  #repeated<Query extends (...given: never[]) => unknown>(query: Query): Query {
    const run = query as unknown as (...given: unknown[]) => unknown;
    return ((...given: unknown[]) => {
      const [statement] = given;
      if (typeof given.at(-1) === 'function' || isSubmittable(statement)) return run(...given);
      return this.#persist(
        () => run(...given) as Promise<unknown>,
        (error) =>
          this.#unsent.has(error) || isRolledBack(error.cause) || /^\s*SELECT\b/i.test(textOf(statement)),
      );
    }) as unknown as Query;
  }

  /** @param isSafe whether an attempt that failed for want of a server may be repeated */
  async #persist<T>(attempt: () => Promise<T>, isSafe: (error: AppError) => boolean): Promise<T> {
    for (;;) {
      try {
        const result = await attempt();
        this.#goneSinceMs = undefined;
        return result;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE' || !isSafe(error)) throw error;
        this.#goneSinceMs ??= performance.now();
        if (this.ending || performance.now() - this.#goneSinceMs > restartMs) throw error;
      }
      await sleep(pauseMs);
    }
  }
}

class TranslatedClient extends pg.Client {
  /** When the statement that runs was sent. */
  askedMs: number | undefined;

  constructor(options?: string | pg.ClientConfig) {
    super(options);
    // Lost between two statements, as within a transaction: the next one is told. An error event that nobody listens to
    // would end the process, and the pool listens only while a connection is idle.
    this.on('error', () => {});
    this.on('drain', () => {
      this.askedMs = undefined;
    });
    const query = translated(super.query.bind(this)) as (...given: unknown[]) => unknown;
    this.query = ((...given: unknown[]) => {
      this.askedMs = performance.now();
      return query(...given);
    }) as typeof this.query;
  }
}

/** `pg`'s `query`, in any of its forms, with errors mapped by {@link failureOf}. */
function translated<Query extends (...given: never[]) => unknown>(query: Query): Query {
  const run = query as unknown as (...given: unknown[]) => unknown;
  return ((...given: unknown[]) => {
    const onDone = given.at(-1);
    if (typeof onDone === 'function') {
      return run(...given.slice(0, -1), (error: unknown, result: unknown) =>
        onDone(error && failureOf(error), result),
      );
    }
    const [statement] = given;
    // A statement that answers with events is left as it is.
    if (isSubmittable(statement)) return run(...given);
    return observed(statement, () =>
      (run(...given) as Promise<unknown>).catch((error: unknown) => {
        throw failureOf(error);
      }),
    );
  }) as unknown as Query;
}

function failureOf<Failure>(error: Failure): Failure | AppError {
  if (error instanceof Error && error.message === timedOut) return databaseOverloaded(error);
  return isLostConnection(error) ? databaseUnavailable(error) : error;
}

function isSubmittable(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return (statement as { readonly text?: string } | null)?.text ?? '';
}

const operations = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'BEGIN', 'COMMIT', 'ROLLBACK'];

/** Runs a statement as a part of a span, by the first word of its text. */
function observed(statement: unknown, run: () => Promise<unknown>): Promise<unknown> {
  if (!isObserved()) return run();
  const [word = ''] = /[A-Z]+/i.exec(textOf(statement)) ?? [];
  const operation = operations.find((known) => known === word.toUpperCase()) ?? 'OTHER';
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation };
  const measure = measured(metrics.database, { operation });
  return inSpan(`state ${operation}`, { kind: 'client', isPart: true, attributes, measure }, run);
}
