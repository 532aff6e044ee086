import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { generateWindpark } from './generator/windpark.ts';

/** Writes the operator's tables. `node examples/windpark/generate.ts [FOLDER]`, by default `data` beside this file. */
const folder = process.argv[2] ?? join(import.meta.dirname, 'data');

await mkdir(folder, { recursive: true });
await generateWindpark(folder);
