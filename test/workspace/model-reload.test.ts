import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/semantic/viewer.ts';
import type { DeploymentData, Deployments } from '../../src/services/deployments/deployments.ts';
import type { ModelReload } from '../../src/services/deployments/reload-models.ts';
import { createDataWorkspace, type DataWorkspace, numberCount } from '../support/data-workspace.ts';
import { openDeployments } from '../support/open-deployments.ts';

const viewer: Viewer = { userAttributes: { region: ['EU'] }, groups: [], securityContext: {} };
const revenueSql = 'SELECT MEASURE(revenue) AS r FROM orders';

/** Deployments that watch their models, and what they tell of them. */
interface Watched {
  readonly deployments: Deployments;
  readonly reloads: readonly ModelReload[];
  /** Resolves with the next reload, or one that nobody waited for. */
  next(): Promise<ModelReload>;
}

async function watch({ workspace }: DataWorkspace): Promise<Watched> {
  const reloads: ModelReload[] = [];
  let taken = 0;
  let wake = () => {};
  const deployments = await openDeployments(workspace, {
    onReload(reload) {
      reloads.push(reload);
      wake();
    },
  });
  return {
    deployments,
    reloads,
    async next() {
      for (;;) {
        const reload = reloads[taken];
        if (reload !== undefined) {
          taken += 1;
          return reload;
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
    },
  };
}

let workspace: DataWorkspace;
let watched: Watched;
let data: DeploymentData;

beforeEach(async () => {
  workspace = await createDataWorkspace();
  watched = await watch(workspace);
  data = watched.deployments.get('acme', 1);
});

afterEach(async () => {
  await watched.deployments[Symbol.asyncDispose]();
  await workspace[Symbol.asyncDispose]();
});

const path = (name: string) => join(workspace.folder, name);

/** Replaces a file in one step, as most editors do. */
async function edit(name: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path(name), 'utf8');
  await writeFile(path('edited.tmp'), change(text));
  await rename(path('edited.tmp'), path(name));
}

/** Waits for as many reloads as it takes: a slow machine may see one change as several. */
async function until(holds: (reload: ModelReload) => boolean): Promise<ModelReload> {
  for (;;) {
    const reload = await watched.next();
    if (holds(reload)) return reload;
  }
}

const cubes = () => [...data.layer(undefined).model.cubes.keys()].toSorted();

async function rowsOf(sql: string, branch?: string): Promise<readonly unknown[]> {
  await using result = await data.layer(branch).query(sql, viewer);
  const rows: unknown[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return rows;
}

const multiplied = (factor: number) => (text: string) =>
  text.replace(/\{CUBE\}\.amount[ *\d]*", type: sum/, `{CUBE}.amount * ${factor}", type: sum`);

describe('a model whose files change', () => {
  it('a model whose files change answers with the new model, and only on its own branch', async () => {
    expect(await rowsOf(revenueSql)).toEqual([['7.60']]);
    await edit('model/orders.yml', multiplied(10));
    expect(await watched.next()).toEqual({ folder: 'model', ok: true, warnings: [] });
    expect(await rowsOf(revenueSql)).toEqual([['76.00']]);
    expect(await rowsOf(revenueSql, 'next')).toEqual([['15.20']]);
  });

  it('a model whose files change is seen by whoever holds the layer already, metadata included', async () => {
    const layer = data.layer(undefined);
    await edit('model/orders.yml', (text) => text.replaceAll('revenue', 'turnover'));
    expect((await watched.next()).ok).toBe(true);
    expect([...(layer.model.cubes.get('orders')?.measures.keys() ?? [])]).toContain('turnover');
    const [found] = await layer.searchMetadata('turnover', viewer);
    expect(found?.measures.map(({ name }) => name)).toContain('orders.turnover');
    await expect(layer.query(revenueSql, viewer)).rejects.toMatchObject({ code: 'SQL_INVALID' });
  });

  it('a model whose files change lets a running query end with the model that it began with', async () => {
    await using result = await data.layer(undefined).query('SELECT n, code FROM numbers', viewer);
    const chunks = result.chunks[Symbol.asyncIterator]();
    let rows = (await chunks.next()).value?.length ?? 0;
    await edit('model/orders.yml', (text) => text.replace('name: numbers', 'name: renamed'));
    expect((await watched.next()).ok).toBe(true);
    await expect(rowsOf('SELECT n FROM numbers')).rejects.toMatchObject({ code: 'SQL_INVALID' });
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      rows += next.value.length;
    }
    expect(rows).toBe(numberCount);
    expect(await rowsOf('SELECT n FROM renamed LIMIT 1')).toHaveLength(1);
  });

  it('a model whose files change keeps the old model while the new one is not valid, and tells every problem', async () => {
    const valid = await readFile(path('model/orders.yml'), 'utf8');
    await edit('model/orders.yml', (text) =>
      text.replace('type: count }', 'type: cuont }').replace('type: time }', 'type: tme }'),
    );
    const reload = await watched.next();
    expect(reload).toMatchObject({ folder: 'model', ok: false });
    expect(reload.ok ? [] : reload.problems.map(({ file, path: at }) => `${file} ${at}`)).toEqual([
      'model/orders.yml cubes.orders.dimensions.ordered_at.type',
      'model/orders.yml cubes.orders.measures.count.type',
    ]);
    expect(await rowsOf(revenueSql)).toEqual([['7.60']]);
    await edit('model/orders.yml', () => multiplied(2)(valid));
    expect((await watched.next()).ok).toBe(true);
    expect(await rowsOf(revenueSql)).toEqual([['15.20']]);
  });

  it('a model whose files change keeps the old model while the new one does not fit its data, and tells where', async () => {
    const valid = await readFile(path('model/orders.yml'), 'utf8');
    await edit('model/orders.yml', (text) => text.replace('{CUBE}.note', '{CUBE}.notes'));
    const reload = await watched.next();
    expect(reload.ok ? [] : reload.problems.map(({ path: at, message }) => `${at}: ${message}`)).toEqual([
      'cubes.orders.dimensions.note.sql: The source of "orders" has no column "notes". Did you mean "note"?',
    ]);
    expect(await rowsOf(revenueSql)).toEqual([['7.60']]);
    await edit('model/orders.yml', () => multiplied(2)(valid));
    expect((await watched.next()).ok).toBe(true);
    expect(await rowsOf(revenueSql)).toEqual([['15.20']]);
  });

  it('follows a file that is replaced again and again, and one that is written in place', async () => {
    for (const factor of [2, 3]) {
      await edit('model/orders.yml', multiplied(factor));
      expect((await watched.next()).ok).toBe(true);
    }
    expect(await rowsOf(revenueSql)).toEqual([['22.80']]);
    const text = await readFile(path('model/orders.yml'), 'utf8');
    await writeFile(path('model/orders.yml'), text.replace('name: numbers', 'name: renamed'));
    await until(() => cubes().includes('renamed'));
  });

  it('follows files in new folders, and folders that go', async () => {
    const cube = 'cubes: [{ name: extra, sql_table: numbers, measures: [{ name: count, type: count }] }]\n';
    await mkdir(path('model/deep/er'), { recursive: true });
    await writeFile(path('model/deep/er/extra.yml'), cube);
    await until(() => cubes().includes('extra'));
    // The new folder is watched by itself since.
    await edit('model/deep/er/extra.yml', (text) => text.replace('extra', 'other'));
    await until(() => cubes().includes('other'));
    expect(await rowsOf('SELECT MEASURE(count) AS c FROM other')).toEqual([[numberCount]]);
    await rm(path('model/deep'), { recursive: true });
    await until(() => !cubes().includes('other'));
    expect(cubes()).toEqual(['numbers', 'orders']);
  });

  it('a model whose files change is not read any more once the deployments are closed', async () => {
    const closed = await watch(workspace);
    await closed.deployments[Symbol.asyncDispose]();
    // The open ones show that there was time to see the changes.
    for (const factor of [2, 3]) {
      await edit('model/orders.yml', multiplied(factor));
      await watched.next();
    }
    expect(closed.reloads).toEqual([]);
  });

  it('a model whose files change is not watched unless asked', async () => {
    await using unwatched = await openDeployments(workspace.workspace);
    await edit('model/orders.yml', multiplied(2));
    await watched.next();
    expect(await rowsOf(revenueSql)).toEqual([['15.20']]);
    await using result = await unwatched.get('acme', 1).layer(undefined).query(revenueSql, viewer);
    for await (const rows of result.chunks) expect(rows).toEqual([['7.60']]);
  });
});
