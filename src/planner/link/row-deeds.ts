import { forms, type Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Lexicon } from './lexicon.ts';

/** "Were treated" asks for treatments, and "pay" for payments, where there are rows of these: whether they are those of a relation. */
export function isDeedOfRows(token: Token, { relationLemmas }: Lexicon): boolean {
  return kindOf(token) === 'verb' && [...relationLemmas].some((name) => isNounOf(name, token));
}

/** The same of the rows of another relation. */
export function isDeedOfOthers(token: Token, { rows, relationLemmas }: Lexicon): boolean {
  return (
    kindOf(token) === 'verb' && rows.keys().some((name) => !relationLemmas.has(name) && isNounOf(name, token))
  );
}

function isNounOf(name: string, { root, lemma }: Token): boolean {
  // A short word keeps its ending: the root of a payment is not that of what is paid.
  return forms(name).root === root || name === `${lemma}ment`;
}
