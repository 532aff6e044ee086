import type { Token } from './text.ts';
import { alike } from './thesaurus.ts';
import { kindOf } from './word-kind.ts';

const trade: ReadonlySet<string> = new Set(['spending', 'payment', 'earning', 'seller', 'purchase', 'buyer']);
const weakest = 0.4;

/**
 * Whether a word is a verb of buying or selling: "spent", "sells", "bought".
 * @param names words of names, of which it is none in another form: those paid have a salary
 */
export function isTradeVerb(token: Token, names: readonly string[]): boolean {
  if (kindOf(token) !== 'verb') return false;
  const others = [...alike(token, names)].filter(([, strength]) => strength >= weakest);
  const known = new Set(names);
  return others.some(([lemma]) => trade.has(lemma)) && !others.some(([lemma]) => known.has(lemma));
}

const outgoing: ReadonlySet<string> = new Set(['spending', 'payment', 'purchase', 'buyer']);

/** Whether a verb of trade says that whoever does it pays: "spent", "bought", "paid". */
export function isSpending(token: Token): boolean {
  return [...alike(token, [])].some(([lemma, strength]) => strength >= weakest && outgoing.has(lemma));
}

const paying: ReadonlySet<string> = new Set(['spending', 'payment']);

/** Whether a verb of trade speaks of money and of nothing that it is given for: "spent" and "paid", unlike "bought". */
export function isPaying(token: Token): boolean {
  if (!isTradeVerb(token, [])) return false;
  return [...alike(token, [])].some(([lemma, strength]) => strength >= weakest && paying.has(lemma));
}
