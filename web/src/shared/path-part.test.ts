import { expect, test } from 'vitest';
import { decodePathPart } from './path-part.ts';

test.each([
  ['VXNlcjoxMA%3D%3D', 'VXNlcjoxMA=='],
  ['sales', 'sales'],
  ['a%2Fb', 'a/b'],
  ['100%', '100%'],
  ['%E0%A4%A', '%E0%A4%A'],
])('%s is the text %s', (part, text) => {
  expect(decodePathPart(part)).toBe(text);
});
