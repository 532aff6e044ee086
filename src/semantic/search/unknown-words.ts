import { askedWords, isTimeWord, wordsOf } from './words.ts';

/** Unknown words of one text that are looked for; each is compared with the values of many dimensions. */
const maxWords = 8;
/** What ranks and compares is not in the data. */
const rankWord =
  /^(?:top|bottom|best|worst|first|next|past|most|least|highest|lowest|largest|smallest|more|less|fewer|than|compare|compared|versus|vs|average|total|share|percent)$/;

/**
 * Words of a text that may come from the data, as typed in lower case: first those that are written like names, then others that
 * the model does not know. Words of time are not among them, and short numbers only behind such a word, as in `Store 12`.
 */
export function unknownWords(text: string, isKnown: (word: string) => boolean): readonly string[] {
  const asked = new Set(askedWords(text));
  const names: string[] = [];
  const others: string[] = [];
  let isBehindOne = false;
  for (const { 0: typed, index } of text.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
    const lower = typed.toLowerCase();
    const words = wordsOf(typed).filter((word) => asked.has(word));
    const isNumber = /^\p{N}{1,3}$/u.test(typed);
    const startsSentence = !/[^\s.!?:]\s*$/u.test(text.slice(Math.max(0, index - 20), index));
    const isOut = words.length === 0 || words.every(isTimeWord) || rankWord.test(lower);
    const isName: boolean = isNumber ? isBehindOne : /^[\p{Lu}\p{N}]/u.test(typed) && !startsSentence;
    isBehindOne = !isOut && (isName || (!isNumber && !words.every(isKnown)));
    if (isBehindOne) (isName ? names : others).push(lower);
  }
  return [...new Set([...names, ...others])].slice(0, maxWords);
}
