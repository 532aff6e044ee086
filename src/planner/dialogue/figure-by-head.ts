import type { Token } from '../language/text.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { isSmall } from '../link/link.ts';
import { nameLemmas } from '../link/names.ts';
import type { Message } from './message.ts';

/**
 * A message with the only figure of the relations in the place of one that they do not know, but whose last word that figure shares: with
 * "conversion rate" for "success rate". Undefined where there is none, or several.
 */
export function withFigureByHead(
  { question: { message, tokens } }: Message,
  unknown: readonly string[],
  lexicons: readonly Lexicon[],
): string | undefined {
  const isUnknown = ({ word, lemma }: Token): boolean => unknown.includes(word) || unknown.includes(lemma);
  const measures = lexicons.flatMap(({ cube }) => cube.measures);
  for (const [at, head] of tokens.entries()) {
    const before = tokens[at - 1];
    if (before === undefined || isSmall(before) || head.afterBreak) continue;
    const called = measures.filter(({ title }) => nameLemmas(title).at(-1) === head.lemma);
    const [title, ...others] = new Set(called.map((it) => it.title));
    const said = `${before.raw} ${head.raw}`;
    if (title === undefined || others.length > 0 || ![before, head].some(isUnknown)) continue;
    const named = message.replace(said, () => title);
    return named === message ? undefined : named;
  }
  return undefined;
}
