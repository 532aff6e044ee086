import type { Token } from '../language/text.ts';
import { isSmall } from './link.ts';
import type { Phrase } from './phrases.ts';

/** "Neither a housing nor a personal loan", "a housing loan or a personal one", "loans that are personal": the head is said of another one, or before. */
export function sharesHead(
  { words, head }: Phrase,
  own: readonly number[],
  tokens: readonly Token[],
): boolean {
  const last = own.at(-1) ?? 0;
  const isHead = (token: Token | undefined): boolean =>
    token !== undefined && [token.lemma, token.word].includes(words[head]?.key ?? '');
  if (/^ones?$/.test(tokens[last + 1]?.word ?? '')) return tokens.slice(0, own[0]).some(isHead);
  const clause = tokens.slice(0, own[0]).findLastIndex(({ word }) => /^(?:that|which|who)$/.test(word));
  const isInside = tokens.slice(clause + 1, last + 1).every(({ afterBreak }) => !afterBreak);
  if (clause > last - 4 && isInside && isHead(tokens[clause - 1])) return true;
  const behind = tokens.slice(last + 2, last + 5);
  const end = behind.findIndex((token, at) => at > 0 && isSmall(token));
  const isJoined = /^(and|or|nor)$/.test(tokens[last + 1]?.word ?? '');
  return isJoined && behind.slice(1, end < 0 ? undefined : end).some(isHead);
}
