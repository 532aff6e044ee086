import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtPagesFolder } from '../../src/pages/built-pages.ts';

/** One entry of the build's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Bytes of the scripts that a page loads before it shows anything, compressed with gzip, the larger of the two. */
async function initialScriptBytes(page: string): Promise<number> {
  const text = await readFile(join(builtPagesFolder, '.vite', 'manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Record<string, Chunk>;
  const files = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The manifest has no ${key}.`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  collect(page);
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const path = join(builtPagesFolder, file);
      // The smallest files are not worth compressing.
      return (await stat(`${path}.gz`).catch(() => stat(path))).size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

test('the embedded chat loads at most 200 kB of scripts before its first answer', async () => {
  const bytes = await initialScriptBytes('chat.html');
  // React and the components alone are more than this, so a smaller figure means that something was not counted.
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(200_000);
});
