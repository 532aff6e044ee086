/** `npm run bench [NAME …]`: each benchmark in a process of its own, then all results; 1 when a bound does not hold. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';

interface Result {
  readonly name: string;
  readonly rows: readonly {
    readonly what: string;
    readonly unit: string;
    readonly ours: number;
    readonly against: string;
    readonly theirs: number;
    readonly ratio: number;
    readonly bound?: number | null;
    readonly holds?: boolean;
  }[];
}

const folder = import.meta.dirname;
/** Files that are benchmarks call `report`, with their own name. */
const reports = /await report\(\s*'([\w-]+)'/;

async function findBenchmarks(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const file of (await readdir(folder)).filter((each) => each.endsWith('.ts')).sort()) {
    const name = reports.exec(await readFile(path.join(folder, file), 'utf8'))?.[1];
    if (name !== undefined) found.set(name, path.join(folder, file));
  }
  return found;
}

const benchmarks = await findBenchmarks();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benchmarks.has(name));
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}; there are ${[...benchmarks.keys()].join(', ')}.`);
  process.exit(1);
}

const table: object[] = [];
let failed = false;
for (const name of asked.length > 0 ? asked : benchmarks.keys()) {
  const results = path.join(folder, 'results', `${name}.json`);
  // What an earlier run found must not pass for this one's.
  await rm(results, { force: true });
  const child = spawn(process.execPath, [benchmarks.get(name) ?? ''], { stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  const text = code === 0 ? await readFile(results, 'utf8').catch(() => null) : null;
  if (text === null) {
    failed = true;
    table.push({ benchmark: name, what: 'did not finish', holds: false });
    continue;
  }
  for (const { what, unit, ours, against, theirs, ratio, bound, holds } of (JSON.parse(text) as Result)
    .rows) {
    const bounded = bound !== undefined && bound !== null;
    if (bounded && holds !== true) failed = true;
    table.push({
      benchmark: name,
      what,
      ours: `${ours.toPrecision(4)} ${unit}`,
      against: `${against} ${theirs.toPrecision(4)}`,
      ratio: ratio.toFixed(2),
      ...(bounded ? { bound, holds } : {}),
    });
  }
}
console.table(table);
process.exitCode = failed ? 1 : 0;
