import { PGlite } from '@electric-sql/pglite';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import pg from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPostgresDatabase, describeDatabases, pgliteSnapshot } from '../../test/support/database.ts';
import { migrate, requireMigrated, type SqlSession } from './migrate.ts';
import { migrationChecksum, readMigrations } from './migrations.ts';
import { createPGlitePool } from './pglite-pool.ts';

const first = { name: '20240101000000_first', sql: 'CREATE TABLE a (id int);\nCREATE TABLE b (id int);\n' };
const second = { name: '20240102000000_second', sql: 'ALTER TABLE a ADD COLUMN "text;" text;\n' };
const broken = { name: '20240103000000_broken', sql: 'CREATE TABLE c (id int);\nSELECT 1 / 0;\n' };

let kept: PGlite | undefined;
afterAll(() => kept?.close());

async function openEmptyPGlite(): Promise<{ pglite: PGlite; session: SqlSession } & AsyncDisposable> {
  kept ??= await PGlite.create({ loadDataDir: await pgliteSnapshot() });
  const pglite = kept;
  await pglite.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const pool = createPGlitePool(pglite);
  const session = await pool.connect();
  return {
    pglite,
    session,
    async [Symbol.asyncDispose]() {
      session.release();
      await pool.end();
    },
  };
}

async function openEmptyPostgres(): Promise<{ session: SqlSession } & AsyncDisposable> {
  const database = await createPostgresDatabase({ empty: true });
  const session = new pg.Client({ connectionString: database.url });
  await session.connect();
  return {
    session,
    async [Symbol.asyncDispose]() {
      await session.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

describeDatabases('migrate', (kind) => {
  let database: { session: SqlSession } & AsyncDisposable;
  let session: SqlSession;
  beforeEach(async () => {
    database = await (kind === 'pglite' ? openEmptyPGlite() : openEmptyPostgres());
    session = database.session;
  });
  afterEach(() => database[Symbol.asyncDispose]());

  async function tables(): Promise<unknown[]> {
    const { rows } = await session.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
    );
    return rows;
  }

  it('applies what is missing, in order, once', async () => {
    expect(await migrate(session, [first])).toEqual([first.name]);
    expect(await migrate(session, [first, second])).toEqual([second.name]);
    expect(await migrate(session, [first, second])).toEqual([]);
    await session.query('INSERT INTO a (id, "text;") VALUES (1, \'x\')');
    const { rows } = await session.query(
      `SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count,
              finished_at >= started_at AS finished FROM _prisma_migrations ORDER BY migration_name`,
    );
    const row = { logs: null, rolled_back_at: null, applied_steps_count: 1, finished: true };
    expect(rows).toEqual([
      { ...row, migration_name: first.name, checksum: migrationChecksum(first.sql) },
      { ...row, migration_name: second.name, checksum: migrationChecksum(second.sql) },
    ]);
  });

  it("applies this version's own migrations", async () => {
    const migrations = await readMigrations();
    expect(migrations.length).toBeGreaterThan(0);
    expect(await migrate(session, migrations)).toEqual(migrations.map(({ name }) => name));
  });

  it('migrate knows where users and embed tenants were before that was stored', async () => {
    const migrations = await readMigrations();
    const before = migrations.findIndex(({ name }) => name.endsWith('users_of_deployments'));
    await migrate(session, migrations.slice(0, before));
    await session.query(`
      INSERT INTO "Account" (id, name, plan, "cloudRegion") VALUES (1, 'acme', 'enterprise', 'local');
      INSERT INTO "Deployment" (id, "accountId", number, name) VALUES (1, 1, 11, ''), (2, 1, 12, ''), (3, 1, 13, '');
      INSERT INTO "Agent" (id, "accountId", number, name, "deploymentId", model)
        SELECT id, 1, id, '', id, 'planner' FROM "Deployment";
      INSERT INTO "EmbedTenant" (id, "accountId", name) VALUES (1, 1, 'sessions'), (2, 1, 'threads'), (3, 1, 'nobody');
      INSERT INTO "User" (id, "accountId", "embedTenantId", kind, identifier)
        VALUES (1, 1, NULL, 'external', 'both'), (2, 1, 2, 'external', 'chats'), (3, 1, NULL, 'internal', 'never');
      INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "expiresAt")
        SELECT gen_random_uuid(), 1, d, 1, t, d || '/' || n, now()
        FROM (VALUES (1, 1, 1), (1, 1, 2), (3, NULL, 1)) AS v(d, t, n);
      INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title)
        VALUES (gen_random_uuid(), 1, 1, 2, ''), (gen_random_uuid(), 1, 2, 3, '')`);
    await migrate(session, migrations);
    const { rows } = await session.query(`
      SELECT identifier AS name, deployments FROM "User" UNION ALL SELECT name, deployments FROM "EmbedTenant"
      ORDER BY name`);
    expect(rows).toEqual([
      { name: 'both', deployments: [11, 12, 13] },
      { name: 'chats', deployments: [13] },
      { name: 'never', deployments: [] },
      { name: 'nobody', deployments: [] },
      { name: 'sessions', deployments: [11] },
      { name: 'threads', deployments: [13] },
    ]);
  });

  it('migrate leaves nothing of a migration that fails, keeps those before it, and tries again', async () => {
    await expect(migrate(session, [first, broken])).rejects.toMatchObject({
      name: 'StateError',
      reason: 'migrations',
      message: expect.stringMatching(/20240103000000_broken failed and was rolled back.*division by zero/),
    });
    expect(await tables()).toEqual([{ tablename: 'a' }, { tablename: 'b' }]);
    const repaired = { ...broken, sql: 'CREATE TABLE c (id int);' };
    expect(await migrate(session, [first, repaired])).toEqual([broken.name]);
  });

  it('migrate refuses a migration that was edited, and touches nothing', async () => {
    await migrate(session, [first]);
    const edited = { ...first, sql: `${first.sql}-- changed` };
    await expect(migrate(session, [edited, second])).rejects.toThrow(
      `Migration ${first.name} was edited after it was applied`,
    );
    expect(await migrate(session, [first, second])).toEqual([second.name]);
  });

  it('migrate takes the other line endings of a checkout for the same text', async () => {
    await migrate(session, [first]);
    const windows = { ...first, sql: first.sql.replaceAll('\n', '\r\n') };
    expect(await migrate(session, [windows])).toEqual([]);
  });

  it('migrate accepts what a newer version added, and refuses what it took away', async () => {
    await migrate(session, [first, second]);
    expect(await migrate(session, [first])).toEqual([]);
    const contraction = { name: '20240105000000_contract_things', sql: 'SELECT 1' };
    await migrate(session, [first, second, contraction]);
    await expect(migrate(session, [first, second])).rejects.toThrow(
      `The database has migration ${contraction.name}, which this version does not know`,
    );
  });

  it('migrate refuses a database with a migration from between its own', async () => {
    const later = { name: '20240106000000_later', sql: 'SELECT 1' };
    await migrate(session, [first, second, later]);
    await expect(migrate(session, [first, later])).rejects.toThrow(
      `The database has migration ${second.name}, which this version does not know`,
    );
  });

  it('requireMigrated names what is missing, and changes nothing', async () => {
    await migrate(session, [first]);
    await expect(requireMigrated(session, [first, second])).rejects.toThrow(
      `The database lacks ${second.name}, and AUTO_MIGRATE is off`,
    );
    expect(await migrate(session, [first, second])).toEqual([second.name]);
    await requireMigrated(session, [first, second]);
  });

  it('migrate refuses a migration that comes before one that is applied', async () => {
    const last = { ...first, name: '20240104000000_last' };
    await migrate(session, [last]);
    await expect(migrate(session, [second, last])).rejects.toThrow(
      `Migration ${second.name} is not applied, but 20240104000000_last`,
    );
  });

  it('migrate refuses what another tool left half-way, until that is resolved', async () => {
    await migrate(session, [first]);
    await session.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(migrate(session, [first])).rejects.toThrow(
      `prisma migrate resolve --rolled-back ${first.name}`,
    );
    await session.query('UPDATE _prisma_migrations SET rolled_back_at = now()');
    await session.query('DROP TABLE a, b');
    expect(await migrate(session, [first])).toEqual([first.name]);
  });
});

describe("Prisma's own engine", () => {
  it('finds the history in order, and what it applied itself is in order here', async () => {
    await using database = await openEmptyPGlite();
    const migrations = [first, second];
    await migrate(database.session, [first]);
    using engine = await SchemaEngine.new(
      { datamodels: [['schema.prisma', 'datasource db {\n  provider = "postgresql"\n}\n']] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new PrismaPGlite(database.pglite)),
    );
    const filters = { externalTables: [], externalEnums: [] };
    const migrationsList = {
      baseDir: 'migrations',
      lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
      shadowDbInitScript: '',
      migrationDirectories: migrations.map(({ name, sql }) => ({
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value: sql } },
      })),
    };
    const diagnose = () =>
      engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters });
    expect(await diagnose()).toMatchObject({
      editedMigrationNames: [],
      failedMigrationNames: [],
      hasMigrationsTable: true,
      history: { diagnostic: 'databaseIsBehind', unappliedMigrationNames: [second.name] },
    });
    expect(await engine.applyMigrations({ migrationsList, filters })).toEqual({
      appliedMigrationNames: [second.name],
    });
    expect(await diagnose()).toMatchObject({ history: null });
    expect(await migrate(database.session, migrations)).toEqual([]);
  });
});
