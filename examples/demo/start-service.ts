import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoError } from './client.ts';

export interface RunningService extends AsyncDisposable {
  readonly url: string;
  readonly adminKey: string;
}

const root = join(import.meta.dirname, '../..');

/**
 * Starts the service on a free port over the example workspace, on embedded defaults whatever the environment says.
 * Disposing stops it and removes its data directory. @throws DemoError with what it printed when it cannot serve
 */
export async function startService(): Promise<RunningService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'inlay-demo-'));
  const adminKey = randomBytes(24).toString('hex');
  const port = await freePort();
  const child = spawn(process.execPath, [join(root, 'src/main.ts')], {
    cwd: root,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      WORKSPACE: join(root, 'examples/shop'),
      DATA_DIR: dataDir,
      ADMIN_API_KEY: adminKey,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let printed = '';
  const ready = new Promise<void>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('inlay ready on ')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }

  const outcome = await Promise.race([ready.then(() => 'ready'), exited.then(() => 'exited')]);
  if (outcome === 'exited') {
    await stop();
    throw new DemoError(`The service did not start.\n${printed.trim()}`);
  }
  return { url: `http://127.0.0.1:${port}`, adminKey, [Symbol.asyncDispose]: stop };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new DemoError('There is no free port');
  return address.port;
}
