import { remembered } from '../language/remembered.ts';
import { forms, type Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Lexicon } from './lexicon.ts';

/** "Were treated" asks for treatments, and "pay" for payments, where there are rows of these: whether they are those of a relation. */
export function isDeedOfRows(token: Token, { relationLemmas }: Lexicon): boolean {
  return kindOf(token) === 'verb' && [...relationLemmas].some((name) => isNounOf(name, token));
}

/** The same of the rows of another relation. */
export function isDeedOfOthers(token: Token, { rows, relationLemmas }: Lexicon): boolean {
  if (kindOf(token) !== 'verb') return false;
  const names = [...(namesByRoot(rows).get(token.root) ?? []), nounOf(token)];
  return names.some((name) => rows.has(name) && !relationLemmas.has(name));
}

const namesByRoot = remembered((rows: Lexicon['rows']) =>
  Map.groupBy(rows.keys(), (name) => forms(name).root),
);

function isNounOf(name: string, token: Token): boolean {
  return forms(name).root === token.root || name === nounOf(token);
}

/** A short word keeps its ending: the root of a payment is not that of what is paid. */
function nounOf({ lemma }: Token): string {
  return `${lemma}ment`;
}
