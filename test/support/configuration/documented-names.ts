import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const readme = join(import.meta.dirname, '../../../README.md');
const tableHead = '| name | default | meaning |';

/** The environment variables of README's configuration table; `_ALIASES` behind `GRAPHQL_MAX_TOKENS` is `GRAPHQL_MAX_ALIASES`. */
export async function readDocumentedNames(): Promise<string[]> {
  const [, below = ''] = (await readFile(readme, 'utf8')).split(tableHead);
  const [table = ''] = below.split('\n\n');
  const names: string[] = [];
  for (const row of table.split('\n').slice(2)) {
    const [, cell = ''] = row.split('|');
    const [first = '', ...others] = [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name);
    const stem = first.slice(0, first.lastIndexOf('_'));
    names.push(first, ...others.map((name) => (name.startsWith('_') ? stem + name : name)));
  }
  return names;
}
