import { saysRest } from '../language/remaining.ts';
import type { Token } from '../language/text.ts';
import { alike } from '../language/thesaurus.ts';
import { memberOf } from './entries.ts';
import type { Link } from './link.ts';
import { namePhrases } from './names.ts';
import { spanBetween } from './spans.ts';

/** "Hours left" has nothing to do with leave, nor with when somebody left: what remains is called so, or "Days left". */
export function isOtherRest({ entry, tokens: own }: Link, tokens: readonly Token[]): boolean {
  const rest = own.map((at) => tokens[at]).find((it) => it !== undefined && saysRest(it));
  const member = memberOf(entry);
  if (rest === undefined) return false;
  if (member === undefined || entry.kind === 'value') return entry.kind !== 'value';
  const isTime =
    entry.kind === 'dimension' &&
    (entry.dimension.type === 'time' || spanBetween(entry.dimension) !== undefined);
  return (
    isTime || !namePhrases(member).some((words) => words.some(({ word, lemma }) => isLeft(word, lemma, rest)))
  );
}

function isLeft(word: string, lemma: string, rest: Token): boolean {
  return (
    word === 'left' ||
    (!/^(?:leave|stay)$/.test(lemma) &&
      (lemma === rest.lemma || (alike(rest, [lemma]).get(lemma) ?? 0) >= 0.5))
  );
}
