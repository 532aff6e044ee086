import { expect, test } from 'vitest';
import { createFairSlots, type FairSlots, type ReleaseSlot } from './fair-slots.ts';

const open = (maxActive: number, maxWaiting: number) =>
  createFairSlots({ maxActive, maxWaiting, overloaded: 'Too many.', closed: 'Closed.' });

const timeoutMs = 60_000;

/** Waits for slots and writes down who got one; whoever gets one keeps it. */
function queue(slots: FairSlots) {
  const granted: string[] = [];
  const releases: ReleaseSlot[] = [];
  const ask = async (owner: string) => {
    const release = await slots.acquire({ owner, timeoutMs });
    granted.push(owner);
    releases.push(release);
  };
  return { granted, releases, ask };
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test('owners take turns, so a flood of one does not delay another', async () => {
  const slots = open(1, 1_000);
  const release = await slots.acquire({ owner: 'a', timeoutMs });
  const { granted, releases, ask } = queue(slots);
  const flood = Array.from({ length: 500 }, () => ask('a'));
  const others = [ask('b'), ask('c'), ask('b')];
  expect(slots.waiting).toBe(503);
  release();
  for (let count = 0; count < 6; count += 1) {
    await settled();
    releases.at(-1)?.();
  }
  expect(granted.slice(0, 6)).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  await Promise.all(others);
  slots.close();
  expect((await Promise.allSettled(flood)).filter(({ status }) => status === 'rejected').length).toBe(
    500 - granted.filter((owner) => owner === 'a').length,
  );
});

test('one owner holds at most three quarters of the slots, even if others are free', async () => {
  const slots = open(4, 10);
  const { granted, releases, ask } = queue(slots);
  const asked = ['a', 'a', 'a', 'a', 'b'].map(ask);
  await settled();
  expect([granted, slots.active, slots.waiting]).toEqual([['a', 'a', 'a', 'b'], 4, 1]);
  releases[3]?.();
  await settled();
  expect([granted.length, slots.active, slots.waiting]).toEqual([4, 3, 1]);
  releases[0]?.();
  releases[0]?.();
  await Promise.all(asked);
  expect([granted.at(-1), slots.active, slots.waiting]).toEqual(['a', 3, 0]);
});

test('a full queue refuses the latest request of the owner with the most', async () => {
  const slots = open(1, 4);
  const release = await slots.acquire({ owner: 'a', timeoutMs });
  const { granted, releases, ask } = queue(slots);
  const flood = Array.from({ length: 4 }, () => ask('a'));
  await expect(ask('a')).rejects.toMatchObject({ code: 'OVERLOADED', retryAfterSeconds: 1 });
  const others = [ask('b'), ask('b')];
  await expect(flood[3]).rejects.toMatchObject({ code: 'OVERLOADED' });
  await expect(flood[2]).rejects.toMatchObject({ code: 'OVERLOADED' });
  // Both have as many now.
  await expect(ask('b')).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(slots.waiting).toBe(4);
  release();
  for (let count = 0; count < 4; count += 1) {
    await settled();
    releases.at(-1)?.();
  }
  await Promise.all([flood[0], flood[1], ...others]);
  expect(granted).toEqual(['a', 'b', 'a', 'b']);
  expect([slots.active, slots.waiting]).toEqual([0, 0]);
});

test('an aborted or timed-out request leaves the queue and takes no slot', async () => {
  const slots = open(1, 2);
  const release = await slots.acquire({ owner: 'a', timeoutMs });
  const controller = new AbortController();
  const waiting = slots.acquire({ owner: 'b', timeoutMs, signal: controller.signal });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(slots.acquire({ owner: 'b', timeoutMs, signal: controller.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
  await expect(slots.acquire({ owner: 'b', timeoutMs: 1 })).rejects.toMatchObject({ code: 'OVERLOADED' });
  expect(slots.waiting).toBe(0);
  release();
  (await slots.acquire({ owner: 'b', timeoutMs: 1 }))();
  expect(slots.active).toBe(0);
});

test('closing refuses waiting and later requests', async () => {
  const slots = open(1, 1);
  await slots.acquire({ owner: 'a', timeoutMs });
  const waiting = slots.acquire({ owner: 'b', timeoutMs });
  slots.close();
  await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(slots.acquire({ owner: 'a', timeoutMs })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
