import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const pages = ['chat', 'dashboard', 'shared'].map((name) => join(import.meta.dirname, '../../web/src', name));
const files = pages.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => join(folder, name)),
);

/** What a reader sees or hears; the linter looks after the text between tags. */
const spoken =
  /\b(?:aria-label|title|label|placeholder|alt|text|action)=(?:"[^"]*\p{L}{2}|\{[`'][^`'$]*\p{L}{2})/gu;
const sentence = /['`]\p{Lu}\p{Ll}+ \p{Ll}[^'`]*['`]/gu;

test('everything that the embedded pages say is in the files of their languages', () => {
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8').replaceAll(/new Error\([^)]*\)|\/\/.*|\/\*[\s\S]*?\*\//g, '');
    return [...code.matchAll(spoken), ...code.matchAll(sentence)].map(([text]) => `${file}: ${text}`);
  });
  // Not translated: the name of a language.
  expect(found.filter((text) => !text.endsWith('aria-label="SQL'))).toEqual([]);
});
