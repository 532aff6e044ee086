import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClock } from './query-clock.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const lasting = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

describe('a clock', () => {
  test('adds up the work of all steps, and not the pauses between them', async () => {
    const onStop = vi.fn();
    const clock = createQueryClock({ timeoutMs: 100, maxLifetimeMs: 10_000, onStop });
    for (let step = 0; step < 3; step += 1) {
      const work = clock.work(lasting(30));
      await vi.advanceTimersByTimeAsync(30);
      await work;
      await vi.advanceTimersByTimeAsync(90);
    }
    const last = expect(clock.work(lasting(30))).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
    await vi.advanceTimersByTimeAsync(10);
    await last;
    expect(onStop).toHaveBeenCalledOnce();
    expect(clock.stopped).toBe(true);
  });

  test('a clock stops for a reader that pauses, and for one that never comes to an end', async () => {
    const paused = vi.fn();
    const clock = createQueryClock({ timeoutMs: 100, maxLifetimeMs: 10_000, onStop: paused });
    const work = clock.work(lasting(0));
    await vi.advanceTimersByTimeAsync(0);
    await work;
    await vi.advanceTimersByTimeAsync(99);
    expect(paused).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(paused).toHaveBeenCalledOnce();

    const endless = vi.fn();
    const slow = createQueryClock({ timeoutMs: 100, maxLifetimeMs: 250, onStop: endless });
    for (let step = 0; step < 3; step += 1) {
      const next = slow.work(lasting(0));
      await vi.advanceTimersByTimeAsync(0);
      await next;
      await vi.advanceTimersByTimeAsync(90);
    }
    expect(endless).toHaveBeenCalledOnce();
  });

  test('rejects at once when aborted, whatever the work does, and leaves no timer', async () => {
    const controller = new AbortController();
    const onStop = vi.fn();
    const clock = createQueryClock({ timeoutMs: 100, maxLifetimeMs: 250, onStop, signal: controller.signal });
    const work = clock.work(() => new Promise(() => undefined));
    controller.abort();
    await expect(work).rejects.toMatchObject({ name: 'AbortError' });
    await expect(clock.work(lasting(0))).rejects.toMatchObject({ name: 'AbortError' });
    expect(onStop).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a clock does not stop what has ended', async () => {
    const onStop = vi.fn();
    const clock = createQueryClock({ timeoutMs: 100, maxLifetimeMs: 250, onStop });
    clock.end();
    clock.stop(new Error('late'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(onStop).not.toHaveBeenCalled();
  });
});
