/**
 * How long semantic SQL takes to accept or refuse what is made to take long: the statements known to be hostile, and as
 * many more as asked for (`node bench/hostile-sql.ts 20000 [SEED]`). Prints the slowest of them, in milliseconds of
 * processor time, which does not depend on what else the machine does, and on the clock; each the least of several runs.
 */

import path from 'node:path';
import fc from 'fast-check';
import { duckDbDialect } from '../src/engines/duckdb/dialect.ts';
import { postgresDialect } from '../src/engines/postgres/dialect.ts';
import { loadDataModel } from '../src/semantic/model/load-model.ts';
import { createCompiler, loadFixtureModel } from '../test/fixtures/semantic/compiler.ts';
import { generatedStatement } from '../test/fixtures/semantic/generated-statements.ts';
import { hostileStatements } from '../test/fixtures/semantic/hostile-statements.ts';

const count = Number(process.argv[2] ?? 2_000);
const firstSeed = Number(process.argv[3] ?? 1);
const shown = 15;
const batch = 500;
const runs = 5;

interface Measured {
  readonly name: string;
  readonly cpuMs: number;
  readonly clockMs: number;
  readonly outcome: string;
}

const viewer = { userAttributes: { region: ['EU'] }, groups: [], securityContext: {} };
const { model: shop } = await loadDataModel(path.join(import.meta.dirname, '../examples/shop/model'));
const fixture = await loadFixtureModel();
const compilers = [
  { of: 'duckdb', compile: await createCompiler(fixture, duckDbDialect, viewer) },
  { of: 'postgres', compile: await createCompiler(fixture, postgresDialect, viewer) },
  { of: 'shop', compile: await createCompiler(shop, duckDbDialect, viewer) },
];

function outcomeOf(compile: (sql: string) => { readonly sql: string }, sql: string): string {
  try {
    return `${compile(sql).sql.length} characters`;
  } catch (error) {
    return String(error);
  }
}

function measure(name: string, sql: string, least: number): Measured {
  const times = compilers.map(({ of, compile }): Measured => {
    let cpuMs = Number.POSITIVE_INFINITY;
    let clockMs = Number.POSITIVE_INFINITY;
    let outcome = '';
    for (let run = 0; run < runs; run++) {
      const cpu = process.threadCpuUsage();
      const clock = performance.now();
      outcome = outcomeOf(compile, sql);
      clockMs = Math.min(clockMs, performance.now() - clock);
      const { user, system } = process.threadCpuUsage(cpu);
      cpuMs = Math.min(cpuMs, (user + system) / 1_000);
      if (clockMs < least) break;
    }
    return { name: `${name} (${of})`, cpuMs, clockMs, outcome };
  });
  return times.reduce((slowest, each) => (each.clockMs > slowest.clockMs ? each : slowest));
}

function print(title: string, measured: readonly Measured[]): void {
  console.log(`\n${title}\n${'cpu ms'.padStart(8)}${'clock ms'.padStart(10)}`);
  for (const { name, cpuMs, clockMs, outcome } of measured.slice(0, shown)) {
    console.log(
      `${cpuMs.toFixed(1).padStart(8)}${clockMs.toFixed(1).padStart(10)}  ${name}: ${outcome.slice(0, 90)}`,
    );
  }
}

const bySlowness = (a: Measured, b: Measured): number => b.clockMs - a.clockMs;

for (let warmUp = 0; warmUp < 3; warmUp++)
  for (const [, sql] of hostileStatements) for (const { compile } of compilers) outcomeOf(compile, sql);
print(
  `${hostileStatements.length} known statements`,
  hostileStatements.map(([name, sql]) => measure(name, sql, 0)).sort(bySlowness),
);

let slowest: Measured[] = [];
let accepted = 0;
for (let from = 0; from < count; from += batch) {
  const seed = firstSeed + from / batch;
  const statements = fc.sample(generatedStatement, { numRuns: Math.min(batch, count - from), seed });
  const measured = statements.map((sql, index) =>
    measure(`seed ${seed} number ${index}, ${sql.length} characters`, sql, slowest.at(shown)?.clockMs ?? 0),
  );
  accepted += measured.filter(({ outcome }) => !outcome.includes('Error')).length;
  slowest = [...slowest, ...measured].sort(bySlowness).slice(0, shown + 1);
}
print(`${count} generated statements, of which ${accepted} were accepted`, slowest);
