import type { Connection, Submittable } from 'pg';
import type { EngineQuery, Parameter } from '../query-engine.ts';

export interface PostgresField {
  readonly name: string;
  readonly dataTypeID: number;
}

/** Values of one row as PostgreSQL wrote them. */
export type TextRow = readonly (string | null)[];

interface Pull {
  readonly resolve: (rows: readonly TextRow[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * One statement on a `pg` client, read as fast as it is pulled: the socket is paused after each piece until the next pull, so
 * that PostgreSQL itself waits for a slow reader. Unlike a cursor, this costs no round trips and lets PostgreSQL plan for
 * the whole result and work in parallel.
 */
export class PostgresRows implements Submittable {
  /** Known once the first `pull` has resolved. */
  fields: readonly PostgresField[] = [];
  readonly #query: EngineQuery;
  #connection: Connection | undefined;
  #rows: TextRow[] = [];
  #pull: Pull | undefined;
  #outcome: { readonly error?: unknown } | undefined;
  #deliveryScheduled = false;
  #discarding = false;
  readonly #ended = Promise.withResolvers<void>();

  constructor(query: EngineQuery) {
    this.#query = query;
  }

  /** The next rows; none at the end. One pull at a time. Rejects with the error of PostgreSQL or the socket. */
  pull(): Promise<readonly TextRow[]> {
    return new Promise((resolve, reject) => {
      this.#pull = { resolve, reject };
      if (this.#rows.length > 0 || this.#outcome !== undefined) {
        this.#deliver();
      } else {
        this.#connection?.stream.resume();
      }
    });
  }

  /** Whether PostgreSQL has completed the statement. */
  get ended(): boolean {
    return this.#outcome !== undefined;
  }

  /** Discards the remaining rows and resolves when the statement has ended, successfully or not. */
  async drain(): Promise<void> {
    this.#discarding = true;
    this.#rows = [];
    this.#connection?.stream.resume();
    await this.#ended.promise;
  }

  submit(connection: Connection): void {
    const { sql, params } = this.#query;
    this.#connection = connection;
    connection.parse(
      { name: '', text: sql, types: params.map((value) => String(parameterType(value))) },
      true,
    );
    connection.bind({ values: params.map((value) => (value === null ? null : String(value))) }, true);
    connection.describe({ type: 'P', name: '' }, true);
    connection.execute(null, true);
    connection.sync();
  }

  handleRowDescription(message: { readonly fields: readonly PostgresField[] }): void {
    this.fields = message.fields;
  }

  handleDataRow(message: { readonly fields: TextRow }): void {
    if (!this.#discarding && this.#rows.push(message.fields) === 1) {
      this.#connection?.stream.pause();
      this.#scheduleDelivery();
    }
  }

  handleReadyForQuery(): void {
    this.#finish({});
  }

  handleError(error: unknown): void {
    this.#finish({ error });
  }

  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyData(): void {}
  handleCopyInResponse(): void {}

  #finish(outcome: { readonly error?: unknown }): void {
    this.#outcome ??= outcome;
    this.#connection?.stream.resume();
    this.#ended.resolve();
    this.#scheduleDelivery();
  }

  /** All rows of one piece from the socket are parsed before this runs. */
  #scheduleDelivery(): void {
    if (!this.#deliveryScheduled) {
      this.#deliveryScheduled = true;
      setImmediate(() => {
        this.#deliveryScheduled = false;
        this.#deliver();
      });
    }
  }

  #deliver(): void {
    const pull = this.#pull;
    if (pull === undefined) {
      return;
    }
    this.#pull = undefined;
    const rows = this.#rows;
    this.#rows = [];
    if (rows.length === 0 && this.#outcome !== undefined && 'error' in this.#outcome) {
      pull.reject(this.#outcome.error);
    } else {
      pull.resolve(rows);
    }
  }
}

/** The type of the same literal, so that operators and functions resolve in the same way. */
function parameterType(value: Parameter): number {
  if (typeof value === 'boolean') {
    return 16;
  }
  if (typeof value !== 'number') {
    return 0;
  }
  if (!Number.isInteger(value)) {
    return 1700;
  }
  return Math.abs(value) < 2 ** 31 ? 23 : 20;
}
