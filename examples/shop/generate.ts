import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompany, shopSeed } from './generator/company.ts';
import { writeParquet } from './generator/parquet.ts';

/** Writes the shop's six tables. `node examples/shop/generate.ts [FOLDER]`, by default `data` beside this file. */
const folder = process.argv[2] ?? join(import.meta.dirname, 'data');
const tables = createCompany(shopSeed);

await mkdir(folder, { recursive: true });
await writeParquet(folder, tables);
for (const { name, rows } of tables) {
  const { size } = await stat(join(folder, `${name}.parquet`));
  console.log(
    `${name.padEnd(12)} ${String([...rows].length).padStart(8)} rows ${String(size).padStart(9)} bytes`,
  );
}
