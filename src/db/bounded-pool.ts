import pg from 'pg';
import { type AppError, databaseOverloaded, databaseUnavailable } from '../errors.ts';
import { metrics } from '../telemetry/metrics.ts';
import { inSpan, isObserved, measured } from '../telemetry/span.ts';
import { isLostConnection } from './lost-connection.ts';

/** Maximum number of statements that wait for a connection. */
const maxWaiting = 1_000;

/** The message of `pg`'s pool when no connection became free within `connectionTimeoutMillis`. */
const timedOut = 'timeout exceeded when trying to connect';

type OnConnect = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that refuses statements instead of letting them wait indefinitely. Its `connect` and `query`, and those of its
 * clients, reject with AppError `OVERLOADED` if too many are waiting or the wait was too long, and with AppError
 * `UNAVAILABLE` if the server drops connections or is unreachable. Prisma wraps these errors; `knownFailure` unwraps them.
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

const operations = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH', 'BEGIN', 'COMMIT', 'ROLLBACK'];

/** Runs a statement as a part of a span, by the first word of its text. */
function observed(statement: unknown, run: () => Promise<unknown>): Promise<unknown> {
  if (!isObserved()) return run();
  const text =
    typeof statement === 'string' ? statement : (statement as { readonly text?: string } | null)?.text;
  const [word = ''] = /[A-Z]+/i.exec(text ?? '') ?? [];
  const operation = operations.find((known) => known === word.toUpperCase()) ?? 'OTHER';
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation };
  const measure = measured(metrics.database, { operation });
  return inSpan(`state ${operation}`, { kind: 'client', isPart: true, attributes, measure }, run);
}
