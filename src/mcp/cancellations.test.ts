import { describe, expect, it } from 'vitest';
import { Cancellations } from './cancellations.ts';

/** Work that ends when its signal aborts, and returns why. */
const untilAborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

describe('cancellations', () => {
  it('abort the work of the call that is cancelled, and of no other', async () => {
    const cancellations = new Cancellations();
    const { signal } = new AbortController();
    const first = cancellations.run('first', signal, untilAborted);
    let second: AbortSignal | undefined;
    const other = Promise.withResolvers<string>();
    const running = cancellations.run('second', signal, (own) => {
      second = own;
      return other.promise;
    });
    cancellations.cancel('first');
    cancellations.cancel('third');
    expect(await first).toMatchObject({ name: 'AbortError' });
    expect(second?.aborted).toBe(false);
    other.resolve('done');
    expect(await running).toBe('done');
  });

  it('abort with an AbortError when the request ends for another reason', async () => {
    const request = new AbortController();
    const work = new Cancellations().run('call', request.signal, untilAborted);
    request.abort(new Error('Connection closed'));
    expect(await work).toMatchObject({ name: 'AbortError' });
  });

  it('forget a call when it ends, but not another one of the same name that runs', async () => {
    const cancellations = new Cancellations();
    const { signal } = new AbortController();
    const first = Promise.withResolvers<string>();
    const ended = cancellations.run('call', signal, () => first.promise);
    const running = cancellations.run('call', signal, untilAborted);
    first.resolve('first');
    expect(await ended).toBe('first');
    cancellations.cancel('call');
    expect(await running).toMatchObject({ name: 'AbortError' });
  });
});
