import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../../src/environment.ts';
import { mint, ownKey } from '../support/configuration/asking.ts';
import { readDocumentedNames } from '../support/configuration/documented-names.ts';
import { scenes, type Variable } from '../support/configuration/scenes.ts';
import { hasServers, openSurroundings, type Surroundings } from '../support/configuration/surroundings.ts';
import { ServiceProcess } from '../support/service-process.ts';

it('README lists every variable that the service reads, and each has a test case here', async () => {
  const documented = await readDocumentedNames();
  expect(documented).toEqual(Object.values(variables).flatMap((group) => Object.keys(group)));
  const tried = new Set(Object.values(scenes).flatMap((scene) => Object.keys(scene)));
  expect([...tried].toSorted()).toEqual(documented.toSorted());
});

describe.each(Object.entries(scenes))('a process %s', (name, scene) => {
  const isSkipped = name.includes('PostgreSQL') && !hasServers;
  let around: Surroundings;
  let service: ServiceProcess;
  beforeAll(async () => {
    if (isSkipped) return;
    around = await openSurroundings();
    if ('PUBLIC_URL' in scene) await buildPages();
    service = await start(around, scene);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
    await around?.[Symbol.asyncDispose]();
  });

  it.skipIf(isSkipped).each(Object.keys(scene))('takes %s', async (variable) => {
    await scene[variable]?.shows({ service, around });
  });
});

describe('a process', () => {
  let around: Surroundings;
  beforeAll(async () => {
    around = await openSurroundings();
  });
  afterAll(() => around[Symbol.asyncDispose]());

  it('a process with every variable at once answers, and ends in order', async () => {
    const { DATABASE_URL, REDIS_URL, ...embedded } = Object.assign({}, ...Object.values(scenes));
    const servers = hasServers ? { DATABASE_URL, REDIS_URL } : {};
    await using service = await start(around, { ...embedded, ...servers, DRAIN_SECONDS: { given: '0' } });
    expect((await service.readiness()).status).toBe(200);
    expect((await mint(service)).status).toBe(200);
    expect(await service.terminate()).toBe(0);
  });

  it('a process with none but those of its port, its workspace and its state answers, and ends in order', async () => {
    const { WORKSPACE, DATA_DIR } = scenes['on embedded state'] ?? {};
    await using service = await start(around, { WORKSPACE, DATA_DIR, ADMIN_API_KEY: { given: '' } });
    expect((await service.readiness()).status).toBe(200);
    expect(await service.terminate()).toBe(0);
  });
});

function start(around: Surroundings, scene: Readonly<Record<string, Pick<Variable, 'given'> | undefined>>) {
  const given = Object.entries(scene).map(([name, variable]) => {
    const { given: value = '' } = variable ?? {};
    return [name, typeof value === 'string' ? value : value(around)];
  });
  const folder = { path: around.workspace, dataDir: around.dataDir };
  // Spans are otherwise sent every five seconds.
  const soon = { OTEL_BSP_SCHEDULE_DELAY: '100' };
  return ServiceProcess.start(folder, { ...soon, ADMIN_API_KEY: ownKey, ...Object.fromEntries(given) });
}

async function buildPages(): Promise<void> {
  const script = join(import.meta.dirname, '../../scripts/build-web.ts');
  await promisify(execFile)(process.execPath, [script, '--if-stale']);
}
