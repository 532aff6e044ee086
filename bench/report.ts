import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';

export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly against: string;
  readonly theirs: number;
  /** Of ours to theirs: a minimum unless `atMost`; null for what is only good to know. */
  readonly bound: number | null;
  readonly atMost?: boolean;
}

/** Prints the rows and writes `bench/results/NAME.json`. */
export async function report(name: string, rows: readonly Row[]): Promise<void> {
  const results = rows.map(({ atMost = false, ...row }) => {
    const ratio = row.ours / row.theirs;
    const holds = row.bound === null || (atMost ? ratio <= row.bound : ratio >= row.bound);
    return { ...row, ratio, holds };
  });
  console.table(
    results.map(({ what, unit, ours, against, theirs, ratio, bound, holds }) => ({
      what,
      ours: `${round(ours)} ${unit}`,
      [against]: `${round(theirs)} ${unit}`,
      ratio: ratio.toFixed(2),
      bound,
      holds,
    })),
  );
  const folder = new URL('./results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const result = { name, at: new Date().toISOString(), cores: availableParallelism(), rows: results };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
}

function round(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
