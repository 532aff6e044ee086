/**
 * `npm run db:migration NAME`: writes the migration that leads from prisma/migrations to prisma/schema.prisma to
 * prisma/migrations/<timestamp>_<name>/migration.sql, without a database server and without a network.
 * With `--check` it writes nothing and fails when there is something to write.
 *
 * What Prisma's language cannot say (partial indexes, checks, NULLS NOT DISTINCT) is added to the file by hand before
 * it is committed; the comparison does not see it.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { migrate } from '../src/db/migrate.ts';
import { migrationsDirectory, readMigrations } from '../src/db/migrations.ts';
import { createPGlitePool } from '../src/db/pglite-pool.ts';

const schemaPath = join(import.meta.dirname, '..', 'prisma', 'schema.prisma');
const schema = { path: 'schema.prisma', content: readFileSync(schemaPath, 'utf8') };

const argument = process.argv[2];
if (argument === '--check') await check();
else if (argument !== undefined && /^[a-z][a-z0-9_]*$/.test(argument)) await author(argument);
else {
  console.error('Usage: npm run db:migration NAME, where NAME is like add_thread_title');
  process.exitCode = 2;
}

async function check(): Promise<void> {
  const sql = await diffSql();
  if (sql === undefined) {
    console.log('prisma/migrations lead to prisma/schema.prisma');
    return;
  }
  console.error(
    `prisma/migrations do not lead to prisma/schema.prisma. Run: npm run db:migration NAME. Missing:\n${sql}`,
  );
  process.exitCode = 1;
}

async function author(name: string): Promise<void> {
  const sql = await diffSql();
  if (sql === undefined) {
    console.log('no change');
    return;
  }
  const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const directory = join(migrationsDirectory, `${timestamp}_${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'migration.sql'), sql);
  writeFileSync(
    join(migrationsDirectory, 'migration_lock.toml'),
    '# Read by the Prisma command line, which refuses to apply these to another kind of database.\n' +
      'provider = "postgresql"\n',
  );
  console.log(`wrote ${join(directory, 'migration.sql')}`);
}

/** The SQL from all present migrations, applied to an empty database, to the schema; undefined when there is none. */
async function diffSql(): Promise<string | undefined> {
  await using pglite = await PGlite.create();
  const pool = createPGlitePool(pglite);
  const client = await pool.connect();
  await migrate(client, await readMigrations());
  client.release();
  await pool.end();

  using engine = await SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => {},
    // Prisma's own PostgreSQL adapter cannot read the catalogue's "char" columns, which introspection needs.
    bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(pglite)),
  );
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files: [schema], configDir: '.' },
    to: { tag: 'schemaDatamodel', files: [schema] },
    script: true,
    exitCode: true,
    filters: { externalTables: [], externalEnums: [] },
  });
  // 2 means that the two differ, as in `prisma migrate diff --exit-code`.
  return exitCode === 2 ? (stdout ?? '') : undefined;
}
