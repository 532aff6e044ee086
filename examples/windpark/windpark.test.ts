import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDuckDbEngine } from '../../src/engines/duckdb/engine.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { generateWindpark } from './generator/windpark.ts';

describe('the wind farms', () => {
  it('the wind farms are generated again byte by byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-windpark-'));
    try {
      await generateWindpark(folder);
      const committed = join(import.meta.dirname, 'data');
      const names = await readdir(committed);
      expect(await readdir(folder)).toEqual(names);
      for (const name of names) {
        const [again, before] = await Promise.all([
          readFile(join(folder, name)),
          readFile(join(committed, name)),
        ]);
        expect(again.equals(before), name).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('the wind farms have a model without problems or warnings', async () => {
    expect(await loadWorkspace(import.meta.dirname, {})).toMatchObject({ ok: true, warnings: [] });
  });

  it('the wind farms have outages that account for the energy and the time that production lost', async () => {
    const read = await loadWorkspace(import.meta.dirname, {});
    if (!read.ok) throw new Error('no workspace');
    const source = read.workspace.accounts[0]?.deployments[0]?.dataSource;
    if (source?.type !== 'duckdb') throw new Error('no source');
    await using engine = await createDuckDbEngine({ folder: import.meta.dirname, ...source });
    const sql = `SELECT SUM(possible_kwh - energy_kwh)::BIGINT, SUM(downtime_hours)::BIGINT FROM daily_production
      UNION ALL SELECT SUM(lost_kwh)::BIGINT, SUM(duration_h)::BIGINT FROM outages`;
    await using result = await engine.query({ sql, params: [] }, { timeoutMs: 10_000 });
    const rows: unknown[] = [];
    for await (const chunk of result.chunks) rows.push(...chunk);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
    expect(rows[0]).not.toContain(0);
  });
});
