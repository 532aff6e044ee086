import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';
import { adminKey, createServiceFolder, ServiceProcess } from '../support/service-process.ts';

it('a generated admin key is in a file for its owner alone, and secrets are read from files', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const secret = 'a-secret-of-more-than-32-bytes-in-a-file';
  const secretFile = join(folder.dataDir, 'token-secret');
  await writeFile(secretFile, `${secret}\n`);
  const environment = { ADMIN_API_KEY: '', TOKEN_SECRET_FILE: secretFile, LOG_LEVEL: 'trace' };
  await using service = await ServiceProcess.start(folder, environment);
  const file = join(folder.dataDir, 'admin-key');
  expect(service.said.join('')).toContain(`an admin key was generated; it is in ${file}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const key = (await readFile(file, 'utf8')).trim();
  expect(service.said.join('')).not.toContain(key);
  const open = (body: object, path: string, headers: Record<string, string>) =>
    LineClient.open(`${service.url}${path}`, { body, headers });
  const minted = await open({ deploymentId: 1, externalId: 'u' }, '/api/v1/embed/generate-session', {
    authorization: `Api-Key ${key}`,
  });
  const { sessionId } = (await minted.json()) as { sessionId: string };
  const exchanged = await open({ sessionId }, '/api/v1/embed/session/token', {});
  const { token } = (await exchanged.json()) as { token: string };
  const { jwtVerify } = await import('jose');
  await jwtVerify(token, new TextEncoder().encode(secret));
});

it('a start whose only admin key is bound to a deployment generates one that is not', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const file = join(folder.path, 'inlay.yml');
  const bound = `apiKeys: [{ name: bound, key: ${adminKey}, role: admin, deployments: [1] }]`;
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('    agents:\n', `    ${bound}\n    agents:\n`));
  await using service = await ServiceProcess.start(folder, { ADMIN_API_KEY: '' });
  expect(service.said.join('')).toContain(`an admin key was generated`);
});

it('a start without ADMIN_API_KEY revokes the key of the start before with a warning, and generates one, which later starts keep', async () => {
  await using folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const keyOf = async () => (await readFile(join(folder.dataDir, 'admin-key'), 'utf8')).trim();
  const statusFor = async ({ url }: ServiceProcess, key: string) => {
    const body = { deploymentId: 1, externalId: 'u' };
    const headers = { authorization: `Api-Key ${key}` };
    return (await LineClient.open(`${url}/api/v1/embed/generate-session`, { body, headers })).status;
  };
  {
    await using given = await ServiceProcess.start(folder, {});
    expect(await statusFor(given, adminKey)).toBe(200);
  }
  let generated: string;
  {
    await using without = await ServiceProcess.start(folder, { ADMIN_API_KEY: '', LOG_LEVEL: 'warn' });
    generated = await keyOf();
    expect(without.logged.filter(({ msg }) => msg.includes('revoked'))).toMatchObject([
      { level: 40, key: { account: 'acme', name: 'ADMIN_API_KEY' } },
    ]);
    expect(without.said.join('')).not.toContain(adminKey);
    expect([await statusFor(without, adminKey), await statusFor(without, generated)]).toEqual([401, 200]);
  }
  await using again = await ServiceProcess.start(folder, { ADMIN_API_KEY: '', LOG_LEVEL: 'warn' });
  expect(again.said.join('')).not.toContain('revoked');
  expect(await keyOf()).toBe(generated);
  expect(await statusFor(again, generated)).toBe(200);
});
