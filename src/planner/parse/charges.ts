import { type Price, weights } from './weights.ts';

/** What a reading costs: each price, with how many times it is charged. */
export type Charges = ReadonlyMap<Price, number>;

/** A reading in the making, which is charged as it goes. */
export interface Charged {
  readonly charges: Map<Price, number>;
}

/** Charges a price so many times; a negative number gives it back. */
export function charge({ charges }: Charged, price: Price, times = 1): void {
  charges.set(price, (charges.get(price) ?? 0) + times);
}

/** Charges one price in place of another that was charged before. */
export function recharge(of: Charged, price: Price, before: Price): void {
  charge(of, price);
  charge(of, before, -1);
}

/** Several lists of charges as one. */
export function together(...all: readonly Charges[]): Map<Price, number> {
  const sum: Charged = { charges: new Map() };
  for (const charges of all) for (const [price, times] of charges) charge(sum, price, times);
  return sum.charges;
}

/**
 * What charges come to.
 * @param among the prices that count. @default all
 */
export function costOf(charges: Charges, among?: ReadonlySet<Price>): number {
  let cost = 0;
  for (const [price, times] of charges)
    if (among === undefined || among.has(price)) cost += weights[price] * times;
  return cost;
}
