import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSecretFiles } from './secret-files.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-secrets-'));
  file = join(folder, 'secret');
  await writeFile(file, ' a secret with spaces \n');
  await writeFile(join(folder, 'empty'), ' \n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('NAME_FILE is read for NAME, without the line break at its end', () => {
  const { env, problems } = readSecretFiles({ TOKEN_SECRET_FILE: file, ACME_KEY_FILE: file, HOST: 'x' });
  expect(problems).toEqual([]);
  expect(env).toMatchObject({
    TOKEN_SECRET: ' a secret with spaces ',
    ACME_KEY: ' a secret with spaces ',
    HOST: 'x',
  });
});

it('a secret that is set twice, or whose file cannot be read, is a problem that does not repeat it', () => {
  const { problems } = readSecretFiles({
    ...{ ADMIN_API_KEY: 'given', ADMIN_API_KEY_FILE: file },
    REDIS_URL_FILE: join(folder, 'none'),
    DATABASE_URL_FILE: folder,
  });
  expect(problems).toEqual([
    'ADMIN_API_KEY_FILE: ADMIN_API_KEY is set too. Unset one of them.',
    'REDIS_URL_FILE: the file cannot be read (ENOENT).',
    'DATABASE_URL_FILE: the file cannot be read (EISDIR).',
  ]);
});

it('an empty file is a problem for a secret of the service, and leaves another name unset', () => {
  const empty = join(folder, 'empty');
  const { env, problems } = readSecretFiles({ ADMIN_API_KEY_FILE: empty, ACME_KEY_FILE: empty });
  expect(problems).toEqual(['ADMIN_API_KEY_FILE: the file is empty.']);
  expect(env).not.toHaveProperty('ADMIN_API_KEY');
  expect(env).not.toHaveProperty('ACME_KEY');
});

it('names of other programs are left alone', () => {
  const { env, problems } = readSecretFiles({
    SSL_CERT_FILE: file,
    OTHER_TOKEN_FILE: '/nowhere',
    LOG_FILE: file,
  });
  expect(problems).toEqual([]);
  expect(Object.keys(env)).toEqual(['SSL_CERT_FILE', 'OTHER_TOKEN_FILE', 'LOG_FILE']);
});
