import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import { ProviderError, pauseMs, withJitter } from './provider-error.ts';

const now = Date.parse('2026-11-22T12:00:00Z');

function refused(statusCode: number, responseHeaders: Record<string, string> = {}, responseBody = '{}') {
  const call = { message: 'no', url: 'http://provider.test', requestBodyValues: {}, statusCode };
  return new ProviderError(new APICallError({ ...call, responseHeaders, responseBody }), undefined);
}

describe('the pause before another attempt', () => {
  it.each([
    ['grows without a word of the provider', refused(503), 2, 2_000],
    ['is that in seconds', refused(429, { 'retry-after': '7' }), 2, 7_000],
    ['is that in milliseconds', refused(429, { 'retry-after-ms': '70' }), 0, 70],
    ['is until that time', refused(429, { 'retry-after': 'Sun, 22 Nov 2026 12:00:09 GMT' }), 0, 9_000],
    [
      'is none until a time that is past',
      refused(429, { 'retry-after': 'Sun, 22 Nov 2026 11:00:00 GMT' }),
      0,
      0,
    ],
    ['ignores what is neither', refused(429, { 'retry-after': 'soon' }), 0, 500],
    ['is not made for more than 30 seconds', refused(429, { 'retry-after': '31' }), 0, undefined],
    [
      'is not made for a time that is far',
      refused(429, { 'retry-after': 'Sun, 22 Nov 2026 13:00:00 GMT' }),
      0,
      undefined,
    ],
    ['is not made for a wrong key', refused(401), 0, undefined],
    [
      'is not made for a spent quota',
      refused(429, {}, '{"error":{"code":"insufficient_quota"}}'),
      0,
      undefined,
    ],
  ])('%s', (_, error, attempt, pause) => {
    expect(pauseMs(error, attempt, now)).toBe(pause);
  });

  it('is never shorter than it should be, and up to half as long again', () => {
    expect([0, 0.5, 1].map((random) => withJitter(1_000, random))).toEqual([1_000, 1_250, 1_500]);
  });
});
