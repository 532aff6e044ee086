import type { MemberMetadata } from '../../contract/tools.ts';
import { antonyms } from '../language/lexical.ts';
import { tokenize } from '../language/text.ts';

/** Whether a word says the opposite of a member's description: "gross", where revenue is described as net. */
export function contradicts(lemma: string, { description = '' }: MemberMetadata): boolean {
  const opposites = new Set(antonyms(lemma));
  return opposites.size > 0 && tokenize(description).some((it) => opposites.has(it.lemma));
}
