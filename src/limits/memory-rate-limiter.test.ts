import { expect, test } from 'vitest';
import { ExpiringMap } from './expiring-map.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';

const limit = { quota: 3, windowSeconds: 60 };

function openLimiter() {
  const clock = { nowMs: 1_000 };
  const limiter = createMemoryRateLimiter(() => clock.nowMs);
  return { clock, take: (bucket = 'a') => limiter.take(bucket, limit) };
}

test('a full bucket allows exactly its quota at once', () => {
  const { take } = openLimiter();
  expect([take(), take(), take()]).toEqual([
    { allowed: true, remaining: 2, resetMs: 20_000, retryAfterMs: 0 },
    { allowed: true, remaining: 1, resetMs: 40_000, retryAfterMs: 0 },
    { allowed: true, remaining: 0, resetMs: 60_000, retryAfterMs: 0 },
  ]);
  expect(take()).toMatchObject({ allowed: false, remaining: 0, resetMs: 60_000 });
  expect(take().retryAfterMs).toBeCloseTo(20_000, 3);
});

test('refused requests are not counted, and the next is allowed after retryAfterMs', () => {
  const { clock, take } = openLimiter();
  for (let count = 0; count < 10; count += 1) take();
  clock.nowMs += 19_999;
  expect(take().allowed).toBe(false);
  clock.nowMs += 1;
  expect(take()).toMatchObject({ allowed: true, remaining: 0 });
  expect(take().allowed).toBe(false);
});

test('an unused bucket fills up to its quota', () => {
  const { clock, take } = openLimiter();
  for (let count = 0; count < 3; count += 1) take();
  clock.nowMs += 3_600_000;
  expect([take(), take(), take(), take()].map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
});

test('buckets are independent', () => {
  const { take } = openLimiter();
  for (let count = 0; count < 4; count += 1) take('a');
  expect(take('b')).toMatchObject({ allowed: true, remaining: 2 });
});

test('the long-term rate is exact, even if the interval is not a whole number', () => {
  const clock = { nowMs: 0 };
  const limiter = createMemoryRateLimiter(() => clock.nowMs);
  let passed = 0;
  for (; clock.nowMs < 70_000; clock.nowMs += 3) {
    if (limiter.take('a', { quota: 7, windowSeconds: 7 }).allowed) passed += 1;
  }
  expect(passed).toBe(7 + 69);
});

test('full buckets are dropped', () => {
  const map = new ExpiringMap<number>();
  for (let key = 0; key < 100_000; key += 1) map.set(String(key), key, key + 10, key);
  expect(map.size).toBeLessThan(2_048);
  expect([map.get('99999', 100_000), map.get('99999', 100_009)]).toEqual([99_999, undefined]);
});
