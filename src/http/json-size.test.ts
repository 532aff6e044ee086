import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxJsonDepth, maxJsonValues, requireModestJson } from './json-size.ts';

const accepts = (text: string) => {
  try {
    requireModestJson(text, 'It');
    return true;
  } catch {
    return false;
  }
};

const nested = (depth: number, value: unknown): unknown => (depth === 0 ? value : [nested(depth - 1, value)]);
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value as object).map(depthOf))
    : 0;

describe('the size of JSON', () => {
  test.each([
    [maxJsonDepth, true],
    [maxJsonDepth + 1, false],
    [500_000, false],
  ])('the size of JSON accepts %i nested levels: %s', (depth, accepted) => {
    expect(accepts('['.repeat(depth) + ']'.repeat(depth))).toBe(accepted);
    expect(accepts('['.repeat(depth))).toBe(accepted);
    expect(accepts('{"a":'.repeat(depth))).toBe(accepted);
  });

  test.each([
    [maxJsonValues - 2, true],
    [maxJsonValues, false],
  ])('the size of JSON accepts a list of %i values: %s', (count, accepted) => {
    expect(accepts(JSON.stringify(Array(count).fill(0)))).toBe(accepted);
    expect(accepts(JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [n, 0]))))).toBe(
      accepted,
    );
  });

  test('the size of JSON does not count the content of strings', () => {
    const text = fc.string({ unit: fc.constantFrom('[', '{', ',', '"', '\\', 'a', '\n'), maxLength: 200 });
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.array(text), (value, texts) => {
        const whole = { value, texts, [texts.join()]: texts };
        const room = maxJsonDepth - depthOf(whole);
        expect(accepts(JSON.stringify(nested(room, whole)))).toBe(true);
        expect(accepts(JSON.stringify(nested(room + 1, whole)))).toBe(false);
      }),
    );
  });

  test('the size of JSON is found for any text, valid JSON or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        accepts(text);
      }),
    );
    for (const text of ['"', '"\\', '\\"', '"\\\\"[', ']'.repeat(1_000)]) expect(accepts(text)).toBe(true);
    expect(accepts(`"${'\\'.repeat(100_000)}"`.repeat(5))).toBe(true);
  });
});
