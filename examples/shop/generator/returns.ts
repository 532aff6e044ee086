import type { ReturnReason } from './assortment.ts';
import { dayMs, endOfDataMs } from './calendar.ts';
import type { OrderLine } from './order-lines.ts';
import type { Random } from './random.ts';

export interface Return {
  readonly line: OrderLine;
  readonly returnedMs: number;
  readonly quantity: number;
  readonly refundCents: number;
  /** Null when the customer gave none. */
  readonly reason: ReturnReason | null;
  readonly condition: 'as new' | 'opened' | 'damaged';
}

const channelFactor = { online: 1.2, marketplace: 1.05, store: 0.45 };

/** At most one return per line, in the order in which they came in. */
export function createReturns(lines: readonly OrderLine[], random: Random): readonly Return[] {
  const returns: Return[] = [];
  for (const line of lines) {
    const { deliveredMs, channel } = line.order;
    if (deliveredMs === null) continue;
    const { returnRate, returnReasons } = line.product.category;
    if (!random.chance(returnRate * channelFactor[channel])) continue;
    const returnedMs = deliveredMs + random.int(2, 28) * dayMs + random.int(0, 36_000) * 1000;
    if (returnedMs > endOfDataMs) continue;
    const quantity = line.quantity === 1 || random.chance(0.6) ? line.quantity : random.int(1, line.quantity);
    const paidCents = line.unitPriceCents * line.quantity - (line.discountCents ?? 0);
    const reason = random.weighted(returnReasons);
    returns.push({
      line,
      returnedMs,
      quantity,
      refundCents: Math.round((paidCents * quantity) / line.quantity),
      reason: random.chance(0.07) ? null : reason,
      condition:
        reason === 'damaged' || reason === 'defective'
          ? 'damaged'
          : random.weighted({ 'as new': 70, opened: 27, damaged: 3 }),
    });
  }
  return returns.sort((a, b) => a.returnedMs - b.returnedMs || a.line.id - b.line.id);
}
