import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChatUsage } from '../src/contract/stream-lines.ts';

/** Dollars per million tokens, by an agent's `model`. */
const prices = z.record(z.string(), z.strictObject({ input: z.number().min(0), output: z.number().min(0) }));

export type Prices = z.output<typeof prices>;

/** The list prices that are kept beside this file. They change: check them before a figure is quoted. */
export async function readPrices(): Promise<Prices> {
  return prices.parse(JSON.parse(await readFile(join(import.meta.dirname, 'prices.json'), 'utf8')));
}

/**
 * What tokens cost, in dollars, if the provider takes the full price for all of them; a cached prompt costs less.
 * @returns undefined without a price for the model
 */
export function costOf(
  model: string,
  { inputTokens, outputTokens }: Pick<ChatUsage, 'inputTokens' | 'outputTokens'>,
  known: Prices,
): number | undefined {
  const price = known[model];
  return price && (inputTokens * price.input + outputTokens * price.output) / 1e6;
}
