import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { describe } from 'vitest';
import { type Database, type DatabaseKind, openDatabase } from '../../src/db/database.ts';
import { Prisma } from '../../src/db/generated/client.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type Migration, readMigrations } from '../../src/db/migrations.ts';
import { createPGlitePool } from '../../src/db/pglite-pool.ts';

/** A server on which tests may make and drop databases; without it, suites on PostgreSQL are skipped. */
const { TEST_DATABASE_URL: serverUrl } = process.env;

/** Runs `suite` once on each kind of database; on PostgreSQL it is skipped, and reported so, without a server. */
export function describeDatabases(name: string, suite: (kind: DatabaseKind) => void): void {
  describe(`${name} on pglite`, () => suite('pglite'));
  describePostgres(`${name} on postgres`, () => suite('postgres'));
}

/** Runs `suite` on one database, for what no database does otherwise: on PostgreSQL where there is a server, else on the embedded one. */
export function describeDatabase(name: string, suite: (kind: DatabaseKind) => void): void {
  const kind = serverUrl === undefined || serverUrl === '' ? 'pglite' : 'postgres';
  describe(`${name} on ${kind}`, () => suite(kind));
}

/** Runs `suite` when there is a PostgreSQL server; else it is skipped, and reported so. */
export function describePostgres(name: string, suite: () => void): void {
  describe.skipIf(!serverUrl)(name, suite);
}

/** A migrated, empty database of its own, gone when disposed of. PostgreSQL's is a copy of a template database. */
export async function openTestDatabase(kind: DatabaseKind = 'pglite'): Promise<Database> {
  const recorders = new Set<string[]>();
  const onStatement = (sql: string): void => {
    if (sql === 'COMMIT' || sql === 'ROLLBACK') return;
    for (const statements of recorders) statements.push(sql);
  };
  await using stack = new AsyncDisposableStack();
  const database =
    kind === 'pglite'
      ? await openDatabase({ pglite: await takePGlite(stack), onStatement })
      : await openDatabase({ databaseUrl: stack.use(await createPostgresDatabase()).url, onStatement });
  stack.use(database);
  const disposables = stack.move();
  const testDatabase: Database = {
    prisma: database.prisma,
    kind: database.kind,
    ping: () => database.ping(),
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  };
  recordersOf.set(testDatabase, recorders);
  return testDatabase;
}

const recordersOf = new WeakMap<Database, Set<string[]>>();

/** The SQL of each statement that Prisma runs on a test database from now on, without the transactions' own. */
export function recordStatements(
  database: Database,
): Disposable & { readonly statements: readonly string[] } {
  const recorders = recordersOf.get(database);
  if (!recorders) throw new TypeError('Only what openTestDatabase() opened is recorded.');
  const statements: string[] = [];
  recorders.add(statements);
  return { statements, [Symbol.dispose]: () => recorders.delete(statements) };
}

/** Emptied by whoever had them: that takes a twentieth of the time that opening another takes. */
const idlePGlites: PGlite[] = [];

/** A migrated, empty PGlite in memory, which the stack gives back. */
async function takePGlite(stack: AsyncDisposableStack): Promise<PGlite> {
  const pglite = idlePGlites.pop() ?? (await PGlite.create({ loadDataDir: await pgliteSnapshot() }));
  stack.defer(async () => {
    const isEmpty = await empty(pglite);
    if (isEmpty) idlePGlites.push(pglite);
    else await pglite.close();
  });
  return pglite;
}

/** @returns false when a test has left it other than migrated */
async function empty(pglite: PGlite): Promise<boolean> {
  const tables = Object.values(Prisma.ModelName).map((name) => `"${name}"`);
  try {
    // Whoever was cut off in a transaction has left it open.
    await pglite.exec('ROLLBACK');
    await pglite.exec(`TRUNCATE ${tables.join(', ')} RESTART IDENTITY`);
    return true;
  } catch {
    return false;
  }
}

const cacheDirectory = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'inlay');

let snapshot: Promise<Blob> | undefined;

/**
 * A dump of a migrated PGlite, kept until the migrations or PGlite change: starting from it takes half a second instead of
 * five.
 */
export function pgliteSnapshot(): Promise<Blob> {
  snapshot ??= readMigrations().then(async (migrations) => {
    const path = join(cacheDirectory, `pglite-${await fingerprint(migrations)}.tar`);
    if (!existsSync(path)) await writeSnapshot(path, migrations);
    return new Blob([await readFile(path)]);
  });
  return snapshot;
}

async function writeSnapshot(path: string, migrations: readonly Migration[]): Promise<void> {
  await using pglite = await PGlite.create();
  const pool = createPGlitePool(pglite);
  const client = await pool.connect();
  await migrate(client, migrations);
  client.release();
  await pool.end();
  const dump = await pglite.dumpDataDir('none');
  await mkdir(cacheDirectory, { recursive: true });
  // Test workers may do this at the same time: each writes its own, and whichever is renamed last stays.
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, dump.stream());
  await rename(partial, path);
  for (const name of await readdir(cacheDirectory)) {
    const old = join(cacheDirectory, name);
    if (old !== path && old.endsWith('.tar')) await rm(old, { force: true });
  }
}

/** Puts a migrated, empty state into a data directory: a copy takes a fifth of the time that the first set-up takes. */
export async function fillDataDirectory(dataDir: string): Promise<void> {
  const prepared = join(cacheDirectory, `state-${await fingerprint(await readMigrations())}`);
  if (!existsSync(prepared)) await writeState(prepared);
  await cp(prepared, dataDir, { recursive: true });
}

async function writeState(path: string): Promise<void> {
  const partial = `${path}.${process.pid}`;
  await (await openDatabase({ dataDir: partial }))[Symbol.asyncDispose]();
  // Of workers that do this at the same time, the first one's stays.
  await rename(partial, path).catch(() => rm(partial, { recursive: true, force: true }));
}

async function fingerprint(migrations: readonly Migration[]): Promise<string> {
  const pglitePackage = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return createHash('sha256')
    .update(JSON.stringify(migrations))
    .update(await readFile(fileURLToPath(pglitePackage)))
    .digest('hex')
    .slice(0, 16);
}

/** A new database on the test server, migrated unless `empty`; dropped when disposed of. */
export async function createPostgresDatabase({
  empty = false,
} = {}): Promise<AsyncDisposable & { url: string }> {
  const name = `inlay_test_${Date.now()}_${randomUUID().slice(0, 8)}`;
  const template = empty ? 'template0' : await postgresTemplate();
  await onServer((server) => server.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: databaseUrl(name),
    async [Symbol.asyncDispose]() {
      await onServer((server) => server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
    },
  };
}

let template: Promise<string> | undefined;

/** The name of the migrated template database, made under a lock if need be. */
function postgresTemplate(): Promise<string> {
  template ??= readMigrations().then(async (migrations) => {
    const name = `inlay_template_${await fingerprint(migrations)}`;
    await onServer(async (server) => {
      await server.query("SELECT pg_advisory_lock(hashtext('inlay test template'))");
      await dropLeftovers(server);
      const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
      if (rowCount) return;
      const unfinished = `${name}_unfinished`;
      await server.query(`DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`);
      await server.query(`CREATE DATABASE ${unfinished} TEMPLATE template0`);
      await (await openDatabase({ databaseUrl: databaseUrl(unfinished) }))[Symbol.asyncDispose]();
      await server.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`);
    });
    return name;
  });
  return template;
}

/** Databases of test runs that were killed: an hour old, and nobody is connected. */
async function dropLeftovers(server: pg.Client): Promise<void> {
  const { rows } = await server.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE datname ~ '^inlay_test_[0-9]{13}_'",
  );
  const hourAgo = Date.now() - 3_600_000;
  for (const { datname } of rows) {
    if (Number(datname.split('_')[2]) < hourAgo) {
      // Without FORCE it fails on one in use, which is then left alone.
      await server.query(`DROP DATABASE IF EXISTS ${datname}`).catch(() => {});
    }
  }
}

function databaseUrl(name: string): string {
  if (!serverUrl) throw new Error('TEST_DATABASE_URL is not set.');
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer<T>(work: (server: pg.Client) => Promise<T>): Promise<T> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
