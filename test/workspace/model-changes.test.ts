import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresDatabase, describePostgres, fillDataDirectory } from '../support/database.ts';
import { type Change, createGymWorkspace, type GymWorkspace } from '../support/gym-workspace.ts';
import { adminKey, ServiceProcess } from '../support/service-process.ts';

const tables = `
  CREATE SCHEMA gym;
  CREATE TABLE gym.visits (id int PRIMARY KEY, club_id int, member text, minutes int, paid numeric, visited_on date);
  CREATE TABLE gym.clubs (id int PRIMARY KEY, country text);
  INSERT INTO gym.visits VALUES (1, 1, 'a secret name', 30, 9.50, '2025-01-02');`;

/** The gym's data in PostgreSQL. */
function inPostgres(url: string, schema = 'gym'): Change {
  const source = { type: 'postgres', url, schema };
  return [
    'inlay.yml',
    '{ type: duckdb, tables: { visits: visits.csv, clubs: clubs.csv } }',
    JSON.stringify(source),
  ];
}

async function onDatabase(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function startedGym(changes: readonly Change[]): Promise<GymWorkspace> {
  const workspace = await createGymWorkspace(changes);
  await fillDataDirectory(workspace.dataDir);
  return workspace;
}

async function readiness({ url }: ServiceProcess, key?: string) {
  const response = await fetch(`${url}/ready`, {
    headers: key === undefined ? {} : { authorization: `Api-Key ${key}` },
  });
  return (await response.json()) as { status: string; checks: object; problems?: readonly string[] };
}

it('a process whose model has a mistake ends with 1 and says where', async () => {
  await using workspace = await startedGym([['model/gym.yml', '{CUBE}.minutes"', '{CUBE}.minuts"']]);
  await expect(ServiceProcess.start(workspace, {})).rejects.toThrow(
    'The service ended with 1: inlay cannot start:\n  model/gym.yml:9 cubes.visits.dimensions.minutes.sql: The source of "visits" has no column "minuts". Did you mean "minutes"?\n',
  );
});

describePostgres('a data source in PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  beforeAll(async () => {
    database = await createPostgresDatabase({ empty: true });
    await onDatabase(database.url, tables);
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it('without the schema that the workspace names keeps the service from starting', async () => {
    await using workspace = await startedGym([inPostgres(database.url, 'gymm')]);
    await expect(ServiceProcess.start(workspace, {})).rejects.toThrow(
      'inlay.yml:10 accounts.acme.deployments.1.dataSource.schema: The data source has no schema "gymm". Did you mean "gym"?',
    );
  });

  it('a data source in PostgreSQL whose table is in another schema, too, and every cube is told of', async () => {
    await using workspace = await startedGym([inPostgres(database.url, 'public')]);
    const failure = await ServiceProcess.start(workspace, {}).catch((error: Error) => error.message);
    expect(failure).toContain('sql_table: The data source has no table "visits". Did you mean "gym.visits"?');
    expect(failure).toContain('sql_table: The data source has no table "clubs". Did you mean "gym.clubs"?');
  });

  it('a data source in PostgreSQL that loses a column while the service runs is told of by file and line, to its operator only', async () => {
    await using workspace = await startedGym([inPostgres(database.url)]);
    await using service = await ServiceProcess.start(workspace, {});
    const ask = async (query: string) => {
      const sessionSettings = { externalId: 'emma', isEphemeral: false };
      const answer = await service.post('/api/v1/deployments/1/sql', {
        query,
        sessionSettings,
        format: 'json',
      });
      return { status: answer.status, body: await answer.json() };
    };
    const query = 'SELECT member, MEASURE(paid) AS paid FROM gym GROUP BY 1';
    expect((await ask(query)).status).toBe(200);
    expect(await readiness(service, adminKey)).toMatchObject({ status: 'ready' });

    await onDatabase(database.url, 'ALTER TABLE gym.visits RENAME paid TO price');
    const told = {
      status: 500,
      body: {
        code: 'DATA_MODEL_INVALID',
        detail:
          'The data model has an error, so the query cannot run. See the log of the service for details.',
      },
    };
    expect(await ask(query)).toMatchObject(told);
    expect(await ask(query)).toMatchObject(told);
    const input = 'paid by member';
    const sessionSettings = { externalId: 'emma' };
    const chat = await service.chat({ input, sessionSettings }, 1);
    expect(await chat.text()).toMatch(
      /"content":"[^"]*data model has an error[^"]*","graphPath":\["final"\]/,
    );
    // What does not read the column is answered as before, and what the user has wrong is the user's.
    expect((await ask('SELECT MEASURE(count) AS n FROM gym')).status).toBe(200);
    const mistake =
      'model/gym.yml:13 cubes.visits.measures.paid.sql: The source of "visits" has no column "paid". It has id, club_id, member, minutes, price, visited_on.';
    expect(service.logged.filter(({ msg }) => msg === mistake)).toEqual([
      expect.objectContaining({
        level: 50,
        deployment: 'acme/1',
        file: 'model/gym.yml',
        line: 13,
        member: 'visits.paid',
        engineError: 'PostgreSQL 42703',
      }),
    ]);
    expect(JSON.stringify(service.logged)).not.toContain('a secret name');
    expect(await readiness(service, adminKey)).toMatchObject({ status: 'degraded', problems: [mistake] });
    expect(await readiness(service)).toEqual({
      status: 'degraded',
      checks: expect.objectContaining({ deployments: 'up' }),
    });

    await onDatabase(database.url, 'ALTER TABLE gym.visits RENAME price TO paid');
    expect(await readiness(service, adminKey)).not.toHaveProperty('problems');
    expect((await ask(query)).status).toBe(200);

    await onDatabase(database.url, 'ALTER TABLE gym.clubs RENAME TO places');
    expect(await ask('SELECT country FROM clubs')).toMatchObject(told);
    const lost = 'model/gym.yml:19 cubes.clubs.sql_table: The data source has no table "clubs".';
    expect((await readiness(service, adminKey)).problems).toEqual([expect.stringContaining(lost)]);
    await onDatabase(database.url, 'ALTER TABLE gym.places RENAME TO clubs');
  });

  it('a data source in PostgreSQL that is down at the start is warned of, and checked once it is up', async () => {
    const { pathname } = new URL(database.url);
    const later = database.url.replace(pathname, `${pathname}_later`);
    await using workspace = await startedGym([
      inPostgres(later),
      ['model/gym.yml', '{CUBE}.minutes"', '{CUBE}.minuts"'],
    ]);
    await using service = await ServiceProcess.start(workspace, { LOG_LEVEL: 'warn' });
    expect(service.logged.map(({ msg }) => msg)).toContainEqual(
      'inlay.yml:10 accounts.acme.deployments.1.dataSource: The data source cannot be reached: the model will be checked once it responds.',
    );
    expect(await readiness(service, adminKey)).toMatchObject({ status: 'degraded' });
    await onDatabase(database.url, `CREATE DATABASE "${pathname.slice(1)}_later"`);
    try {
      await onDatabase(later, tables);
      expect(await readiness(service, adminKey)).toMatchObject({
        status: 'degraded',
        checks: { 'deployment acme/1': 'up' },
        problems: [expect.stringMatching(/^model\/gym\.yml:9 .*"minuts"\. Did you mean "minutes"\?$/)],
      });
    } finally {
      await service.kill();
      await onDatabase(database.url, `DROP DATABASE "${pathname.slice(1)}_later" WITH (FORCE)`);
    }
  });
});
