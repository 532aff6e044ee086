import { parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { createDocumentCache } from './documents.ts';

describe('parsed documents', () => {
  test('parsed documents are cached by recency of use while they are short', () => {
    const cache = createDocumentCache();
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

  test('parsed documents are cached in small number if they are long', () => {
    const cache = createDocumentCache();
    const texts = Array.from({ length: 20 }, (_, index) => `{ a } #${String(index).repeat(90_000)}`);
    for (const text of texts) cache.set(text, parse(text));
    const kept = texts.filter((text) => cache.get(text) !== undefined);
    expect(kept.length).toBeLessThan(6);
    expect(kept.at(-1)).toBe(texts.at(-1));
  });
});
