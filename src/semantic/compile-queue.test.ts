import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { queued } from './compile-queue.ts';

/** Holds the event loop up. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test('long work of one owner is done piece by piece, with turns of other owners and of the event loop in between', async () => {
  const done: string[] = [];
  const piece = (owner: string) =>
    queued({ owner }, () => {
      work(10);
      done.push(owner);
    });
  const all = [piece('a'), piece('a'), piece('a'), piece('a'), piece('b')];
  let isOver = false;
  const looped = (async () => {
    while (!isOver) {
      if (done.at(-1) !== 'loop') done.push('loop');
      await setImmediate();
    }
  })();
  await Promise.all(all);
  isOver = true;
  await looped;
  expect(done.filter((name) => name !== 'loop')).toEqual(['a', 'a', 'b', 'a', 'a']);
  expect(done.join(' ')).not.toMatch(/[ab] [ab]/);
});

test('work that fails fails for its caller, and the next piece has its turn', async () => {
  const failing = queued({ owner: 'a' }, () => {
    throw new Error('broken');
  });
  const next = queued({ owner: 'a' }, () => 'done');
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
});

test('work that is given up while it waits is never begun', async () => {
  const given = new AbortController();
  const first = queued({ owner: 'a' }, () => work(10));
  let isBegun = false;
  const second = queued({ owner: 'a', signal: given.signal }, () => {
    isBegun = true;
  });
  given.abort();
  await expect(second).rejects.toThrow('aborted');
  await first;
  await queued({ owner: 'a' }, () => undefined);
  expect(isBegun).toBe(false);
});
