import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';
import {
  chatPath,
  createServiceFolder,
  postTo,
  type ServiceFolder,
  ServiceProcess,
} from '../support/service-process.ts';

const otherKey = 'the-key-of-an-account-that-came-later';
let folder: ServiceFolder;
let service: ServiceProcess;
let original: string;
beforeAll(async () => {
  folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  original = await readFile(join(folder.path, 'inlay.yml'), 'utf8');
  const environment = { LOG_LEVEL: 'info', NODE_ENV: 'production', OTHER_KEY: otherKey };
  service = await ServiceProcess.start(folder, environment);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Writes `inlay.yml`, asks the process to read it, and waits until it says that it did. */
async function reload(text: string, said: RegExp): Promise<void> {
  const before = service.logged.length;
  await writeFile(join(folder.path, 'inlay.yml'), text);
  process.kill(service.pid, 'SIGHUP');
  const heard = () => service.logged.slice(before).map(({ msg }) => msg);
  await expect.poll(heard, { timeout: 60_000 }).toContainEqual(expect.stringMatching(said));
}

const ask = (key: string, query: string) =>
  LineClient.open(`${service.url}/graphql`, {
    body: { query },
    headers: { authorization: `Api-Key ${key}` },
  });
const countOrders = { input: 'How many orders?', sessionSettings: { externalId: 'u', groups: ['analysts'] } };

it('what a reloaded workspace adds works at once: accounts with their keys, agents, data', async () => {
  expect((await ask(otherKey, '{ viewer { kind } }')).status).toBe(401);
  const account = `  - name: other
    apiKeys: [{ name: backend, key: "\${OTHER_KEY}", role: admin }]\n`;
  const agent = '      - { id: 7, name: Late, deploymentId: 1, model: planner }\n';
  const changed = original.replace('    agents:\n', (agents) => agents + agent) + account;
  await reload(changed, /^workspace reloaded$/);
  expect(service.logged.at(-1)).toMatchObject({ dataReopened: false });
  expect((await ask(otherKey, '{ viewer { kind } }')).status).toBe(200);
  const lines = await (await postTo(service.url, chatPath(7), countOrders)).rest();
  expect(lines.at(-1)?.state?.status).toBe('completed');
});

it('a workspace that is wrong changes nothing, and the log says what is wrong where', async () => {
  await reload(`${original}    bogus: 1\n`, /earlier one stays in use/);
  expect(service.logged.map(({ msg }) => msg)).toContainEqual(
    expect.stringMatching(/^inlay\.yml:\d+ .*bogus/),
  );
  expect((await ask(otherKey, '{ viewer { kind } }')).status).toBe(200);
});

it('data that is configured in another way is opened anew, and answers', async () => {
  const changed = original.replace(/^( {6}- id: 1\n)/m, '$1        timezone: America/New_York\n');
  expect(changed).not.toBe(original);
  await reload(changed, /^workspace reloaded$/);
  expect(service.logged.find(({ dataReopened }) => dataReopened === true)).toBeDefined();
  const lines = await (await postTo(service.url, chatPath(1), countOrders)).rest();
  expect(lines.at(-1)?.state?.status).toBe('completed');
  expect((await service.readiness()).status).toBe(200);
});

it('an agent that the workspace no longer names is retired with the reload', async () => {
  expect((await postTo(service.url, chatPath(7), countOrders)).status).toBe(404);
});

it('a refused workspace is read again once a model that only it names is mended', async () => {
  await using own = await createServiceFolder();
  await fillDataDirectory(own.dataDir);
  await using watching = await ServiceProcess.start(own, { LOG_LEVEL: 'info' });
  const model = join(own.path, 'later', 'orders.yml');
  const cube = (type: string) =>
    `cubes:\n  - name: late\n    sql_table: orders\n    dimensions:\n      - { name: order_id, sql: order_id, type: ${type}, primary_key: true }\n`;
  await mkdir(join(own.path, 'later'));
  await writeFile(model, cube('numbr'));
  const file = join(own.path, 'inlay.yml');
  const text = await readFile(file, 'utf8');
  const later = `      - id: 9
        name: Late
        model: later
        dataSource: { type: duckdb, tables: { orders: data/orders.parquet } }
`;
  await writeFile(file, text.replace('    agents:\n', `${later}    agents:\n`));
  const heard = () => watching.logged.map(({ msg }) => msg);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/earlier one stays in use/));
  await writeFile(model, cube('number'));
  await expect.poll(heard).toContainEqual('workspace reloaded');
});

it('the log says so when a refused workspace is valid again, though it is the one in use', async () => {
  await using own = await createServiceFolder();
  await fillDataDirectory(own.dataDir);
  await using watching = await ServiceProcess.start(own, { LOG_LEVEL: 'info' });
  const file = join(own.path, 'inlay.yml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, `${text}    bogus: 1\n`);
  const heard = () => watching.logged.map(({ msg }) => msg);
  await expect.poll(heard).toContainEqual(expect.stringMatching(/earlier one stays in use/));
  await writeFile(file, text);
  const again = expect.objectContaining({ level: 30, msg: 'the workspace is valid again' });
  await expect.poll(() => watching.logged).toContainEqual(again);
  expect(heard()).not.toContain('workspace reloaded');
});
