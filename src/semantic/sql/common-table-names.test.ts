import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect, staff } from '../../../test/fixtures/semantic/fixture.ts';
import { createDuckDbEngine } from '../../engines/duckdb/engine.ts';
import type { QueryEngine } from '../../engines/query-engine.ts';
import { createSemanticLayer } from '../create-semantic-layer.ts';
import { loadDataModel } from '../model/load-model.ts';
import type { SemanticLayer } from '../semantic-layer.ts';

/** Tables under names that the compiler gives, or gave, to what it prints; each has one row, with its number in it. */
const tables = ['t0', 't1', 't2', 't3', 't4', 't5', 'CTE0', 'cte1', 'cte2', 'cte3', '_cte1', 'c0', 'k0', 'w'];

let folder: string;
let engine: QueryEngine;
let layer: SemanticLayer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inlay-names-'));
  for (const [index, table] of tables.entries()) {
    await writeFile(path.join(folder, `${table}.csv`), `value\n${index}\n`);
  }
  const cubes = tables.flatMap((table) => [
    `  - { name: cube_${table.toLowerCase()}, sql_table: ${table}, dimensions: [{ name: value, sql: value, type: number }] }`,
    `  - { name: select_${table.toLowerCase()}, sql: SELECT * FROM ${table}, dimensions: [{ name: value, sql: value, type: number }] }`,
    `  - { name: member_${table.toLowerCase()}, sql: SELECT 1 AS one, dimensions: [{ name: value, sql: (SELECT max(value) FROM ${table}), type: number }] }`,
  ]);
  await writeFile(path.join(folder, 'cubes.yml'), `cubes:\n${cubes.join('\n')}\n`);
  engine = await createDuckDbEngine({
    folder,
    tables: Object.fromEntries(tables.map((table) => [table, `${table}.csv`])),
  });
  const { model } = await loadDataModel(folder);
  layer = await createSemanticLayer({ model, engine });
});
afterAll(async () => {
  await layer[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

it.each(tables)('a WITH query is never read in place of the table %s', async (table) => {
  const number = String(tables.indexOf(table));
  for (const cube of ['cube', 'select', 'member'].map((kind) => `${kind}_${table.toLowerCase()}`)) {
    const sql = `
      WITH a AS (SELECT 100 AS value), b AS (SELECT value FROM a), c AS (SELECT value FROM b)
      SELECT ${cube}.value, a.value, b.value, c.value FROM ${cube}, a, b, c`;
    const { rows } = await collect(await layer.query(sql, staff));
    expect(
      rows.map((row) => row.map(String)),
      cube,
    ).toEqual([[number, '100', '100', '100']]);
  }
});
