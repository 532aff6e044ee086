import { describe, expect, it } from 'vitest';
import { lockDataDirectory } from '../../src/db/data-directory.ts';
import { createPostgresDatabase, fillDataDirectory } from '../support/database.ts';
import { redisUrl } from '../support/redis.ts';
import { createServiceFolder, type ServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;
const warningLevel = 40;

/** The service as `npm run SCRIPT` starts it. */
function start(folder: ServiceFolder, script: string, environment: Record<string, string>) {
  // Without an address its agent would be warned of.
  const model = { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:1/v1' };
  return ServiceProcess.start(folder, { LOG_LEVEL: 'info', ...model, ...environment }, [
    'npm',
    'run',
    script,
  ]);
}

/** Fails unless it ended in order, said so, and left nothing behind. */
async function expectGone(service: ServiceProcess, folder: ServiceFolder): Promise<void> {
  expect(await service.ended).toBe(0);
  // A busy machine may take longer for a first look at the data than the service waits before it listens.
  const warnings = service.logged.filter(({ level }) => level >= warningLevel);
  expect(warnings.filter(({ msg }) => !msg.endsWith('will be checked once it responds.'))).toEqual([]);
  expect(service.logged.filter(({ msg }) => msg === 'stopping')).toHaveLength(1);
  expect(service.logged.filter(({ msg }) => msg === 'stopped')).toHaveLength(1);
  expect(service.signalGroup(0)).toBe(false);
  await expect(service.readiness()).rejects.toThrow('ECONNREFUSED');
  lockDataDirectory(folder.dataDir)[Symbol.dispose]();
}

describe('npm start', () => {
  it('passes SIGTERM on: the service drains, says so, and everything is gone', async () => {
    await using folder = await createServiceFolder();
    await fillDataDirectory(folder.dataDir);
    await using service = await start(folder, 'start', { DRAIN_SECONDS: '2' });
    void service.terminate();
    await expect.poll(() => service.readiness()).toMatchObject({ status: 503, body: { status: 'stopping' } });
    await expectGone(service, folder);
  });
});

describe.each(['start', 'dev'])('npm run %s', (script) => {
  it('ends in order on Ctrl-C, which reaches the service more than once', async () => {
    await using folder = await createServiceFolder();
    await fillDataDirectory(folder.dataDir);
    await using service = await start(folder, script, {});
    service.signalGroup('SIGINT');
    await expectGone(service, folder);
  });
});

it.skipIf(!databaseUrl || !redisUrl)(
  'npm start drains on SIGTERM on PostgreSQL and Redis, and warns of nothing',
  async () => {
    await using folder = await createServiceFolder();
    await using database = await createPostgresDatabase();
    await using service = await start(folder, 'start', {
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      DRAIN_SECONDS: '1',
    });
    void service.terminate();
    await expectGone(service, folder);
    const [from, to] = ['stopping', 'stopped'].map((word) => service.logged.find(({ msg }) => msg === word));
    expect(Number(to?.['time']) - Number(from?.['time'])).toBeGreaterThanOrEqual(990);
  },
);
