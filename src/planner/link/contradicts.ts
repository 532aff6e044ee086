import type { MemberMetadata } from '../../contract/tools.ts';
import { antonyms } from '../language/lexical.ts';
import { rememberedLast } from '../language/remembered.ts';

/** Whether a word says the opposite of a member's description: "gross", where revenue is described as net. */
export function contradicts(lemma: string, { description = '' }: MemberMetadata): boolean {
  if (description === '') return false;
  const opposites = opposed(lemma, () => antonyms(lemma));
  return opposites.length > 0 && wordsOf(description).some((it) => opposites.includes(it));
}

const opposed = rememberedLast<readonly string[]>({ keys: 1_000 });

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
