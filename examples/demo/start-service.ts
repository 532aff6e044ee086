import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { loadConfig } from '../../src/config.ts';
import { openService } from '../../src/service.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { DemoError } from './client.ts';

export interface RunningService extends AsyncDisposable {
  readonly url: string;
  readonly adminKey: string;
}

export interface StartOptions {
  /** Of host pages, besides those of the workspace. */
  readonly embedOrigins?: readonly string[];
  /** Where clients reach the service below its origin: `/inlay`. @default the origin itself */
  readonly publicPath?: string;
  /** Puts a state into the data directory before it is opened. */
  readonly fill?: (dataDir: string) => Promise<void>;
}

/**
 * Starts the service in this process, on a free port, over the example workspace and on embedded defaults whatever the
 * environment says. Disposing stops it and removes its data directory. @throws DemoError, StateError, DeploymentsError
 */
export async function startService(options: StartOptions = {}): Promise<RunningService> {
  const { embedOrigins = [], publicPath = '', fill } = options;
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'inlay-demo-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  await fill?.(dataDir);
  const adminKey = randomBytes(24).toString('hex');
  const loaded = loadConfig({
    WORKSPACE: join(import.meta.dirname, '../shop'),
    DATA_DIR: dataDir,
    ADMIN_API_KEY: adminKey,
    LOG_LEVEL: 'error',
  });
  if (!loaded.ok) throw new DemoError(loaded.problems.join('\n'));
  const { config } = loaded;
  const read = await loadWorkspace(config.workspace, {});
  if (!read.ok) {
    throw new DemoError(
      read.problems.map(({ file, line, message }) => `${file}:${line} ${message}`).join('\n'),
    );
  }

  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logger = pino({ level: config.logLevel }, pino.destination(process.stderr.fd));
  const accounts = read.workspace.accounts.map((account) => ({
    ...account,
    embedOrigins: [...account.embedOrigins, ...embedOrigins],
  }));
  const workspace = { ...read.workspace, accounts };
  const service = await openService({
    config: { ...config, publicUrl: `${url}${publicPath}` },
    workspace,
    ownUrl: () => url,
    logger,
  });
  stack.defer(() => service[Symbol.asyncDispose]());
  server.on('request', service.gateway.listener);

  const disposables = stack.move();
  return { url, adminKey, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}
