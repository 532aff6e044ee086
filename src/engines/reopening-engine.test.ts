import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { duckDbDialect } from './duckdb/dialect.ts';
import { createDuckDbEngine } from './duckdb/engine.ts';
import { createReopeningEngine } from './reopening-engine.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-reopening-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const count = { sql: 'SELECT count(*) AS n FROM notes', params: [] };
const open = () => createDuckDbEngine({ folder, tables: { notes: 'notes.parquet' }, threads: 1 });
const openCsv = () => createDuckDbEngine({ folder, tables: { notes: 'notes.csv' }, threads: 1 });

test('a source that cannot be read fails its queries, and answers once it can', async () => {
  await writeFile(join(folder, 'notes.parquet'), 'no parquet at all');
  await using engine = await createReopeningEngine(duckDbDialect, open);
  await expect(engine.ping()).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
  const refused = engine.query(count, { timeoutMs: 5_000 });
  await expect(refused).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
  await expect(refused).rejects.not.toThrow(/notes\.parquet/);
  expect(engine.activity()).toEqual({ running: 0, waiting: 0 });
});

test('a source that comes back is opened when it is next needed', async () => {
  await using engine = await createReopeningEngine(duckDbDialect, openCsv);
  await expect(engine.ping()).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
  await writeFile(join(folder, 'notes.csv'), 'n\n1\n2\n');
  await using result = await engine.query(count, { timeoutMs: 5_000 });
  const rows = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  expect(rows).toEqual([[2]]);
});

test('what is wrong with the configuration is told at once', async () => {
  const escaping = () => createDuckDbEngine({ folder, tables: { notes: '../notes.csv' } });
  await expect(createReopeningEngine(duckDbDialect, escaping)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
});

test('an engine that was disposed of stays closed', async () => {
  await writeFile(join(folder, 'notes.csv'), 'n\n1\n');
  const engine = await createReopeningEngine(duckDbDialect, openCsv);
  await engine.ping();
  await engine[Symbol.asyncDispose]();
  await expect(engine.query(count, { timeoutMs: 5_000 })).rejects.toThrow();
});
