import { expect, test } from 'vitest';
import { ExpiringMap } from './expiring-map.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';

const limit = { quota: 3, windowSeconds: 60 };

function openLimiter() {
  const clock = { nowMs: 1_000 };
  const limiter = createMemoryRateLimiter(() => clock.nowMs);
  return { clock, take: (bucket = 'a') => limiter.take(bucket, limit) };
}

test('a full bucket lets its quota pass at once, and no more', () => {
  const { take } = openLimiter();
  expect([take(), take(), take()]).toEqual([
    { allowed: true, remaining: 2, resetMs: 20_000, retryAfterMs: 0 },
    { allowed: true, remaining: 1, resetMs: 40_000, retryAfterMs: 0 },
    { allowed: true, remaining: 0, resetMs: 60_000, retryAfterMs: 0 },
  ]);
  expect(take()).toMatchObject({ allowed: false, remaining: 0, resetMs: 60_000 });
  expect(take().retryAfterMs).toBeCloseTo(20_000, 3);
});

test('what was refused is not counted, and the next one passes when it was told to', () => {
  const { clock, take } = openLimiter();
  for (let count = 0; count < 10; count += 1) take();
  clock.nowMs += 19_999;
  expect(take().allowed).toBe(false);
  clock.nowMs += 1;
  expect(take()).toMatchObject({ allowed: true, remaining: 0 });
  expect(take().allowed).toBe(false);
});

test('a bucket that is left alone is full again, and not fuller', () => {
  const { clock, take } = openLimiter();
  for (let count = 0; count < 3; count += 1) take();
  clock.nowMs += 3_600_000;
  expect([take(), take(), take(), take()].map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
});

test('buckets know nothing of each other', () => {
  const { take } = openLimiter();
  for (let count = 0; count < 4; count += 1) take('a');
  expect(take('b')).toMatchObject({ allowed: true, remaining: 2 });
});

test('as many pass in a long time as flow in, for limits that divide no evenly', () => {
  const clock = { nowMs: 0 };
  const limiter = createMemoryRateLimiter(() => clock.nowMs);
  let passed = 0;
  for (; clock.nowMs < 70_000; clock.nowMs += 3) {
    if (limiter.take('a', { quota: 7, windowSeconds: 7 }).allowed) passed += 1;
  }
  expect(passed).toBe(7 + 69);
});

test('keys that nobody uses any more are forgotten', () => {
  const map = new ExpiringMap<number>();
  for (let key = 0; key < 100_000; key += 1) map.set(String(key), key, key + 10, key);
  expect(map.size).toBeLessThan(2_048);
  expect([map.get('99999', 100_000), map.get('99999', 100_009)]).toEqual([99_999, undefined]);
});
