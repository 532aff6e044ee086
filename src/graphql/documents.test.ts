import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { DocumentCache } from './documents.ts';

describe('parsed documents', () => {
  test('are kept while they weigh little, and those used last longest', () => {
    const cache = new DocumentCache();
    const [often, once] = ['{ often }', '{ once }'];
    cache.set(often, parse(often));
    cache.set(once, parse(once));
    for (let index = 0; index < 1_000; index += 1) {
      expect(cache.get(often)).toBeDefined();
      const text = `{ field${index} }`;
      cache.set(text, parse(text));
    }
    expect(cache.get(once)).toBeUndefined();
  });

  test('are few when they are long', () => {
    const cache = new DocumentCache();
    const texts = Array.from({ length: 20 }, (_, index) => `{ a } #${String(index).repeat(90_000)}`);
    for (const text of texts) cache.set(text, parse(text));
    const kept = texts.filter((text) => cache.get(text) !== undefined);
    expect(kept.length).toBeLessThan(6);
    expect(kept.at(-1)).toBe(texts.at(-1));
  });
});
