import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/db/database.ts';
import { createPostgresDatabase } from '../support/database.ts';
import { startTraffic } from '../support/mixed-traffic.ts';
import { redisUrl } from '../support/redis.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;
const root = join(import.meta.dirname, '../..');
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The last release; before the first one, what was there before the last migration. */
function previousRelease(): string {
  const { SOAK_PREVIOUS } = process.env;
  if (SOAK_PREVIOUS !== undefined) return SOAK_PREVIOUS;
  const [tag = ''] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  return tag || `${git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'prisma/migrations')}^`;
}

/** Its sources, with the packages of this checkout. */
async function checkOut(release: string): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'inlay-previous-'));
  execFileSync('sh', ['-c', `git archive '${release}' | tar -x -C '${path}'`], { cwd: root });
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'));
  execFileSync(process.execPath, [join(path, 'scripts/db-generate.ts')], { cwd: path });
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

it.skipIf(!databaseUrl || !redisUrl)(
  'the previous release starts on the schema of this one, and serves beside it without a failed request',
  async () => {
    const release = previousRelease();
    await using previous = await checkOut(release);
    await using database = await createPostgresDatabase();
    await using folder = await createServiceFolder();
    const environment = { DATABASE_URL: database.url, REDIS_URL: redisUrl, EXCHANGES_PER_SECOND: '0' };
    // This version migrates.
    await using current = await ServiceProcess.start(folder, environment);
    const main = join(previous.path, 'src/main.ts');
    await using earlier = await ServiceProcess.start(
      { path: join(previous.path, 'examples/shop'), dataDir: folder.dataDir },
      environment,
      [process.execPath, main],
    );
    const running = [current, earlier].map(({ url }) => startTraffic(url, { perSecond: 10, atOnce: 20 }));
    await sleep(20_000);
    const [ofCurrent, ofEarlier] = await Promise.all(running.map((traffic) => traffic.stop()));
    process.stdout.write(
      `${git('describe', '--always', release)} on the schema of this version: ${ofEarlier?.sent} requests, ${ofEarlier?.failures.length} failed\n`,
    );
    expect([...(ofCurrent?.failures ?? []), ...(ofEarlier?.failures ?? [])]).toEqual([]);
    expect(ofEarlier?.sent).toBeGreaterThan(20);
    expect([...current.faults, ...earlier.faults]).toEqual([]);
    // It recorded no migration of its own.
    await using state = await openDatabase({ databaseUrl: database.url, autoMigrate: false });
    await state.ping();
  },
);
