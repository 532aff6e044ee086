/** A PostgreSQL database for the benchmarks of sessions, on the server of `TEST_DATABASE_URL`. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { openDatabase } from '../src/db/database.ts';

export interface BenchDatabase extends AsyncDisposable {
  readonly url: string;
  readonly client: pg.Client;
}

/** A migrated, empty database; dropped when disposed of. */
export async function createBenchDatabase(): Promise<BenchDatabase> {
  const { TEST_DATABASE_URL: serverUrl } = process.env;
  if (serverUrl === undefined) throw new Error('Set TEST_DATABASE_URL to a PostgreSQL server.');
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  const name = `inlay_bench_${Date.now()}`;
  await server.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await (await openDatabase({ databaseUrl: url.href }))[Symbol.asyncDispose]();
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return {
    url: url.href,
    client,
    async [Symbol.asyncDispose]() {
      await client.end();
      await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await server.end();
    },
  };
}

/**
 * An account with one deployment, a tenant-wide group and attribute, and external users `user-0` … that have both.
 * @returns its admin key
 */
export async function seedAccount({ client }: BenchDatabase, name: string, users: number): Promise<string> {
  const key = `key-of-the-account-${name}-for-benchmarks`;
  const hash = createHash('sha256').update(key).digest('hex');
  await client.query(
    `WITH account AS (
       INSERT INTO "Account" (name, plan, "cloudRegion", "useCreatorMode", "maxExternalUsers", "externalUserCount")
       VALUES ($1, 'enterprise', 'local', true, 2000000000, $2) RETURNING id),
     deployment AS (
       INSERT INTO "Deployment" ("accountId", number, name) SELECT id, 1, 'Shop' FROM account),
     key AS (
       INSERT INTO "ApiKey" ("accountId", name, hash, hint, role) SELECT id, 'bench', $3, 'test', 'admin' FROM account),
     analysts AS (
       INSERT INTO "Group" ("accountId", name) SELECT id, 'analysts' FROM account RETURNING id),
     region AS (
       INSERT INTO "UserAttributeDefinition" ("accountId", name, type) SELECT id, 'region', 'string' FROM account RETURNING id),
     made AS (
       INSERT INTO "User" ("accountId", kind, identifier, deployments)
       SELECT account.id, 'external', 'user-' || n, '{1}' FROM account, generate_series(0, $2::int - 1) n RETURNING id),
     joined AS (
       INSERT INTO "GroupMembership" ("userId", "groupId") SELECT made.id, analysts.id FROM made, analysts)
     INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
     SELECT made.id, region.id, '"EU"' FROM made, region`,
    [name, users, hash],
  );
  await client.query('ANALYZE');
  return key;
}
