import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hashSecret } from '../../src/services/secret.ts';
import { openCluster } from '../support/cluster.ts';
import type { ModelCall } from '../support/model-server.ts';
import { postTo } from '../support/service-process.ts';
import { Chance } from './chance.ts';
import { wreak } from './chaos.ts';
import { Talker } from './talker.ts';

const {
  SOAK_MINUTES = '3',
  SOAK_SEED = String(randomInt(2 ** 31)),
  TEST_DATABASE_URL,
  TEST_REDIS_URL,
} = process.env;
const talkers = 6;
const minters = 2;

it.skipIf(!TEST_DATABASE_URL || !TEST_REDIS_URL)(
  `keeps every message and session once through ${SOAK_MINUTES} minutes of kills and outages, seed ${SOAK_SEED}`,
  async () => {
    const seed = Number(SOAK_SEED);
    const modelChance = new Chance(seed + 1);
    await using cluster = await openCluster({
      size: 3,
      model: (call) => answer(call, modelChance),
      environment: { RUN_LEASE_SECONDS: '4', DRAIN_SECONDS: '1', LOG_LEVEL: 'warn' },
    });
    const over = AbortSignal.timeout(60_000 * Number(SOAK_MINUTES));
    const users = Array.from(
      { length: talkers },
      (_, i) => new Talker(cluster, new Chance(seed + 100 + i), `talker-${i}`),
    );
    const minting = Promise.all(
      Array.from({ length: minters }, (_, i) => mint(cluster.url, `minted-${i}`, over)),
    );
    const talking = Promise.all(users.map((user) => user.talk(over)));
    const [deeds, sessions] = await Promise.all([wreak(cluster, new Chance(seed), over), minting, talking]);

    const acknowledged = sessions.flat();
    const stored = await cluster.prisma.session.groupBy({
      by: ['hash'],
      where: { hash: { in: acknowledged.map(hashSecret) } },
      _count: true,
    });
    expect(stored).toHaveLength(acknowledged.length);
    expect(stored.filter((row) => row._count !== 1)).toEqual([]);

    let questions = 0;
    for (const user of users) {
      for (const thread of user.threads) {
        const { asked, chatId } = thread;
        questions += asked.length;
        const lines = await user.read(thread);
        thread.see(lines);
        expect(
          lines.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
          chatId,
        ).toEqual(asked.map(({ input }) => input));
        const runs = await cluster.prisma.chatRun.findMany({
          where: { threadId: chatId },
          orderBy: { startSort: 'asc' },
          select: {
            status: true,
            messages: { where: { graphPath: { equals: ['final'] } }, select: { content: true } },
          },
        });
        expect(
          runs.map(({ status }) => status),
          chatId,
        ).toEqual(asked.map(({ status }) => status));
        for (const { status, messages } of runs) {
          if (status === 'completed') expect(messages, chatId).toHaveLength(1);
          expect(messages.length, chatId).toBeLessThanOrEqual(1);
        }
      }
    }
    const told = [...deeds].map(([name, times]) => `${times} × ${name}`).join(', ');
    process.stdout.write(
      `${told}; ${acknowledged.length} sessions; ${questions} messages, sent ${users.reduce((sum, user) => sum + user.sent, 0)} times\n`,
    );
    expect(questions).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(0);
  },
);

/** A few pieces, now and then so slow that something happens meanwhile. */
async function answer(call: ModelCall, chance: Chance): Promise<void> {
  const slow = chance.happens(0.2);
  for (let left = chance.between(2, 30); left > 0; left -= 1) {
    call.say(`piece ${left} `);
    await sleep(slow ? chance.between(50, 400) : chance.between(0, 20));
  }
  call.end();
}

/** Mints until `signal` aborts. @returns the sessions that were acknowledged */
async function mint(url: string, externalId: string, signal: AbortSignal): Promise<string[]> {
  const sessions: string[] = [];
  while (!signal.aborted) {
    try {
      const body = { deploymentId: 1, externalId: `${externalId}-${sessions.length % 50}` };
      const minted = await postTo(url, '/api/v1/embed/generate-session', body);
      if (minted.status !== 200) continue;
      const { sessionId } = (await minted.json()) as { sessionId: string };
      sessions.push(sessionId);
    } catch {
      // Its process was killed: nothing was acknowledged.
    }
    await sleep(20);
  }
  return sessions;
}
