import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createPostgresDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { redisUrl } from '../support/redis.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

/** What is known of the user and of nobody else, in the order of what a search would start with. */
const marks = ['erika-4711', 'erika@person.test', 'attribute-of-erika', 'Erikas Wunderlampe'];
const [externalId = '', email = '', value = '', asked = ''] = marks;
const user = { externalId, email, userAttributes: [{ name: 'region', value: ['EU', value] }] };
const planner = 1;

/** Every row of every table, as text. */
async function storedText(url: string): Promise<string> {
  await using client = Object.assign(new pg.Client(url), {
    async [Symbol.asyncDispose]() {
      await client.end();
    },
  });
  await client.connect();
  const { rows: tables } = await client.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM "${tablename}" t`);
    texts.push(...rows.map(({ row }) => `${tablename}: ${row}`));
  }
  return texts.join('\n');
}

/** Every key with what it holds, whatever its type. */
async function keptText(redis: Redis): Promise<string> {
  const texts: string[] = [];
  for (const key of await redis.keys('*')) {
    const type = await redis.type(key);
    const content =
      type === 'string'
        ? (await redis.getBuffer(key))?.toString('latin1')
        : type === 'stream'
          ? await redis.xrange(key, '-', '+')
          : type === 'hash'
            ? await redis.hgetall(key)
            : type === 'zset'
              ? await redis.zrange(key, 0, -1)
              : type === 'set'
                ? await redis.smembers(key)
                : await redis.lrange(key, 0, -1);
    texts.push(`${key}: ${JSON.stringify(content)}`);
  }
  return texts.join('\n');
}

const found = (text: string) => marks.filter((mark) => text.includes(mark));

it.skipIf(!databaseUrl || !redisUrl)(
  'after a user is deleted, nothing of the user is in any table, metric or line of the log, nor in Redis',
  async () => {
    await using folder = await createServiceFolder();
    const file = join(folder.path, 'inlay.yml');
    const workspace = await readFile(file, 'utf8');
    await writeFile(
      file,
      workspace.replace(/^( *)type: duckdb$/m, '$1type: duckdb\n$1cache: { every: 1 day }'),
    );
    await using database = await createPostgresDatabase();
    const metricsPort = await freePort();
    await using service = await ServiceProcess.start(folder, {
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl,
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'trace',
    });
    await using redis = Object.assign(new Redis(redisUrl), {
      async [Symbol.asyncDispose]() {
        redis.disconnect();
      },
    });

    const json = async (path: string, body: object) =>
      JSON.parse(await (await service.post(path, body)).text());
    const minted = await json('/api/v1/embed/generate-session', { deploymentId: 1, ...user });
    expect(minted.sessionId).toMatch(/^[0-9a-f]{32}$/);
    const sessionSettings = user;
    const question = { input: `How many orders in 2025 of ${asked}?`, sessionSettings };
    expect((await (await service.chat(question, planner)).rest()).at(-1)?.state).toMatchObject({
      isStreaming: false,
    });
    const answered = await service.chat(
      { input: 'How many orders in 2025 by channel?', sessionSettings },
      planner,
    );
    const chatId = (await answered.rest())[0]?.state?.chatId ?? '';
    const renamed = `mutation { renameChatThread(input: {id: "${btoa(`ChatThread:${chatId}`)}", title: "${asked}"}) { chatThread { title } } }`;
    expect((await json('/graphql', { query: renamed })).errors).toBeUndefined();
    const known = await storedText(database.url);
    expect(found(known)).toEqual(marks);
    expect(found(await keptText(redis))).toContain(asked);

    const [, id = ''] = /^User: \((\d+),.*erika-4711/m.exec(known) ?? [];
    const deletion = `mutation { deleteExternalUser(input: {id: "${id}"}) { databaseId } }`;
    expect((await json('/graphql', { query: deletion })).data.deleteExternalUser).toEqual({
      databaseId: Number(id),
    });

    expect(found(await storedText(database.url))).toEqual([]);
    expect(found(await keptText(redis))).toEqual([]);
    expect(found(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())).toEqual([]);
    expect(service.logged.length).toBeGreaterThan(10);
    expect(found(service.said.join(''))).toEqual([]);
  },
);
