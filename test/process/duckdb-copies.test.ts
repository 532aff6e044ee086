import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

/** Copies of tables in a temporary folder. */
async function copiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.startsWith('inlay-duckdb-')).toSorted();
}

it('a start removes the copies of tables that a killed process left, and none of a living one', async () => {
  await using living = await createServiceFolder();
  await using folder = await createServiceFolder();
  await Promise.all([living, folder].map(({ dataDir }) => fillDataDirectory(dataDir)));
  const TMPDIR = join(folder.dataDir, '..', 'tmp');
  await mkdir(TMPDIR, { recursive: true });
  await using other = await ServiceProcess.start(living, { TMPDIR });
  const kept = await copiesIn(TMPDIR);
  expect(kept).toHaveLength(1);
  {
    await using killed = await ServiceProcess.start(folder, { TMPDIR });
    expect(await copiesIn(TMPDIR)).toHaveLength(2);
    await killed.kill();
  }
  expect(await copiesIn(TMPDIR)).toHaveLength(2);

  await using service = await ServiceProcess.start(folder, { TMPDIR });
  const copies = await copiesIn(TMPDIR);
  expect(copies).toHaveLength(2);
  expect(copies).toContain(kept[0]);
  expect(await service.terminate()).toBe(0);
  expect(await copiesIn(TMPDIR)).toEqual(kept);
  const query = 'SELECT MEASURE(order_count) AS n FROM orders_overview';
  const answer = await other.post('/api/v1/deployments/1/sql', {
    query,
    sessionSettings: { externalId: 'reader' },
  });
  expect(await answer.text()).toContain('"data"');
});

it('a start that fails leaves no copy', async () => {
  await using folder = await createServiceFolder();
  const TMPDIR = join(folder.dataDir, '..', 'tmp');
  await mkdir(TMPDIR, { recursive: true });
  // Nothing listens there: the data is open when that shows.
  const starting = ServiceProcess.start(folder, {
    TMPDIR,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  });
  await expect(starting).rejects.toThrow('The service ended with 1');
  expect(await copiesIn(TMPDIR)).toEqual([]);
}, 60_000);
