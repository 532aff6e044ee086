import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ChatUsage } from '../src/contract/stream-lines.ts';

const dollars = z.number().min(0);

/** Dollars per million tokens, by an agent's `model`. Cached input costs as much as other input unless it has a price. */
const prices = z.record(
  z.string(),
  z.strictObject({ input: dollars, cachedInput: dollars.exactOptional(), output: dollars }),
);

export type Prices = z.output<typeof prices>;

/** The list prices that are kept beside this file. They change: check them before a figure is quoted. */
export async function readPrices(): Promise<Prices> {
  return prices.parse(JSON.parse(await readFile(join(import.meta.dirname, 'prices.json'), 'utf8')));
}

/** The usage of several turns together. */
export function totalUsage(turns: readonly { readonly usage: ChatUsage }[]): Required<ChatUsage> {
  const total = (tokens: (usage: ChatUsage) => number): number =>
    turns.reduce((sum, { usage }) => sum + tokens(usage), 0);
  return {
    inputTokens: total((usage) => usage.inputTokens),
    cachedInputTokens: total((usage) => usage.cachedInputTokens ?? 0),
    outputTokens: total((usage) => usage.outputTokens),
    steps: total((usage) => usage.steps),
  };
}

/**
 * What tokens cost, in dollars. What a provider charges for keeping a prompt is not part of it.
 * @returns undefined without a price for the model
 */
export function costOf(
  model: string,
  { inputTokens, cachedInputTokens = 0, outputTokens }: Omit<ChatUsage, 'steps'>,
  known: Prices,
): number | undefined {
  const price = known[model];
  if (price === undefined) return undefined;
  const { input, cachedInput = input, output } = price;
  const read = (inputTokens - cachedInputTokens) * input + cachedInputTokens * cachedInput;
  return (read + outputTokens * output) / 1e6;
}
