import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AskedModel, openAskedModel } from '../support/asked-model.ts';
import { createPostgresDatabase } from '../support/database.ts';
import type { LineClient } from '../support/line-client.ts';
import { redisUrl } from '../support/redis.ts';
import { RedisServer } from '../support/redis-server.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

/** Nothing here waits for a fixed time, but Redis is waited for by the service itself: up to 5 s before readers are told. */
const soon = { timeout: 20_000, interval: 50 };

interface Nodes extends AsyncDisposable {
  readonly a: ServiceProcess;
  readonly b: ServiceProcess;
  readonly redis: RedisServer;
  readonly model: AskedModel;
}

/** Two real processes on one PostgreSQL and a Redis of their own. */
async function openNodes(): Promise<Nodes> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createPostgresDatabase());
  const redis = stack.use(await RedisServer.open());
  const model = stack.use(await openAskedModel());
  const folder = stack.use(await createServiceFolder());
  const start = () =>
    ServiceProcess.start(folder, {
      ...model.environment,
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
    });
  const [a, b] = await Promise.all([start(), start()]);
  stack.use(a);
  stack.use(b);
  const disposables = stack.move();
  return { a, b, redis, model, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

const status = async (answer: Promise<LineClient>) => (await answer).status;

describe.skipIf(!databaseUrl || !redisUrl)('two processes whose Redis goes away', () => {
  let nodes: Nodes;
  beforeAll(async () => {
    nodes = await openNodes();
    return () => nodes[Symbol.asyncDispose]();
  });

  beforeEach(async () => {
    // Whatever became of the one before.
    nodes.redis.thaw();
    await nodes.redis.start();
    for (const node of [nodes.a, nodes.b])
      await expect.poll(() => node.readiness(), soon).toMatchObject({ status: 200 });
  });

  let users = 0;
  const newUser = () => {
    users += 1;
    return { externalId: `outage-${users}` };
  };

  /** A turn on the first node, in the middle of its answer, and a reader of it on the second. */
  async function startTurn(question: string) {
    const { a, b, model } = nodes;
    const sessionSettings = newUser();
    const stream = await a.chat({ input: question, sessionSettings });
    const chatId = (await stream.take(2))[0]?.state?.chatId ?? '';
    const joined = await b.chat({ chatId, sessionSettings });
    await joined.take(2);
    const call = await model.call(question);
    call.say('Half ');
    await Promise.all([stream.take(1), joined.take(1)]);
    return { stream, joined, call, chatId, sessionSettings };
  }

  /** A turn from its start on one node to its end as read on the other. */
  async function expectWholeTurn(question: string): Promise<void> {
    const { stream, joined, call } = await startTurn(question);
    call.say('whole.');
    call.end();
    const [here, there] = await Promise.all([stream.rest(), joined.rest()]);
    expect(there).toEqual(here);
    expect(here.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
  }

  it('wait for news through one connection each, however many readers they have', async () => {
    const turns = await Promise.all(Array.from({ length: 20 }, (_, i) => startTurn(`Many ${i}.`)));
    const names = async () =>
      (await nodes.redis.clients()).map((line) => / name=(\S+).* flags=(\w)/.exec(line)?.slice(1).join(' '));
    // A read that has just returned is not blocked for a moment.
    await expect
      .poll(async () => (await names()).sort(), soon)
      .toEqual([
        'inlay N',
        'inlay N',
        'inlay-limits N',
        'inlay-limits N',
        'inlay-listener P',
        'inlay-listener P',
        'inlay-reader b',
        'inlay-reader b',
        'inlay-results N',
        'inlay-results N',
        'inlay-topics N',
        'inlay-topics N',
      ]);
    for (const { call } of turns) {
      call.say('whole.');
      call.end();
    }
    const all = await Promise.all(turns.flatMap(({ stream, joined }) => [stream.rest(), joined.rest()]));
    for (const lines of all) expect(lines.at(-1)?.state).toMatchObject({ status: 'completed' });
  });

  it.each(['is killed', 'answers nothing'] as const)(
    'finish their turns, tell every reader the end, refuse new turns and recover, when it %s',
    async (how) => {
      const { a, b, redis, model } = nodes;
      const kept = await startTurn(`Finished without Redis that ${how}.`);
      const long = await startTurn(`Longer than the outage that ${how}.`);
      if (how === 'is killed') await redis.kill();
      else redis.freeze();

      for (const node of [a, b]) {
        const readiness = await node.readiness();
        expect(readiness).toMatchObject({ status: 503, body: { checks: { redis: 'down', database: 'up' } } });
        const refused = await node.chat({ input: 'New', sessionSettings: newUser() });
        expect(refused.status).toBe(503);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
        expect(await refused.json()).toMatchObject({ code: 'UNAVAILABLE' });
        // Nothing else needs Redis.
        const mint = { deploymentId: 1, externalId: 'somebody' };
        expect(await status(node.post('/api/v1/embed/generate-session', mint))).toBe(200);
        expect(await status(node.chat({ chatId: kept.chatId, sessionSettings: kept.sessionSettings }))).toBe(
          200,
        );
      }

      kept.call.say('whole.');
      kept.call.end();
      long.call.say('and ');
      const lines = await kept.stream.rest();
      expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
      // Its log does not come any more; the database has the rest.
      const far = await kept.joined.rest();
      expect(far.filter((line) => line.graphPath?.[0] === 'final').map((line) => line.content)).toEqual([
        'Half whole.',
      ]);
      expect(far.at(-1)).toEqual(lines.at(-1));

      if (how === 'is killed') await redis.start();
      else redis.thaw();
      for (const node of [a, b]) {
        await expect
          .poll(() => node.readiness(), soon)
          .toMatchObject({ status: 200, body: { checks: { redis: 'up' } } });
      }
      // The turn that was there all the time can be joined and followed again, from its first line.
      const { chatId, sessionSettings } = long;
      const joined = await b.chat({ chatId, sessionSettings });
      expect((await joined.take(3)).map((line) => line.content)).toEqual([
        undefined,
        expect.stringContaining('Longer'),
        'Half and ',
      ]);
      long.call.say('whole.');
      long.call.end();
      const ends = await Promise.all([long.stream, long.joined, joined].map((stream) => stream.rest()));
      for (const end of ends) {
        expect(end.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
        expect(end.at(-1)).toEqual(ends[0]?.at(-1));
      }
      await expectWholeTurn(`After the outage that ${how}.`);
      expect(model.waiting).toBe(0);
    },
  );

  it('lose and repeat nothing when it answers nothing for a moment', async () => {
    const { stream, joined, call } = await startTurn('A moment.');
    nodes.redis.freeze();
    for (let i = 0; i < 50; i += 1) call.say(`piece ${i} `);
    const here = await stream.take(50);
    nodes.redis.thaw();
    expect(await joined.take(50)).toEqual(here);
    call.end();
    expect(await joined.rest()).toEqual(await stream.rest());
  });
});
