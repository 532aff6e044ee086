import { kindNouns, operatorOf } from '../language/grammar.ts';
import type { Token } from '../language/text.ts';
import { kindOf } from '../language/word-kind.ts';
import type { Price } from './weights.ts';

/** "Orders above average" are not all orders. */
const bounds: ReadonlySet<string> = new Set(['above', 'below', 'over', 'under']);

/** What leaving a word aside costs, whatever is beside it. */
export function skipPrice(token: Token): Price {
  const kind = kindOf(token);
  if (bounds.has(token.word)) return 'skip.noun';
  if (kind === 'noun' && kindNouns.has(token.lemma)) return 'skip.kind';
  return kind === 'verb' && operatorOf(token.lemma)?.kind === 'filler'
    ? 'lightVerb'
    : kind === 'verb' && isParticiple(token)
      ? 'skip.participle'
      : `skip.${kind}`;
}

/** "Were returned" says something of the rows. */
function isParticiple({ word, before }: Token): boolean {
  return (
    /^(is|are|was|were|been|being|get|got)$/.test(before ?? '') && /(ed|en|wn|nt|ld|pt|ught|ung)$/.test(word)
  );
}
