import { Redis } from 'ioredis';
import { describe, expect, test } from 'vitest';
import { newPrefix, openWay, RedisOperator, redisUrl } from '../../test/support/redis.ts';
import { connectRedis } from '../runs/redis-connection.ts';
import type { RateLimit, RateLimiter } from './rate-limiter.ts';
import { createRedisRateLimiter } from './redis-rate-limiter.ts';

/** So slow that nothing flows in while a test runs. */
const slow = { quota: 5, windowSeconds: 36_000 };
/** Taken in shares of 50. */
const fast = { quota: 10_000, windowSeconds: 10 };

/** Limiters of several processes on one Redis. */
async function openLimiters(urls: readonly string[]) {
  await using stack = new AsyncDisposableStack();
  const prefix = newPrefix();
  const operator = stack.use(new RedisOperator(prefix));
  const changes: boolean[] = [];
  const limiters: RateLimiter[] = [];
  for (const url of urls) {
    const client = connectRedis(url, { replyMs: 1_000, name: prefix });
    limiters.push(
      stack.use(createRedisRateLimiter({ client, prefix, onChange: (reachable) => changes.push(reachable) })),
    );
    await expect.poll(() => client.status).toBe('ready');
  }
  const disposables = stack.move();
  return { limiters, operator, changes, prefix, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

async function takeAll(limiters: readonly RateLimiter[], times: number, limit: RateLimit): Promise<number> {
  const states = await Promise.all(
    limiters.flatMap((limiter) => Array.from({ length: times }, async () => limiter.take('a', limit))),
  );
  return states.filter(({ allowed }) => allowed).length;
}

describe.skipIf(!redisUrl)('a rate limiter on Redis', () => {
  test('allows the quota once across processes', async () => {
    await using opened = await openLimiters([redisUrl, redisUrl]);
    const { limiters, changes } = opened;
    expect(await takeAll(limiters, 20, slow)).toBe(5);
    for (const limiter of limiters) {
      const { allowed, remaining, retryAfterMs, resetMs } = await limiter.take('a', slow);
      expect({ allowed, remaining }).toEqual({ allowed: false, remaining: 0 });
      expect(retryAfterMs).toBeGreaterThan(7_100_000);
      expect(retryAfterMs).toBeLessThanOrEqual(7_200_000);
      expect(resetMs).toBeGreaterThan(35_900_000);
    }
    expect((await limiters[0]?.take('b', slow))?.remaining).toBe(4);
    expect(changes).toEqual([]);
  });

  test('a rate limiter on Redis reports the remaining requests', async () => {
    await using opened = await openLimiters([redisUrl, redisUrl]);
    const [here, there] = opened.limiters;
    const remaining = [];
    for (const limiter of [here, there, here, there, here, there]) {
      remaining.push((await limiter?.take('a', slow))?.remaining);
    }
    expect(remaining).toEqual([4, 3, 2, 1, 0, 0]);
  });

  test('asks Redis once for many requests of a busy bucket, and not at all for an empty one', async () => {
    await using opened = await openLimiters([redisUrl]);
    const [limiter] = opened.limiters;
    await using watched = await watchCommands(opened.prefix);
    for (let count = 0; count < 100; count += 1) {
      expect((await limiter?.take('a', fast))?.allowed).toBe(true);
    }
    for (let count = 0; count < 100; count += 1) await limiter?.take('b', slow);
    // A share may outlive its second on a machine that stands still meanwhile, so each number is an upper bound.
    expect(watched.countOf('rate:a')).toBeLessThan(10);
    expect(watched.countOf('rate:b')).toBeLessThan(12);
  });

  test('deletes the key of a full bucket', async () => {
    await using opened = await openLimiters([redisUrl]);
    await takeAll(opened.limiters, 3, { quota: 10, windowSeconds: 10 });
    const lives = await opened.operator.lives();
    expect(lives).toHaveLength(1);
    expect(lives[0]).toBeGreaterThan(0);
    expect(lives[0]).toBeLessThanOrEqual(3_000);
  });

  test('a rate limiter on Redis counts locally while Redis is unreachable, and reports each change once', async () => {
    await using way = await openWay();
    await using opened = await openLimiters([way.url, redisUrl]);
    const [here, there] = opened.limiters;
    expect((await here?.take('a', slow))?.remaining).toBe(4);
    way.cut();
    await expect.poll(() => opened.changes).toEqual([false]);
    // Its own bucket is full, since nothing was counted there so far.
    const alone = [];
    for (let count = 0; count < 6; count += 1) alone.push((await here?.take('a', slow))?.allowed);
    expect(alone).toEqual([true, true, true, true, true, false]);
    expect((await there?.take('a', slow))?.remaining).toBe(3);
    way.mend();
    await expect.poll(async () => (await here?.take('c', slow)) && opened.changes).toEqual([false, true]);
    expect((await here?.take('a', slow))?.remaining).toBe(2);
  });
});

/** Counts the commands that Redis is sent about keys of this prefix. */
async function watchCommands(prefix: string) {
  const client = new Redis(redisUrl);
  const monitor = await client.monitor();
  const seen: string[] = [];
  // A key stands in its EVALSHA; what the script itself does is told as from `lua`.
  monitor.on('monitor', (_time: string, args: string[], source: string) => {
    if (source !== 'lua' && args.some((arg) => arg.startsWith(prefix))) seen.push(args.join(' '));
  });
  return {
    countOf: (key: string) => seen.filter((command) => command.includes(`${prefix}:${key}`)).length,
    async [Symbol.asyncDispose]() {
      monitor.disconnect();
      client.disconnect();
    },
  };
}
