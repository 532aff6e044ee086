import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { it } from 'vitest';
import { type Material, mutated, randomFrom } from './mutate.ts';

export interface FuzzTarget extends Omit<Material, 'seeds'> {
  /** As in the titles of tests and in the name of its file of kept inputs, `seeds/NAME.json`. */
  readonly name: string;
  /** Inputs to start from, beside the kept ones. */
  readonly seeds: readonly string[];
  /** Takes one input in, or refuses it; whatever else it throws fails the test. */
  parse(input: string): unknown;
  /** Whether an error is the clear refusal that bad input deserves. */
  isRefusal(error: unknown): boolean;
  /** Time that one input may take of the thread that parses it. */
  readonly maxMs: number;
}

/** How long each target runs, in seconds, and how many inputs it takes at least; SECURITY.md says how to look longer. */
const { FUZZ_SECONDS: seconds = '2', FUZZ_INPUTS: atLeast = '0', PROPERTY_SEED: seed = '1' } = process.env;

/** One input may leave this much on the heap, in bytes, before anything is collected. */
const maxHeapBytes = 64 * 1024 * 1024;

/** Feeds a parser with mutated inputs, the same ones for the same `PROPERTY_SEED`, and with those that once broke it. */
export function fuzz(name: string, open: () => Promise<FuzzTarget & Partial<AsyncDisposable>>): void {
  it(`${name}: any input is taken or refused, within its bounds of time and memory`, {
    timeout: (Number(seconds) + Number(atLeast) + 120) * 1000,
  }, async () => {
    const target = await open();
    try {
      const kept: string[] = JSON.parse(
        await readFile(join(import.meta.dirname, 'seeds', `${target.name}.json`), 'utf8'),
      );
      const material: Material = { ...target, seeds: [...kept, ...target.seeds] };
      const random = randomFrom(seed === 'random' ? Date.now() : Number(seed));
      for (const input of material.seeds) await check(target, input);
      const end = performance.now() + Number(seconds) * 1000;
      let inputs = 0;
      let slowest = { ms: 0, input: '' };
      while (performance.now() < end || inputs < Number(atLeast)) {
        const input = mutated(material, random);
        const ms = await check(target, input);
        if (ms > slowest.ms) slowest = { ms, input };
        inputs += 1;
        // What else the worker does gets its turn.
        if (inputs % 100 === 0) await setImmediate();
      }
      process.stdout.write(
        `fuzz ${target.name}: ${inputs} inputs, the slowest took ${slowest.ms.toFixed(1)} ms: ${shown(slowest.input)}\n`,
      );
    } finally {
      await target[Symbol.asyncDispose]?.();
    }
  });
}

/**
 * Milliseconds of this thread that the input took.
 * @throws Error naming the file that holds the input, when it breaks the parser or a bound
 */
async function check(target: FuzzTarget, input: string): Promise<number> {
  const heapBefore = process.memoryUsage().heapUsed;
  let ms = await timed(target, input);
  const bytes = process.memoryUsage().heapUsed - heapBefore;
  if (bytes > maxHeapBytes) await fail(target, input, `took ${bytes} bytes`);
  // A time that is the input's own is there each time; compilation and collections of garbage are not.
  for (let again = 0; again < 4 && ms > target.maxMs; again += 1)
    ms = Math.min(ms, await timed(target, input));
  if (ms > target.maxMs) await fail(target, input, `took ${ms} ms`);
  return ms;
}

async function timed(target: FuzzTarget, input: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await target.parse(input);
  } catch (error) {
    if (!target.isRefusal(error)) await fail(target, input, 'broke the parser', error);
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

async function fail(target: FuzzTarget, input: string, what: string, cause?: unknown): Promise<never> {
  const folder = join(import.meta.dirname, '../../test-results/fuzz');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${target.name}.json`), JSON.stringify([input]));
  throw new Error(`An input, kept in test-results/fuzz/${target.name}.json, ${what}: ${shown(input)}`, {
    cause,
  });
}

function shown(input: string): string {
  return JSON.stringify(input.length > 200 ? `${input.slice(0, 200)}… (${input.length} characters)` : input);
}
