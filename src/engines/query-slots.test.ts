import { expect, test } from 'vitest';
import { createQuerySlots } from './query-slots.ts';

test('slots go to those who wait, in their order', async () => {
  const slots = createQuerySlots({ maxActive: 1, maxWaiting: 2 });
  const order: string[] = [];
  const release = await slots.acquire({ timeoutMs: 1000 });
  const waiters = ['first', 'second'].map(async (name) => {
    const own = await slots.acquire({ timeoutMs: 1000 });
    order.push(name);
    own();
  });
  expect(slots.waiting).toBe(2);
  release();
  release();
  await Promise.all(waiters);
  expect(order).toEqual(['first', 'second']);
  expect(slots.waiting).toBe(0);
});

test('whoever gives up leaves the queue and takes no slot', async () => {
  const slots = createQuerySlots({ maxActive: 1, maxWaiting: 1 });
  const release = await slots.acquire({ timeoutMs: 1000 });
  const controller = new AbortController();
  const waiting = slots.acquire({ timeoutMs: 1000, signal: controller.signal });
  await expect(slots.acquire({ timeoutMs: 1000 })).rejects.toMatchObject({ code: 'QUERY_LIMIT' });
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  await expect(slots.acquire({ timeoutMs: 1 })).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
  release();
  (await slots.acquire({ timeoutMs: 1 }))();
});

test('a closed queue refuses the waiting and the new', async () => {
  const slots = createQuerySlots({ maxActive: 1, maxWaiting: 1 });
  await slots.acquire({ timeoutMs: 1000 });
  const waiting = slots.acquire({ timeoutMs: 1000 });
  slots.close();
  await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(slots.acquire({ timeoutMs: 1000 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});
