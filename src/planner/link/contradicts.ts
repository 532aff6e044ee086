import type { MemberMetadata } from '../../contract/tools.ts';
import { antonyms } from '../language/lexical.ts';

/** Whether a word says the opposite of a member's description: "gross", where revenue is described as net. */
export function contradicts(lemma: string, { description = '' }: MemberMetadata): boolean {
  if (description === '') return false;
  const opposites = antonyms(lemma);
  return opposites.length > 0 && wordsOf(description).some((it) => opposites.includes(it));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
