import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const readme = join(import.meta.dirname, '../../../README.md');

/** The environment variables of README's configuration reference, in its order. */
export async function readDocumentedNames(): Promise<string[]> {
  const text = await readFile(readme, 'utf8');
  return [...text.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name = '']) => name);
}
