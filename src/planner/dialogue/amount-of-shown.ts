import { mainAmount, plainAmount } from '../link/main-amount.ts';
import { isCountOf, type Quantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { narrowedToCounted } from './counted-some.ts';
import { isOfShown } from './shown.ts';

/** "How much is that in total?": what the rows come to that were counted, listed or added up before, and not each of them. */
export function amountOfShown(before: Reading, { text }: Reading): Reading {
  const counted = narrowedToCounted(before);
  const earlier = counted ?? before;
  const amount = counted && amountOf(counted);
  const isOfFirst = !isOfShown(earlier) && earlier.ranking?.limit !== undefined;
  return {
    ...earlier,
    text,
    quantities: amount === undefined ? [] : [amount],
    groups: [],
    ranking: undefined,
    share: undefined,
    shareOf: undefined,
    change: false,
    running: false,
    compare: false,
    meanOver: undefined,
    list: false,
    implied: false,
    ambiguities:
      amount === undefined || earlier.having.length > 0
        ? [{ about: 'figure' }]
        : isOfFirst
          ? [{ about: 'first few' }]
          : [],
  };
}

/** What was added up before, or else the money that the rows are of. */
function amountOf({ quantities, lexicon: { cube } }: Reading): Quantity | undefined {
  const [figure, ...more] = quantities;
  if (figure !== undefined && !isCountOf(figure))
    return more.length === 0 && addsUp(figure) ? figure : undefined;
  const plain = plainAmount(cube);
  const measure = mainAmount(cube);
  if (measure !== undefined) return { kind: 'measure', measure };
  return plain && { kind: 'aggregate', aggregate: 'sum', dimension: plain };
}

function addsUp(figure: Quantity): boolean {
  return figure.kind === 'measure'
    ? figure.measure.type === 'sum'
    : figure.kind === 'aggregate' && figure.aggregate === 'sum';
}
