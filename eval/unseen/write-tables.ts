import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Domain } from './domain.ts';

const packages = join(import.meta.dirname, '../../node_modules');

/** Path of a file of an installed package. */
export function packageFile(path: string): string {
  return join(packages, path);
}

export async function packageJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(packageFile(path), 'utf8')) as T;
}

/** What a CommonJS module of a package exports. */
export function packageModule<T>(path: string): T {
  return createRequire(import.meta.url)(packageFile(path)) as T;
}

/** What a TypeScript module of a package exports; Node itself runs none that is in `node_modules`. */
export async function packageTypeScript<T>(path: string): Promise<T> {
  const code = stripTypeScriptTypes(await readFile(packageFile(path), 'utf8'));
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as T;
}

/** Writes the tables of a domain as Parquet below `folder`, unless they are there and made from the same description. */
export async function writeTables(domain: Domain, folder: string): Promise<void> {
  const mark = join(folder, 'data', 'made-from');
  const wanted = await fingerprint(domain);
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return;
  await rm(join(folder, 'data'), { recursive: true, force: true });
  await mkdir(join(folder, 'data'), { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  try {
    const connection = await instance.connect();
    for (const [name, source] of Object.entries(await domain.load())) {
      let file = source;
      if (typeof file !== 'string') {
        file = join(folder, 'data', `${name}.json`);
        await writeFile(file, JSON.stringify(source));
      }
      const read = file.endsWith('.csv')
        ? `read_csv('${file}', sample_size = -1)`
        : `read_json('${file}', sample_size = -1, maximum_object_size = 200000000)`;
      await connection.run(`CREATE TABLE source_${name} AS SELECT * FROM ${read}`);
      if (file !== source) await rm(file);
    }
    for (const [name, { sql }] of Object.entries(domain.tables)) {
      await connection.run(`CREATE TABLE ${name} AS ${sql}`);
      await connection.run(`COPY ${name} TO '${join(folder, 'data', name)}.parquet' (FORMAT parquet)`);
    }
    connection.closeSync();
  } finally {
    instance.closeSync();
  }
  await writeFile(mark, wanted);
}

async function fingerprint(domain: Domain): Promise<string> {
  const versions = await Promise.all(
    domain.packages.map(
      async (name) => (await packageJson<{ version: string }>(`${name}/package.json`)).version,
    ),
  );
  const made = Object.entries(domain.tables).map(([name, { sql }]) => [name, sql]);
  return createHash('sha256')
    .update(JSON.stringify([versions, domain.load.toString(), made]))
    .digest('hex');
}
