import { expect, test } from 'vitest';
import { chooseCoding } from './answer-file.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br; q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['', 'identity'],
  [null, 'identity'],
] as const)('Accept-Encoding: %s is answered with %s', (header, coding) => {
  expect(chooseCoding(header, () => true)).toBe(coding);
});

test('only codings on offer are chosen', () => {
  expect(chooseCoding('br, gzip', (coding) => coding === 'gzip')).toBe('gzip');
  expect(chooseCoding('br, gzip', () => false)).toBe('identity');
});
