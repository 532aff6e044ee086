import { unitWords } from './grammar.ts';
import { isKindOf, partsOfSpeech } from './lexical.ts';
import { forms, type Token } from './text.ts';

/** Tokens with "left" as "remaining" where it says what there still is, and not who went: "hours left on it", "do we have left". */
export function withRemaining(tokens: readonly Token[], isDated: (at: number) => boolean): readonly Token[] {
  return tokens.map((token) =>
    token.word === 'left' && !token.quoted && isRest(tokens, token.index, isDated)
      ? { ...token, ...forms('remaining') }
      : token,
  );
}

/** Whether a word says how much there still is. */
export function saysRest({ word }: Token): boolean {
  return /^remain(?:s|ed|ing)?$/.test(word);
}

function isRest(tokens: readonly Token[], at: number, isDated: (at: number) => boolean): boolean {
  const words = tokens.slice(0, at).map(({ word }) => word);
  const last = words.at(-1) ?? '';
  if (/^(?:is|are|was|were|be)$/.test(last) || words.includes('there')) return true;
  const has = words.findLastIndex((word) => /^(?:have|has|had|got|ve)$/.test(word));
  // "Does she have left", unlike "who have left".
  if (has === words.length - 1 && has >= 0) return words.some((word) => /^(?:do|does|did)$/.test(word));
  const between = has < 0 ? [] : words.slice(has + 1);
  const isRelative = /^(?:who|that|which)$/.test(words[has - 1] ?? '');
  // "How many days has she left", unlike "how many have already left".
  if (!isRelative && between.some((word) => partsOfSpeech(word).adverb < 0.5)) return true;
  return isThingLeft(tokens, at, isDated);
}

/** "Hours left on the project", unlike "people left in May" and "trains left the station". */
function isThingLeft(tokens: readonly Token[], at: number, isDated: (at: number) => boolean): boolean {
  const { lemma = '' } = tokens[at - 1] ?? {};
  const next = tokens[at + 1];
  const goesOn = next === undefined || next.afterBreak || /^(?:on|for|in|of|until|till)$/.test(next.word);
  const isThing =
    partsOfSpeech(lemma).noun > 0.5 && !['person', 'group', 'organism'].some((kind) => isKindOf(lemma, kind));
  return isThing && (unitWords.has(lemma) || (goesOn && !isDated(at + 1) && !isDated(at + 2)));
}
