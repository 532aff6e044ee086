import { once } from 'node:events';
import { appendFile, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockDataDirectory } from '../../src/db/data-directory.ts';
import { createPostgresDatabase, describePostgres, fillDataDirectory } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { LineClient } from '../support/line-client.ts';
import { adminKey, ServiceProcess } from '../support/service-process.ts';

const chatWorkspace = join(import.meta.dirname, '../support/chat-workspace');

/** A copy of the workspace, with a property that does not exist in these files. */
async function workspaceWith(...wrong: readonly string[]): Promise<string> {
  const copy = await mkdtemp(join(folder, 'workspace-'));
  await cp(chatWorkspace, copy, { recursive: true });
  for (const file of wrong) await appendFile(join(copy, file), '\nbogus: 1\n');
  return copy;
}

/** A port that is taken, a state that is in use, and a place for everything that a start writes. */
let folder: string;
const taken = createServer();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-failed-start-'));
  await fillDataDirectory(join(folder, 'state'));
  await mkdir(join(folder, 'temporary'));
  await writeFile(join(folder, 'empty-secret'), '');
  await once(taken.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  taken.close();
  await rm(folder, { recursive: true, force: true });
});

it.each<
  [what: string, environment: () => Promise<Record<string, string>> | Record<string, string>, said: RegExp]
>([
  [
    'whose port is taken',
    () => ({ PORT: String((taken.address() as AddressInfo).port) }),
    /HOST, PORT: cannot listen there \(EADDRINUSE\)/,
  ],
  [
    'whose port for metrics is taken',
    () => ({ METRICS_PORT: String((taken.address() as AddressInfo).port) }),
    /HOST, METRICS_PORT: cannot listen there \(EADDRINUSE\)/,
  ],
  [
    'with a secret twice, and one in a file that is missing',
    () => ({ ADMIN_API_KEY_FILE: chatWorkspace, TOKEN_SECRET_FILE: join(folder, 'none') }),
    /ADMIN_API_KEY_FILE: ADMIN_API_KEY is set too.*TOKEN_SECRET_FILE: the file cannot be read \(ENOENT\)/s,
  ],
  [
    'whose admin key is in an empty file',
    () => ({ ADMIN_API_KEY: '', ADMIN_API_KEY_FILE: join(folder, 'empty-secret') }),
    /ADMIN_API_KEY_FILE: the file is empty/,
  ],
  [
    'whose database is not migrated, with AUTO_MIGRATE off',
    () => ({ AUTO_MIGRATE: 'off', DATA_DIR: join(folder, 'empty') }),
    /The database lacks .*, and AUTO_MIGRATE is off\. Run "inlay migrate", or "npm run db:migrate" in a checkout\./,
  ],
  [
    'on a host that is not its own',
    () => ({ HOST: '192.0.2.1' }),
    /HOST, PORT: cannot listen there \(EADDRNOTAVAIL\)\. This machine has no such address/,
  ],
  ['on a host that does not exist', () => ({ HOST: 'nowhere.invalid' }), /HOST: there is no such host/],
  [
    'whose database does not respond',
    async () => ({ DATABASE_URL: `postgres://inlay@127.0.0.1:${await freePort()}/inlay` }),
    /Cannot open PostgreSQL .* Check DATABASE_URL/,
  ],
  [
    'whose trusted documents are missing',
    () => ({ GRAPHQL_DOCUMENTS: join(folder, 'none.json') }),
    /GRAPHQL_DOCUMENTS: the file cannot be read/,
  ],
  ['without a workspace', () => ({ WORKSPACE: join(folder, 'none') }), /none/],
  [
    'with problems in the environment and in inlay.yml',
    async () => ({ LOG_LEVEL: 'loud', WORKSPACE: await workspaceWith('inlay.yml') }),
    /LOG_LEVEL: is not a level.*inlay\.yml:\d+ bogus: Unknown property/s,
  ],
  [
    'with problems in two models',
    async () => ({ WORKSPACE: await workspaceWith('model/sales.yml', 'branches/discounts/sales.yml') }),
    /(?=.*model\/sales\.yml:\d+ bogus: )(?=.*branches\/discounts\/sales\.yml:\d+ bogus: )/s,
  ],
  [
    'with trusted documents that are missing beside other problems',
    () => ({ GRAPHQL_DOCUMENTS: join(folder, 'none.json'), HOST: '999.1.1.1', LOG_LEVEL: 'loud' }),
    /(?=.*GRAPHQL_DOCUMENTS: the file cannot be read \(ENOENT\))(?=.*HOST: is not a host)(?=.*LOG_LEVEL: )/s,
  ],
  [
    'whose files do not fit into the memory of DuckDB',
    () => ({ DUCKDB_MEMORY_MB: '1', WORKSPACE: join(import.meta.dirname, '../../examples/shop') }),
    /inlay\.yml:\d+ .*dataSource.*: .*Raise DUCKDB_MEMORY_MB/,
  ],
  ['with a wrong variable', () => ({ PUBLIC_URL: 'inlay.example.com' }), /PUBLIC_URL: is not a URL/],
])('a start %s says so, ends with 1 and leaves nothing behind', async (_, environment, said) => {
  const dataDir = join(folder, 'state');
  const port = await freePort();
  const started = ServiceProcess.start(
    { path: chatWorkspace, dataDir },
    { PORT: String(port), TMPDIR: join(folder, 'temporary'), ...(await environment()) },
  );
  const failure = await started.catch((error: Error) => error.message);
  expect(failure).toMatch(/^The service ended with 1: /);
  expect(failure).toMatch(said);
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
  lockDataDirectory(dataDir)[Symbol.dispose]();
});

it('a start on a state that is in use names who uses it, ends with 1 and leaves nothing behind', async () => {
  using _held = lockDataDirectory(join(folder, 'state'));
  const started = ServiceProcess.start(
    { path: join(import.meta.dirname, '../support/chat-workspace'), dataDir: join(folder, 'state') },
    { TMPDIR: join(folder, 'temporary') },
  );
  await expect(started).rejects.toThrow(
    new RegExp(`ended with 1: (.|\\n)* is in use by process ${process.pid}`),
  );
  expect(await readdir(join(folder, 'temporary'))).toEqual([]);
});

it.each([
  ['port', () => ({ PORT: String((taken.address() as AddressInfo).port) })],
  ['address', () => ({ HOST: '192.0.2.1' })],
  ['host', () => ({ HOST: 'inlay.invalid' })],
])('a start that cannot listen on its %s makes no state', async (_, environment) => {
  const dataDir = join(folder, 'no-state');
  const started = ServiceProcess.start({ path: chatWorkspace, dataDir }, environment());
  await expect(started).rejects.toThrow(/ended with 1: /);
  await expect(readdir(dataDir)).rejects.toThrow('ENOENT');
});

describePostgres('a start beside a service on the same port and database', () => {
  it('a start beside a service on the same port and database leaves the key of that service', async () => {
    await using database = await createPostgresDatabase();
    const workspace = { path: chatWorkspace, dataDir: join(folder, 'no-state') };
    await using running = await ServiceProcess.start(workspace, { DATABASE_URL: database.url });
    const second = ServiceProcess.start(workspace, {
      DATABASE_URL: database.url,
      PORT: new URL(running.url).port,
      ADMIN_API_KEY: 'another-key-of-24-characters-or-more',
    });
    await expect(second).rejects.toThrow(/ended with 1: .*EADDRINUSE/s);
    const { status } = await LineClient.open(`${running.url}/api/v1/embed/generate-session`, {
      body: { deploymentId: 1, externalId: 'u' },
      headers: { authorization: `Api-Key ${adminKey}` },
    });
    expect(status).toBe(200);
  });
});
