import { partsOfSpeech } from '../language/lexical.ts';
import { forms, nameWords, type Token } from '../language/text.ts';
import { isFlag, memberOf } from './entries.ts';
import { isSmall, type Link } from './link.ts';

/** "Car parking", where parking is described as spaces for cars: a word before a whole name that says no more than the description does. */
export function compoundLinks(links: readonly Link[], tokens: readonly Token[]): Link[] {
  return links.flatMap((link) => {
    const [first = 0] = link.tokens;
    const [modifier, head] = [tokens[first - 1], tokens[first]];
    const isWhole = isFlag(link.entry) && link.quality >= 0.97 && !link.denied;
    if (!isWhole || modifier === undefined || head === undefined || head.afterBreak || isSmall(modifier))
      return [];
    const areNouns = [modifier, head].every(
      ({ word, lemma }) => partsOfSpeech(lemma).noun >= 0.5 && !word.endsWith('ed'),
    );
    const isOne = modifier.word === modifier.lemma;
    return areNouns && isOne && saysFor(memberOf(link.entry)?.description ?? '', modifier.lemma)
      ? [{ ...link, tokens: [first - 1, ...link.tokens], quality: 0.95 * link.quality }]
      : [];
  });
}

function saysFor(description: string, lemma: string): boolean {
  const lemmas = nameWords(description).map((word) => forms(word.toLowerCase()).lemma);
  return lemmas.some((it, at) => it === lemma && /^(?:for|of|to|with|by)$/.test(lemmas[at - 1] ?? ''));
}
