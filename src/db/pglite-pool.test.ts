import { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pgliteSnapshot } from '../../test/support/database.ts';
import { createPGlitePool } from './pglite-pool.ts';

describe('createPGlitePool', () => {
  let pglite: PGlite;
  let pool: pg.Pool;
  beforeAll(async () => {
    pglite = await PGlite.create({ loadDataDir: await pgliteSnapshot() });
    pool = createPGlitePool(pglite);
  });
  afterAll(async () => {
    await pool.end();
    await pglite.close();
  });

  it('carries large parameters and results whole', async () => {
    const text = 'ü'.repeat(3_000_000);
    const { rows } = await pool.query<{ text: string }>('SELECT $1::text AS text', [text]);
    expect(rows[0]?.text === text).toBe(true);
    const many = await pool.query(
      'SELECT n, repeat(md5(n::text), 3) AS text FROM generate_series(1, 100000) n',
    );
    expect(many.rows.length).toBe(100_000);
    expect(many.rows.at(-1)).toMatchObject({ n: 100_000 });
  });

  it('createPGlitePool goes on after an error in every phase of a query', async () => {
    await expect(pool.query('SELEC 1')).rejects.toMatchObject({ code: '42601' });
    await expect(pool.query('SELECT $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await expect(pool.query('SELECT 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    await expect(pool.query({ name: 'bad', text: 'SELECT nope' })).rejects.toMatchObject({ code: '42703' });
    expect((await pool.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
  });

  it('createPGlitePool gives the next client nothing of one that broke off: no transaction, settings or statements', async () => {
    const client = await pool.connect();
    await client.query({ name: 'statement', text: 'SELECT 1 AS one' });
    await client.query("SET TIME ZONE 'Asia/Tokyo'");
    await client.query('BEGIN');
    await client.query('CREATE TABLE broken_off (id int)');
    client.release(new Error('broke off'));
    expect((await pool.query("SELECT to_regclass('broken_off') AS found")).rows).toEqual([{ found: null }]);
    expect((await pool.query('SHOW timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
    const { rows } = await pool.query({ name: 'statement', text: 'SELECT 2 AS two' });
    expect(rows).toEqual([{ two: 2 }]);
  });

  it('createPGlitePool lets the event loop turn between queries, however many are queued', async () => {
    let turns = 0;
    let running = true;
    const count = (): void => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(Array.from({ length: 200 }, (_, index) => pool.query('SELECT $1::int', [index])));
    running = false;
    expect(turns).toBeGreaterThan(100);
  });

  it('createPGlitePool fails, rather than waits, once PGlite is closed', async () => {
    const closed = await PGlite.create({ loadDataDir: await pgliteSnapshot() });
    const orphan = createPGlitePool(closed);
    await orphan.query('SELECT 1');
    await closed.close();
    await expect(orphan.query('SELECT 1')).rejects.toThrow();
    await expect(orphan.query('SELECT 1')).rejects.toThrow();
    await orphan.end();
  });
});
