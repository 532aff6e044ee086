import { Request as NodeRequest } from '@whatwg-node/fetch';
import { describe, expect, it } from 'vitest';
import type { LineSource } from '../contract/operation-runner.ts';
import { AppError } from '../errors.ts';
import { ndjsonResponse } from './ndjson.ts';

/** Gives the batches in turn, then does what `then` says; counts what was asked of it. */
function sourceOf(batches: readonly string[], then: () => Promise<null> = async () => null) {
  const asked = { batches: 0, returns: 0 };
  const source: LineSource = {
    async nextBatch() {
      const lines = batches[asked.batches];
      asked.batches += 1;
      return lines === undefined ? then() : { lines: Buffer.from(lines) };
    },
    return() {
      asked.returns += 1;
    },
  };
  return { source, asked };
}

const never = () => new Promise<null>(() => {});

describe.each([
  ['the platform', Request],
  ['node:http', NodeRequest],
])('a response to a request of %s', (_name, RequestClass) => {
  const requestWith = (signal: AbortSignal) => new RequestClass('http://inlay.test/', { signal });
  const request = requestWith(new AbortController().signal);

  it('writes one chunk per batch', async () => {
    const { source, asked } = sourceOf(['{"n":1}\n{"n":2}\n', '{"n":"naïve"}\n']);
    const response = ndjsonResponse(source, { request });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks).toEqual(['{"n":1}\n{"n":2}\n', '{"n":"naïve"}\n']);
    expect(asked.returns).toBe(0);
  });

  it('has an empty body for an empty source', async () => {
    expect(await ndjsonResponse(sourceOf([]).source, { request }).text()).toBe('');
  });

  it('reads at most one batch ahead of the client', async () => {
    const { source, asked } = sourceOf(Array.from({ length: 100 }, (_, n) => `${n}\n`));
    const reader = ndjsonResponse(source, { request }).body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked.batches).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      'a known failure',
      new AppError('DATA_SOURCE_UNAVAILABLE', 'No warehouse'),
      'No warehouse',
      'DATA_SOURCE_UNAVAILABLE',
    ],
    ['an unknown failure, masked', new Error('secret'), 'Internal server error', 'INTERNAL'],
  ])('reports %s in the last line', async (_, failure, error, code) => {
    const fail = async () => {
      throw failure;
    };
    const { source, asked } = sourceOf(['{"n":1}\n'], fail);
    const told: unknown[] = [];
    const response = ndjsonResponse(source, {
      request,
      onFailure: (e) => told.push(e),
    });
    expect(await response.text()).toBe(`{"n":1}\n${JSON.stringify({ id: '__error__', error, code })}\n`);
    expect(told).toEqual([failure]);
    expect(asked.returns).toBe(1);
  });

  it('releases the source once if the body is cancelled', async () => {
    const { source, asked } = sourceOf(['1\n'], never);
    const controller = new AbortController();
    const reader = ndjsonResponse(source, { request: requestWith(controller.signal) }).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    controller.abort();
    expect(asked.returns).toBe(1);
  });

  it('releases the source once and ends if the request is aborted', async () => {
    let finish = (_: null) => {};
    const { source, asked } = sourceOf(['1\n'], () => new Promise((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const response = ndjsonResponse(source, { request: requestWith(controller.signal) });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    expect(asked.returns).toBe(1);
    finish(null);
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    await reader?.cancel();
    expect(asked.returns).toBe(1);
  });

  it('never reads the source for a request that is already aborted', async () => {
    const { source, asked } = sourceOf(['1\n']);
    expect(await ndjsonResponse(source, { request: requestWith(AbortSignal.abort()) }).text()).toBe('');
    expect(asked).toEqual({ batches: 0, returns: 1 });
  });

  it('ends without an error line if the source is aborted', async () => {
    const { source } = sourceOf(['1\n'], () => Promise.reject(new DOMException('stopped', 'AbortError')));
    const told: unknown[] = [];
    expect(await ndjsonResponse(source, { request, onFailure: (e) => told.push(e) }).text()).toBe('1\n');
    expect(told).toEqual([]);
  });
});
