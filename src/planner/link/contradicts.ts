import type { MemberMetadata } from '../../contract/tools.ts';
import { antonyms } from '../language/lexical.ts';
import { nameLemmas } from './names.ts';

/** Whether a word says the opposite of a member's description: "gross", where revenue is described as net. */
export function contradicts(lemma: string, member: MemberMetadata): boolean {
  const { description = '' } = member;
  // What is empty while something is open may well be called closed.
  if (description === '' || nameLemmas(member.title).includes(lemma)) return false;
  const opposites = antonyms(lemma);
  return opposites.length > 0 && wordsOf(description).some((it) => opposites.includes(it));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
