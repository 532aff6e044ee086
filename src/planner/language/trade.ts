import type { Token } from './text.ts';
import { alike } from './thesaurus.ts';
import { kindOf } from './word-kind.ts';

const trade: ReadonlySet<string> = new Set(['spending', 'payment', 'earning', 'seller', 'purchase', 'buyer']);
const weakest = 0.4;

/** Whether a word is a verb of buying or selling: "spent", "sells", "bought". */
export function isTradeVerb(token: Token): boolean {
  return (
    kindOf(token) === 'verb' &&
    [...alike(token, [])].some(([lemma, strength]) => strength >= weakest && trade.has(lemma))
  );
}
