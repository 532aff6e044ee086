import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { BoundedPool } from './bounded-pool.ts';

/** The simple-query message for `ROLLBACK; DISCARD ALL`, sent as two so that each is its own statement. */
const resetMessages = ['ROLLBACK', 'DISCARD ALL'].map(simpleQuery);

/**
 * A pool of one client of `pg` over an embedded PGlite.
 *
 * PGlite is one backend in this process. With `pg`'s own client and pool, everything above, including Prisma's
 * adapter, runs the same code as on a PostgreSQL server, with the same conversions and errors. The pool's queue keeps
 * transactions apart.
 * Ending the pool leaves `pglite` open.
 */
export function createPGlitePool(pglite: PGlite): pg.Pool {
  return new BoundedPool({
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => new PGliteStream(pglite),
  });
}

/** A socket to PGlite: executes what `pg` writes, and returns PGlite's replies. */
class PGliteStream extends Duplex {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    super();
    this.#pglite = pglite;
  }

  connect(): this {
    this.#open().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  async #open(): Promise<void> {
    await this.#pglite.waitReady;
    // The backend outlives its clients: a new client must not inherit a transaction or prepared statements.
    for (const message of resetMessages) await this.#pglite.execProtocolRaw(message);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#execute(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(
      // Executing is synchronous: without a turn of the event loop in between, a busy queue would starve all sockets.
      () => setImmediate(done),
      (error: Error) => done(error),
    );
  }

  async #execute(message: Buffer): Promise<void> {
    const answer = await this.#pglite.execProtocolRaw(message);
    if (answer.length > 0) this.push(answer);
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this._writev([{ chunk }], done);
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function simpleQuery(sql: string): Uint8Array {
  const text = Buffer.from(`${sql}\0`);
  const message = Buffer.alloc(5 + text.length);
  message.write('Q');
  message.writeInt32BE(4 + text.length, 1);
  text.copy(message, 5);
  return message;
}
