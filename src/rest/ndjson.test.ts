import { Request as NodeRequest } from '@whatwg-node/fetch';
import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { type LineSource, ndjsonResponse } from './ndjson.ts';

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

  it('writes the first lines, one chunk per batch, then the last lines', async () => {
    const { source, asked } = sourceOf(['{"n":1}\n{"n":2}\n', '{"n":3}\n']);
    const response = ndjsonResponse(source, {
      request,
      first: [{ id: 'first' }],
      last: () => [{ id: 'last', text: 'naïve\n' }],
      headers: { 'x-request-id': 'r-1' },
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-accel-buffering': 'no',
      'x-request-id': 'r-1',
    });
    const chunks: string[] = [];
    for await (const chunk of response.body ?? []) chunks.push(Buffer.from(chunk).toString());
    expect(chunks).toEqual([
      '{"id":"first"}\n',
      '{"n":1}\n{"n":2}\n',
      '{"n":3}\n',
      '{"id":"last","text":"naïve\\n"}\n',
    ]);
    expect(asked.returns).toBe(0);
  });

  it('is empty for an empty source', async () => {
    expect(await ndjsonResponse(sourceOf([]).source, { request }).text()).toBe('');
    expect(await ndjsonResponse(sourceOf([]).source, { request, last: () => [] }).text()).toBe('');
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
    ['an unknown failure, masked', new Error('secret'), 'Internal Server Error', 'INTERNAL'],
  ])('says %s in a last line', async (_, failure, error, code) => {
    const fail = async () => {
      throw failure;
    };
    const { source, asked } = sourceOf(['{"n":1}\n'], fail);
    const told: unknown[] = [];
    const response = ndjsonResponse(source, {
      request,
      last: () => [{ id: 'last' }],
      onFailure: (e) => told.push(e),
    });
    expect(await response.text()).toBe(`{"n":1}\n${JSON.stringify({ id: '__error__', error, code })}\n`);
    expect(told).toEqual([failure]);
    expect(asked.returns).toBe(1);
    const sql = ndjsonResponse(sourceOf([], fail).source, { request, failureLine: (f) => f });
    expect(await sql.text()).toBe(`${JSON.stringify({ error, code })}\n`);
  });

  it('fails with a line also when the last lines cannot be made', async () => {
    const last = () => {
      throw new Error('secret');
    };
    const text = await ndjsonResponse(sourceOf(['1\n']).source, { request, last }).text();
    expect(text).toBe('1\n{"id":"__error__","error":"Internal Server Error","code":"INTERNAL"}\n');
  });

  it('lets go of the source once when the body is cancelled', async () => {
    const { source, asked } = sourceOf(['1\n'], never);
    const controller = new AbortController();
    const reader = ndjsonResponse(source, { request: requestWith(controller.signal) }).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    controller.abort();
    expect(asked.returns).toBe(1);
  });

  it('lets go of the source once when the request is aborted, and ends', async () => {
    let finish = (_: null) => {};
    const { source, asked } = sourceOf(['1\n'], () => new Promise((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const response = ndjsonResponse(source, {
      request: requestWith(controller.signal),
      last: () => [{ id: 'last' }],
    });
    const reader = response.body?.getReader();
    await reader?.read();
    controller.abort();
    expect(asked.returns).toBe(1);
    finish(null);
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    await reader?.cancel();
    expect(asked.returns).toBe(1);
  });

  it('never reads for a request that was aborted before', async () => {
    const { source, asked } = sourceOf(['1\n']);
    expect(await ndjsonResponse(source, { request: requestWith(AbortSignal.abort()) }).text()).toBe('');
    expect(asked).toEqual({ batches: 0, returns: 1 });
  });

  it('ends quietly when the source ends by an abort', async () => {
    const { source } = sourceOf(['1\n'], () => Promise.reject(new DOMException('stopped', 'AbortError')));
    const told: unknown[] = [];
    expect(await ndjsonResponse(source, { request, onFailure: (e) => told.push(e) }).text()).toBe('1\n');
    expect(told).toEqual([]);
  });
});
